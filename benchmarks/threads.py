"""Threads: creating, dropping and multiplying on one to four threads at once.

Compares pytorch_c under each finalizer strategy with torch, and with C on the same library, where no interpreter lock
makes the threads wait for one another. Two loads: tiny sums (`a + b` of 3x3), where the time is the binding's, and
products of 128x128 matrices, where it is the processor's and the lock is free. Each contender has a process of its own,
asked in turns. After each run the library's counters must agree: as many tensors made as asked for, and none left.

    python benchmarks/threads.py [--long] [--rounds N] [--json FILE] [--picture FILE]
"""

import importlib
import threading
import time

from harness import contenders, drawing, native, stats, tables
from harness.command import Result, main, rounds, sized
from harness.contenders import Contender
from harness.workers import Workers, in_turns, serve

LOADS = {"add": "tiny sums", "mm": "products of 128x128"}
C = Contender("c", "C, libpytorch_c", "C", program="threads_c")
BLOCK = 10  # tensors of a scope


def load(t, kind, free, count):
    """The work of one thread."""
    x = t.ones(3, 3) if kind == "add" else t.ones(128, 128)
    make = t.add if kind == "add" else t.mm

    def closed():
        for _ in range(count):
            make(x, x).close()

    def dropped(times=count):
        for _ in range(times):
            make(x, x)

    def scoped():
        for _ in range(count // BLOCK):
            with t.scope():
                dropped(BLOCK)

    return {"close": closed, "drop": dropped, "scope": scoped}[free]


def work(name):
    """The child: answers "KIND THREADS COUNT" with seconds, tensors made and tensors left."""
    one = contenders.find(name)
    t = importlib.import_module(one.package)
    ours = one.package == "pytorch_c"
    t.set_num_threads(1)
    flush = importlib.import_module("pytorch_c._memory.finalizers").flush if ours else lambda: None

    def counters():
        if not ours:
            return 0, 0
        from pytorch_c._boundary.library import lib

        flush()
        return lib.ptc_created_tensors(), lib.ptc_live_tensors()

    def answer(kind, threads, count):
        threads, count = int(threads), int(count) // BLOCK * BLOCK
        job = load(t, kind, one.free, count)
        barrier = threading.Barrier(threads + 1)
        before = counters()

        def run():
            barrier.wait()
            job()

        everyone = [threading.Thread(target=run) for _ in range(threads)]
        for thread in everyone:
            thread.start()
        begin = time.perf_counter()  # before the wait, from which this thread may come back after the others have ended
        barrier.wait()
        for thread in everyone:
            thread.join()
        seconds = time.perf_counter() - begin
        created, live = (now - then for now, then in zip(counters(), before))
        return {"seconds": seconds, "created": created if ours else None, "left": live if ours else None}

    serve(answer)


def measure(options):
    turns, seconds = rounds(options, 1, 5, 11), sized(options, 0.002, 0.03, 0.08)
    most = sized(options, 2, 4, 4)
    everyone, notes = native.only_built([*contenders.compared(options), contenders.TORCH, C])
    speeds, wrong = {one.name: {} for one in everyone}, dict.fromkeys((one.name for one in everyone), 0)
    with Workers(everyone) as workers:
        for kind in LOADS:
            count = {name: calls(worker, kind, seconds) for name, worker in workers.items()}
            pairs = {(name, threads): worker for threads in range(1, most + 1) for name, worker in workers.items()}
            requests = {(name, threads): (kind, threads, count[name]) for name, threads in pairs}
            for (name, threads), answers in in_turns(pairs, turns, requests).items():
                expected = threads * count[name]
                speeds[name][kind, threads] = [expected / one["seconds"] for one in answers]
                wrong[name] += sum(
                    one["created"] is not None and (one["created"], one["left"]) != (expected, 0) for one in answers
                )
    found = [sheet(kind, everyone, speeds, wrong, most) for kind in LOADS]
    if any(wrong.values()):
        raise SystemExit(f"counters that do not agree, runs by contender: {wrong}")
    settings = {"rounds": turns, "seconds": seconds, "threads": most, "strategies": [one.name for one in everyone]}
    return Result(found, findings(found, most), settings, notes)


def calls(worker, kind, seconds):
    """Returns how many calls one thread makes in about so many seconds."""
    few = 200
    worker.ask(kind, 1, few)
    return max(few, int(few * seconds / worker.ask(kind, 1, few)["seconds"])) // BLOCK * BLOCK


def sheet(kind, everyone, speeds, wrong, most):
    rows = []
    for one in everyone:
        mine = speeds[one.name]
        out = {"name": one.name, "label": one.label, "kind": contenders.kind(one.name)}
        out["ratio"] = stats.ratio(mine[kind, most], mine[kind, 1])
        out["torch"] = stats.ratio(mine[kind, most], speeds["torch"][kind, most])
        out |= {
            str(threads): stats.summary([speed / 1e3 for speed in mine[kind, threads]])
            for threads in range(1, most + 1)
        }
        out["counts"] = (
            "–" if one.package == "torch" else "exact" if not wrong[one.name] else f"{wrong[one.name]} wrong"
        )
        rows.append(out)
    rows.sort(key=lambda found: -found[str(most)]["median"])
    columns = [("label", "who runs"), ("ratio", f"{most} threads : 1", 2), ("torch", f"{most} threads, torch = 1", 2)]
    columns += [
        (str(threads), f"{threads} thread{'s' * (threads > 1)}", 0, "median") for threads in range(1, most + 1)
    ] + [("counts", "counters")]
    return tables.table(f"Thousands a second of {LOADS[kind]}, all threads together", columns, rows)


def findings(found, most):
    add, mm = ({row["name"]: row for row in one["rows"]} for one in found)
    default = contenders.default()
    gain = {
        name: {one: f"{rows[one]['ratio']['median']:.2f}" for one in rows} for name, rows in (("add", add), ("mm", mm))
    }
    out = [
        f"Tiny sums on {most} threads against one: {gain['add'][default.name]} times as many a second under the default, {gain['add']['torch']} with torch."
    ]
    if "c" in add:
        out.append(f"In C, with no interpreter lock and the same library, it is {gain['add']['c']} times.")
    out.append(
        f"Products of matrices, for which every binding lets the lock go: {gain['mm'][default.name]} times under the default, {gain['mm']['torch']} with torch."
    )
    out.append(
        "In every run the counters were exact: each tensor was closed once, whatever the strategy and the number of threads."
    )
    return out


def draw(result, path):
    chart, panels = drawing.figure(10, 4, columns=2)
    most = result["settings"]["threads"]
    order = [row["name"] for row in result["tables"][0]["rows"]]
    for axes, table, what in zip(panels, result["tables"], LOADS.values()):
        rows = sorted(table["rows"], key=lambda row: order.index(row["name"]))
        drawing.bars(
            axes,
            [(row["label"], row["ratio"], row["kind"]) for row in rows],
            "calls a second, one thread = 1 (more is better)",
            reference=1,
            room=1.18,
        )
        axes.set_title(what)
    panels[1].set_yticklabels([])
    drawing.save(chart, path, f"What {most} threads make, against one, on {result['machine']['cores']} cores")


if __name__ == "__main__":
    main(__doc__, measure, draw, work)
