"""Allocators: what tensors cost under glibc, jemalloc and tcmalloc, and how much of what was freed the process keeps.

Compares the same program with the C library's default and with jemalloc and tcmalloc preloaded, where they are found or
named by --preload: processor time of a tiny sum, then resident memory with 16,000 tensors of 64 KB alive, after all of
them were dropped, and after memory.trim(). Automatic trims are off meanwhile.

    python benchmarks/allocators.py [--preload NAME=FILE …] [--long] [--rounds N] [--json FILE] [--picture FILE]
"""

import ctypes.util
import os
import sys
import time
from dataclasses import dataclass

from harness import drawing, stats, tables
from harness.command import Result, main, rounds, sized
from harness.contenders import Contender
from harness.memory import resident_mb
from harness.workers import Worker, forked, in_turns, serve

LIBRARIES = {"jemalloc": ["jemalloc"], "tcmalloc": ["tcmalloc", "tcmalloc_minimal"]}


@dataclass(frozen=True)
class Preloaded(Contender):
    """The default strategy in a process with an allocator of its own."""

    library: str = ""

    @property
    def environment(self):
        own = {"PYTORCH_C_GC_AUTOMATIC": "0"} | ({"LD_PRELOAD": self.library} if self.library else {})
        return super().environment | own


def work(_):
    """The child: answers "tiny COUNT" with seconds each, "memory COUNT" with three sizes in MB."""
    import pytorch_c as t

    t.set_num_threads(1)
    api = t._boundary.api
    api.set_trim_drop(0)
    a = t.ones(3, 3)

    def tiny(count):
        begin = time.process_time()
        for _ in range(count):
            a + a
        return (time.process_time() - begin) / count

    @forked
    def memory(count):
        before = resident_mb()
        many = [t.ones(16_000) for _ in range(count)]
        last = t.ones(16_000)  # keeps the heap from shrinking at its end, as in a program that goes on
        full = resident_mb() - before
        del many
        dropped = resident_mb() - before
        t.memory.trim()
        return [full, dropped, resident_mb() - before, last.numel()]

    def answer(word, count):
        return memory(int(count)) if word == "memory" else tiny(int(count))

    serve(answer)


def found(options):
    named = dict(one.split("=", 1) for one in options.preload or ())
    for name, libraries in LIBRARIES.items():
        path = next(filter(None, map(ctypes.util.find_library, libraries)), None)
        if name not in named and path:
            named[name] = path
    missing = [path for path in named.values() if os.sep in path and not os.path.isfile(path)]
    if missing:
        raise SystemExit(f"allocators.py: no such file: {missing[0]}")
    return [
        Preloaded("glibc", "glibc", "pytorch_c"),
        *(Preloaded(name, name, "pytorch_c", library=path) for name, path in named.items()),
    ]


def measure(options):
    turns, many = rounds(options, 1, 9, 25), sized(options, 500, 16_000, 16_000)
    everyone = found(options)
    workers = {
        one.name: Worker(one.name, [sys.executable, sys.argv[0], "--worker", one.name], one.environment)
        for one in everyone
    }
    requests = dict.fromkeys(workers, ["tiny", sized(options, 100, 50_000, 200_000)])
    in_turns(workers, 1, requests)
    times = in_turns(workers, turns, requests)
    memory = in_turns(workers, sized(options, 1, 3, 5), dict.fromkeys(workers, ["memory", many]))
    for worker in workers.values():
        worker.close()
    rows = []
    for one in everyone:
        sizes = [stats.summary(each) for each in zip(*memory[one.name])]
        rows.append(
            {
                "name": one.name,
                "label": one.label,
                "ratio": stats.ratio(times[one.name], times["glibc"]),
                "tiny_ns": stats.summary([1e9 * seconds for seconds in times[one.name]]),
                "full": sizes[0],
                "dropped": sizes[1],
                "trimmed": sizes[2],
            }
        )
    columns = [
        ("label", "allocator"),
        ("ratio", "a + b of 3x3, glibc = 1", 2),
        ("tiny_ns", "a + b, ns", 0, "median"),
        ("full", "alive, MB", 0, "median"),
        ("dropped", "all dropped, MB", 0, "median"),
        ("trimmed", "after memory.trim(), MB", 0, "median"),
    ]
    notes = [f"{name} is not installed here." for name in LIBRARIES if name not in workers]
    table = tables.table(f"Time of calls, and resident memory of {many:,} tensors of 64 KB", columns, rows)
    return Result([table], findings(rows), {"rounds": turns, "threads": 1}, notes, clock="processor")


def findings(rows):
    return [
        f"{row['label']}: {row['dropped']['median']:.0f} of {row['full']['median']:.0f} MB stay resident after all tensors were"
        f" dropped, {row['trimmed']['median']:.0f} MB after memory.trim()."
        for row in rows
    ]


def draw(result, path):
    chart, axes = drawing.figure(7, 2.6)
    rows = [(row["label"], row["dropped"], "default") for row in result["tables"][0]["rows"]]
    drawing.bars(axes, rows, "MB still resident after all tensors were dropped (less is better)", digits=0, room=1.25)
    drawing.save(chart, path, "What an allocator keeps of what was freed")


def arguments(parser):
    parser.add_argument(
        "--preload",
        action="append",
        metavar="NAME=FILE",
        help="an allocator to preload: jemalloc=/path/libjemalloc.so.2",
    )


if __name__ == "__main__":
    main(__doc__, measure, draw, work, arguments)
