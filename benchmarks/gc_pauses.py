"""Pauses of a collection in each iteration: how long the train loop waits at the median and in the tail.

Compares gc(), gc(timeout=None), two lines of the standard library (gc.freeze() once and gc.collect() each step), and a plain
gc.collect(), beside 200,000 older tensors, with idle cores and with as many spinning processes as there are cores. Each
iteration of the loop makes a tensor in a cycle. One process for each way; all are asked in random order, with equal numbers
of samples. Wall time and processor time; p50, p99 and p99.9 with 95 % confidence intervals by bootstrap.

    python benchmarks/gc_pauses.py [--long] [--rounds N] [--json FILE] [--picture FILE]
"""

import gc
import os
import random
import statistics
import subprocess
import sys
import time

from harness import contenders, drawing, stats, tables
from harness.command import Result, main, rounds, sized
from harness.workers import serve, start

OLDER = 200_000
WAYS = {
    "gc": "gc()",
    "unlimited": "gc(timeout=None)",
    "freeze": "gc.freeze() once, gc.collect()",
    "collect": "gc.collect()",
}
SLOW = {"collect"}  # a hundredth of the samples: each looks at everything
SPIN = "import os\nwhile os.getppid() == {parent}:\n for _ in range(100000): pass"


class Node:
    """Garbage that only a collector can free."""

    def __init__(self, tensor):
        self.me, self.tensor = self, tensor


def work(name):
    """The child: answers "WAY COUNT" with microseconds of wall time and of processor time."""
    import pytorch_c as t

    t.set_num_threads(1)
    older = [t.ones(1) for _ in range(OLDER)]
    a = t.ones(3, 3)
    gc.collect()

    def answer(way, count):
        collect = {"gc": t.gc, "unlimited": lambda: t.gc(None)}.get(way, gc.collect)
        wall, processor = [], []
        if way == "freeze":
            gc.freeze()
        if way in ("gc", "unlimited"):
            collect()  # the one that marks
        for _ in range(int(count)):
            Node(a + a)
            begin, own = time.perf_counter_ns(), time.thread_time_ns()
            collect()
            processor.append((time.thread_time_ns() - own) / 1000)
            wall.append((time.perf_counter_ns() - begin) / 1000)
        gc.unfreeze() if way == "freeze" else t.finish_gc()
        return {"wall": wall, "cpu": processor, "older": len(older)}

    serve(answer)


def spinning(count):
    """Processes that keep the cores busy, at our own priority."""
    command = [sys.executable, "-c", SPIN.format(parent=os.getpid())]
    return [subprocess.Popen(command) for _ in range(count)]


def measure(options):
    turns, calls = rounds(options, 2, 10, 30), sized(options, 100, 1000, 2000)
    rows = []
    workers = {way: start(contenders.default()) for way in WAYS}
    for cores in ("idle", "busy"):
        found = {way: {"wall": [], "cpu": [], "rounds": []} for way in WAYS}
        spinners = spinning(len(os.sched_getaffinity(0))) if cores == "busy" else []
        try:
            for _ in range(turns):
                for way in random.sample(list(WAYS), len(WAYS)):
                    answer = workers[way].ask(way, max(2, calls // 100) if way in SLOW else calls)
                    for clock in ("wall", "cpu"):
                        found[way][clock] += answer[clock]
                    found[way]["rounds"].append(answer["wall"])
        finally:
            for one in spinners:
                one.kill()
                one.wait()
        rows += [row(cores, way, found[way], found["freeze"]) for way in WAYS]
    for worker in workers.values():
        worker.close()
    columns = [("label", "each step"), ("ratio", "p50, freeze + collect = 1", 2), ("cores", "cores")]
    for clock, name in (("wall", "wall"), ("cpu", "processor")):
        columns += [(f"{clock} {share}", f"{share}, {name}, us", 1) for share in ("p50", "p99", "p99.9")]
    table = tables.table(
        f"Pauses in microseconds, beside {OLDER:,} older tensors", [*columns, ("count", "samples")], rows
    )
    return Result([table], findings(rows), {"rounds": turns, "calls": calls, "older": OLDER})


def row(cores, way, samples, plain):
    out = {"name": f"{way}, {cores}", "label": WAYS[way], "cores": cores, "way": way, "count": len(samples["wall"])}
    rounds = ([statistics.median(one) for one in each["rounds"]] for each in (samples, plain))
    out["ratio"] = stats.ratio(*rounds)
    for clock in ("wall", "cpu"):
        out |= {f"{clock} {share}": summary for share, summary in stats.pauses(samples[clock]).items()}
    return out


def findings(rows):
    by = {(one["way"], one["cores"]): one for one in rows}
    out = []
    for cores in ("idle", "busy"):
        ours, plain = by["gc", cores], by["freeze", cores]
        out.append(
            f"With {cores} cores gc() takes {ours['wall p50']['median'] / 1000:.4f} ms at the median and"
            f" {ours['wall p99']['median'] / 1000:.3f} ms at p99; gc.collect() after one gc.freeze()"
            f" {plain['wall p50']['median'] / 1000:.4f} and {plain['wall p99']['median'] / 1000:.3f}."
        )
    everything = by["collect", "idle"]["wall p50"]["median"]
    out.append(
        f"A plain gc.collect() looks at everything: {everything / 1000:.1f} ms, {everything / by['gc', 'idle']['wall p50']['median']:,.0f} times as long as gc()."
    )
    out.append(
        "What gc() has beyond the two lines: it counts what went and what is left, names survivors, keeps a time limit where garbage has a"
        " finalizer, looks at what is frozen now and then, and gives the freeze back."
    )
    return out


def draw(result, path):
    rows = result["tables"][0]["rows"]
    plain = {one["cores"]: one for one in rows if one["way"] == "freeze"}
    chart, panels = drawing.figure(9, 2.8, columns=2)
    for axes, share in zip(panels, ("p50", "p99")):
        shown = []
        for one in rows:
            if one["way"] in SLOW:
                continue
            base = plain[one["cores"]][f"wall {share}"]["median"]
            ratio = {key: value / base for key, value in one[f"wall {share}"].items()}
            shown.append((f"{one['label']}, {one['cores']}", ratio, "default" if one["way"] == "gc" else "strategy"))
        drawing.bars(
            axes,
            shown,
            f"{share} of the pause, freeze + collect = 1\n(less is better)",
            digits=1,
            reference=1,
            room=1.25,
        )
    panels[1].set_yticklabels([])
    drawing.save(chart, path, "gc() pauses a loop for microseconds, also where the cores are busy")


if __name__ == "__main__":
    main(__doc__, measure, draw, work)
