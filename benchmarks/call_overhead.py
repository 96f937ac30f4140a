"""Cost of tiny calls: pytorch_c against torch's own Python binding.

Compares the same expression with both packages, in one process and in turns, on 3x3 float32 tensors, where the time is the
binding's and not the kernel's. The ratio is the median over the rounds, each against torch in the same round; the last
lines are geometric means. Processor time is counted.

    python benchmarks/call_overhead.py [--long] [--rounds N] [--strategy NAME] [--json FILE] [--picture FILE]
"""

import os
import time
import timeit

from harness import drawing, stats, tables
from harness.command import Result, main, rounds, sized

# Name and expression; `t` is the package, a, b and c are 3x3, m is a's mask, v has 3 elements, s one.
CALLS = [
    ("add(a, b)", "t.add(a, b)"),
    ("a + b", "a + b"),
    ("a + 1", "a + 1"),
    ("a * 2.0", "a * 2.0"),
    ("1 - a", "1 - a"),
    ("a / b", "a / b"),
    ("a ** 2", "a ** 2"),
    ("-a", "-a"),
    ("a > 0", "a > 0"),
    ("a == b", "a == b"),
    ("a @ b", "a @ b"),
    ("mm(a, b)", "t.mm(a, b)"),
    ("einsum", "t.einsum('ij,jk->ik', a, b)"),
    ("relu(a)", "t.relu(a)"),
    ("exp", "a.exp()"),
    ("clamp(0, 1)", "a.clamp(0, 1)"),
    ("where(m, a, b)", "t.where(m, a, b)"),
    ("sum(a)", "a.sum()"),
    ("sum(dim, keepdim)", "a.sum(dim=1, keepdim=True)"),
    ("mean(dim)", "a.mean(1)"),
    ("max(dim)", "a.max(1)"),
    ("argmax(1)", "a.argmax(1)"),
    ("topk(2)", "a.topk(2)"),
    ("softmax(a, 1)", "t.softmax(a, 1)"),
    ("F.linear(a, b)", "t.nn.functional.linear(a, b)"),
    ("F.cross_entropy(a, y)", "t.nn.functional.cross_entropy(a, y)"),
    ("a.view(9)", "a.view(9)"),
    ("a.t()", "a.t()"),
    ("a.reshape(1, -1)", "a.reshape(1, -1)"),
    ("permute(1, 0)", "a.permute(1, 0)"),
    ("unsqueeze(0)", "a.unsqueeze(0)"),
    ("expand(2, 3, 3)", "a.expand(2, 3, 3)"),
    ("contiguous", "a.contiguous()"),
    ("clone", "a.clone()"),
    ("detach", "a.detach()"),
    ("double", "a.double()"),
    ("float, of floats", "a.float()"),
    ("a[0]", "a[0]"),
    ("a[:, 1]", "a[:, 1]"),
    ("a[m], a mask", "a[m]"),
    ("split(1)", "a.split(1)"),
    ("unbind", "a.unbind()"),
    ("cat([a, b])", "t.cat([a, b])"),
    ("stack([a, b])", "t.stack([a, b])"),
    ("zeros(3, 3)", "t.zeros(3, 3)"),
    ("zeros_like(a)", "t.zeros_like(a)"),
    ("empty((3, 3))", "t.empty((3, 3))"),
    ("randn(3, 3)", "t.randn(3, 3)"),
    ("arange(5)", "t.arange(5)"),
    ("tensor(1.0)", "t.tensor(1.0)"),
    ("tensor([[1, 2], [3, 4]])", "t.tensor([[1, 2], [3, 4]])"),
    ("a.add_(b)", "c.add_(b)"),
    ("c.zero_()", "c.zero_()"),
    ("c.copy_(b)", "c.copy_(b)"),
    ("s.item()", "s.item()"),
    ("a.tolist()", "a.tolist()"),
    ("a.shape", "a.shape"),
    ("a.size(0)", "a.size(0)"),
    ("a.dtype", "a.dtype"),
    ("a.requires_grad", "a.requires_grad"),
    ("a raised error", "failing(a, v)"),
]
# Reads without an operator: cheap, so apart from the others' mean.
READS = {"s.item()", "a.tolist()", "a.shape", "a.size(0)", "a.dtype", "a.requires_grad"}


def setting(package):
    """Returns what the expressions see, with one package as `t`."""
    package.manual_seed(0)
    a, b = package.randn(3, 3), package.randn(3, 3)

    def failing(x, y):
        try:
            package.mm(x, y)
        except RuntimeError:
            pass

    return {
        "t": package,
        "a": a,
        "b": b,
        "c": package.randn(3, 3),
        "v": package.randn(3),
        "s": package.ones(1),
        "m": a > 0,
        "y": package.tensor([0, 1, 2]),
        "failing": failing,
    }


def samples_of(expression, settings, turns, seconds):
    """Nanoseconds a call with each package, measured in turns."""
    timers = [timeit.Timer(expression, timer=time.process_time, globals=setting) for setting in settings]
    count = max(1, int(seconds / (min(timers[0].repeat(3, 100)) / 100)))
    samples = [[] for _ in timers]
    for _ in range(turns):
        for timer, found in zip(timers, samples):
            found.append(timer.timeit(count) / count * 1e9)
    return samples


def measure(options):
    if options.strategy:
        os.environ["PYTORCH_C_FINALIZER"] = options.strategy
    import torch

    import pytorch_c

    torch.set_num_threads(1)
    pytorch_c.set_num_threads(1)
    settings = [setting(pytorch_c), setting(torch)]
    turns, seconds = rounds(options, 2, 9, 25), options.seconds or sized(options, 0.0005, 0.02, 0.04)
    rows = []
    for name, expression in CALLS:
        ours, theirs = samples_of(expression, settings, turns, seconds)
        rows.append(
            {
                "label": name,
                "ratio": stats.ratio(ours, theirs),
                "ours": stats.summary(ours),
                "theirs": stats.summary(theirs),
            }
        )
    mean, reads = (
        stats.geometric_mean([row["ratio"]["median"] for row in rows if (row["label"] in READS) is reading])
        for reading in (False, True)
    )
    columns = [
        ("label", "call"),
        ("ratio", "torch = 1", 2),
        ("ours", "pytorch_c, ns", 0, "median"),
        ("theirs", "torch, ns", 0, "median"),
    ]
    totals = [
        {"label": label, "ratio": {"median": one, "low": one, "high": one}}
        for label, one in (("geometric mean of the operators", mean), ("geometric mean of what only reads", reads))
    ]
    table = tables.table(f"Nanoseconds a call, strategy {pytorch_c.finalizer()}", columns, [*rows, *totals])
    plain = [
        {
            "call": row["label"],
            "pytorch_c_ns": row["ours"]["median"],
            "torch_ns": row["theirs"]["median"],
            "ratio": row["ratio"]["median"],
            **{end: row["ratio"][end] for end in ("low", "high")},
        }
        for row in rows
    ]
    more = {"strategy": pytorch_c.finalizer(), "rows": plain, "geometric_mean": mean, "geometric_mean_reads": reads}
    return Result([table], findings(rows, mean, reads), {"rounds": turns, "seconds": seconds}, more=more)


def findings(rows, mean, reads):
    slower = sorted((row for row in rows if row["ratio"]["low"] > 1.1), key=lambda row: -row["ratio"]["median"])
    faster = sum(row["ratio"]["high"] < 1 for row in rows)
    out = [
        f"Over {len(rows) - len(READS)} operators pytorch_c takes {mean:.2f} times torch's time (geometric mean), "
        f"over {len(READS)} calls that only read {reads:.2f} times; {faster} calls are faster than torch's."
    ]
    if slower:
        out.append(
            "More than a tenth slower: "
            + ", ".join(f"{row['label']} ({row['ratio']['median']:.2f})" for row in slower)
            + "."
        )
    return out


def draw(result, path):
    *rows, operators, reads = result["tables"][0]["rows"]
    chart, axes = drawing.figure(8, 13)
    found = drawing.by_median([(row["label"], row["ratio"], "strategy") for row in rows])
    drawing.bars(
        axes,
        [*((total["label"], total["ratio"], "default") for total in (operators, reads)), *found],
        "time of a call, torch = 1 (less is better; the thin line is the spread)",
        reference=1,
    )
    drawing.save(chart, path, "Tiny calls: pytorch_c against torch's own binding")


def arguments(parser):
    parser.add_argument("--seconds", type=float, help="length of one measurement (default 0.02)")
    parser.add_argument("--strategy", help="finalizer strategy of pytorch_c (default: the package's)")


if __name__ == "__main__":
    main(__doc__, measure, draw, arguments=arguments)
