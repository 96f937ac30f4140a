"""Compiled programs: what a call of a compiled function costs, and its first call.

Compares calls of functions that torch.compile has compiled by Inductor, here and in torch, in processes that take turns: two
operators on four numbers, a perceptron (16-32-32-4, batch 8), the same with its backward pass, a whole step of its training,
and a small convolutional network. A first call compiles, with nothing kept from calls before it: its time is that of this
process and of g++. Processor time, one thread; both must compute the same.

    python benchmarks/compiled.py [--long] [--rounds N] [--json FILE] [--picture FILE]
"""

import gc
import importlib
import json
import math
import os
import random
import sys
import tempfile
import time

from harness import contenders, drawing, stats, tables
from harness.command import Result, main, rounds, sized
from harness.contenders import TORCH, Contender
from harness.workers import Workers, serve

LOADS = {
    "tiny": "x.sin() + 1",
    "forward": "a perceptron",
    "gradients": "forward and backward",
    "step": "a step of training",
    "convolution": "a convolutional network",
}
OURS = Contender("pytorch_c", "pytorch_c", "pytorch_c")
GOAL = 1.2  # of torch's time
WARM = 30  # calls before measuring


# ---- in processes of their own ----


def perceptron(t):
    nn = t.nn
    t.manual_seed(0)
    return nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, 4))


def tiny(t):
    function, x = t.compile(lambda x: x.sin() + 1), t.linspace(0, 1, 4)
    return lambda: function(x)


def forward(t):
    return without_gradients(t, perceptron(t), t.linspace(-1, 1, 128).view(8, 16))


def gradients(t):
    model, x = t.compile(perceptron(t)), t.linspace(-1, 1, 128).view(8, 16)

    def call():
        loss = model(x).pow(2).sum()
        loss.backward()
        return loss

    return call


def step(t):
    model, x = perceptron(t), t.linspace(-1, 1, 128).view(8, 16)
    optimizer = t.optim.SGD(model.parameters(), lr=1e-3, momentum=0.9)

    @t.compile
    def call():
        loss = model(x).pow(2).sum()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        return loss

    return call


def convolution(t):
    nn = t.nn
    t.manual_seed(0)
    model = nn.Sequential(
        nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(), nn.Conv2d(8, 8, 3), nn.ReLU(), nn.Flatten(), nn.Linear(128, 4)
    )
    return without_gradients(t, model.eval(), t.linspace(-1, 1, 384).view(2, 3, 8, 8))


def without_gradients(t, model, x):
    made = t.compile(model)

    def call():
        with t.no_grad():
            return made(x)

    return call


def library(name):
    """The package, on one thread, whose g++ runs in this process's turn."""
    os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"
    t = importlib.import_module("torch" if name == TORCH.name else name)
    t.set_num_threads(1)
    return t


def loop(call, count):
    """Seconds of a call."""
    begin = time.process_time()
    for _ in range(count):
        call()
    return (time.process_time() - begin) / count


def work(name):
    """The child: answers "LOAD COUNT" with seconds a call and a result, or, told so by JSON, measures one first call."""
    if name.startswith("{"):
        return first(json.loads(name))
    t, calls = library(name), {}

    def answer(load, count):
        if load not in calls:
            calls[load] = globals()[load](t)
            results = [calls[load]().sum().item() for _ in range(WARM)]
            calls[load, "result"] = results[0]  # before a step has changed weights
        gc.collect()
        gc.disable()
        seconds = loop(calls[load], int(count))
        gc.enable()
        return {"seconds": seconds, "result": calls[load, "result"]}

    serve(answer)


def first(told):
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = told["folder"]
    t = library(told["name"])
    t.compile(lambda x: x)  # the compiler is imported
    begin = os.times()
    globals()[told["load"]](t)()
    end = os.times()
    print(json.dumps(sum(end[:4]) - sum(begin[:4])))


# ---- the rounds ----


def called(loads, turns, counts):
    """{load: {contender: seconds of a call in each round}}; exits where the results differ."""
    found = {load: {OURS.name: [], TORCH.name: []} for load in loads}
    with Workers([OURS, TORCH]) as workers:
        for _ in range(turns):
            for load in loads:
                results = []
                for name in random.sample(list(workers), len(workers)):
                    answer = workers[name].ask(load, counts[load])
                    found[load][name].append(answer["seconds"])
                    results.append(answer["result"])
                if not math.isclose(*results, rel_tol=1e-4):
                    raise SystemExit(f"{LOADS[load]}: not the same results: {results}")
    return found


def first_called(loads, turns):
    """{load: {contender: seconds of the first call in each round}}"""
    found = {load: {OURS.name: [], TORCH.name: []} for load in loads}
    for _ in range(turns):
        for load in loads:
            for name in random.sample([OURS.name, TORCH.name], 2):
                with tempfile.TemporaryDirectory() as folder:
                    told = json.dumps({"name": name, "load": load, "folder": folder})
                    found[load][name].append(contenders.answer([sys.executable, __file__, "--worker", told]))
    return found


def measure(options):
    loads = sized(options, ["tiny"], list(LOADS), list(LOADS))
    turns, firsts = rounds(options, 1, 15, 31), sized(options, 1, 1, 3)
    few, many = sized(options, 5, 100, 200), sized(options, 5, 500, 1000)
    counts = {load: many if load == "tiny" else few for load in loads}
    found = called(loads, turns, counts)
    compiled = first_called(loads, firsts)
    sheets = [sheet("A call", found, 1e6, "us"), sheet("The first call, which compiles", compiled, 1, "s")]
    settings = {"rounds": turns, "first": firsts, "calls": counts, "threads": 1}
    return Result(sheets, findings(sheets), settings, clock="processor")


def sheet(title, found, scale, unit):
    rows = []
    for load, times in found.items():
        ours, theirs = ([one * scale for one in times[name]] for name in (OURS.name, TORCH.name))
        rows.append(
            {
                "name": load,
                "label": LOADS[load],
                "kind": "default",
                "ratio": stats.ratio(ours, theirs),
                "ours": stats.summary(ours),
                "theirs": stats.summary(theirs),
            }
        )
    columns = [
        ("label", "what"),
        ("ratio", "torch = 1", 2),
        ("ours", f"pytorch_c, {unit}", 1),
        ("theirs", f"torch, {unit}", 1),
    ]
    return tables.table(title, columns, rows)


def findings(sheets):
    said = []
    for table in sheets:
        means = stats.geometric_mean([row["ratio"]["median"] for row in table["rows"]])
        most = max(table["rows"], key=lambda row: row["ratio"]["median"])
        said.append(
            f"{table['title']}: {means:.2f} times torch's processor time, geometric mean (goal {GOAL}); the most, "
            f"{most['label']}, {most['ratio']['median']:.2f}."
        )
    return said


def draw(result, path):
    chart, panels = drawing.figure(11, 3.2, columns=2)
    for panel, table in zip(panels, result["tables"]):
        bars = [(row["label"], row["ratio"], row["kind"]) for row in table["rows"]]
        drawing.bars(panel, bars, f"{table['title']}: torch = 1", reference=1, room=1.2)
    drawing.save(chart, path, "What a compiled call costs")


if __name__ == "__main__":
    main(__doc__, measure, draw, work)
