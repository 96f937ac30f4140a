"""The same expression with pytorch_c and with torch, as `t`; the results are compared."""

import warnings

import numpy
import torch
from ops.compare import Different, same

import pytorch_c


def tensors(t):
    """What the expressions may name: v of 4 floats, x (3, 4) floats, y (2, 3, 4) ints, m a mask for x, s 0-dim."""
    return {
        "t": t,
        "np": numpy,
        "v": t.tensor([0.5, -1.5, 2.0, 3.0]),
        "x": t.arange(12.0).reshape(3, 4) - 4,
        "y": t.arange(24).reshape(2, 3, 4),
        "m": t.tensor([[True, False, True, False], [False, False, True, True], [True, True, False, False]]),
        "s": t.tensor(2.5),
        "i": t.tensor([2, 0, 1]),
        "nan": float("nan"),
        "inf": float("inf"),
    }


def outcome(library, code, names=tensors):
    """(value, None) or (None, exception); for statements, the value is that of x afterwards."""
    known = names(library)
    library.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            try:
                compiled = compile(code, code, "eval")
            except SyntaxError:
                exec(compile(code, code, "exec"), known)
                return known["x"], None
            return eval(compiled, known), None
        except Exception as error:
            return None, error.with_traceback(None)


def kind(error):
    """The first built-in class of an exception; torch's `IndexError` and ours are both an IndexError."""
    return next(one for one in type(error).__mro__ if one.__module__ == "builtins")


def agree(code, names=tensors, strides=True):
    """Asserts that both give the same value, or an exception of the same kind."""
    __tracebackhide__ = True
    ours, our_error = outcome(pytorch_c, code, names)
    theirs, their_error = outcome(torch, code, names)
    if their_error is not None or our_error is not None:
        assert their_error is not None, f"{code}: raises {our_error!r}, torch gives {theirs!r}"
        assert our_error is not None, f"{code}: gives {ours!r}, torch raises {their_error!r}"
        # Arguments that make no sense are a TypeError or a ValueError here; torch is less strict about it.
        exact = isinstance(their_error, (IndexError, NotImplementedError, AttributeError))
        allowed = kind(their_error) if exact else (kind(their_error), TypeError, ValueError, IndexError, OverflowError)
        assert isinstance(our_error, allowed), f"{code}: raises {our_error!r}, torch {their_error!r}"
        return
    try:
        same(ours, theirs, code, strides)
    except Different as difference:
        raise AssertionError(str(difference)) from None
