"""Create and drop: what one tiny tensor costs under each finalizer strategy.

Compares pytorch_c under each finalizer strategy with torch's Python binding and with plain C++ and C, which free by hand.
Three ways to make a 3x3 float32 tensor (`empty`, `a + b`, the view `a.t()`), each dropped at once and in lists of a thousand;
every contender runs in a process of its own, and they are asked in turns. Processor time is counted, and Python's garbage
collector is on, as in a program.

    python benchmarks/create_and_drop.py [--long] [--rounds N] [--json FILE] [--picture FILE]
"""

import importlib
import time
import timeit

from harness import contenders, drawing, native, stats, tables
from harness.command import Result, main, rounds, sized
from harness.workers import Workers, counts, in_turns, serve

MAKE = {"empty": "t.empty((3, 3))", "add": "a + b", "view": "a.t()"}
# Lines that free a program's tensors, for each way of freeing: at once, and a thousand together.
AT_ONCE = {
    "drop": "{make}",
    "close": "({make}).close()",
    "scope": "with t.scope():\n    for _ in ten: {make}",
}
TOGETHER = {
    "drop": "kept = [{make} for _ in thousand]\ndel kept",
    "close": "kept = [{make} for _ in thousand]\nfor x in kept: x.close()\ndel kept, x",
    "scope": "with t.scope():\n    kept = [{make} for _ in thousand]\ndel kept",
}
CASES = [(make, drop) for drop in ("once", "together") for make in MAKE]
HEADINGS = {
    ("empty", "once"): "empty",
    ("add", "once"): "a + b",
    ("view", "once"): "a.t()",
    ("empty", "together"): "1000 empty",
    ("add", "together"): "1000 a + b",
    ("view", "together"): "1000 a.t()",
}
NATIVE = [
    contenders.Contender("c", "C, libpytorch_c", "C", program="create_and_drop_c"),
    contenders.Contender("cpp", "C++, libtorch", "C++", program="create_and_drop_cpp"),
]


def work(name):
    """The child: answers "MAKE DROP COUNT" with seconds for each tensor."""
    one = contenders.find(name)
    t = importlib.import_module(one.package)
    t.set_num_threads(1)
    t.manual_seed(0)
    names = {"t": t, "a": t.randn(3, 3), "b": t.randn(3, 3), "ten": range(10), "thousand": range(1000)}
    timers = {}
    for make, drop in CASES:
        pattern = (AT_ONCE if drop == "once" else TOGETHER)[one.free]
        timers[make, drop] = timeit.Timer(
            pattern.format(make=MAKE[make]), "import gc; gc.enable()", time.process_time, names
        )

    def answer(make, drop, count):
        each = 1000 if drop == "together" else 10 if one.free == "scope" else 1
        repeats = max(1, int(count) // each)
        return timers[make, drop].timeit(repeats) / (repeats * each)

    serve(answer)


def measure(options):
    everyone, notes = native.only_built([*contenders.compared(options), contenders.TORCH, *NATIVE])
    samples = {one.name: {} for one in everyone}
    turns, seconds = rounds(options, 2, 11, 41), sized(options, 0.001, 0.015, 0.05)
    with Workers(everyone) as workers:
        for case in CASES:
            count = counts(workers, case, seconds, few=1000)
            answers = in_turns(workers, turns, {name: (*case, count[name]) for name in workers})
            for name, found in answers.items():
                samples[name][case] = [one * 1e9 for one in found]
    rows = [row(one, samples) for one in everyone]
    rows.sort(key=lambda found: found["ratio"]["median"])
    columns = [("label", "who frees"), ("ratio", "torch = 1", 2)]
    columns += [("/".join(case), HEADINGS[case], 0, "median") for case in CASES]
    table = tables.table(
        "Nanoseconds to create and drop one tensor; the ratio is the geometric mean over the six cases", columns, rows
    )
    return Result([table], findings(rows), {"rounds": turns, "seconds": seconds}, notes, clock="processor")


def row(one, samples):
    mine = samples[one.name]
    found = {"name": one.name, "label": one.label, "kind": contenders.kind(one.name)}
    found["ratio"] = stats.mean_ratio(mine, samples["torch"])
    return found | {"/".join(case): stats.summary(mine[case]) for case in CASES}


def findings(rows):
    ratio = {found["name"]: found["ratio"]["median"] for found in rows}
    ours = [found for found in rows if found["kind"] in ("default", "strategy")]
    default = contenders.default()
    out = [
        f"The default, {default.strategy}, costs {ratio[default.name]:.2f} times what torch's own create-and-drop costs."
    ]
    automatic = [found for found in ours if found["name"] not in ("close", "scope")]
    out.append(
        f"Of the strategies that need nothing from the user, {automatic[0]['label']} is cheapest ({automatic[0]['ratio']['median']:.2f}) and {automatic[-1]['label']} dearest ({automatic[-1]['ratio']['median']:.2f})."
    )
    if "cpp" in ratio:
        out.append(
            f"Plain C++ takes {ratio['cpp']:.2f} of torch's time: the rest is what a call from Python costs, in any binding."
        )
    if "c" in ratio and "cpp" in ratio:
        out.append(
            f"The C library adds {ratio['c'] / ratio['cpp'] - 1:.0%} to plain C++ for its handles, counters and error guard."
        )
    return out


def draw(result, path):
    chart, axes = drawing.figure(8, 4.2)
    rows = [(row["label"], row["ratio"], row["kind"]) for row in result["tables"][0]["rows"]]
    drawing.bars(
        axes,
        drawing.by_median(rows),
        "time for one tensor, torch = 1 (less is better; the thin line is the spread)",
        reference=1,
    )
    drawing.save(chart, path, "Creating and dropping a 3x3 tensor")


if __name__ == "__main__":
    main(__doc__, measure, draw, work)
