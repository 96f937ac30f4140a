"""Cost of tiny calls: pytorch_c against torch's own Python binding.

Compares the same expression with both packages, in one process and in turns, on 3x3 float32 tensors, where the time is the
binding's and not the kernel's. The ratio is the median over the rounds, each against torch in the same round; the last
line is the geometric mean. Processor time is counted.

    python benchmarks/call_overhead.py [--long] [--rounds N] [--strategy NAME] [--json FILE] [--picture FILE]
"""

import os
import time
import timeit

from harness import drawing, stats, tables
from harness.command import Result, main, rounds, sized

# Name and expression; `t` is the package, a and b are 3x3, v has 3 elements, s one.
CALLS = [
    ("add(a, b)", "t.add(a, b)"),
    ("a + b", "a + b"),
    ("a * 2.0", "a * 2.0"),
    ("1 - a", "1 - a"),
    ("a / b", "a / b"),
    ("a > 0", "a > 0"),
    ("a @ b", "a @ b"),
    ("mm(a, b)", "t.mm(a, b)"),
    ("relu(a)", "t.relu(a)"),
    ("sum(a)", "a.sum()"),
    ("sum(dim, keepdim)", "a.sum(dim=1, keepdim=True)"),
    ("mean(dim)", "a.mean(1)"),
    ("max(dim)", "a.max(1)"),
    ("a.view(9)", "a.view(9)"),
    ("a.t()", "a.t()"),
    ("a.reshape(1, -1)", "a.reshape(1, -1)"),
    ("a[0]", "a[0]"),
    ("a[:, 1]", "a[:, 1]"),
    ("cat([a, b])", "t.cat([a, b])"),
    ("softmax(a, 1)", "t.softmax(a, 1)"),
    ("zeros(3, 3)", "t.zeros(3, 3)"),
    ("empty((3, 3))", "t.empty((3, 3))"),
    ("a.add_(b)", "c.add_(b)"),
    ("s.item()", "s.item()"),
    ("a.shape", "a.shape"),
    ("a raised error", "failing(a, v)"),
]


def setting(package):
    """What the expressions see, with one package as `t`."""
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
    turns, seconds = rounds(options, 2, 9, 31), options.seconds or sized(options, 0.0005, 0.02, 0.05)
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
    mean = stats.geometric_mean([row["ratio"]["median"] for row in rows])
    columns = [
        ("label", "call"),
        ("ratio", "torch = 1", 2),
        ("ours", "pytorch_c, ns", 0, "median"),
        ("theirs", "torch, ns", 0, "median"),
    ]
    total = {"label": "geometric mean", "ratio": {"median": mean, "low": mean, "high": mean}}
    table = tables.table(f"Nanoseconds a call, strategy {pytorch_c.finalizer()}", columns, [*rows, total])
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
    more = {"strategy": pytorch_c.finalizer(), "rows": plain, "geometric_mean": mean}
    return Result([table], findings(rows, mean), {"rounds": turns, "seconds": seconds}, more=more)


def findings(rows, mean):
    slower = sorted((row for row in rows if row["ratio"]["low"] > 1.1), key=lambda row: -row["ratio"]["median"])
    faster = sum(row["ratio"]["high"] < 1 for row in rows)
    out = [
        f"Over {len(rows)} calls pytorch_c takes {mean:.2f} times torch's time (geometric mean); {faster} calls are faster than torch's."
    ]
    if slower:
        out.append(
            "More than a tenth slower: "
            + ", ".join(f"{row['label']} ({row['ratio']['median']:.2f})" for row in slower)
            + "."
        )
    return out


def draw(result, path):
    *rows, total = result["tables"][0]["rows"]
    chart, axes = drawing.figure(8, 7.4)
    found = drawing.by_median([(row["label"], row["ratio"], "strategy") for row in rows])
    drawing.bars(
        axes,
        [(total["label"], total["ratio"], "default"), *found],
        "time of a call, torch = 1 (less is better; the thin line is the spread)",
        reference=1,
    )
    drawing.save(chart, path, "Tiny calls: pytorch_c against torch's own binding")


def arguments(parser):
    parser.add_argument("--seconds", type=float, help="length of one measurement (default 0.02)")
    parser.add_argument("--strategy", help="finalizer strategy of pytorch_c (default: the package's)")


if __name__ == "__main__":
    main(__doc__, measure, draw, arguments=arguments)
