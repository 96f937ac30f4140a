"""TorchScript: what a call of a program costs, and how long an archive takes to load.

Compares torch's own archives, called and loaded by this package, by torch, from C on the library, and from C++ on
libtorch: a module that adds and multiplies three numbers, so that a call is nearly all that it costs; a traced MLP
(784-128-10) on one row, beside the same MLP without TorchScript in both Pythons; and the load of 100 MB of parameters.
One thread, gradients off; each run is a process, all in random order, round after round; ratios are of the same round.

    python benchmarks/torchscript.py [--long] [--rounds N] [--json FILE] [--picture FILE]
"""

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from harness import contenders, drawing, native, stats, tables
from harness.command import Result, main, rounds, sized

CASES = {
    "call": "a small module, ns",
    "mlp": "traced MLP, one row, ns",
    "eager": "the MLP eagerly, ns",
    "load": "100 MB, s",
}
LABELS = {"pytorch_c": "Python, pytorch_c", "torch": "Python, torch", "c": "C, libpytorch_c", "cpp": "C++, libtorch"}
KINDS = {"pytorch_c": "default", "torch": "torch", "c": "native", "cpp": "native"}
GOALS = {"pytorch_c": 1.0, "c": 0.7}
LARGE = 25 << 20  # float32 numbers of the large archive


# ---- in processes of their own ----


def make(folder, numbers):
    """Writes the archives, by torch."""
    import torch
    from torch import nn

    class Small(nn.Module):
        def forward(self, x):
            return x * 2 + 1

    class Large(nn.Module):
        def __init__(self):
            super().__init__()
            self.weights = nn.ParameterList([nn.Parameter(torch.rand(numbers // 25)) for _ in range(25)])

        def forward(self, x):
            return x + self.weights[0][0]

    mlp = nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10)).eval()
    torch.jit.trace(Small(), torch.ones(3)).save(f"{folder}/small.pt")
    torch.jit.trace(mlp, torch.ones(1, 784)).save(f"{folder}/mlp.pt")
    torch.jit.script(Large()).save(f"{folder}/large.pt")


def timed(function, calls):
    for _ in range(50):
        function()
    begin = time.perf_counter()
    for _ in range(calls):
        function()
    return (time.perf_counter() - begin) * 1e9 / calls


def work(text):
    """One contender of Python's, or the archives; prints what it measured."""
    name, folder, calls, loads = json.loads(text)
    if name == "make":
        return make(folder, calls)
    torch = __import__("torch" if name == "torch" else "pytorch_c")
    load = __import__(f"{torch.__name__}.jit", fromlist=["load"]).load
    torch.set_num_threads(1)
    nn, x, row = torch.nn, torch.ones(3), torch.ones(1, 784)
    eager = nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10)).eval()
    small, mlp = load(f"{folder}/small.pt"), load(f"{folder}/mlp.pt")
    found = {}
    with torch.no_grad():
        found["call"] = timed(lambda: small(x), calls)
        found["mlp"] = timed(lambda: mlp(row), calls)
        found["eager"] = timed(lambda: eager(row), calls)
    times = []
    for _ in range(loads):
        begin = time.perf_counter()
        large = load(f"{folder}/large.pt")
        times.append(time.perf_counter() - begin)
        del large
    found["load"] = min(times)
    print(json.dumps(found))


# ---- the rounds ----


def commands(folder, calls, loads):
    """({name: command}, notes) of those that can be run here."""
    found, notes = {}, []
    for name in ("pytorch_c", "torch"):
        found[name] = [sys.executable, __file__, "--worker", json.dumps([name, folder, calls, loads])]
    for name in ("c", "cpp"):
        program = native.program(f"torchscript_{name}")
        if program:
            found[name] = [str(program), folder, str(calls), str(loads)]
        else:
            notes.append(f"{LABELS[name]}: left out, there is no make or g++")
    return found, notes


def measure(options):
    turns, calls, loads = rounds(options, 1, 7, 15), sized(options, 200, 20_000, 100_000), sized(options, 1, 3, 5)
    numbers = sized(options, 1 << 16, LARGE, LARGE)
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, __file__, "--worker", json.dumps(["make", folder, numbers, 0])], check=True)
        megabytes = Path(folder, "large.pt").stat().st_size / 1e6
        who, notes = commands(folder, calls, loads)
        found = {name: {} for name in who}
        for _ in range(turns):
            for name in random.sample(list(who), len(who)):
                for case, value in contenders.answer(who[name]).items():
                    found[name].setdefault(case, []).append(value)
    rows = [row(name, found) for name in who]
    columns = [
        ("label", "who"),
        ("ratio", "a call, torch = 1", 2),
        ("goal", "goal", 2),
        ("mlp", "traced MLP, torch = 1", 2),
        ("eager", "eager MLP, torch = 1", 2),
        ("load", "load, torch = 1", 2),
        *((f"{case}_own", label, 3 if case == "load" else 0) for case, label in CASES.items()),
    ]
    table = tables.table(f"TorchScript: calls, and an archive of {megabytes:.0f} MB", columns, rows)
    return Result([table], findings(rows), {"rounds": turns, "calls": calls}, notes)


def row(name, found):
    ours, theirs = found[name], found["torch"]
    ratios = {case: stats.ratio(ours[case], theirs[case]) for case in ours}
    own = {f"{case}_own": stats.summary(samples) for case, samples in ours.items()}
    return {
        "name": name,
        "label": LABELS[name],
        "kind": KINDS[name],
        "ratio": ratios["call"],
        "goal": GOALS.get(name),
        **ratios,
        **own,
    }


def findings(rows):
    by = {one["name"]: one for one in rows}
    said = [
        f"A small module costs {by[name]['ratio']['median']:.2f} of torch's call from {LABELS[name]} (goal {goal})."
        for name, goal in GOALS.items()
        if name in by
    ]
    ours, torch = by["pytorch_c"], by["torch"]
    said.append(
        f"The MLP on one row: traced {ours['mlp']['median']:.2f} of torch's traced one, eager {ours['eager']['median']:.2f} of "
        f"torch's eager one; the traced one takes {ours['mlp_own']['median'] / ours['eager_own']['median']:.2f} of the eager "
        f"one here and {torch['mlp_own']['median'] / torch['eager_own']['median']:.2f} in torch."
    )
    said.append(f"Loading takes {ours['load']['median']:.2f} of torch's time (goal 1.1).")
    return said


def draw(result, path):
    rows = result["tables"][0]["rows"]
    chart, axes = drawing.figure(8, 0.5 * len(rows) + 1.5)
    drawing.bars(
        axes,
        [(one["label"], one["ratio"], one["kind"]) for one in rows],
        "a call, torch = 1 (less is better)",
        reference=1,
    )
    drawing.save(chart, path, "What a call of TorchScript costs")


if __name__ == "__main__":
    main(__doc__, measure, draw, work)
