"""Bytes of a live tensor: all memory that one takes, of libtorch's objects and its block, of the handle and of Python's.

Compares pytorch_c with torch, and with libtorch alone in C++: a tensor of one element, a view, and the result of an
operator that autograd records. Each kind has a process of its own, in which 200,000 of them are kept; the figure is how far
the resident memory rose, over their number. Counts, so that a busy machine prints the same.

    python benchmarks/tensor_bytes.py [--long] [--rounds N] [--json FILE] [--picture FILE]
"""

import gc
import importlib

from harness import contenders, drawing, native, stats, tables
from harness.command import Result, main, rounds, sized
from harness.memory import resident_mb
from harness.workers import forked, serve, start

COUNT = 200_000
FLOOR = contenders.Contender("cpp", "libtorch alone, in C++", "C++", program="tensor_bytes_cpp")
KINDS = {"live": "a tensor of one element", "view": "a view", "recorded": "a result that autograd records"}


def work(name):
    """The child: answers "KIND COUNT" with the bytes of one."""
    t = importlib.import_module(contenders.find(name).package)
    t.set_num_threads(1)
    one, row, leaf = t.ones(1), t.ones(10), t.ones(1, requires_grad=True)
    make = {"live": lambda: t.ones(1), "view": lambda: row[2:5], "recorded": lambda: leaf + one}

    @forked
    def answer(kind, count):
        gc.disable()
        kept, new = [None] * count, make[kind]
        warm = count // 4  # tables and pools have their size by then, or the memory to spare
        for i in range(warm):
            kept[i] = new()
        before = resident_mb()
        for i in range(warm, count):
            kept[i] = new()
        return (resident_mb() - before) * 2**20 / (count - warm)

    serve(lambda kind, count: answer(kind, int(count)))


def measure(options):
    turns, count = rounds(options, 1, 3, 5), sized(options, 20_000, COUNT, COUNT)
    everyone, notes = native.only_built([contenders.default(), contenders.TORCH, FLOOR])
    found = {one.name: {} for one in everyone}
    for one in everyone:
        worker = start(one)
        for kind in KINDS:
            found[one.name][kind] = [worker.ask(kind, count) for _ in range(turns)]
        worker.close()
    rows = [row(one, found) for one in everyone]
    columns = [
        ("label", "package"),
        ("ratio", "a view, torch = 1", 2),
        *((kind, text, 0) for kind, text in KINDS.items()),
    ]
    table = tables.table(f"Bytes of resident memory that one of {count:,} takes", columns, rows)
    return Result([table], findings(rows) + notes, {"rounds": turns, "count": count}, clock="counts")


def row(one, found):
    mine, theirs = found[one.name], found[contenders.TORCH.name]
    out = {"name": one.name, "label": one.label, "kind": contenders.kind(one.name)}
    out["ratio"] = stats.ratio(mine["view"], theirs["view"])
    return out | {kind: stats.summary(samples) for kind, samples in mine.items()}


def findings(rows):
    ours, theirs, *_ = rows
    return [
        f"{text[0].upper()}{text[1:]} takes {ours[kind]['median']:,.0f} bytes, with torch {theirs[kind]['median']:,.0f}."
        for kind, text in KINDS.items()
    ]


def draw(result, path):
    chart, panels = drawing.figure(9, 1.6, columns=len(KINDS))
    for axes, (kind, text) in zip(panels, KINDS.items()):
        drawing.bars(
            axes, [(one["label"], one[kind], one["kind"]) for one in result["tables"][0]["rows"]], text, digits=0
        )
    for axes in panels[1:]:
        axes.set_yticklabels([])
    drawing.save(chart, path, "Bytes of a live tensor")


if __name__ == "__main__":
    main(__doc__, measure, draw, work)
