"""Rows from the schemas: arguments by type and name, tried out on torch.

The first row of an overload gives what it must have; one more row gives each
argument that has a default another value.
"""

import itertools
import warnings
from dataclasses import replace
from functools import cache

import torch

from .runner import BASE, SCHEMAS, Outcome, Row, aten
from .samples import B, C, D, Device, F, N, Out, P, Sample, Seeded, U, V, spd
from .tables import tables

# Kinds of tensors for a call, in the order of trying.
SHAPES = (
    F(3, 4), F(3, 3), U(3, 4), P(3), F(2, 3, 3), N(3, 4), B(3, 4), C(3, 4), spd(3), F(2, 3, 4, 4), F(1, 2, 4, 4, 4), N(3), P(1), F(),
)  # fmt: skip

# Arguments that mean something of their own.
BY_NAME = {
    "index": (V([[0, 1, 2, 0]]), V([0, 2, 1])),
    "indices": (V([0, 2, 1]), V([[0, 1, 2, 0]])),
    "mask": (B(3, 4),),
    "condition": (B(3, 4),),
    "dim": (1, 0),
    "dims": ((0, 1), (0,)),
    "size": ((2, 3), (3, 4), (2, 2)),
    "norm": ("ortho",),
    "side": ("right",),
    "reduce": ("sum", "add"),
    "device": (Device("cpu"),),
    "layout": (D("strided"),),
    "memory_format": (D("contiguous_format"), D("preserve_format")),
    "dtype": (D("float64"), D("int64")),
    "pin_memory": (False,),
}

BY_BASE = {
    "int": (1, 2, 0, 3),
    "float": (0.5, 2.0),
    "bool": (True, False),
    "Scalar": (2, 0.5, True),
    "str": ("sum", "mean", "none", "L", "ij", "reflect", "same"),
    "ScalarType": (D("float64"), D("int64")),
    "Generator": (Seeded(),),
    "Layout": (D("strided"),),
    "Device": (Device("cpu"),),
    "MemoryFormat": (D("contiguous_format"),),
}


# Only rows by hand: libtorch writes past an `out` that it does not resize, divides by the size 0,
# leaves what a small rank means to chance.
BY_HAND = set(
    "rrelu_with_noise.out _weight_norm linalg_lstsq linalg_lstsq.out native_batch_norm.out embedding_bag "
    "embedding_bag.padding_idx _embedding_bag _ctc_loss linalg_pinv.atol_rtol_float to.dtype_layout".split()
)
# Takes anything, and reads beyond it later.
UNCHECKED = tuple(
    "sparse_ _sparse_ _coalesced_ _convert_indices_ _fused_a _fused_sgd_ _grouped_mm _nested_ _native_multi_head "
    "_pack_padded_ _pad_packed_ _sobol_ _transformer_".split()
)

# In no other dtype, layout or size.
FIXED = {"to_mkldnn": "no empty tensors: later operators of libtorch end the process (docs/differences.md)"}


def choices(arg, tensor):
    """Values to try for an argument, where the call's tensors look like `tensor`."""
    if arg.base == "Tensor":
        found = BY_NAME.get(arg.name, ()) + (tensor,)
        return tuple([v, v] for v in found) if arg.is_list else found
    found = BY_NAME.get(arg.name) or BY_BASE.get(arg.base, ())
    if not arg.is_list:
        return found
    found = tuple(v if isinstance(v, tuple) else (v,) * (arg.size or 1) for v in found)
    return found + (tuple((v, v) for v in (1, 2, 0)) if arg.base == "int" and not arg.size else ())


def attempt(row, setting=BASE):
    """Returns what torch does with the row."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return Outcome(torch, aten(row), row, setting)


def default_of(arg):
    words = {"None": None, "Mean": 1, "long": D("int64"), "contiguous_format": D("contiguous_format")}
    return words[arg.default] if arg.default in words else eval(arg.default, {})  # noqa: S307


def make(op, values):
    """A row of arguments by name: positional as far as the schema has them, the rest by keyword."""
    schema, positional, keywords = SCHEMAS[op], [], {}
    last = max((i for i, a in enumerate(schema.args) if a.name in values and not a.kwonly), default=-1)
    for i, arg in enumerate(schema.args):
        if arg.kwonly and arg.name in values:
            keywords[arg.name] = values[arg.name]
        elif i <= last:
            positional.append(values[arg.name] if arg.name in values else default_of(arg))
    empty = "empty" in schema.name or schema.name == "resize_"
    # torch's Python functions that make tensors record nothing.
    grad = not schema.out_args and not empty and not any(a.name == "pin_memory" for a in schema.args)
    varies = op not in FIXED
    return Row(op, tuple(positional), keywords, grad=grad, varies=varies, uninitialized=empty, generated=True)


def by_name(row):
    """The arguments of a row under their names."""
    names = [a.name for a in row.schema.args]
    return dict(zip(names, row.args)) | {n: v for n, v in row.kwargs.items() if n in names}


def suits(value, arg):
    """Returns whether a value of another overload is one for this argument: torch takes 0-dim tensors for numbers."""
    return isinstance(value, Sample) == (arg.base == "Tensor" and not arg.is_list) or value is None


def stem(op):
    """The name of an operator as its variants in place and with copies have it."""
    return SCHEMAS[op].name.rstrip("_").removesuffix("_copy")


@cache
def overloads():
    """(overloads in the tables by their stem, overloads without `out` by their name)."""
    of_stem, with_result = {}, {}
    for op in tables():
        if op in SCHEMAS:
            of_stem.setdefault(stem(op), []).append(op)
    for op, schema in SCHEMAS.items():
        if not schema.out_args:
            with_result.setdefault(schema.name, []).append(op)
    return of_stem, with_result


def related(op):
    """Arguments by name from tables and from generated rows of the same operator's other overloads."""
    schema = SCHEMAS[op]
    names = {a.name: a for a in schema.args}
    of_stem, with_result = overloads()
    for other in of_stem.get(stem(op), ()):
        for row in tables()[other]:
            yield {n: v for n, v in by_name(row).items() if n in names and suits(v, names[n])}
    for other in with_result.get(schema.name, ()) if schema.out_args else ():
        found = first(other)
        if found:
            yield {n: v for n, v in found[0].items() if n in names and suits(v, names[n])}


def from_types(op):
    """Arguments by name from their types, with the tensor that they are made of."""
    schema = SCHEMAS[op]
    required = [
        a for a in schema.args if a.default is None and a not in schema.out_args and not (a.optional and not a.is_list)
    ]
    absent = {a.name: None for a in schema.args if a.default is None and a not in schema.out_args and a not in required}
    has_tensors = any(a.base == "Tensor" for a in required)
    for tensor in SHAPES if has_tensors else SHAPES[:1]:
        for picked in itertools.islice(itertools.product(*(choices(a, tensor) for a in required)), 40):
            yield absent | dict(zip((a.name for a in required), picked)), tensor


def outs(op, values):
    """Values with an empty tensor of the right dtype for each `out` argument, tried in turn."""
    names = [a.name for a in SCHEMAS[op].out_args]
    if not names:
        yield values
        return
    for dtypes in (
        ("float32",),
        ("int64",),
        ("bool",),
        ("complex64",),
        ("float32", "int64"),
        ("float32", "int32"),
        ("float64",),
    ):
        given = [Out(dtypes[min(i, len(dtypes) - 1)]) for i in range(len(names))]
        yield values | dict(zip(names, given))


@cache
def first(op):
    """(arguments by name, their tensor) of the first call that torch takes, or None."""
    known = ((values, F(3, 4)) for values in related(op))
    for values, tensor in itertools.islice(itertools.chain(known, from_types(op)), 300):
        for given in outs(op, values):
            try:
                row = make(op, given)
            except TypeError:  # a required argument is not there
                continue
            if attempt(row).error is None:
                return given, tensor
    return None


@cache
def rows(op):
    """The generated rows of an overload; none where no call was found."""
    found = None if op in BY_HAND or op.startswith(UNCHECKED) else first(op)
    return (make(op, found[0]), *others(op, *found)) if found else ()


def others(op, values, tensor):
    """One row for each argument that the first row left to its default."""
    for arg in SCHEMAS[op].args:
        if values.get(arg.name) is not None or arg in SCHEMAS[op].out_args:
            continue
        for value in choices(arg, tensor):
            one = replace(make(op, values | {arg.name: value}), varies=False)
            if repr(value) != str(arg.default) and attempt(one).error is None:
                yield one
                break
