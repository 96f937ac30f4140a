"""Runs the cases of a fuzzer in children that may crash, hang or eat memory, and says which case did.

A fuzzer is a script that gives `main(case, ...)` a function: case(seed, index) runs one case and returns None, or a
text that says what is wrong with it. prepare() runs before the first case of each child, with a minute for it.
One case again: python tests/fuzz/NAME.py --seed S --only I.
"""

import argparse
import faulthandler
import functools
import gc
import os
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time
import traceback

MEMORY = 3 << 30  # bytes of address space that a child may take beyond what it has after its imports
SECONDS = 20  # of CPU time for one case; ten times as much by the clock
PREPARE = 60  # of CPU time for what comes before the first case
_CHILD = "PYTORCH_C_FUZZ_CHILD"


class Found:
    """One case that went wrong."""

    def __init__(self, index, what):
        self.index, self.what = index, what

    def __repr__(self):
        return f"{self.index}: {self.what}"


# ---- in the child ----


def limit_memory():
    """The child's address space ends MEMORY beyond what it has."""
    with open("/proc/self/statm") as file:
        now = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, now + MEMORY))


def _say(text):
    os.write(3, (text + "\n").encode("utf-8", "replace"))


def _run_child(case, seed, start, count, leaks, prepare):
    faulthandler.enable()
    prepare()
    gc.collect()
    gc.freeze()  # what a case collects is its own
    limit_memory()
    before = leaks()
    for index in range(start, start + count):
        _say(f"> {index}")
        try:
            said = case(seed, index)
        except BaseException:  # the case says what may be raised
            said = traceback.format_exc(limit=-4)
        if said:
            _say("! " + " | ".join(said.strip().splitlines()))
    _say("= " + str(leaks() - before))


# ---- in the parent ----


def _cpu(pid):
    """The CPU seconds that a process has taken."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _hangs(child, seconds, began, cpu):
    return time.monotonic() - began > 10 * seconds or _cpu(child.pid) - cpu > seconds


def _follow(child, pipe, seconds):
    """(last index begun, [Found], tensors left or None): what a child says until it ends."""
    last, found, leaked, buffer = None, [], None, b""
    began, cpu = time.monotonic(), 0
    while True:
        ready, _, _ = select.select([pipe], [], [], 0.5)
        if not ready:
            allowed = seconds if last is not None else max(seconds, PREPARE)
            if _hangs(child, allowed, began, cpu):
                child.kill()
                found.append(Found(last, f"hangs: no end after {allowed} s"))
                return last, found, None
            continue
        began, cpu = time.monotonic(), _cpu(child.pid)
        piece = os.read(pipe, 1 << 16)
        if not piece:
            return last, found, leaked
        *lines, buffer = (buffer + piece).split(b"\n")
        for line in lines:
            kind, _, text = line.decode().partition(" ")
            if kind == ">":
                last = int(text)
            elif kind == "!":
                found.append(Found(last, text))
            else:
                leaked = int(text)


def explore(script, seed, start, count, seconds=SECONDS, batch=2000, more=()):
    """([Found], tensors leaked) of the cases start … start + count of a script, which gets the arguments `more` too."""
    found, leaked, at, end = [], 0, start, start + count
    while at < end:
        here = min(batch, end - at)
        read, write = os.pipe()
        with tempfile.TemporaryFile() as errors, tempfile.TemporaryDirectory() as folder:
            child = subprocess.Popen(
                [sys.executable, os.path.abspath(script), f"--seed={seed}", f"--start={at}", f"--cases={here}", *more],
                cwd=folder,  # for what a case writes
                env={**os.environ, _CHILD: "1", "OMP_NUM_THREADS": "1"},
                preexec_fn=lambda: os.dup2(write, 3),  # noqa: B023
                pass_fds=(3, write),
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )
            os.close(write)
            last, said, left = _follow(child, read, seconds)
            os.close(read)
            code = child.wait()
            found += said
            if left is not None:
                leaked += left
                at += here
                continue
            if not (said and said[-1].what.startswith("hangs")):
                errors.seek(0)
                text = errors.read().decode("utf-8", "replace")
                trace = text[max(text.rfind("Fatal Python error"), 0) :].strip().splitlines()
                name = signal.Signals(-code).name if code < 0 else f"exit {code}"
                found.append(Found(last, f"crashes: {name}; " + " | ".join(trace[:6])[:400]))
            at = (at if last is None else last) + 1
    return found, leaked


def live():
    """Live tensor handles, after a collection."""
    import pytorch_c

    gc.collect()
    return pytorch_c.live_tensors()


def _parser():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--batch", type=int, default=2000, help="cases of one child, at whose end leaks are counted")
    parser.add_argument("--only", type=int, help="runs one case again, in this process")
    return parser


def lead(script):
    """The parent's part of main(), before the script imports what its children alone need; returns in a child."""
    asked = _parser().parse_args()
    if asked.only is None and not os.environ.get(_CHILD):
        sys.exit(_explore(script, asked, asked.cases))


def main(script, case, show, leaks=live, kinds=(), prepare=lambda *kind: None):
    """The command line of a fuzzer: show(seed, index) describes a case without running it.

    With `kinds`, case, show and prepare take one of them first, and the command line says which; each kind has so many
    cases, or as many as it says: kind=300.
    """
    parser = _parser()
    if kinds:
        parser.add_argument("kinds", nargs="*", default=list(kinds), metavar="KIND[=CASES]")
    asked, bad = parser.parse_args(), False
    chosen = [one.partition("=")[::2] for one in asked.kinds] if kinds else [(None, "")]
    if any(kind not in kinds or count and not count.isdigit() for kind, count in chosen if kind is not None):
        parser.error(f"there are {', '.join(kinds)}")
    for kind, count in chosen:
        first = (kind,) if kinds else ()
        one = [each and functools.partial(each, *first) for each in (case, show, prepare)]
        bad = _one(script, *one, leaks, asked, int(count or asked.cases), first) or bad
    if bad:
        sys.exit(1)


def _one(script, case, show, prepare, leaks, asked, cases, first):
    """Runs what was asked for; returns whether anything was found."""
    if os.environ.get(_CHILD):
        _run_child(case, asked.seed, asked.start, cases, leaks, prepare)
        return False
    if asked.only is not None:
        print(show(asked.seed, asked.only))
        print(case(asked.seed, asked.only) or "fine")
        return False
    return _explore(script, asked, cases, first)


def _explore(script, asked, cases, first=()):
    """Explores and prints what was found; returns whether anything was."""
    started = time.monotonic()
    found, leaked = explore(script, asked.seed, asked.start, cases, batch=asked.batch, more=first)
    for one in found:
        print("".join(f"{kind}, " for kind in first) + f"seed {asked.seed}, case {one}")
    kinds = {kind: sum(one.what.startswith(kind) for one in found) for kind in ("crashes", "hangs")}
    print(
        "".join(f"{kind}: " for kind in first) + f"{cases} cases: {kinds['crashes']} crashes, {kinds['hangs']} hangs, "
        f"{len(found) - sum(kinds.values())} others, {leaked} tensors left; {time.monotonic() - started:.0f} s",
        flush=True,
    )
    return bool(found)
