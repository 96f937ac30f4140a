"""Peak memory of a train loop: what each way of freeing lets pile up.

Compares the peak of pytorch_c under each finalizer strategy, without and with gc() in each iteration, with torch without
and with gc.collect(). The loop trains a small network whose tensors are large; it runs once with tensors that go by
reference counts alone, and once as an autograd or a tape in Python would have it, where each iteration leaves objects
that refer to themselves and to the activations. Each run has a process of its own, forked from one that has only
imported; the peak is how far its resident memory rose over the loop, and all train the same weights to the same loss.

    python benchmarks/peak_memory.py [--long] [--rounds N] [--json FILE] [--picture FILE]
"""

import gc
import importlib
from contextlib import nullcontext

from harness import contenders, drawing, stats, tables
from harness.command import Result, main, rounds, sized
from harness.memory import peak_mb, reset_peak, resident_mb
from harness.workers import Workers, forked, in_turns, serve

BATCH, WIDTH, LAYERS = 1024, 64, 3  # an activation is 256 KB
MODES = {(False, False): "plain", (False, True): "plain, gc()", (True, False): "cycles", (True, True): "cycles, gc()"}


class Node:
    """A node of a graph that is kept in Python: it refers to itself and to what backward needs."""

    def __init__(self, saved):
        self.me, self.saved = self, saved


def step(t, weights, keep):
    """One step of training, each tensor passed through `keep`; returns activations and loss."""
    x = keep(t.randn(BATCH, WIDTH))
    saved, h = [x], x
    for weight in weights:
        h = keep(t.relu(keep(t.mm(h, weight))))
        saved.append(h)
    difference = keep(t.sub(h, x))
    loss = keep(t.mean(keep(t.mul(difference, difference))))
    loss.backward()
    with t.no_grad():
        for weight in weights:
            weight.sub_(keep(t.mul(keep(weight.grad), 0.05)))
            weight.grad = None
    return saved, loss


def work(name):
    """The child: answers "CYCLES GC ITERATIONS" with the peak in MB, the loss and what is left."""
    one = contenders.find(name)
    t = importlib.import_module(one.package)
    t.set_num_threads(1)
    ours = one.package == "pytorch_c"
    flush = importlib.import_module("pytorch_c._memory.finalizers").flush if ours else lambda: None

    @forked
    def answer(cycles, collect, iterations):
        t.manual_seed(0)
        weights = [t.randn(WIDTH, WIDTH).mul_(0.1).requires_grad_() for _ in range(LAYERS)]
        collector = (t.gc if ours else gc.collect) if int(collect) else lambda: None
        finish = t.finish_gc if ours and int(collect) else lambda: None
        gc.collect()
        before = t.live_tensors() if ours else None
        reset_peak()
        resident = resident_mb()
        for _ in range(int(iterations)):
            collector()
            loss = iterate(t, one, weights, int(cycles))
        peak = max(peak_mb() - resident, 0.01)
        finish()
        gc.collect()
        flush()
        left = t.live_tensors() - before if ours else None
        return {"peak": peak, "loss": loss, "left": left}

    serve(answer)


def iterate(t, one, weights, cycles):
    """An iteration, freed as the contender frees."""
    made = []
    keep = made.append if one.free == "close" else lambda tensor: None
    with t.scope() if one.free == "scope" else nullcontext():
        saved, loss = step(t, weights, lambda tensor: keep(tensor) or tensor)
        if cycles:
            Node(saved)
        value = loss.item()
    for tensor in made:
        tensor.close()
    return value


def measure(options):
    turns, iterations = rounds(options, 1, 2, 5), sized(options, 3, 200, 400)
    everyone = [*contenders.compared(options), contenders.TORCH]
    found = {one.name: {} for one in everyone}
    with Workers(everyone) as workers:
        pairs = {(name, mode): worker for mode in MODES for name, worker in workers.items()}
        requests = {(name, mode): (*map(int, mode), iterations) for name, mode in pairs}
        for (name, mode), answers in in_turns(pairs, turns, requests).items():
            found[name][mode] = answers
    rows = [row(one, found) for one in everyone]
    rows.sort(key=lambda found: found["cycles"]["median"])
    columns = [
        ("label", "who frees"),
        ("ratio", "cycles, gc() : cycles", 2),
        *((name, name, 0) for name in MODES.values()),
        ("left", "tensors left"),
        ("loss", "loss", 4),
    ]
    table = tables.table(
        f"Peak of resident memory over {iterations} iterations, MB (gc() is gc.collect() for torch)", columns, rows
    )
    check(rows)
    return Result(
        [table],
        findings(rows),
        {"rounds": turns, "iterations": iterations, "batch": BATCH, "width": WIDTH, "layers": LAYERS},
        clock="counts",
    )


def row(one, found):
    mine = found[one.name]
    out = {"name": one.name, "label": one.label, "kind": contenders.kind(one.name)}
    out["ratio"] = stats.ratio(*([answer["peak"] for answer in mine[True, collected]] for collected in (True, False)))
    for mode, heading in MODES.items():
        out[heading] = stats.summary([answer["peak"] for answer in mine[mode]])
    everything = [answer for answers in mine.values() for answer in answers]
    out["loss"], out["left"] = everything[0]["loss"], None
    if one.package == "pytorch_c":
        out["left"] = max(answer["left"] for answer in everything)
    return out


def check(rows):
    """All have trained the same: a strategy that frees too early would show here."""
    losses = [found["loss"] for found in rows]
    if max(losses) - min(losses) > 1e-3 * abs(min(losses)):
        raise SystemExit(f"the loops do not compute the same: losses {losses}")


def findings(rows):
    default = next(found for found in rows if found["kind"] == "default")
    torch = next(found for found in rows if found["name"] == "torch")
    value = {mode: default[mode]["median"] for mode in MODES.values()}
    out = [
        f"Without cycles reference counts free everything at once: {value['plain']:.0f} MB without gc(), {value['plain, gc()']:.0f} MB with it (torch: {torch['plain']['median']:.0f} MB)."
    ]
    out.append(
        f"With cycles Python's own collector comes late, since it counts objects and not bytes: {value['cycles']:.0f} MB under the default"
        f" (torch: {torch['cycles']['median']:.0f} MB); gc() in the loop holds it at {value['cycles, gc()']:.0f} MB (torch with gc.collect(): {torch['cycles, gc()']['median']:.0f} MB)."
    )
    by_hand = [found for found in rows if found["name"] in ("close", "scope")]
    out += [
        f"With {found['label']} cycles do not matter: {found['cycles']['median']:.0f} MB without any collection."
        for found in by_hand
    ]
    leaky = [found["label"] for found in rows if found["left"]]
    out.append(
        f"Left alive after the loop: {', '.join(leaky)}."
        if leaky
        else "No strategy left a tensor alive after the loop."
    )
    return out


def draw(result, path):
    rows = result["tables"][0]["rows"]
    chart, axes = drawing.figure(8, 4.8)
    places = range(len(rows))[::-1]
    widest = max(row["cycles"]["high"] for row in rows)
    for place, row in zip(places, rows):
        collect = "gc.collect()" if row["name"] == "torch" else "gc()"
        for offset, mode, shade, says in (
            (0.19, "cycles", 0.35, ""),
            (-0.19, "cycles, gc()", 1, f"with {collect} in each iteration"),
        ):
            value = row[mode]["median"]
            axes.barh(place + offset, value, height=0.36, color=drawing.COLOURS[row["kind"]], alpha=shade)
            drawing.number(axes, value + widest * 0.01, place + offset, f"{value:.0f}  {says}")
    axes.set_yticks(list(places), [row["label"] for row in rows])
    axes.tick_params(axis="y", length=0)
    axes.set_xlim(0, widest * 1.08)
    axes.set_xlabel("MB by which resident memory rose at most")
    drawing.save(chart, path, "Peak memory of a train loop with tensors in cycles")


if __name__ == "__main__":
    main(__doc__, measure, draw, work)
