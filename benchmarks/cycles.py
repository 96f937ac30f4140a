"""Do I need gc()? How much cyclic garbage a step of a dozen workloads makes, and what a collection of it costs.

Compares three ways to free it, each step: gc(), two lines of the standard library (gc.freeze() once and gc.collect() each
step), and neither. The objects are counted by memory.watch(), so that no clock matters to the first two columns; the times
are processor time of the call alone, medians over the steps, the ways in turns in random order.

    python benchmarks/cycles.py [--long] [--rounds N] [--json FILE] [--picture FILE]
"""

import gc
import random
import statistics
import time

from harness import contenders, drawing, stats, tables
from harness.command import Result, main, rounds, sized
from harness.workers import serve, start
from harness.workloads import WORKLOADS

WAYS = ("gc", "collect", "none")


# ---- the measurement ----


def work(name):
    """The child: answers "count WORKLOAD STEPS" and "WAY WORKLOAD STEPS"."""
    import pytorch_c as t
    import pytorch_c.utils.data  # noqa: F401

    t.set_num_threads(1)
    t.manual_seed(0)
    by_name = {make.__name__: make for make in WORKLOADS}

    def answer(word, workload, count):
        step = by_name[workload](t)
        for _ in range(3):
            step()
        gc.collect()
        return watched(step, int(count)) if word == "count" else timed(word, step, int(count))

    def watched(step, count):
        with t.memory.watch() as seen:
            for _ in range(count):
                step()
                seen.step()
        return {"objects": seen.objects / seen.steps, "bytes": seen.bytes / seen.steps}

    def timed(way, step, count):
        collector, finish = {
            "gc": (t.gc, t.finish_gc),
            "collect": (gc.collect, gc.unfreeze),
            "none": (lambda: None, lambda: None),
        }[way]
        if way == "collect":
            gc.freeze()
        times, whole = [], time.process_time()
        for _ in range(count):
            begin = time.thread_time_ns()
            collector()
            times.append((time.thread_time_ns() - begin) / 1000)
            step()
        whole = time.process_time() - whole
        finish()
        gc.collect()
        return {"times": times, "step": whole / count * 1e6}

    serve(answer)


def measure(options):
    turns, steps = rounds(options, 1, 5, 15), sized(options, 3, 30, 100)
    worker, rows = start(contenders.default()), []
    for make, label in WORKLOADS.items():
        counted = worker.ask("count", make.__name__, max(steps // 3, 3))
        found = {way: [] for way in WAYS}
        for _ in range(turns):
            for way in random.sample(WAYS, len(WAYS)):
                found[way].append(worker.ask(way, make.__name__, steps))
        rows.append(row(label, counted, found))
    worker.close()
    columns = [
        ("label", "a step of"),
        ("ratio", "gc() : freeze + collect", 1),
        ("objects", "cyclic objects", 1),
        ("kilobytes", "their tensors, KB", 1),
        ("step", "the step, us", 0),
        ("gc", "gc(), us", 1),
        ("collect", "gc.freeze() once, gc.collect(), us", 1),
    ]
    table = tables.table("Cyclic garbage of a step, and processor time of a collection in each", columns, rows)
    return Result([table], findings(rows), {"rounds": turns, "steps": steps}, clock="processor")


def row(label, counted, found):
    def times(way):
        return stats.summary([took for one in found[way] for took in one["times"]])

    return {
        "label": label,
        "ratio": stats.ratio(*([statistics.median(one["times"]) for one in found[way]] for way in ("gc", "collect"))),
        "objects": counted["objects"],
        "kilobytes": counted["bytes"] / 1024,
        "step": stats.summary([one["step"] for one in found["none"]]),
        "gc": times("gc"),
        "collect": times("collect"),
    }


def findings(rows):
    clean = [one["label"] for one in rows if not one["objects"]]
    return [
        f"{len(clean)} of {len(rows)} workloads make no cyclic garbage at all: {', '.join(clean)}. gc() frees nothing there.",
        f"Where there is none, gc() takes {stats.summary([one['gc']['median'] for one in rows if not one['objects']])['median']:.1f} us a step,"
        f" and gc.collect() after one gc.freeze() {stats.summary([one['collect']['median'] for one in rows if not one['objects']])['median']:.1f} us.",
    ]


def draw(result, path):
    rows = result["tables"][0]["rows"]
    chart, axes = drawing.figure(7, 4.2)
    shown = [(one["label"], {key: one["objects"] for key in ("median", "low", "high")}, "default") for one in rows]
    drawing.bars(axes, shown, "cyclic objects a step; none: gc() is not needed", digits=0, room=1.25)
    axes.xaxis.get_major_locator().set_params(integer=True)  # there are no half objects
    drawing.save(chart, path, "Most train loops make no cyclic garbage")


if __name__ == "__main__":
    main(__doc__, measure, draw, work)
