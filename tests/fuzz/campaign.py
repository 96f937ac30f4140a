"""Many calls: each function in a forked child with limits; the parent counts how the children end."""

import ctypes
import mmap
import os
import resource
import signal
import struct
import tempfile
import time
from dataclasses import dataclass, field

from . import calls

CPU_SECONDS = 10  # for one call
WALL_SECONDS = 60
MEMORY = 1 << 30  # more than the process has at the start
FILES = 64 << 20
WORST = 4  # findings in one function, after which it is left
STATE = struct.Struct("qqqq")  # index of the call, ok, errors, not made


@dataclass
class Found:
    kind: str  # crash, hang, leak, broken
    function: str
    seed: object
    index: int
    text: str
    alone: bool = True  # whether the one call shows it

    def __str__(self):
        how = "" if self.alone else " (only after the calls before it)"
        return f"{self.kind.upper()} {self.function} --replay {self.function}:{self.seed}:{self.index}{how}\n    {self.text}"


@dataclass
class Tally:
    ok: int = 0
    errors: int = 0
    skipped: int = 0
    found: list = field(default_factory=list)
    seconds: float = 0.0

    @property
    def calls(self):
        return self.ok + self.errors + self.skipped

    def count(self, kind):
        return sum(one.kind == kind for one in self.found)

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

    def __init__(self, library, folder):
        self.library, self.folder = library, folder
        self.state = mmap.mmap(-1, STATE.size)

    def run(self, steps):
        """`steps`: a list of (index, function, plain data). (signal or 0, index, texts)"""
        self.state[:] = STATE.pack(-1, 0, 0, 0)
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(read)
            code = 1
            try:
                quiet(self.folder)
                limit()
                self.work(steps, write)
                code = 0
            finally:
                os._exit(code)
        os.close(write)
        with os.fdopen(read, "rb") as pipe:
            texts = pipe.read().decode("utf-8", "replace").split("\0")[:-1]
        _, status = os.waitpid(pid, 0)
        ended = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        if not ended and status:
            ended = -1  # Python itself gave up: no memory
        return ended, STATE.unpack(self.state[:])[0], texts

    def work(self, steps, pipe):
        library, counts = self.library, {"ok": 0, "error": 0, "not made": 0}
        for index, function, drawn in steps:
            self.state[:] = STATE.pack(index, *counts.values())
            signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
            signal.setitimer(signal.ITIMER_REAL, WALL_SECONDS)
            before = library.live()
            try:
                counts[calls.run(library, function, drawn)] += 1
            except calls.Broken as broken:
                counts["error"] += 1
                os.write(pipe, f"broken {index} {broken}\0".encode())
            except MemoryError:
                counts["not made"] += 1
            after = library.live()
            if after != before and function.name not in KEEP:
                os.write(pipe, f"leak {index} {after - before} handles are left\0".encode())
        self.state[:] = STATE.pack(-1, *counts.values())

    def counts(self):
        return STATE.unpack(self.state[:])[1:]

    def words(self):
        with open(os.path.join(self.folder, "words"), errors="replace") as file:
            return " ".join(file.read()[-600:].split())[-300:]


# What these make stays on purpose: a mode, or a callback that is asked for later.
KEEP = {"ptc_set_gc_callback", "ptc_set_warning_handler"}


def name_of(ended):
    return signal.Signals(ended).name if ended > 0 else "it ended by itself"


def one_function(child, function, seed, first, count, tally):
    """`count` calls of a function from `first` on, in as many children as it takes."""
    index, end, seen = first, first + count, 0
    while index < end and seen < WORST:
        steps = ((i, function, calls.draw(function, seed, i)) for i in range(index, end))
        ended, reached, texts = child.run(steps)
        for part, number in zip(("ok", "errors", "skipped"), child.counts(), strict=True):
            setattr(tally, part, getattr(tally, part) + number)
        for text in texts:
            kind, at, what = text.split(" ", 2)
            tally.found.append(Found(kind, function.name, seed, int(at), what))
            seen += 1
        if not ended:
            break
        index = reached + 1
        if ended == -1 or reached < 0:
            tally.skipped += 1
            continue
        tally.errors += 1
        seen += 1
        words = child.words()
        kind = "hang" if ended in (signal.SIGPROF, signal.SIGALRM, signal.SIGXCPU) else "crash"
        again = child.run([(reached, function, calls.draw(function, seed, reached))])[0]
        tally.found.append(Found(kind, function.name, seed, reached, f"{name_of(ended)} {words}", bool(again)))


def chosen(library, only=None):
    import re

    names = sorted(library.functions)
    if only:
        names = [name for name in names if re.search(only, name)]
    return [library.functions[name] for name in names if name not in calls.LEFT_OUT]


def run(library, seed, count, functions, report=None):
    """`count` calls shared out among the functions."""
    tally, started = Tally(), time.monotonic()
    each, more = divmod(count, len(functions))
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        child = Child(library, folder)
        for i, function in enumerate(functions):
            seen = len(tally.found)
            if each + (i < more):
                one_function(child, function, seed, 0, each + (i < more), tally)
            if report:
                for one in tally.found[seen:]:
                    report(one)
    tally.seconds = time.monotonic() - started
    return tally


def replay(library, function, drawn):
    """One call in a child; how it ended, and what it said."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        child = Child(library, folder)
        ended, _, texts = child.run([(0, function, drawn)])
        return ended, texts, child.words()


def trim():
    ctypes.CDLL(None).malloc_trim(0)
