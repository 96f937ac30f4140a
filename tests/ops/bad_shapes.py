"""Gives every operator tensors of wrong shapes, one at a time, and says what it makes of them; run as a program, since it must survive.

    python -m ops.bad_shapes FAMILY…   (in tests/)

Prints "OP" before each overload and "! OP: complaint" for what is wrong; last "done".
What torch takes we must take, and give the same shapes; what torch refuses we must refuse, in an error that says
which call it was. Where libtorch itself would crash, a check of the C library stands in front, and torch is not asked.
"""

import sys
import warnings
from dataclasses import replace

import numpy
import torch
from support.compare import tensors_in

import pytorch_c

from . import generate
from .family import FROM_C_ONLY
from .runner import BASE, FAMILY, SCHEMAS, Outcome, forms
from .samples import Sample
from .tables import tables

SHAPES = ((), (0,), (1,), (7,), (5, 7), (0, 3), (2, 0, 3), (2, 3, 5, 7), (1, 2, 3, 4, 5, 6))

# torch writes past an `out` that it does not resize; we resize it.
NOT_LIKE_TORCH = {"rrelu_with_noise.out"}


def reshaped(sample, shape):
    """Like a sample, of another shape; numbers that may be indices are 0."""
    array = sample.values
    dtype = sample.dtype or (None if array is None or array.dtype.kind == "f" else str(array.dtype))
    if dtype is not None and dtype.startswith(("int", "uint")):
        return replace(sample, shape=shape, values=numpy.zeros(shape, dtype), dtype=dtype)
    return replace(sample, shape=shape, values=None, dtype=dtype)


def changed(value):
    """A value with one tensor of another shape, in all ways, with that shape."""
    if isinstance(value, Sample):
        for shape in SHAPES:
            if shape != value.shape:
                yield reshaped(value, shape), shape
    elif isinstance(value, (list, tuple)) and value and isinstance(value[0], Sample):
        for i in {0, len(value) - 1}:
            for one, shape in changed(value[i]):
                yield [*value[:i], one, *value[i + 1 :]], shape
        yield [], ()
        yield [*value[1:]], ()


def wrong(row):
    """(row, name of the changed argument, its shape)."""
    for i, arg in enumerate(row.schema.args):
        if i < len(row.args):
            for value, shape in changed(row.args[i]):
                yield replace(row, args=(*row.args[:i], value, *row.args[i + 1 :])), arg.name, shape
        elif arg.name in row.kwargs:
            for value, shape in changed(row.kwargs[arg.name]):
                yield replace(row, kwargs={**row.kwargs, arg.name: value}), arg.name, shape


def shapes(result):
    return [() if t.is_nested else tuple(t.shape) for t in tensors_in(result)]


def told(error, name):
    """Returns whether an error says which call it was: libtorch's by its note, ours by the message."""
    text = f"{getattr(error, 'call', '')} {error}"
    return name.removeprefix("_").rstrip("_") in text


def complaint(row, argument, shape):
    """Returns what is wrong with how a call takes a wrong shape, or None."""
    where = f"{argument} of shape {list(shape)}"
    _, ours_call, theirs_call = forms(row)[0]
    ours = Outcome(pytorch_c, ours_call, row, BASE)
    if ours.error is None:
        if ours.leaves:
            ours.gradients(pytorch_c)
        theirs = Outcome(torch, theirs_call, row, BASE)
        if theirs.error is not None:
            return f"{where}: gives {shapes(ours.result)}; torch raises {theirs.error}"
        # torch.ops gives no lists back: then what has become of the arguments.
        result, expected = (ours.result, theirs.result) if theirs.result is not None else (ours.args, theirs.args)
        if shapes(result) != shapes(expected):
            return f"{where}: gives {shapes(result)}; torch {shapes(expected)}"
        return None
    if not isinstance(ours.error, (pytorch_c.Error, TypeError, ValueError, IndexError, RuntimeError, OverflowError)):
        return f"{where}: {type(ours.error).__name__}: {ours.error}"
    if isinstance(ours.error, pytorch_c.Error) and str(ours.error).startswith("ptc_"):
        return None
    if not told(ours.error, row.schema.name):
        return f"{where}: does not say which call it was: {type(ours.error).__name__}: {ours.error}"
    theirs = Outcome(torch, theirs_call, row, BASE)
    if theirs.error is None:
        return f"{where}: {ours.error}; torch gives {shapes(theirs.result)}"
    return None


def main(families):
    warnings.simplefilter("ignore")
    torch.sparse.check_sparse_tensor_invariants.enable()  # as pytorch_c always has it
    for op in SCHEMAS:
        if families and FAMILY[op] not in families or op in FROM_C_ONLY | NOT_LIKE_TORCH:
            continue
        print(op, flush=True)
        rows = [*tables().get(op, ()), *generate.rows(op)]
        for row, argument, shape in wrong(rows[0]) if rows else ():
            found = complaint(row, argument, shape)
            if found:
                print(f"! {op}: {found}", flush=True)
    print("done", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
