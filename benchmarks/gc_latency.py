"""Latency of gc(): how long the train loop waits for it, against what is alive and what is garbage.

Compares pytorch_c.gc(), which freezes what existed before the loop, with Python's own gc.collect(), which does not.
Three sweeps: over tensors that are alive, over other Python objects that are alive, and over the garbage cycles of an
iteration, each cycle with a tensor in it, beside 100,000 older objects. Both do the same work between two collections,
and take turns in one process; each size has a process of its own. A fourth table has loops that keep what they make, as a
replay buffer does: the median and the tail of gc(), and of additions that take about as long, whose tail is the machine's.

    python benchmarks/gc_latency.py [--long] [--rounds N] [--json FILE] [--picture FILE]
"""

import time

from harness import contenders, drawing, stats, tables
from harness.command import Result, main, rounds, sized
from harness.workers import serve, start

SWEEPS = {"tensors": "tensors alive", "objects": "other objects alive", "cycles": "garbage cycles an iteration"}
OLDER = 100_000
TEMPORARIES = 20  # tensors of an iteration that go by themselves
GROWTHS = 200  # iterations of a loop that keeps what it makes
ADDITIONS = 2  # for each tensor kept: about the time of a look at it
COLOURS = {"gc": drawing.COLOURS["default"], "collect": drawing.COLOURS["torch"]}


class Node:
    """Garbage that only a collector can free: it refers to itself, and to a tensor."""

    def __init__(self, tensor):
        self.me, self.tensor = self, tensor


def work(name):
    """The child: answers "SWEEP SIZE", which fills the heap, then "gc COUNT" and "collect COUNT" with milliseconds."""
    import gc

    import pytorch_c as t

    t.set_num_threads(1)
    a = t.ones(3, 3)
    alive, cycles = [], 0

    def iteration():
        for _ in range(TEMPORARIES):
            a + a
        for _ in range(cycles):
            Node(a + a)

    def timed(collect):
        begin = time.perf_counter()
        found = collect()
        return (time.perf_counter() - begin) * 1e3, found

    def answer(word, count):
        nonlocal cycles
        count = int(count)
        if word == "tensors":
            alive.extend(t.ones(1) for _ in range(count))
        elif word == "objects":
            alive.extend([] for _ in range(count))
        elif word == "cycles":
            cycles = count
            alive.extend([] for _ in range(OLDER))
        elif word == "growth":
            return run_growth(count)
        else:
            return run_gc(count) if word == "gc" else run_collect(count)

    def run_gc(count):
        first, _ = timed(t.gc)
        times = []
        for _ in range(count):
            iteration()
            took, record = timed(t.gc)
            times.append(took)
            if record.survivors:
                raise SystemExit(f"gc() left {record.survivors} tensors of the iteration alive")
        last, _ = timed(t.finish_gc)
        return {"times": times, "first": first, "last": last}

    def run_collect(count):
        before, times = t.live_tensors(), []
        for _ in range(count):
            iteration()
            times.append(timed(gc.collect)[0])
        if t.live_tensors() != before:
            raise SystemExit("gc.collect() left tensors of the iteration alive")
        return {"times": times}

    def run_growth(kept):
        buffer, times, others = [], [], []
        t.gc()
        for _ in range(GROWTHS):
            buffer.extend(t.ones(1) for _ in range(kept))
            took, record = timed(t.gc)
            times.append(took)
            if record.survivors < kept:
                raise SystemExit(f"gc() counts {record.survivors} tensors of the {kept} that an iteration keeps")
            others.append(timed(lambda: sum(range(kept * ADDITIONS)))[0])
        t.finish_gc()
        return {"times": times, "others": others}

    gc.disable()  # no third collector in between
    serve(answer)


def sizes(options):
    top = {"smoke": 4, "quick": 6, "long": 6}[options.size]
    heap = [10**power for power in range(3, top + 1)]
    garbage = [0] + [10**power for power in range(1, top - 1)]
    return {"tensors": heap, "objects": heap, "cycles": garbage}


def measure(options):
    turns, calls = rounds(options, 2, 5, 15), sized(options, 3, 20, 60)
    found = []
    for sweep, counts in sizes(options).items():
        rows = [measure_one(sweep, count, turns, calls) for count in counts]
        found.append(tables.table(f"Milliseconds for one call, by {SWEEPS[sweep]}", columns(sweep), rows))
    grown = [measure_growth(kept, turns) for kept in sized(options, [100], [100, 1000, 2000], [100, 1000, 2000, 5000])]
    found.append(tables.table("Milliseconds for one gc(), by tensors that an iteration keeps", GROWTH_COLUMNS, grown))
    return Result(found, findings(found), {"rounds": turns, "calls": calls, "strategy": contenders.default().name})


def columns(sweep):
    return [
        ("size", SWEEPS[sweep]),
        ("ratio", "gc.collect() : gc()"),
        ("gc", "gc(), ms", 3),
        ("worst", "worst gc(), ms", 3),
        ("collect", "gc.collect(), ms", 3),
        ("first", "first gc(), ms", 3),
        ("last", "finish_gc(), ms", 3),
    ]


GROWTH_COLUMNS = [
    ("size", "tensors kept an iteration"),
    ("ratio", "tail, that of additions = 1", 2),
    ("p50", "p50, ms", 3),
    ("p99", "p99, ms", 3),
    ("tail", "tail (p99 : p50)", 1),
    ("machine", "that of additions", 1),
]


def measure_growth(kept, turns):
    """One process whose loop keeps so many tensors in each iteration."""
    worker = start(contenders.default())
    answers = [worker.ask("growth", kept) for _ in range(turns)]
    worker.close()
    all_of = stats.pauses([took for one in answers for took in one["times"]])
    gc, additions = ([tail(one[key]) for one in answers] for key in ("times", "others"))
    return {
        "size": kept,
        "ratio": stats.ratio(gc, additions),
        "p50": all_of["p50"],
        "p99": all_of["p99"],
        "tail": stats.summary(gc),
        "machine": stats.summary(additions),
    }


def tail(times):
    """Returns how many times the median p99 is."""
    ordered = sorted(times)
    return stats.percentile(ordered, 0.99) / stats.percentile(ordered, 0.5)


def measure_one(sweep, size, turns, calls):
    """One process with one size: gc() and gc.collect() in turns."""
    worker = start(contenders.default())
    worker.ask(sweep, size)
    gc, collect = [], []
    for _ in range(turns):
        gc.append(worker.ask("gc", calls))
        collect.append(worker.ask("collect", max(2, calls // 10)))
    worker.close()
    return {
        "size": size,
        "ratio": stats.ratio(*([stats.summary(one["times"])["median"] for one in each] for each in (collect, gc))),
        "gc": stats.summary([took for one in gc for took in one["times"]]),
        "worst": max(took for one in gc for took in one["times"]),
        "collect": stats.summary([took for one in collect for took in one["times"]]),
        "first": stats.summary([one["first"] for one in gc]),
        "last": stats.summary([one["last"] for one in gc]),
    }


def findings(found):
    *sweeps, growth = found
    tensors, objects, cycles = (
        [(row["size"], row["gc"]["median"], row["collect"]["median"]) for row in one["rows"]] for one in sweeps
    )
    out = []
    for rows, what in ((tensors, "tensors"), (objects, "objects of other kinds")):
        size, gc, collect = rows[-1]
        out.append(
            f"With {size:,} older {what} alive gc() takes {gc:.3f} ms (median) and gc.collect() {collect:,.1f} ms, {collect / gc:,.0f} times as long."
        )
    (_, none, _), (most, gc, collect) = cycles[0], cycles[-1]
    out.append(
        f"What gc() costs is the garbage: {none:.3f} ms with no cycle in an iteration, {gc:.2f} ms with {most:,} cycles to free (gc.collect(): {collect:.2f} ms)."
    )
    for row in growth["rows"]:
        if row["size"] == 2000:
            out.append(
                f"Where each iteration keeps 2,000 tensors gc() takes {row['p50']['median']:.3f} ms at the median and"
                f" {row['p99']['median']:.3f} ms at p99, {row['tail']['median']:.1f} times the median; of additions that take"
                f" about as long p99 is {row['machine']['median']:.1f} times the median."
            )
    return out


def draw(result, path):
    chart, panels = drawing.figure(10, 3.8, columns=3, sharey=True)
    for axes, table, sweep in zip(panels, result["tables"], SWEEPS):
        rows = table["rows"]
        places = [max(row["size"], 1) for row in rows]
        drawing.curve(axes, places, [row["collect"] for row in rows], COLOURS["collect"])
        drawing.curve(axes, places, [row["gc"] for row in rows], COLOURS["gc"])
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel(SWEEPS[sweep] + (" (0 drawn at 1)" if rows[0]["size"] == 0 else ""))
        axes.axhline(1, color=drawing.PALE, zorder=0)
    panels[0].set_ylabel("milliseconds for one call")
    end = {
        "xytext": (0, -3),
        "textcoords": "offset points",
        "ha": "right",
        "va": "top",
        "fontsize": 8,
        "color": "#777777",
    }
    panels[0].annotate("1 ms", (panels[0].get_xlim()[1], 1), **end)
    first = result["tables"][0]["rows"][0]
    for key, text, offset in (
        ("collect", "gc.collect() looks at everything", 30),
        ("gc", "gc() has frozen what came before", 12),
    ):
        place = (first["size"], first[key]["median"])
        panels[0].annotate(text, place, xytext=(0, offset), textcoords="offset points", color=COLOURS[key], fontsize=9)
    drawing.save(chart, path, "How long one gc() of a train loop takes")


if __name__ == "__main__":
    main(__doc__, measure, draw, work)
