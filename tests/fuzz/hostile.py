"""Objects that lie, raise, or change the tensors of a call while it reads them, made by a random generator."""

import contextlib
import gc
import warnings

import pytorch_c

INDEXES = "__index__ __int__ __float__ __complex__ __bool__ __len__ __hash__".split()
OTHERS = """__getitem__ __iter__ __next__ __eq__ __repr__ __str__ __array__ __dlpack__ __dlpack_device__ __call__
    __contains__ __enter__ __exit__ __torch_function__ __reduce_ex__ __lt__ __add__ __radd__ __matmul__ __mul__ __setitem__
    __format__ __round__ __getattr__ __instancecheck__ __del__""".split()
PROPERTIES = "__class__ __array_interface__ shape ndim dtype device item size _h requires_grad layout type".split()
TYPES = (int, float, str, list, tuple, dict, pytorch_c.Tensor, pytorch_c.dtype, pytorch_c.Size, type(None))


class Escape(BaseException):
    """Exception of hostile objects; nobody may swallow or translate what he does not know, nor crash over it."""


def change(rng, targets):
    """Changes one tensor of the call as user code may at any time."""
    target = rng.choice(targets) if targets else None
    with contextlib.suppress(Exception), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if isinstance(target, list):
            rng.choice([target.clear, lambda: target.append(target), lambda: target.append("x"), target.pop])()
        elif target is not None:
            rng.choice(
                [
                    target.close, target.close, lambda: target.resize_(0), lambda: target.resize_(4000), target.set_,
                    lambda: target.set_(pytorch_c.ones(2, dtype=target.dtype)), lambda: target.t_(), target.detach_,
                    lambda: setattr(target, "data", pytorch_c.ones(1, dtype=target.dtype)), lambda: target.requires_grad_(),
                    gc.collect,
                ]
            )()  # fmt: skip


def answer(rng, targets, depth=0):
    """Returns what a hostile method gives back, or raises."""
    kind = rng.randrange(12)
    if kind == 0:
        raise rng.choice([Escape, ValueError, TypeError, IndexError, StopIteration, AttributeError, SystemExit])(
            "hostile"
        )
    if kind in (1, 2):
        change(rng, targets)
    return rng.choice(
        [
            0, 1, 2, 3, -1, 7, 1 << 40, 1 << 70, -(1 << 63), 1.5, float("nan"), True, None, "x", b"x", [], (), [1, 2], {}, (2, 3),
            NotImplemented, targets[0] if targets else None, rng.choice(TYPES), pytorch_c.float32,
            {"data": (64, False), "shape": (1000,), "typestr": "<f8", "version": 3},
        ]
    )  # fmt: skip


def hostile(rng, targets):
    """An object of a class of its own, with hostile methods and attributes."""
    base = rng.choice([object] * 6 + [int, float, str, list, tuple, dict, pytorch_c.Tensor])
    names = {rng.choice(INDEXES)} | {rng.choice(INDEXES + OTHERS) for _ in range(rng.randrange(4))}
    body = {name: lambda self, *args, **kwargs: answer(rng, targets) for name in names}
    for _ in range(rng.choice([0, 0, 1, 2])):
        body[rng.choice(PROPERTIES)] = property(lambda self: answer(rng, targets))
    try:
        made = type("Hostile", (base,), body)
        return object.__new__(made) if base is pytorch_c.Tensor else made()
    except BaseException:
        return type("Hostile", (), {"__index__": lambda self: answer(rng, targets)})()
