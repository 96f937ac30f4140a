"""Runs one program of wrappers and modes under pytorch_c and torch in turn, in one process.

Prints how many operators each was asked for. The argument says which is imported first: "torch", "ours", or "hosting",
where pytorch_c is libtorch's host before torch comes.
"""

import gc
import sys

if sys.argv[1] == "torch":
    import torch

    import pytorch_c
else:
    import pytorch_c

    if sys.argv[1] == "hosting":
        from pytorch_c.utils._python_dispatch import TorchDispatchMode

        with TorchDispatchMode():
            pass
    import torch

from pytorch_c.utils._python_dispatch import TorchDispatchMode as Ours
from torch.utils._python_dispatch import TorchDispatchMode as Theirs


def run_kernels(t):
    """Returns how many kernels of py_impl() run under the Python dispatcher, in its block and behind it."""
    op, key, run = t.ops.aten.mul.Tensor, t._C.DispatchKey.CPU, []
    op.py_impl(key)(lambda a, b: run.append(1) or t.add(a, b))
    with t._C._EnablePythonDispatcher():
        assert t.mul(t.ones(2), t.ones(2)).tolist() == [2, 2]
    assert t.mul(t.ones(2), t.ones(2)).tolist() == [1, 1]
    del op.py_kernels[key]
    op._dispatch_cache.clear()
    return len(run)


def both(t, Mode):
    seen, count = [], []

    class Wrapper(t.Tensor):
        @staticmethod
        def __new__(cls, elem):
            made = t.Tensor._make_wrapper_subclass(
                cls,
                elem.size(),
                strides=elem.stride(),
                dtype=elem.dtype,
                device=elem.device,
                requires_grad=elem.requires_grad,
            )
            made.elem = elem
            return made

        __torch_function__ = t._C._disabled_torch_function_impl

        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            seen.append(func)

            def open(x):
                return x.elem if isinstance(x, Wrapper) else x

            out = func(*(open(x) for x in args), **{name: open(x) for name, x in (kwargs or {}).items()})
            return Wrapper(out) if isinstance(out, t.Tensor) else out

    class Counting(Mode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            count.append(func)
            return func(*args, **(kwargs or {}))

    x = Wrapper(t.ones(2, 3, requires_grad=True))
    y = (x * 2 + 1).sum()
    assert type(y) is Wrapper
    assert y.elem.item() == 18
    p = Wrapper(t.ones(2, 3))
    p.requires_grad_(True)
    (p * 3).sum().backward()
    assert type(p.grad) is Wrapper
    assert p.grad.elem.tolist() == [[3.0] * 3] * 2
    with Counting():
        t.nn.Linear(3, 4)(t.ones(2, 3))
        assert type(p * 1) is Wrapper
    kernels = run_kernels(t)
    return f"{len(seen)},{len(count)},{kernels}"


for _ in range(2):
    print(both(pytorch_c, Ours), both(torch, Theirs))
gc.collect()
assert pytorch_c.live_tensors() == 0
