"""Cost of tiny calls: pytorch_c against torch's own Python binding, in one run.

Each row calls the same expression on 3x3 float32 tensors with both packages,
in turns, and prints the median ratio over the rounds; last the geometric mean.
On so small tensors the time is the binding's, not the kernel's.

    python benchmarks/call_overhead.py [--rounds N] [--strategy NAME] [--json FILE]
"""

import argparse
import json
import math
import os
import statistics
import sys
import timeit

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

    return {"t": package, "a": a, "b": b, "c": package.randn(3, 3), "v": package.randn(3), "s": package.ones(1), "failing": failing}


def measure(expression, settings, rounds, seconds):
    """Median nanoseconds per call of each package, measured in turns."""
    timers = [timeit.Timer(expression, globals=setting) for setting in settings]
    count = max(1, int(seconds / (min(timers[0].repeat(3, 100)) / 100)))
    samples = [[] for _ in timers]
    for _ in range(rounds):
        for timer, found in zip(timers, samples):
            found.append(timer.timeit(count) / count * 1e9)
    ratios = [ours / theirs for ours, theirs in zip(*samples)]
    return statistics.median(samples[0]), statistics.median(samples[1]), statistics.median(ratios), min(ratios), max(ratios)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9, help="measurements of each call, in turns (default 9)")
    parser.add_argument("--seconds", type=float, default=0.02, help="length of one measurement (default 0.02)")
    parser.add_argument("--strategy", help="finalizer strategy of pytorch_c (default: weakref)")
    parser.add_argument("--json", help="write the rows there as JSON")
    options = parser.parse_args()
    if options.strategy:
        os.environ["PYTORCH_C_FINALIZER"] = options.strategy
    import torch

    import pytorch_c

    torch.set_num_threads(1)
    pytorch_c.set_num_threads(1)
    settings = [setting(pytorch_c), setting(torch)]
    print(f"pytorch_c {pytorch_c.__version__} ({pytorch_c.finalizer()}) against torch {torch.__version__}, Python {sys.version.split()[0]}")
    print(f"{'call':20} {'pytorch_c ns':>13} {'torch ns':>10} {'ratio':>7} {'spread':>13}")
    rows = []
    for name, expression in CALLS:
        ours, theirs, ratio, low, high = measure(expression, settings, options.rounds, options.seconds)
        rows.append({"call": name, "pytorch_c_ns": ours, "torch_ns": theirs, "ratio": ratio, "low": low, "high": high})
        print(f"{name:20} {ours:13.0f} {theirs:10.0f} {ratio:7.2f} {low:6.2f}–{high:.2f}")
    mean = math.exp(statistics.fmean(math.log(row["ratio"]) for row in rows))
    print(f"{'geometric mean':20} {'':13} {'':10} {mean:7.2f}")
    if options.json:
        with open(options.json, "w") as file:
            json.dump({"strategy": pytorch_c.finalizer(), "rows": rows, "geometric_mean": mean}, file, indent=1)


if __name__ == "__main__":
    main()
