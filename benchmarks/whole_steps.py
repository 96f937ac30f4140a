"""Whole steps of training: six small trainings beside torch's eager mode, in time, instructions and memory.

Compares the same programs, line for line, with pytorch_c and with torch: forward, backward and the optimizer of a
perceptron with SGD and with Adam, a character LSTM, a small GPT, ResNet-18 at 64 x 64 and DCGAN. The floor is the same
calls of libtorch from C++, with its fused optimizers, and with a malloc that keeps the pages it has. Each runs in a process of
its own, on one thread; they are asked in turns, and processor time is counted. Instructions are valgrind's, of the trainings
that are small enough; peaks of memory are of a process that only trains. All must come to the same loss.

    python benchmarks/whole_steps.py [--long] [--rounds N] [--json FILE] [--picture FILE]
"""

import gc
import importlib
import math
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from harness import callgrind, contenders, drawing, native, stats, tables
from harness.command import Result, main, rounds, sized
from harness.contenders import Contender
from harness.memory import peak_mb, reset_peak, resident_mb
from harness.trainings import TRAININGS
from harness.workers import Workers, forked, in_turns, serve

# Goals as shares of torch's time; the convolutions of the others are libtorch's own time, which the floor tells.
GOALS = {"MLP, SGD": 0.6, "MLP, Adam": 0.6, "LSTM": 0.7, "GPT": 0.7}
STEPS = {"MLP, SGD": 400, "MLP, Adam": 400, "LSTM": 40, "GPT": 40, "ResNet-18": 4, "DCGAN": 4}
COUNTED = ["MLP, SGD", "MLP, Adam", "LSTM", "GPT"]
WARM = 3  # steps before any is measured: libtorch fills its tables, Python specializes its bytecode


class Training:
    """One training of a library, from the same seed in each."""

    def __init__(self, package, name, collect=False):
        self.t = importlib.import_module(package)
        if collect:
            self.t.finish_gc()  # the one before: what this one makes now is older than its loop
        self.t.set_num_threads(1)
        self.t.manual_seed(0)
        self.step = TRAININGS[name](self.t)
        self.collect = collect

    def run(self, steps):
        """So many steps; the last loss."""
        if not self.collect:
            for _ in range(steps):
                loss = self.step()
            return loss.item()
        for _ in range(steps):  # in one gc() loop from first to last
            self.t.gc()
            loss = self.step()
        return loss.item()


def work(name):
    """The child: answers "TRAINING STEPS" with seconds of a step and the loss, "peak TRAINING STEPS" with megabytes."""
    if name.startswith("count "):
        return count(name.removeprefix("count "))
    package, collect = ("pytorch_c", True) if name == "gc" else (name, False)
    found = {}
    importlib.import_module(package)

    @forked
    def peak(training, steps):
        before = resident_mb()
        reset_peak()
        Training(package, training, collect).run(int(steps))
        return peak_mb() - before

    def answer(*words):
        *kind, training, steps = " ".join(words).split("|")
        if kind:
            return peak(training, steps)
        if training not in found:
            found[training] = Training(package, training, collect)
            found[training].run(WARM)
        begin = time.process_time()
        loss = found[training].run(int(steps))
        return {"seconds": (time.process_time() - begin) / int(steps), "loss": loss}

    serve(answer)


def count(package):
    """The child under valgrind: instructions of each training's steps."""
    told = callgrind.given()
    counter = callgrind.Counter(told["requests"])
    trainings = {name: Training(package, name) for name in told["trainings"]}
    for one in trainings.values():
        one.run(2 * WARM)
    gc.collect()
    gc.disable()
    counter.start()
    for name, one in trainings.items():
        one.run(1)  # under valgrind's eyes too: what it translates is no part of the count
        counter.count(name, one.run, told["steps"])
    counter.stop()


def instructions(options):
    """{training: {contender: of one step}}; {} and a note where nothing can be counted."""
    missing = callgrind.missing()
    if missing:
        return {}, [f"No instructions were counted: {missing}."]
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(2) as pool:
        folder = Path(place)
        requests = callgrind.compile_c(folder / "requests.so", "", "-shared", "-fPIC")
        steps = sized(options, 1, 5, 20)
        told = {"steps": steps, "requests": str(requests), "trainings": COUNTED}
        commands = {name: callgrind.python(__file__, "--worker", f"count {name}") for name in ("pytorch_c", "torch")}
        if floor := native.program("whole_steps_cpp"):
            commands["cpp"] = [str(floor), str(steps), *COUNTED]
        running = {name: pool.submit(callgrind.run, name, command, folder, told) for name, command in commands.items()}
        counts = {name: one.result() for name, one in running.items()}
    return {name: {who: found[name] / steps for who, found in counts.items()} for name in COUNTED}, []


def measure(options):
    turns = rounds(options, 2, 11, 25)
    programs = [
        contenders.TORCH,
        Contender("pytorch_c", "pytorch_c", "pytorch_c"),
        Contender("gc", "with gc()", "pytorch_c"),
    ]
    floor, notes = native.only_built([Contender("cpp", "C++", "C++", program="whole_steps_cpp")])
    counted, missing = instructions(options) if options.instructions else ({}, [])
    rows = []
    with Workers([*programs, *floor]) as workers:
        for name in sized(options, ["MLP, SGD", "GPT"], list(TRAININGS), list(TRAININGS)):
            steps = sized(options, 1, STEPS[name], 2 * STEPS[name])
            answers = in_turns(workers, turns, dict.fromkeys(workers, [f"{name}|{steps}"]))
            peak = dict.fromkeys((one.name for one in programs), [f"peak|{name}|{max(WARM, steps // 4)}"])
            peaks = in_turns({one: workers[one] for one in peak}, sized(options, 1, 3, 5), peak)
            rows.append(row(name, answers, peaks, counted.get(name)))
    check(rows)
    columns = [
        ("label", "training"),
        ("ratio", "torch = 1", 2),
        ("floor", "C++, torch = 1", 2),
        ("goal", "goal", 2),
        ("gc", "with gc()", 2),
        ("instructions", "instructions, torch = 1", 2),
        ("instructions_floor", "C++, torch = 1", 2),
        ("memory", "peak, torch = 1", 2, "median"),
        ("ours", "ms a step", 3, "median"),
        ("theirs", "torch, ms", 3, "median"),
        ("peak", "peak, MB", 1, "median"),
        ("torch_peak", "torch, MB", 1, "median"),
    ]
    table = tables.table("Processor time of a whole step, one thread", columns, rows)
    return Result([table], findings(rows), {"rounds": turns}, notes + missing)


def row(name, answers, peaks, counted):
    times = {one: [1e3 * answer["seconds"] for answer in found] for one, found in answers.items()}
    return {
        "name": name,
        "label": name,
        "ratio": stats.ratio(times["pytorch_c"], times["torch"]),
        "floor": stats.ratio(times["cpp"], times["torch"]) if "cpp" in times else None,
        "beside_floor": stats.ratio(times["pytorch_c"], times["cpp"]) if "cpp" in times else None,
        "gc": stats.ratio(times["gc"], times["torch"]),
        "goal": GOALS.get(name),
        "instructions": counted and counted["pytorch_c"] / counted["torch"],
        "instructions_floor": counted and "cpp" in counted and counted["cpp"] / counted["torch"],
        "memory": stats.ratio(peaks["pytorch_c"], peaks["torch"]),
        "ours": stats.summary(times["pytorch_c"]),
        "theirs": stats.summary(times["torch"]),
        "peak": stats.summary(peaks["pytorch_c"]),
        "torch_peak": stats.summary(peaks["torch"]),
        "losses": {one: found[0]["loss"] for one, found in answers.items()},
    }


def check(rows):
    """Checks that the first losses agree but for rounding, which later grows."""
    for found in rows:
        losses = found["losses"]
        if not all(math.isclose(loss, losses["torch"], rel_tol=1e-3, abs_tol=1e-4) for loss in losses.values()):
            raise SystemExit(f"{found['name']}: the programs do not compute the same: losses {losses}")


def findings(rows):
    said = ", ".join(f"{found['label']} {found['ratio']['median']:.2f}" for found in rows)
    out = [f"Of torch's time a whole step takes: {said}."]
    if all(found["floor"] for found in rows):
        said = ", ".join(f"{found['label']} {found['beside_floor']['median']:.2f}" for found in rows)
        out.append(f"Of the time of the same calls from C++: {said}.")
    missed = [found for found in rows if found["goal"] and found["ratio"]["median"] > found["goal"]]
    if missed:
        named = ", ".join(
            f"{found['label']} ({found['ratio']['median']:.2f}, goal {found['goal']:.2f})" for found in missed
        )
        out.append(f"Above its goal: {named}.")
    else:
        out.append("Every training that has a goal is within it.")
    mean = stats.geometric_mean([found["memory"]["median"] for found in rows])
    worst = max(rows, key=lambda found: found["memory"]["median"])
    out.append(
        f"The peak of memory is {mean:.2f} of torch's (geometric mean), {worst['memory']['median']:.2f} at most, with {worst['label']}."
    )
    return out


def draw(result, path):
    chart, (left, right) = drawing.figure(9.5, 3.6, columns=2, sharey=True)
    rows = sorted(result["tables"][0]["rows"], key=lambda row: row["ratio"]["median"])
    floors = {row["label"]: row["floor"]["median"] for row in rows if row.get("floor")}
    panels = ((left, "ratio", "processor time of a step", floors), (right, "memory", "peak memory", {}))
    for axes, key, label, dots in panels:
        shown = [(row["label"], row[key], "default") for row in rows]
        label += ", torch = 1" + ("; dots: the same calls from C++" if dots else " (less is better)")
        drawing.bars(axes, shown, label, reference=1, room=1.2, dots=dots)
    drawing.save(chart, path, "Whole steps of training beside torch")


def arguments(parser):
    parser.add_argument("--instructions", action="store_true", help="count instructions too: some minutes more")


if __name__ == "__main__":
    main(__doc__, measure, draw, work, arguments)
