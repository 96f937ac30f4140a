"""Many calls: each function in a forked child with limits; the parent counts how the children end."""

import json
import mmap
import os
import re
import resource
import signal
import struct
import tempfile
import traceback
from dataclasses import dataclass, field

from . import calls

CPU_SECONDS = 10  # for one call
WALL_SECONDS = 60
MEMORY = 256 << 20  # more than the process has at the start
FILES = 64 << 20
NO_MEMORY, MISTAKE = 3, 4  # how a child ends by itself
TOGETHER = 12  # functions in one child, as long as nothing is found
WORST = 4  # findings in one function, after which it is left
STATE = struct.Struct("qqqqq")  # index of the call, ok, errors, not made, bytes of its arguments behind
ROOM = 1 << 18


@dataclass
class Found:
    kind: str  # crash, hang, leak, broken, differs
    function: str
    args: list
    text: str
    alone: bool = True  # whether the one call shows it, without those before it

    def line(self):
        return json.dumps({"call": self.function, "args": self.args, "was": self.text})

    def __str__(self):
        how = "" if self.alone else " (only after the calls before it)"
        return f"{self.kind.upper()} {self.function}{how}: {self.text}\n    --replay '{self.line()}'"


@dataclass
class Tally:
    ok: int = 0
    errors: int = 0
    skipped: int = 0
    found: list = field(default_factory=list)
    never: list = field(default_factory=list)  # functions without one call that gave a result
    compared: int = 0  # calls that were made by torch too
    theirs: int = 0  # of those, calls that end the process in torch
    refused: int = 0  # of those, calls that a check of ours refuses and torch does not

    @property
    def calls(self):
        return self.ok + self.errors + self.skipped

    def count(self, kind):
        return sum(one.kind == kind for one in self.found)

    def beside_line(self):
        return (
            f"beside torch: {self.count('differs')} differences in {self.compared} calls, "
            f"{self.theirs} of which end the process in torch, {self.refused} are refused by checks of our own alone"
        )

    def last_line(self):
        return (
            f"crashes {self.count('crash')}, hangs {self.count('hang')}, leaks {self.count('leak')}, "
            f"broken promises {self.count('broken')}, calls {self.calls} ({self.ok} gave a result)"
        )


def limit():
    """The limits of a child; what it makes on disk goes with the folder."""
    with open("/proc/self/statm") as file:
        size = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY,) * 2)
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILES,) * 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def quiet(folder):
    """Output of libtorch's goes to files; the last words of a child that dies are read from there."""
    os.chdir(folder)
    os.dup2(os.open("/dev/null", os.O_RDWR), 1)
    os.dup2(os.open("words", os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o600), 2)


class Child:
    """Runs calls in a fork; what it says comes back by a pipe, how far it is by shared memory."""

    def __init__(self, library, folder, beside=None):
        self.library, self.folder, self.beside = library, folder, beside
        self.state = mmap.mmap(-1, STATE.size + ROOM)

    def run(self, function, steps, worked=None):
        """`steps`: pairs of an index and plain data. How the child ended, and [(kind, args, text)]."""
        return self._fork(function.name, lambda pipe: self.work(function, steps, worked, pipe))

    def run_together(self, jobs):
        """Several functions in one fork, as run() of each; their counts, or None where anything was found in one."""

        def work(pipe):
            for job in jobs:
                self.work(*job, pipe)
                os.write(pipe, json.dumps(self.counts()).encode() + b"\n")

        try:
            ended, said = self._fork(jobs[0][0].name, work)
        except RuntimeError:
            return None
        return said if not ended and len(said) == len(jobs) else None

    def _fork(self, name, work):
        """Returns how a child ended that runs work(pipe), and the lines that it wrote."""
        self.state[: STATE.size] = STATE.pack(-1, 0, 0, 0, 0)
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(read)
            code = MISTAKE
            try:
                quiet(self.folder)
                limit()
                work(write)
                code = 0
            except MemoryError:
                code = NO_MEMORY
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(code)
        os.close(write)
        with os.fdopen(read, "rb") as pipe:
            said = [json.loads(line) for line in pipe]
        _, status = os.waitpid(pid, 0)
        ended = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        if not ended and status:
            if os.WEXITSTATUS(status) == MISTAKE:
                raise RuntimeError(f"the fuzzer itself failed at {name}: {self.words()}")
            ended = -1
        return ended, said

    def last(self):
        index, _, _, _, size = STATE.unpack(self.state[: STATE.size])
        return index, json.loads(self.state[STATE.size : STATE.size + size] or b"null")

    def work(self, function, steps, worked, pipe):
        library, counts = self.library, {"ok": 0, "error": 0, "not made": 0}

        def say(kind, text):
            os.write(pipe, json.dumps([kind, drawn, text]).encode() + b"\n")

        for index, drawn in steps:
            text = json.dumps(drawn).encode()[:ROOM]
            self.state[STATE.size : STATE.size + len(text)] = text
            self.state[: STATE.size] = STATE.pack(index, *counts.values(), len(text))
            signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
            signal.setitimer(signal.ITIMER_REAL, WALL_SECONDS)
            before = library.live()
            try:
                how = calls.run(library, function, drawn, self.beside)
            except calls.Broken as broken:
                how = "error"
                say(broken.kind, str(broken))
            except MemoryError:
                how = "not made"
            counts[how] += 1
            if how == "ok" and worked:
                worked(drawn)
            after = library.live()
            if after != before and function.name not in KEEP:
                say("leak", f"{after - before} handles are left")
        self.state[: STATE.size] = STATE.pack(-1, *counts.values(), 0)

    def counts(self):
        return STATE.unpack(self.state[: STATE.size])[1:4]

    def words(self):
        with open(os.path.join(self.folder, "words"), errors="replace") as file:
            return " ".join(file.read()[-600:].split())[-200:]


# Functions whose results stay on purpose: a mode, or a callback that is asked for later.
KEEP = {"ptc_set_gc_callback", "ptc_set_warning_handler"}


def name_of(ended):
    return signal.Signals(ended).name if ended > 0 else "it ended by itself"


def draws_of(function, seed):
    """The calls of a function: blind ones, unless it has patterns (structured.py)."""
    return getattr(function, "draws", calls.Draws)(function, seed)


def several(child, functions, seed, counts, tally):
    """Calls of several functions in one child, for a fork takes longer than its calls; each alone where one went wrong."""

    def job(function, count):
        draws = draws_of(function, f"{seed}/0")
        return function, ((i, draws.call(i)) for i in range(count)), draws.worked

    compared = child.beside and child.beside.state[:]
    found = child.run_together(list(map(job, functions, counts)))
    if not found and child.beside:
        child.beside.state[:] = compared  # each call is counted again, alone
    for function, count, numbers in zip(functions, counts, found or [None] * len(functions)):
        if numbers is None:
            one_function(child, function, seed, count, tally)
            continue
        for part, number in zip(("ok", "errors", "skipped"), numbers, strict=True):
            setattr(tally, part, getattr(tally, part) + number)
        if count and not numbers[0]:
            tally.never.append(function.name)


def one_function(child, function, seed, count, tally):
    """`count` calls of a function, in as many children as it takes."""
    index, seen, before = 0, 0, tally.ok
    while index < count and seen < WORST:
        draws = draws_of(function, f"{seed}/{index}")
        ended, said = child.run(function, ((i, draws.call(i)) for i in range(index, count)), draws.worked)
        for part, number in zip(("ok", "errors", "skipped"), child.counts(), strict=True):
            setattr(tally, part, getattr(tally, part) + number)
        for kind, drawn, what in said:
            tally.found.append(Found(kind, function.name, drawn, what))
            seen += 1
        if not ended:
            break
        reached, drawn = child.last()
        index = reached + 1
        if child.beside and child.beside.turn:
            tally.theirs += 1
            tally.errors += 1
            continue
        if ended == -1 or reached < 0:
            tally.skipped += 1
            continue
        tally.errors += 1
        seen += 1
        words = child.words()
        kind = "hang" if ended in (signal.SIGPROF, signal.SIGALRM, signal.SIGXCPU) else "crash"
        again = child.run(function, [(reached, drawn)])[0]
        tally.found.append(Found(kind, function.name, drawn, f"{name_of(ended)} {words}".strip(), bool(again)))
    if count and tally.ok == before:
        tally.never.append(function.name)


def chosen(functions, only=None):
    """Returns the functions whose names match, sorted, without those left out."""
    names = [name for name in sorted(functions) if re.search(only or "", name)]
    return [functions[name] for name in names if name not in calls.LEFT_OUT]


def run(library, seed, count, functions, report=None, beside=None):
    """`count` calls shared out among the functions."""
    tally = Tally()
    each, more = divmod(count, len(functions))
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        child = Child(library, folder, beside)
        for first in range(0, len(functions), TOGETHER):
            seen = len(tally.found)
            some = functions[first : first + TOGETHER]
            several(child, some, seed, [each + (first + i < more) for i in range(len(some))], tally)
            if report:
                for one in tally.found[seen:]:
                    report(one)
    if beside:
        tally.compared, tally.refused = beside.compared, beside.refused
    return tally


def replay(library, function, drawn):
    """One call in a child; how it ended, and what it said."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        child = Child(library, folder)
        ended, said = child.run(function, [(0, drawn)])
        return ended, said, child.words()
