"""Captured programs: what a captured training step and a captured inference are worth.

Compares a training step of a perceptron (2-16-3, batch 64, forward and backward pass and the change of the weights) and an
inference of a small convolutional network, in the archives that pytorch_c captures, called by this package, by torch and by
the C library, with the same operators called from C++, and with both Pythons' eager calls. Instructions are counted by
valgrind's callgrind, processor time is measured in processes that take turns; one thread. Each way must give the same loss
after the same number of steps, and the same scores.

    python benchmarks/captured.py [--long] [--rounds N] [--json FILE] [--picture FILE]
"""

import gc
import importlib
import json
import math
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from harness import callgrind, contenders, drawing, native, stats, tables
from harness.command import FOLDER, Result, main, rounds, sized

CASES = {"step": "a training step", "inference": "an inference"}
LABELS = {
    "cpp": "C++, the same calls",
    "c": "C, captured",
    "pytorch_c": "pytorch_c, captured",
    "torch": "torch, captured",
    "pytorch_c_eager": "pytorch_c, eager",
    "torch_eager": "torch, eager",
}
KINDS = {"cpp": "native", "c": "strategy", "pytorch_c": "default", "torch": "torch"}
PYTHONS = ("pytorch_c", "torch")
GOAL = 1.1  # of the same calls in C++
RATE = 0.5  # as in examples/captured_step.py
WARM = 60  # calls before measuring: libtorch specializes a program in the first ones


# ---- in processes of their own ----


def values(t, *size):
    return t.linspace(-1, 1, math.prod(size)).view(size)


def inputs(t):
    """Returns the arguments of each case."""
    return {"step": (values(t, 64, 2), t.arange(64) % 3), "inference": (t.ones(2, 3, 6, 6),)}


def weights(t):
    return [values(t, *size) for size in ((16, 2), (16,), (3, 16), (3,))]


def network(t):
    nn = t.nn
    model = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(), nn.Linear(64, 2)).eval()
    with t.no_grad():
        for parameter in model.parameters():
            parameter.copy_(values(t, *parameter.shape))
    return model


def eager_step(t):
    """Returns the step of examples/captured_step.py, not captured."""
    kept, linear = weights(t), t.nn.functional.linear

    def step(x, y):
        w1, b1, w2, b2 = now = [one.detach().requires_grad_() for one in kept]
        loss = t.nn.functional.cross_entropy(linear(linear(x, w1, b1).relu(), w2, b2), y)
        grads = t.autograd.grad(loss, now)
        with t.no_grad():
            for weight, grad in zip(kept, grads):
                weight.copy_(weight.detach() - RATE * grad)
        return loss.detach()

    return step


def make(folder):
    """Captures both programs and writes their archives."""
    import pytorch_c as t

    given, model = inputs(t), network(t)
    program = t.export.export(model, given["inference"])
    t.jit.trace(program.module(), given["inference"]).save(f"{folder}/inference.pt")
    sys.path.insert(0, str(FOLDER.parent / "examples"))
    captured = importlib.import_module("captured_step").Step(*given["step"])
    with t.no_grad():
        traced = t.jit.trace(captured, given["step"], check_trace=False)
        for weight, value in zip(captured.weights(), weights(t)):
            weight.copy_(value)  # the trace has taken a step
    traced.save(f"{folder}/step.pt")


def work(text):
    """Measures or counts in a process of its own: one contender of Python's, or the archives, whose figures it prints."""
    told = json.loads(text)
    if told["name"] == "make":
        return make(told["folder"])
    t = importlib.import_module(told["name"])
    t.set_num_threads(1)
    load, given, found = importlib.import_module(f"{t.__name__}.jit").load, inputs(t), {}
    counter = callgrind.Counter(told["requests"]) if told["requests"] else None
    ways = {
        "step": load(f"{told['folder']}/step.pt"),
        "step_eager": eager_step(t),
        "inference": load(f"{told['folder']}/inference.pt"),
        "inference_eager": network(t),
    }
    for way, function in ways.items():
        with t.set_grad_enabled(way == "step_eager"):
            found[way] = measured(way, function, given[way.removesuffix("_eager")], told["calls"], counter)
    print(json.dumps(found))


def measured(way, function, arguments, calls, counter):
    """Returns [nanoseconds of a call, the sum of the last result of the warm ones]; counts too if there is a counter."""

    def loop(times):
        for _ in range(times):
            out = function(*arguments)
        return out

    total = loop(WARM).sum().item()
    gc.collect()
    gc.disable()
    if counter:
        counter.start()
        counter.count("first", loop, 1)  # ctypes finds the functions
        counter.count(way, loop, calls)
        counter.stop()
    begin = time.process_time()
    loop(calls)
    took = time.process_time() - begin
    gc.enable()
    return [took * 1e9 / calls, total]


# ---- the rounds ----


def commands(folder, calls, requests=None):
    """Returns ({process: command}, notes) of those that can be run here."""
    found, notes = {}, []
    for name in PYTHONS:
        told = {"name": name, "folder": folder, "calls": calls, "requests": requests}
        found[name] = callgrind.python(__file__, "--worker", json.dumps(told))
    for name in ("c", "cpp"):
        program = native.program(f"captured_{name}")
        if program:
            found[name] = [str(program), str(WARM), str(calls), *([folder] if name == "c" else [])]
        else:
            notes.append(f"{LABELS[name]}: left out, there is no make or g++")
    return found, notes


def timed(folder, turns, calls):
    """Returns ({case: {contender: nanoseconds in each round}}, notes)."""
    who, notes = commands(folder, calls)
    found, results = {case: {} for case in CASES}, {case: {} for case in CASES}
    for _ in range(turns):
        for name in random.sample(list(who), len(who)):
            for way, (nanoseconds, total) in contenders.answer(who[name]).items():
                case, _, eager = way.partition("_")
                contender = f"{name}_eager" if eager else name
                found[case].setdefault(contender, []).append(nanoseconds)
                results[case][contender] = total
    for case, totals in results.items():
        if not all(math.isclose(one, totals["torch_eager"], rel_tol=1e-3) for one in totals.values()):
            raise SystemExit(f"{CASES[case]}: not all compute the same: {totals}")
    return found, notes


def counted(folder, calls):
    """Returns {case: {contender: [instructions of a call]}}."""
    place = Path(folder)
    requests = callgrind.compile_c(place / "requests.so", "", "-shared", "-fPIC")
    found = {case: {} for case in CASES}
    for name, command in commands(folder, calls, str(requests))[0].items():
        for way, count in callgrind.run(name, command, place, {}).items():
            case, _, eager = way.partition("_")
            if case in CASES:
                found[case][f"{name}_eager" if eager else name] = [count / calls]
    return found


def measure(options):
    turns, calls = rounds(options, 1, 7, 15), sized(options, 20, 1000, 3000)
    counts, missing = sized(options, 0, 50, 50), callgrind.missing()
    with tempfile.TemporaryDirectory() as folder:
        told = json.dumps({"name": "make", "folder": folder})
        subprocess.run(callgrind.python(__file__, "--worker", told), check=True)
        times, notes = timed(folder, turns, calls)
        instructions = counted(folder, counts) if counts and not missing else None
    if not instructions:
        notes.append(f"instructions were not counted: {missing or 'not in the smallest run'}")
    kinds = {"instructions": (instructions, 1), "processor time, us": (times, 1e-3)}
    sheets = [
        sheet(f"{CASES[case][0].upper()}{CASES[case][1:]}, {kind.partition(',')[0]}", kind, found[case], unit)
        for kind, (found, unit) in kinds.items()
        if found
        for case in CASES
    ]
    return Result(sheets, findings(sheets), {"rounds": turns, "calls": calls}, notes, clock="processor")


def sheet(title, kind, found, unit):
    rows = []
    for name in (name for name in LABELS if name in found):
        rows.append(
            {
                "name": name,
                "label": LABELS[name],
                "kind": KINDS.get(name, "native"),
                "ratio": stats.ratio(found[name], found["torch_eager"]),
                "native": stats.ratio(found[name], found["cpp"]) if "cpp" in found else None,
                "own": stats.summary([one * unit for one in found[name]]),
            }
        )
    shown = "median" if kind == "instructions" else "all"  # a count has no spread
    digits = 0 if kind == "instructions" else 1
    columns = [
        ("label", "who"),
        ("ratio", "torch, eager = 1", 2, shown),
        ("native", "C++ = 1", 2, shown),
        ("own", kind, digits, shown),
    ]
    return tables.table(title, columns, rows)


def findings(sheets):
    said = []
    for table in sheets:
        by = {row["name"]: row for row in table["rows"]}
        ours, eager = by["pytorch_c"], by["pytorch_c_eager"]
        beside = f"{ours['native']['median']:.2f} of the same calls in C++ (goal {GOAL}), " if ours["native"] else ""
        said.append(
            f"{table['title']}: captured, pytorch_c takes {beside}{ours['own']['median'] / eager['own']['median']:.2f} of its "
            f"eager calls and {ours['ratio']['median']:.2f} of torch's eager ones."
        )
    return said


def draw(result, path):
    sheets = result["tables"][:2]
    chart, panels = drawing.figure(11, 3.4, columns=2)
    for panel, table in zip(panels, sheets):
        bars = [(row["label"], row["ratio"], row["kind"]) for row in table["rows"]]
        drawing.bars(panel, bars, f"{table['title']}: torch, eager = 1", reference=1, room=1.2)
    drawing.save(chart, path, "What a captured program is worth")


if __name__ == "__main__":
    main(__doc__, measure, draw, work)
