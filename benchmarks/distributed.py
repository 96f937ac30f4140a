"""Several processes: all_reduce by size, and steps of data-parallel training, beside torch's, in time.

Compares the same program with pytorch_c and with torch, each in its own processes of one machine, which take turns; one
thread in each. all_reduce is of 2 processes, and each time is the median of many calls, of the rounds' best. A step is
forward, backward with gradients averaged, and the optimizer. More processes than cores share them, which is said.

    python benchmarks/distributed.py [--rounds N] [--json FILE] [--only all_reduce|steps]
"""

import argparse
import importlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path

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


def times_of_all_reduce(torch, dist, size):
    """{bytes: seconds of a call}."""
    found = {}
    for count in SIZES:
        x = torch.ones(count // 4)
        calls = max(min(400, int(3e7 / count)), 3)
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


def times_of_steps(torch, dist, size):
    """{model: [seconds of a step, loss]}."""
    found = {}
    for name, (make, steps) in MODELS.items():
        torch.manual_seed(0)
        model, shape, classes = make(torch)
        parallel = torch.nn.parallel.DistributedDataParallel(model)
        optimizer = torch.optim.SGD(parallel.parameters(), lr=0.01)
        x, y = torch.randn(shape), torch.randint(0, classes, (shape[0],))
        taken = []
        for step in range(steps + 5):
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


def work(measure, library, rank, size, folder):
    torch, dist = joined(library, int(rank), int(size), folder)
    found = MEASURES[measure](torch, dist, int(size))
    dist.barrier()
    dist.destroy_process_group()
    if rank == "0":
        print(json.dumps(found))


# ---- here ----


def measured(measure, library, size):
    """What process 0 of such a group has measured."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--work", measure, library]
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        running = [
            subprocess.Popen(
                [*command, str(rank), str(size), folder], env=environment, stdout=subprocess.PIPE, text=True
            )
            for rank in range(size)
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


def in_rounds(measure, size, rounds):
    """{library: [result of each round]}, the libraries by turns."""
    found = {library: [] for library in LIBRARIES}
    for number in range(rounds):
        for library in LIBRARIES if number % 2 else reversed(LIBRARIES):
            found[library].append(measured(measure, library, size))
    return found


def table_of_all_reduce(rounds):
    found = in_rounds("all_reduce", 2, rounds)
    rows = []
    for count in SIZES:
        theirs, ours = (min(one[str(count)] for one in found[library]) for library in LIBRARIES)
        rows.append({"bytes": count, "torch": theirs, "pytorch_c": ours, "ratio": ours / theirs})
    print("\n| bytes | torch, µs | pytorch_c, µs | ratio | MB/s |\n| ---: | ---: | ---: | ---: | ---: |")
    for row in rows:
        print(
            f"| {row['bytes']:,} | {row['torch'] * 1e6:,.0f} | {row['pytorch_c'] * 1e6:,.0f} | {row['ratio']:.2f} | "
            f"{row['bytes'] / row['pytorch_c'] / 1e6:,.1f} |"
        )
    return rows


def table_of_steps(rounds):
    rows = []
    for size in (1, 2, 4):
        found = in_rounds("steps", size, rounds)
        for model in MODELS:
            theirs, ours = (min(one[model][0] for one in found[library]) for library in LIBRARIES)
            losses = {round(one[model][1], 4) for results in found.values() for one in results}
            rows.append({"model": model, "processes": size, "torch": theirs, "pytorch_c": ours, "ratio": ours / theirs,
                         "losses": sorted(losses)})  # fmt: skip
    print("\n| training | processes | torch, ms | pytorch_c, ms | ratio |\n| --- | ---: | ---: | ---: | ---: |")
    for row in sorted(rows, key=lambda row: row["model"]):
        print(
            f"| {row['model']} | {row['processes']} | {row['torch'] * 1e3:.2f} | {row['pytorch_c'] * 1e3:.2f} | "
            f"{row['ratio']:.2f} |"
        )
    return rows


def main():
    if sys.argv[1:2] == ["--work"]:
        return work(*sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--only", choices=MEASURES)
    options = parser.parse_args()
    print(f"{os.cpu_count()} cores, one thread in each process, {options.rounds} rounds")
    tables = {"all_reduce": table_of_all_reduce, "steps": table_of_steps}
    found = {name: table(options.rounds) for name, table in tables.items() if options.only in (None, name)}
    if options.json:
        options.json.write_text(
            json.dumps({"cores": os.cpu_count(), "rounds": options.rounds, **found}, indent=1) + "\n"
        )
    return None


if __name__ == "__main__":
    main()
