"""Several processes: all_reduce by size, and steps of data-parallel training, beside torch's, in time.

Compares the same program with pytorch_c and with torch, each in its own processes of one machine, which take turns; one
thread in each. all_reduce is of 2 processes, and each time is the median of many calls, of the rounds' best. A step is
forward, backward with gradients averaged, and the optimizer. More processes than cores share them, which is said.

    python benchmarks/distributed.py [--only all_reduce|steps] [--long] [--rounds N] [--json FILE] [--picture FILE]
"""

import importlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import timedelta

from harness import drawing, stats, tables
from harness.command import Result, main, rounds, sized

LIBRARIES = ("torch", "pytorch_c")
SIZES = [4 * 4**i for i in range(13)]  # bytes: 4 B to 64 MB
HANG = 600


# ---- in the processes ----


def joined(library, rank, size, folder):
    torch = importlib.import_module(library)
    dist = importlib.import_module(f"{library}.distributed")
    torch.set_num_threads(1)
    dist.init_process_group(
        "gloo", init_method=f"file://{folder}/store", rank=rank, world_size=size, timeout=timedelta(seconds=HANG)
    )
    return torch, dist


def times_of_all_reduce(torch, dist, few):
    """{bytes: seconds of a call}."""
    found = {}
    for count in SIZES[:3] if few else SIZES:
        x = torch.ones(count // 4)
        calls = 3 if few else max(min(400, int(3e7 / count)), 3)
        for _ in range(3):
            dist.all_reduce(x)
        taken = []
        for _ in range(calls):
            dist.barrier() if count > 1e6 else None
            start = time.perf_counter()
            dist.all_reduce(x)
            taken.append(time.perf_counter() - start)
        found[count] = statistics.median(taken)
    return found


def perceptron(torch):
    nn = torch.nn
    return (
        nn.Sequential(nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 10)),
        (64, 784),
        10,
    )


def resnet(torch):
    """A ResNet of four blocks, for pictures of 32 x 32."""
    nn = torch.nn

    class Block(nn.Module):
        def __init__(self, channels, out, stride):
            super().__init__()
            self.first, self.norm = nn.Conv2d(channels, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out)
            self.second, self.last = nn.Conv2d(out, out, 3, 1, 1, bias=False), nn.BatchNorm2d(out)
            self.way = nn.Conv2d(channels, out, 1, stride, bias=False)

        def forward(self, x):
            return torch.relu(self.last(self.second(torch.relu(self.norm(self.first(x))))) + self.way(x))

    blocks = [Block(3, 16, 1), Block(16, 32, 2), Block(32, 64, 2), Block(64, 64, 2)]
    return nn.Sequential(*blocks, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 10)), (16, 3, 32, 32), 10


MODELS = {"MLP": (perceptron, 150), "ResNet": (resnet, 12)}


def times_of_steps(torch, dist, few):
    """{model: [seconds of a step, loss]}."""
    found = {}
    for name, (make, steps) in MODELS.items():
        torch.manual_seed(0)
        model, shape, classes = make(torch)
        parallel = torch.nn.parallel.DistributedDataParallel(model)
        optimizer = torch.optim.SGD(parallel.parameters(), lr=0.01)
        x, y = torch.randn(shape), torch.randint(0, classes, (shape[0],))
        taken = []
        for step in range(5 + (2 if few else steps)):
            start = time.perf_counter()
            optimizer.zero_grad()
            loss = torch.nn.functional.cross_entropy(parallel(x), y)
            loss.backward()
            optimizer.step()
            if step >= 5:
                taken.append(time.perf_counter() - start)
        found[name] = [statistics.median(taken), loss.item()]
    return found


MEASURES = {"all_reduce": times_of_all_reduce, "steps": times_of_steps}


def work(words):
    measure, library, rank, size, few, folder = words.split()
    torch, dist = joined(library, int(rank), int(size), folder)
    found = MEASURES[measure](torch, dist, few == "few")
    dist.barrier()
    dist.destroy_process_group()
    if rank == "0":
        print(json.dumps(found), flush=True)
    if library == "torch":  # the threads of its groups now and then end the process with it: std::terminate
        os._exit(0)


# ---- here ----


def measured(measure, library, size, few):
    """Returns what process 0 of such a group has measured."""
    with tempfile.TemporaryDirectory() as folder:
        words = [f"{measure} {library} {rank} {size} {'few' if few else 'all'} {folder}" for rank in range(size)]
        running = [
            subprocess.Popen(
                [sys.executable, __file__, "--worker", one],
                env={**os.environ, "OMP_NUM_THREADS": "1"},
                stdout=subprocess.PIPE,
                text=True,
            )
            for one in words
        ]
        try:
            texts = [one.communicate(timeout=HANG)[0] for one in running]
        finally:
            for one in running:
                one.kill()
                one.wait()
        if any(one.returncode for one in running):
            raise SystemExit(f"{measure} of {library} with {size} processes has failed")
        return json.loads(texts[0].splitlines()[-1])


def in_rounds(measure, size, turns, few):
    """{library: [result of each round]}, the libraries by turns."""
    found = {library: [] for library in LIBRARIES}
    for number in range(turns):
        for library in LIBRARIES if number % 2 else reversed(LIBRARIES):
            found[library].append(measured(measure, library, size, few))
    return found


def row(name, label, times, unit):
    """Seconds of both libraries as ratio and in a unit."""
    plain = {library: stats.summary([unit * one for one in times[library]]) for library in LIBRARIES}
    ratio = stats.ratio(times["pytorch_c"], times["torch"])
    return {"name": name, "label": label, "ratio": ratio, "ours": plain["pytorch_c"], "theirs": plain["torch"]}


def table_of_all_reduce(turns, few):
    found = in_rounds("all_reduce", 2, turns, few)
    rows = []
    for count in found["torch"][0]:
        times = {library: [one[count] for one in found[library]] for library in LIBRARIES}
        rows.append(row(count, f"{int(count):,} bytes", times, 1e6))
        rows[-1]["bandwidth"] = int(count) / rows[-1]["ours"]["median"]
    columns = [
        ("label", "all_reduce of two processes"),
        ("ratio", "torch = 1", 2),
        ("ours", "pytorch_c, us", 0, "median"),
        ("theirs", "torch, us", 0, "median"),
        ("bandwidth", "MB/s", 1),
    ]
    return tables.table("Time of all_reduce by size", columns, rows)


def table_of_steps(turns, few):
    rows = []
    for size in (2,) if few else (1, 2, 4):
        found = in_rounds("steps", size, turns, few)
        for model in MODELS:
            losses = [one[model][1] for results in found.values() for one in results]
            if max(losses) - min(losses) > 1e-3 * abs(losses[0]):
                raise SystemExit(f"{model} with {size} processes: the programs do not compute the same: {losses}")
            times = {library: [one[model][0] for one in found[library]] for library in LIBRARIES}
            rows.append(row(f"{model} {size}", f"{model}, {size} process{'es' * (size > 1)}", times, 1e3))
    columns = [
        ("label", "a step of DistributedDataParallel"),
        ("ratio", "torch = 1", 2),
        ("ours", "pytorch_c, ms", 2, "median"),
        ("theirs", "torch, ms", 2, "median"),
    ]
    return tables.table("Time of a step of data-parallel training", columns, sorted(rows, key=lambda one: one["name"]))


def measure(options):
    turns, few = rounds(options, 1, 5, 11), sized(options, True, False, False)
    makers = {"all_reduce": table_of_all_reduce, "steps": table_of_steps}
    found = [make(turns, few) for name, make in makers.items() if options.only in (None, name)]
    ratios = [one["ratio"]["median"] for table in found for one in table["rows"]]
    worst = max((one for table in found for one in table["rows"]), key=lambda one: one["ratio"]["median"])
    said = [
        f"Over all rows the time is {stats.geometric_mean(ratios):.2f} of torch's (geometric mean),"
        f" {worst['ratio']['median']:.2f} at most, with {worst['label']}."
    ]
    notes = [f"{os.cpu_count()} cores: more processes than cores take turns, and wait for each other."]
    return Result(found, said, {"rounds": turns, "cores": os.cpu_count(), "threads": 1}, notes)


def draw(result, path):
    rows = [one for table in result["tables"] for one in table["rows"]]
    chart, axes = drawing.figure(8, 0.9 + 0.26 * len(rows))
    shown = [(one["label"], one["ratio"], "default") for one in rows]
    drawing.bars(axes, shown, "time, torch = 1 (less is better; the thin line is the spread)", reference=1)
    drawing.save(chart, path, "Several processes, beside torch")


def arguments(parser):
    parser.add_argument("--only", choices=MEASURES, help="one of the two tables")


if __name__ == "__main__":
    main(__doc__, measure, draw, work, arguments)
