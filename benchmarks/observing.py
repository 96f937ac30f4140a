"""Observing: what a program costs that somebody watches.

Compares steps that nobody watches with the same steps in a range that nobody sees, under profiler.observe() with a
function of Python's, under profiler.trace() (what `python -m pytorch_c.trace` runs), also with shapes and with lines, and
under profiler.profile(), beside torch's profile of the same steps. Two loads: tiny operators, whose own time is least,
and a step of a perceptron (batch 64, 784 to 128 to 10, forward and backward). A profile's time is that while it records;
reading it afterwards is a column of its own.

    python benchmarks/observing.py [--long] [--rounds N] [--json FILE] [--picture FILE]
"""

import contextlib
import importlib
import time

from harness import drawing, stats, tables
from harness.command import Result, main, rounds, sized
from harness.contenders import TORCH, Contender
from harness.workers import Workers, in_turns, serve

LOADS = {"tiny": "tiny operators", "step": "a perceptron's step"}
OURS = {
    "off": "nobody watches",
    "range": "in a range, nobody watches",
    "observe": "observe(), a function of Python's",
    "values": "observe() with inputs",
    "trace": "trace()",
    "shapes": "trace(shapes=True)",
    "lines": "trace(lines=True)",
    "profile": "profile()",
    "profile_shapes": "profile(record_shapes, profile_memory)",
    "profile_stack": "profile(with_stack)",
}
THEIRS = {
    "torch_off": "torch, nobody watches",
    "torch_range": "torch, in a range, nobody watches",
    "torch_profile": "torch's profile()",
    "torch_profile_shapes": "torch's profile(record_shapes, profile_memory)",
    "torch_profile_stack": "torch's profile(with_stack)",
}


def loads(t):
    """{name: a function that runs it a number of times}"""
    x = t.ones(3, 3)
    model = t.nn.Sequential(t.nn.Linear(784, 128), t.nn.ReLU(), t.nn.Linear(128, 10))
    batch, target = t.ones(64, 784), t.zeros(64, dtype=t.int64)

    def tiny(count):
        for _ in range(count):
            x + x
            x.view(9)

    def step(count):
        for _ in range(count):
            t.nn.functional.cross_entropy(model(batch), target).backward()

    return {"tiny": tiny, "step": step}


def watched(t, how):
    """The block that watches so."""
    p = t.profiler
    with_shapes = {"record_shapes": True, "profile_memory": True}
    return {
        "off": contextlib.nullcontext,
        "range": contextlib.nullcontext,
        "observe": lambda: p.observe(lambda event: None),
        "values": lambda: p.observe(lambda event: None, inputs=True),
        "trace": lambda: p.trace(),
        "shapes": lambda: p.trace(shapes=True),
        "lines": lambda: p.trace(lines=True),
        "profile": lambda: p.profile(activities=[p.ProfilerActivity.CPU]),
        "profile_shapes": lambda: p.profile(activities=[p.ProfilerActivity.CPU], **with_shapes),
        "profile_stack": lambda: p.profile(activities=[p.ProfilerActivity.CPU], with_stack=True),
    }[how]()


def in_ranges(t, run):
    """The load with a range around each time it runs."""

    def ranged(count):
        for _ in range(count):
            with t.profiler.record_function("benchmark"):
                run(1)

    return ranged


def work(name):
    """The child: answers "HOW LOAD COUNT" with seconds a time, and seconds of reading afterwards."""
    t = importlib.import_module("torch" if name == "torch" else "pytorch_c")
    t.set_num_threads(1)
    running = loads(t)

    def answer(how, load, count):
        run, count = running[load], int(count)
        run = in_ranges(t, run) if how == "range" else run
        run(3)
        with watched(t, how) as found:
            begin = time.process_time()
            run(count)
            seconds = time.process_time() - begin
        begin = time.process_time()
        if how.startswith("profile"):
            found.key_averages()
        elif how in ("trace", "shapes", "lines"):
            found.operators()
        return {"seconds": seconds / count, "reading": (time.process_time() - begin) / count}

    serve(answer)


def measure(options):
    turns = rounds(options, 1, 7, 21)
    counts = {"tiny": sized(options, 5, 300, 1000), "step": sized(options, 2, 20, 50)}
    ours, theirs = Quiet("pytorch_c", "pytorch_c", "pytorch_c"), Quiet(TORCH.name, TORCH.label, TORCH.package)
    found = {}
    with Workers([ours, theirs]) as workers:
        for load in LOADS:
            who = {how: workers["pytorch_c"] for how in OURS} | {how: workers[theirs.name] for how in THEIRS}
            asked = {how: (how.removeprefix("torch_"), load, counts[load]) for how in who}
            found[load] = in_turns(who, turns, asked)
    sheets = [sheet(load, found[load]) for load in LOADS]
    return Result(sheets, findings(sheets), {"rounds": turns, "counts": counts, "threads": 1}, clock="processor")


class Quiet(Contender):
    """A contender whose profiler says nothing while it works."""

    @property
    def environment(self):
        return super().environment | {"KINETO_LOG_LEVEL": "9"}


def sheet(load, answers):
    rows = []
    for how, label in (OURS | THEIRS).items():
        base = "torch_off" if how in THEIRS else "off"
        mine, off = ([one["seconds"] for one in answers[key]] for key in (how, base))
        reading = [1e6 * one["reading"] for one in answers[how]]
        rows.append(
            {
                "name": how,
                "label": label,
                "kind": "torch" if how in THEIRS else "default" if how != "off" else "native",
                "ratio": stats.ratio(mine, off),
                "time": stats.summary([1e6 * one for one in mine]),
                "reading": stats.summary(reading),
            }
        )
    columns = [
        ("label", "how"),
        ("ratio", "nobody watches = 1", 2),
        ("time", "time, us", 1),
        ("reading", "reading, us", 1),
    ]
    return tables.table(f"{LOADS[load].capitalize()}, one time", columns, rows)


def findings(sheets):
    said = []
    for name, table in zip(LOADS.values(), sheets):
        by = {row["name"]: row["ratio"]["median"] for row in table["rows"]}
        said.append(
            f"{name.capitalize()}: trace() takes {by['trace']:.2f} times as long as nobody watching, profile() "
            f"{by['profile']:.2f} times (torch's {by['torch_profile']:.2f}), a function of Python's {by['observe']:.2f} times."
        )
    return said


def draw(result, path):
    chart, panels = drawing.figure(11, 4.2, columns=2)
    for panel, table in zip(panels, result["tables"]):
        bars = [(row["label"], row["ratio"], row["kind"]) for row in table["rows"]]
        drawing.bars(panel, bars, f"{table['title']}: nobody watches = 1", room=1.2)
    drawing.save(chart, path, "What watching costs")


if __name__ == "__main__":
    main(__doc__, measure, draw, work)
