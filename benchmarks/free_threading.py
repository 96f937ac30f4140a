"""Without the GIL: what threads gain, and what a tiny tensor costs, in the interpreter with the lock and the one without it.

Compares two builds of Python, one of them free-threaded, which are named on the command line (tools/pythons.py makes both),
and the free-threaded one with its lock switched on. Loads: tiny sums (`a + b` of 3x3) and products of 128x128 matrices on one
to four threads; a small network that threads train together without locks, each on batches of its own (Hogwild); a loader
whose threads cut and normalize images in Python; and create-and-drop under each finalizer strategy. Every interpreter and
strategy has a process of its own, asked in turns; after each run the counters must agree that nothing is left.

    python benchmarks/free_threading.py --pythons FOLDER/0 FOLDER/1 [--long] [--rounds N] [--json FILE] [--picture FILE]
"""

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from harness import contenders, drawing, stats, tables
from harness.command import Result, main, rounds, sized
from harness.workers import Worker, in_turns, serve

LOADS = {
    "add": "tiny sums",
    "mm": "products of 128x128",
    "hogwild": "steps of training together",
    "loader": "batches of a loader",
}
STRATEGIES = ["weakref", "weakref_python", "finalize", "del", "ffi_gc", "deferred", "explicit"]
THREADS = (1, 2, 4)
COLOURS = {"with the GIL": "torch", "free-threaded, GIL on": "native", "free-threaded": "default"}


@dataclass(frozen=True)
class Interpreter:
    """One Python with the package built for it, in a folder that tools/pythons.py has made."""

    label: str
    folder: Path
    gil: str = ""  # of PYTHON_GIL
    strategy: str = "weakref"

    def start(self):
        environment = os.environ | {
            "PYTHONPATH": str(self.folder),
            "OMP_NUM_THREADS": "1",
            "PYTORCH_C_FINALIZER": self.strategy,
        }
        environment |= {"PYTHON_GIL": self.gil} if self.gil else {}
        command = [str(self.folder / ".venv/bin/python"), sys.argv[0], "--worker", self.strategy]
        return Worker(self.label, command, environment)


def interpreters(folders, strategy="weakref"):
    """The interpreters of two folders: with a GIL, without it, and without it but switched on."""
    found = {}
    for folder in map(Path, folders):
        look = "import sysconfig; print(sysconfig.get_config_var('Py_GIL_DISABLED') or 0)"
        free = subprocess.check_output([folder / ".venv/bin/python", "-c", look], text=True).strip() == "1"
        found["free-threaded" if free else "with the GIL"] = folder.resolve()
    if len(found) != 2:
        raise SystemExit("free_threading.py: --pythons names a build with the GIL and a free-threaded one")
    free = found["free-threaded"]
    return [
        Interpreter("with the GIL", found["with the GIL"], strategy=strategy),
        Interpreter("free-threaded, GIL on", free, "1", strategy),
        Interpreter("free-threaded", free, "0", strategy),
    ]


# ---- what a process does ----


def drop(t, one):
    if t.finalizer() == "explicit":
        one.close()


def summing(t, kind):
    """A job of `count` operators."""

    def job(number, count):
        x = t.ones(3, 3) if kind == "add" else t.ones(128, 128)
        make = t.add if kind == "add" else t.mm
        for _ in range(count):
            drop(t, make(x, x))
        drop(t, x)

    return job


def hogwild(t):
    """A job of `count` steps upon a network that all threads change, each with gradients of its own."""
    t.manual_seed(0)
    net = t.nn.Sequential(t.nn.Linear(16, 32), t.nn.Tanh(), t.nn.Linear(32, 1))
    weights = list(net.parameters())
    batches = [t.randn(32, 16) for _ in range(max(THREADS))]

    def job(number, count):
        x = batches[number]
        target = x.sum(1, keepdim=True)
        for _ in range(count):
            loss = (net(x) - target).square().mean()
            gradients = t.autograd.grad(loss, weights)
            for weight, gradient in zip(weights, gradients):
                weight.data.sub_(gradient, alpha=0.01)  # beside the graphs of the other threads, which do not notice

    return job


def loader(t):
    """A job of `count` batches: what a dataset's __getitem__ does to an image, and the batch of 16 of them."""
    images = t.arange(64 * 32 * 32, dtype=t.float32).reshape(64, 32, 32)

    def item(i):
        image = images[i % 64]
        top, left = i % 5, i % 3
        image = image[top : top + 28, left : left + 28]
        if i % 2:
            image = image.flip(1)
        return (image - 0.5) / 0.25, i % 10

    def job(number, count):
        for batch in range(count):
            items = [item(16 * batch + i) for i in range(16)]
            t.stack([image for image, _ in items])
            t.tensor([label for _, label in items])

    return job


def work(strategy):
    """The child: answers "KIND THREADS COUNT" with seconds, and tensors that are left."""
    import pytorch_c as t

    t.set_num_threads(1)
    jobs = {"add": summing(t, "add"), "mm": summing(t, "mm")}
    if strategy != "explicit":  # by hand nobody closes what is between
        jobs |= {"hogwild": hogwild(t), "loader": loader(t)}

    def answer(kind, threads, count):
        threads, count, job = int(threads), int(count), jobs[kind]
        barrier = threading.Barrier(threads)
        t._memory.finalizers.flush()
        before = t.live_tensors()

        def run(number):
            barrier.wait()
            begin = time.perf_counter()
            job(number, count)
            return begin, time.perf_counter()

        with ThreadPoolExecutor(threads) as pool:
            begun, ended = zip(*pool.map(run, range(threads)))
        seconds = max(ended) - min(begun)
        t._memory.finalizers.flush()
        gil = getattr(sys, "_is_gil_enabled", lambda: True)()
        return {"seconds": seconds, "left": t.live_tensors() - before, "gil": gil}

    serve(answer)


# ---- the measurement ----


def counted(worker, kind, seconds):
    """The number of steps that one thread does in about so many seconds."""
    few = 20
    worker.ask(kind, 1, few)
    return max(few, int(few * seconds / worker.ask(kind, 1, few)["seconds"]))


def asked(everyone, requests, turns):
    """{(interpreter, request): (steps a second of all threads together, once a round)}; raises where tensors are left."""
    workers = {one: one.start() for one in everyone}
    try:
        counts = {
            (one, kind): counted(workers[one], kind, seconds) for one in everyone for kind, _, seconds in requests
        }
        words = {
            (one, kind, threads): (kind, threads, counts[one, kind])
            for one in everyone
            for kind, threads, _ in requests
        }
        found = in_turns({key: workers[key[0]] for key in words}, turns, words)
    finally:
        for worker in workers.values():
            worker.close()
    for (one, kind, threads), answers in found.items():
        wrong = [answer for answer in answers if answer["left"] or answer["gil"] != (one.label != "free-threaded")]
        if wrong:
            raise SystemExit(f"{one.label}, {kind}, {threads} threads: {wrong[0]}")
    return {key: [key[2] * words[key][2] / answer["seconds"] for answer in answers] for key, answers in found.items()}


def measure(options):
    turns, seconds = rounds(options, 1, 5, 11), sized(options, 0.002, 0.03, 0.1)
    everyone = interpreters(options.pythons)
    speeds = asked(everyone, [(kind, threads, seconds) for kind in LOADS for threads in THREADS], turns)
    sheets = [sheet(kind, everyone, speeds) for kind in LOADS]
    rows = []
    for strategy in STRATEGIES:
        three = interpreters(options.pythons, strategy)
        found = asked(three, [("add", threads, seconds) for threads in (1, 4)], turns)
        rows.append(strategy_row(strategy, three, found))
    columns = [("label", "strategy")]
    columns += [(f"{label} {threads}", f"{label}, {threads}", 0, "median") for label in COLOURS for threads in (1, 4)]
    sheets.append(tables.table("Nanoseconds of a tiny sum that is dropped, of all threads together", columns, rows))
    settings = {"rounds": turns, "seconds": seconds, "pythons": [version(one) for one in everyone]}
    return Result(sheets, findings(sheets), settings)


def version(one):
    look = "import sys; print(sys.version.split(' (')[0].split(' [')[0])"
    return subprocess.check_output([one.folder / ".venv/bin/python", "-c", look], text=True).strip()


def sheet(kind, everyone, speeds):
    base = speeds[everyone[0], kind, 1]
    rows = []
    for one in everyone:
        mine = {threads: speeds[one, kind, threads] for threads in THREADS}
        row = {"name": one.label, "label": one.label, "alone": stats.ratio(mine[1], base)}
        row |= {str(threads): stats.summary(mine[threads]) for threads in THREADS}
        row |= {f"gain {threads}": stats.ratio(mine[threads], mine[1]) for threads in THREADS[1:]}
        rows.append(row)
    columns = [("label", "Python"), ("alone", "one thread, with the GIL = 1", 2)]
    columns += [(f"gain {threads}", f"{threads} threads : 1", 2) for threads in THREADS[1:]]
    columns += [(str(threads), f"{threads} thread{'s' * (threads > 1)}", 0, "median") for threads in THREADS]
    return tables.table(f"{LOADS[kind][0].upper()}{LOADS[kind][1:]} a second, all threads together", columns, rows)


def strategy_row(strategy, three, found):
    row = {"name": strategy, "label": contenders.LABELS.get(strategy, "close() by hand")}
    for one in three:
        for threads in (1, 4):
            row[f"{one.label} {threads}"] = stats.summary([1e9 / speed for speed in found[one, "add", threads]])
    return row


def findings(sheets):
    out = []
    for kind, found in zip(LOADS, sheets):
        rows = {row["name"]: row for row in found["rows"]}
        free, locked = rows["free-threaded"], rows["with the GIL"]
        out.append(
            f"{LOADS[kind][0].upper()}{LOADS[kind][1:]}: free-threaded, one thread does {free['alone']['median']:.2f} of what it does with the GIL; "
            f"four threads do {free['gain 4']['median']:.2f} times as much as one, with the GIL {locked['gain 4']['median']:.2f} times."
        )
    out.append("After every run nothing was left, under each strategy.")
    return out


def draw(result, path):
    chart, panels = drawing.figure(11, 3.4, columns=len(LOADS))
    for axes, found, what in zip(panels, result["tables"], LOADS.values()):
        unit = found["rows"][0]["1"]["median"]
        for row in found["rows"]:
            values = [{name: row[str(n)][name] / unit for name in ("median", "low", "high")} for n in THREADS]
            drawing.curve(axes, THREADS, values, drawing.COLOURS[COLOURS[row["name"]]], label=row["label"])
        axes.set_title(what)
        axes.set_xticks(THREADS)
        axes.set_ylim(0)
        axes.set_xlabel("threads")
    panels[0].set_ylabel("a second, one thread with the GIL = 1")
    panels[0].legend(frameon=False, fontsize=8)
    drawing.save(chart, path, f"With the GIL and without it, on {result['machine']['cores']} cores")


def arguments(parser):
    parser.add_argument(
        "--pythons", nargs=2, metavar="FOLDER", help="copies of the package that tools/pythons.py has made"
    )


if __name__ == "__main__":
    main(__doc__, measure, draw, work, arguments)
