"""Interrupts at any moment: a signal's exception in the middle of calls of every kind, thousands of times.

    python tests/memory/interrupts.py [--package torch] [--longer] [--interrupts N] [--seed S]

Counts the tensors that are alive before and after, which must be equal, and whether gradients are still recorded.
With --package torch the same program runs on torch, whose tensors Python's collector counts.
With --longer, calls of another kind: collectives, DDP, workers, compilations, profiles, files (longer_calls.py).
Prints one line: the interrupts that came, tensors lost, calls whose state was not put back.
"""

import argparse
import gc
import importlib
import io
import itertools
import pickle
import random
import signal
import sys
import time
from contextlib import nullcontext

import longer_calls
import numpy as np


class Stop(BaseException):
    """Exception of the signal's handler, in the place of KeyboardInterrupt."""


armed = []


def on_signal(number, frame):
    """Raises in the calls, not in this program's own bookkeeping, where nothing would catch it."""
    if armed and frame.f_code not in (main.__code__, disarm.__code__):
        raise Stop


def disarm():
    """After this no signal raises."""
    armed.clear()
    signal.setitimer(signal.ITIMER_REAL, 0)


def calls(t):
    """{kind: a function of no arguments} of calls of every kind."""
    x, y, leaf = t.ones(3, 3), t.full((3, 3), 2.0), t.ones(3, requires_grad=True)
    array, shape = np.ones(4, dtype="float32"), (3, 3)
    linear, data = t.nn.Linear(3, 3), io.BytesIO()
    sgd = t.optim.SGD(linear.parameters(), lr=0.1)
    t.save({"x": x}, data)

    class Double(t.autograd.Function):
        @staticmethod
        def forward(ctx, a):
            ctx.save_for_backward(a)
            return a * 2

        @staticmethod
        def backward(ctx, grad):
            (a,) = ctx.saved_tensors
            return grad * 2 + a * 0

    def hook():
        a = leaf * 3
        a.register_hook(lambda grad: grad * 2)
        a.sum().backward()
        leaf.grad = None

    def custom():
        Double.apply(leaf).sum().backward()
        leaf.grad = None

    def train():
        sgd.zero_grad()
        linear(x).sum().backward()
        sgd.step()

    def load():
        data.seek(0)
        return t.load(data)

    def unrecorded():
        with t.no_grad():
            return x * 2

    return {
        "operators": lambda: (x + y) * 2 - x / y,
        "in place": lambda: x.clone().add_(y).mul_(1),
        "factories": lambda: (t.zeros(3, 3), t.arange(5), t.randn(2, 2), t.tensor([[1.0, 2.0], [3.0, 4.0]])),
        "matmul": lambda: t.mm(x, y) @ x,
        "several results": lambda: (x.max(0), t.topk(x, 2), t.linalg.qr(x)),
        "lists": lambda: (
            x.split(1),
            x.unbind(0),
            t.cat([x, y]),
            t.stack([x, y]),
            t.meshgrid(x[0], y[0], indexing="ij"),
        ),
        "views": lambda: (x.view(9), x.t(), x[0], x[:, 1], x[x > 0], x.reshape(shape)),
        "assignment": lambda: x.__setitem__((0, 0), 1.0),
        "by name": lambda: (t.ops.aten.add.Tensor(x, y), t.ops.aten.max.dim(x, 0), t.ops.aten.unbind.int(x, 0)),
        "out": lambda: t.add(x, y, out=t.empty(3, 3)),
        "gradients": lambda: t.autograd.grad((leaf * 2).sum(), leaf),
        "hooks": hook,
        "custom functions": custom,
        "training": train,
        "NumPy": lambda: (t.from_numpy(array) + 1).numpy().sum(),
        "DLPack": lambda: t.from_dlpack(x) + 1,
        "pickles": lambda: pickle.loads(pickle.dumps(x)),
        "files": load,
        "no_grad": unrecorded,
        "printing": lambda: repr(x),
        "errors": lambda: failing(t, x),
    }


def failing(t, x):
    try:
        t.mm(x, t.ones(2, 2))
    except RuntimeError:
        pass


def interrupt(call, delay):
    """Calls until a signal's exception arrives, after `delay` seconds; again where a finalizer has swallowed it."""
    armed.append(True)
    signal.setitimer(signal.ITIMER_REAL, delay, 0.002)
    try:
        while True:
            call()
    except Stop:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def seconds(call):
    """Returns how long a call takes."""
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def alive(t):
    gc.collect()
    if t.__name__ != "torch":
        return t.live_tensors()
    return sum(isinstance(one, t.Tensor) for one in gc.get_objects())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--package", default="pytorch_c")
    parser.add_argument("--longer", action="store_true")
    parser.add_argument("--interrupts", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    t = importlib.import_module(options.package)
    scope = (
        nullcontext if options.longer else getattr(t, "scope", nullcontext)
    )  # a scope closes an optimizer's state too
    random.seed(options.seed)
    table, left = longer_calls.calls(t) if options.longer else (calls(t), list)
    takes = {}
    for name, call in table.items():
        with scope():
            call()
            takes[name] = max(4e-4, 1.1 * seconds(call) if options.longer else 0)
    signal.signal(signal.SIGALRM, on_signal)
    came, lost, state = 0, {}, []
    kinds = itertools.cycle(table.items())
    before = alive(t)
    while came < options.interrupts:
        name, call = next(kinds)
        with scope():
            try:
                interrupt(call, random.uniform(1e-5, takes[name]))
            except Stop:  # a second one, before the timer was off
                pass
            disarm()
        came += 1
        if not t.is_grad_enabled():
            state.append(name)
            t.set_grad_enabled(True)
        now = alive(t) if came % 20 == 0 else before
        if now != before:
            lost[name], before = lost.get(name, 0) + now - before, now
    for text in left():
        state.append(text)
    final = alive(t)
    total = sum(lost.values()) + final - before
    print(
        f"{came} interrupts, {total} tensors lost, {len(state)} states not put back {lost or ''} {sorted(set(state)) or ''}".strip()
    )
    return 0 if not total and not state else 1


if __name__ == "__main__":
    sys.exit(main())
