"""Real workloads under each finalizer strategy: what a step takes, and how high memory rises, beside torch.

Compares the same steps with pytorch_c under each strategy that frees by itself, without gc(), and with torch: a perceptron,
a small ResNet, a transformer, an LSTM, and reinforcement learning with a replay buffer that keeps what was seen, and with it
ten thousands of tensors. Each contender runs in a process of its own on one thread; they are asked in turns. Processor time
is counted; memory is the peak of a fork that does nothing else.

    python benchmarks/workloads.py [--long] [--rounds N] [--json FILE] [--picture FILE]
"""

import importlib
import time

from harness import contenders, drawing, stats, tables
from harness.command import Result, main, rounds, sized
from harness.memory import peak_mb, reset_peak, resident_mb
from harness.workers import Workers, forked, in_turns, serve
from harness.workloads import WORKLOADS, lstm, mlp, replay, resnet, transformer

SHOWN = {one.__name__: WORKLOADS[one] for one in (mlp, resnet, transformer, lstm, replay)}
STEPS = {"mlp": 400, "resnet": 40, "transformer": 40, "lstm": 100, "replay": 300}
FULL = {"replay": 300}  # steps before any is measured: then the buffer is full


def work(name):
    """The child: answers "time WORKLOAD STEPS" with seconds a step, "peak WORKLOAD STEPS" with megabytes."""
    t = importlib.import_module("torch" if name == "torch" else "pytorch_c")
    t.set_num_threads(1)
    makers = {one.__name__: one for one in WORKLOADS}
    ready = {}

    def made(workload, warm):
        t.manual_seed(0)
        step = makers[workload](t)
        for _ in range(warm):
            step()
        return step

    @forked
    def peak(workload, steps):
        before = resident_mb()
        reset_peak()
        step = made(workload, FULL.get(workload, 0))
        for _ in range(int(steps)):
            step()
        return peak_mb() - before

    def answer(word, workload, steps):
        if word == "peak":
            return peak(workload, steps)
        if workload not in ready:
            ready[workload] = made(workload, FULL.get(workload, 3))
        step = ready[workload]
        begin = time.process_time()
        for _ in range(int(steps)):
            step()
        return (time.process_time() - begin) / int(steps)

    serve(answer)


def measure(options):
    turns = rounds(options, 1, 9, 19)
    everyone = [one for one in contenders.compared(options) if one.strategy != "explicit"] + [contenders.TORCH]
    times, peaks = {}, {}
    with Workers(everyone) as workers:
        for name in SHOWN:
            steps = sized(options, 2, STEPS[name], 2 * STEPS[name])
            peaks[name] = in_turns(workers, sized(options, 1, 3, 5), dict.fromkeys(workers, ["peak", name, steps]))
            times[name] = in_turns(workers, turns, dict.fromkeys(workers, ["time", name, steps]))
    rows, risen = compared(everyone, times), compared(everyone, peaks)
    who, all_of_them = ("label", "who frees"), ("ratio", "all, torch = 1", 2)
    shown = [(name, label, 2) for name, label in SHOWN.items()]
    numbers = [(f"{name}_plain", label, 1, "median") for name, label in SHOWN.items()]
    for row in rows:
        for name in SHOWN:
            row[f"{name}_plain"] = stats.summary([1e6 * seconds for seconds in times[name][row["name"]]])
    for row in risen:
        row |= {f"{name}_plain": stats.summary(peaks[name][row["name"]]) for name in SHOWN}
    found = [
        tables.table("Processor time of a step, torch = 1", [who, all_of_them, *shown], rows),
        tables.table("Microseconds of a step", [who, all_of_them, *numbers], rows),
        tables.table("How far resident memory rose, MB", [who, all_of_them, *numbers], risen),
    ]
    notes = [
        "close() by hand and scopes are left out: the replay buffer, and what a module makes inside, are not theirs."
    ]
    return Result(found, findings(rows, risen), {"rounds": turns, "threads": 1}, notes, clock="processor")


def compared(everyone, measured):
    """A row for each contender: its ratios to torch's of the same round, and of the geometric means over the workloads."""

    def over_all(name):
        return [stats.geometric_mean(each) for each in zip(*(measured[one][name] for one in SHOWN))]

    rows = []
    for one in everyone:
        ratios = {name: stats.ratio(measured[name][one.name], measured[name]["torch"]) for name in SHOWN}
        total = stats.ratio(over_all(one.name), over_all("torch"))
        rows.append({"name": one.name, "label": one.label, "ratio": total, **ratios})
    return sorted(rows, key=lambda row: row["ratio"]["median"])


def findings(rows, risen):
    ours = [row for row in rows if row["name"] != "torch"]
    default, memory = (one_of(found, contenders.library()["default"]) for found in (rows, risen))
    each = ", ".join(f"{label} {default[name]['median']:.2f}" for name, label in SHOWN.items())
    least, most = ours[0]["ratio"]["median"], ours[-1]["ratio"]["median"]
    return [
        f"Under the default a step takes, of torch's time: {each}; memory rises by {memory['ratio']['median']:.2f} of what it does there.",
        f"Over the five the strategies lie between {least:.2f} ({ours[0]['label']}) and {most:.2f} ({ours[-1]['label']}) of torch's time.",
    ]


def one_of(rows, name):
    return next(row for row in rows if row["name"] == name)


def draw(result, path):
    chart, axes = drawing.figure(8, 4)
    rows = result["tables"][0]["rows"]
    shown = [(row["label"], row["ratio"], contenders.kind(row["name"])) for row in rows]
    drawing.bars(
        axes, shown, "processor time of a step, mean of five workloads, torch = 1 (less is better)", reference=1
    )
    drawing.save(chart, path, "Five real workloads under each finalizer strategy")


if __name__ == "__main__":
    main(__doc__, measure, draw, work)
