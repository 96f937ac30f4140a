"""Throughput of GoTorch's MNIST loop: images a second under each finalizer strategy.

Compares the same program, line for line, with pytorch_c under each finalizer strategy, with torch, and in C++ with
libtorch's own frontend: a perceptron 784-512-512-10, batches of 64 shuffled pictures, SGD(lr=0.01, momentum=0.5); with
pytorch_c gc() stands in each iteration (finish_gc(), once at the end, is not counted). torch and C++ appear twice, with
their usual SGD and with the fused one that pytorch_c uses. One thread each, asked in turns; all must come to the same
loss, which shows that they do the same.

    python benchmarks/mnist_throughput.py [--long] [--rounds N] [--json FILE] [--picture FILE]
"""

import gzip
import importlib
import math
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path

from harness import contenders, drawing, native, stats, tables
from harness.command import FOLDER, Result, main, rounds, sized
from harness.contenders import Contender
from harness.workers import in_turns, serve, start

SAMPLE = FOLDER.parent / "pytorch_c/vision/data/fashion-mnist-sample"
BATCH, MEAN, STD = 64, 0.1307, 0.3081
OTHERS = [
    Contender("torch", "torch", "torch"),
    Contender("torch_fused", "torch, fused SGD", "torch"),
    Contender("cpp", "C++ frontend", "C++", program="mnist_cpp"),
    Contender("cpp_fused", "C++, fused SGD", "C++", program="mnist_cpp"),
    Contender("no_gc", "default without gc()", "pytorch_c"),
    Contender("torch_loader", "torch, its DataLoader", "torch"),
    Contender("loader", "default, its DataLoader", "pytorch_c"),
]
# The programs that take their batches from a DataLoader have an order, and so a loss, of their own.
LOADERS = {"torch_loader", "loader"}
ALIASES = {"torch_fused": "torch", "torch_loader": "torch"}


def model(t):
    """GoTorch's perceptron, for either package."""

    class MLP(t.nn.Module):
        def __init__(self):
            super().__init__()
            self.fc1 = t.nn.Linear(28 * 28, 512)
            self.fc2 = t.nn.Linear(512, 512)
            self.fc3 = t.nn.Linear(512, 10)

        def forward(self, x):
            x = self.fc1(x).tanh()
            x = self.fc2(x).tanh()
            return self.fc3(x).log_softmax(1)

    return MLP()


def places(t, count):
    """(order of the epoch, first place of a batch) for ever; a last short batch is left out."""
    while True:
        order = t.randperm(count)
        for first in range(0, count - BATCH + 1, BATCH):
            yield order, first


def chosen(t, images, labels):
    """For ever a function that gives the pictures and labels of a batch, by indexing: what it makes is the step's."""
    for order, first in places(t, len(labels)):
        yield lambda order=order, first=first: rows_of(order[first : first + BATCH], images, labels)


def rows_of(rows, *tensors):
    return [tensor[rows] for tensor in tensors]


def loaded(t, images, labels):
    """Trains on batches of the library's DataLoader."""
    data = t.utils.data.TensorDataset(images, labels)
    while True:
        for batch in t.utils.data.DataLoader(data, BATCH, shuffle=True, drop_last=True):
            yield lambda batch=batch: batch


def read(t, folder):
    """The pictures as float32 (n, 784), about zero mean and unit deviation, and the labels."""
    images, labels = (
        t.frombuffer(bytearray((folder / name).read_bytes()), dtype=t.uint8) for name in ("images", "labels")
    )
    return images.view(-1, 28 * 28).to(t.float32).div_(255).sub_(MEAN).div_(STD), labels.to(t.int64)


def work(name):
    """The child: the first line is the data's folder; then answers "STEPS" with seconds and the last loss."""
    package = "torch" if name.startswith("torch") else "pytorch_c"
    one = contenders.find(
        ALIASES.get(name) or (contenders.library()["default"] if name in ("no_gc", "loader") else name)
    )
    t = importlib.import_module(package)
    F = importlib.import_module(package + ".nn.functional")
    t.set_num_threads(1)
    t.manual_seed(1)
    images, labels = read(t, Path(input()))
    net = model(t)
    fused = {"fused": True} if name == "torch_fused" else {}
    optimizer = t.optim.SGD(net.parameters(), lr=0.01, momentum=0.5, **fused)
    batches = (loaded if name in LOADERS else chosen)(t, images, labels)
    gc, finish_gc = (t.gc, t.finish_gc) if package == "pytorch_c" and name != "no_gc" else (lambda: None, lambda: None)

    def step(scope):
        gc()
        batch = next(batches)
        with scope():
            x, y = batch()
            optimizer.zero_grad()
            loss = F.nll_loss(net(x), y)
            loss.backward()
            optimizer.step()
            return loss.item()

    def answer(steps):
        begin = time.perf_counter()
        for _ in range(int(steps)):
            loss = step(scope)
        seconds = time.perf_counter() - begin
        finish_gc()  # looks at everything, once in a training: gc_latency.py tells how long
        return {"seconds": seconds, "loss": loss}

    # The first step makes what the optimizer keeps, so it stands in no scope.
    step(nullcontext)
    finish_gc()
    scope = t.scope if one.free == "scope" else nullcontext
    serve(answer)


def unpack(folder):
    """The package's Fashion-MNIST sample as raw bytes, which every language reads alike."""
    for name, packed, header in (
        ("images", "train-images-idx3-ubyte.gz", 16),
        ("labels", "train-labels-idx1-ubyte.gz", 8),
    ):
        (folder / name).write_bytes(gzip.decompress((SAMPLE / packed).read_bytes())[header:])


def measure(options):
    turns, steps = rounds(options, 2, 9, 25), sized(options, 3, 40, 100)
    ours = [one for one in contenders.compared(options) if one.free != "close"]
    everyone, notes = native.only_built([*ours, *OTHERS])
    notes.append("close() by hand is left out: it cannot reach the tensors that a module makes inside.")
    with tempfile.TemporaryDirectory() as folder:
        unpack(Path(folder))
        workers = {}
        for one in everyone:
            workers[one.name] = start(one, *(["fused"] if one.name == "cpp_fused" else []))
            workers[one.name].tell(folder)
        requests = dict.fromkeys(workers, [steps])
        warm = in_turns(workers, 1, requests)
        answers = in_turns(workers, turns, requests)
        for worker in workers.values():
            worker.close()
    losses = {name: found[-1]["loss"] for name, found in answers.items()}
    check({name: loss for name, loss in losses.items() if name not in LOADERS})
    check({"torch": losses["torch_loader"], "loader": losses["loader"]})
    beside = stats.ratio(*([1 / one["seconds"] for one in answers[name]] for name in ("loader", "torch_loader")))
    speeds = {name: [steps * BATCH / one["seconds"] for one in found] for name, found in answers.items()}
    rows = [
        {
            "name": one.name,
            "label": one.label,
            "kind": "strategy" if one.name in ("no_gc", "loader") else contenders.kind(one.name),
            "ratio": stats.ratio(speeds[one.name], speeds["torch"]),
            "speed": stats.summary(speeds[one.name]),
            "loss": losses[one.name],
        }
        for one in everyone
    ]
    rows.sort(key=lambda found: -found["ratio"]["median"])
    columns = [
        ("label", "who trains"),
        ("ratio", "torch = 1", 3),
        ("speed", "images a second"),
        ("loss", "loss at the end", 4),
    ]
    count = (turns + len(warm[everyone[0].name])) * steps
    table = tables.table(f"Images a second in training, {count} steps of {BATCH} images on one thread", columns, rows)
    return Result(
        [table], findings(rows, beside), {"rounds": turns, "steps": steps, "batch": BATCH, "threads": 1}, notes
    )


def check(losses):
    """Checks that the losses agree but for rounding: data, weights and order are equal."""
    if not all(math.isclose(loss, losses["torch"], rel_tol=0.02) for loss in losses.values()):
        raise SystemExit(f"the programs do not compute the same: losses {losses}")


def findings(rows, beside):
    ratio = {found["name"]: found["ratio"]["median"] for found in rows}
    ours = [found for found in rows if found["name"] in {one.name for one in contenders.strategies()}]
    default = contenders.library()["default"]
    out = [
        f"With each library's DataLoader on the same pictures the default, gc() in each iteration, trains at {beside['median']:.2f}"
        f" ({beside['low']:.2f}–{beside['high']:.2f}) of torch's speed.",
        f"The default strategy with gc() in each iteration trains at {ratio[default]:.2f} of torch's speed; without gc() at {ratio['no_gc']:.2f}.",
    ]
    out.append(
        f"Between the fastest strategy ({ours[0]['label']}, {ours[0]['ratio']['median']:.2f}) and the slowest ({ours[-1]['label']}, {ours[-1]['ratio']['median']:.2f}) lie {ours[0]['ratio']['median'] / ours[-1]['ratio']['median'] - 1:.0%}."
    )
    if "cpp" in ratio:
        out.append(
            f"The same program in C++ runs at {ratio['cpp']:.2f} with the frontend's own SGD and at {ratio['cpp_fused']:.2f} with the fused one; torch with its fused SGD at {ratio['torch_fused']:.2f}."
        )
    return out


def draw(result, path):
    chart, axes = drawing.figure(8, 4.8)
    rows = [(row["label"], row["ratio"], row["kind"]) for row in result["tables"][0]["rows"]]
    drawing.bars(axes, rows, "images a second, torch = 1 (more is better; the thin line is the spread)", reference=1)
    drawing.save(chart, path, "Training GoTorch's MNIST perceptron")


if __name__ == "__main__":
    main(__doc__, measure, draw, work)
