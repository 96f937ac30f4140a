"""Runs a row of a table with pytorch_c and with torch, in many settings, and compares."""

import warnings
from dataclasses import dataclass, field, replace

import numpy
import torch
from support.compare import Different, dtype_name, same, tensors_in
from support.oracle import same_refusal
from support.seeds import seed

import pytorch_c
from codegen import header

from .samples import Builder, L, Sample, Setting, fill

# {"sum.dim_IntList": schema} of every overload in the headers, and their families.
SCHEMAS, FAMILY = {}, {}
for _family, _functions in header.families().items():
    for _function in _functions:
        if _function.schema:
            _name = _function.schema.name + (f".{_function.schema.overload}" if _function.schema.overload else "")
            SCHEMAS[_name], FAMILY[_name] = _function.schema, _family

BASE = Setting()
DTYPES = ("float64", "float16", "bfloat16", "complex64", "int64", "int32", "uint8", "bool")
VARIANTS = [Setting(dtype=name) for name in DTYPES]
VARIANTS += [Setting(layout="transposed"), Setting(layout="stepped"), Setting(size="scalar"), Setting(size="empty")]


@dataclass(frozen=True)
class Row:
    """One call: the overload that it must reach, and its arguments as a user writes them."""

    op: str
    args: tuple
    kwargs: dict = field(default_factory=dict)
    grad: bool = True
    varies: bool = True
    aten: bool = False  # torch's Python layer has another signature: compare with torch.ops
    uninitialized: bool = False  # the values mean nothing
    refusal: bool = False  # libtorch has no kernel for the CPU
    generated: bool = False
    method_only: bool = False

    def as_method(self):
        """The function takes other arguments."""
        return replace(self, method_only=True)

    def fixed(self):
        """In no other dtype, layout or size."""
        return replace(self, varies=False)

    def no_grad(self):
        return replace(self, grad=False)

    def by_schema(self):
        return replace(self, aten=True)

    def shape_only(self):
        return replace(self, uninitialized=True, grad=False)

    def refused(self):
        """libtorch has no kernel for the CPU: both say so."""
        return replace(self, refusal=True, varies=False, aten=True)

    @property
    def schema(self):
        return SCHEMAS[self.op]

    @property
    def variants(self):
        """Further settings. Other sizes only without given values: some kernels do not check their indices."""
        if not self.varies:
            return []
        if self.schema.out_args:  # nor the dtype of what they write into
            return [s for s in VARIANTS if s.layout != "contiguous"]
        given = any(
            isinstance(one, Sample) and one.values is not None for one in flat([*self.args, *self.kwargs.values()])
        )
        return [s for s in VARIANTS if s.size == "full" or not given]

    @property
    def symbol(self):
        return self.schema.symbol.removeprefix("ptc_")

    def __str__(self):
        return f"{self.op}({', '.join([*map(repr, self.args), *(f'{k}={v!r}' for k, v in self.kwargs.items())])})"


def flat(values):
    for one in values:
        if isinstance(one, (list, tuple)):
            yield from flat(one)
        else:
            yield one


def row(op, *args, **kwargs):
    return Row(op, args, kwargs)


# ---- who is called ----

_SPACES = ("linalg", "fft", "special", "sparse", "nested")


def public(library, name):
    """The function that a user calls, or None: torch.mm, torch.linalg.qr, …"""
    space, _, short = name.partition("_")
    if space in _SPACES and hasattr(getattr(library, space, None), short):
        return getattr(getattr(library, space), short)
    if name.startswith("_"):
        return None
    return (
        getattr(library, name, None)
        or getattr(getattr(library, "_C", None), "_nn", None)
        and getattr(library._C._nn, name, None)
    )


def aten(row):
    return getattr(getattr(torch.ops.aten, row.schema.name), row.schema.overload or "default")


def ours_by_name(row):
    """Our function; with `out` as one argument where the schema names several outputs."""
    name, outs = row.schema.name, [arg.name for arg in row.schema.out_args]
    found = getattr(pytorch_c._ops, name, None) or public(pytorch_c, name) or getattr(pytorch_c.Tensor, name)
    if not outs:
        return found

    def call(*args, **kwargs):
        given = tuple(kwargs.pop(one) for one in outs)
        return found(*args, **kwargs, out=given[0] if len(given) == 1 else given)

    return call


def method(name):
    def call(first, *args, **kwargs):
        return getattr(first, name)(*args, **kwargs)

    return call


def forms(row):
    """[(what, ours, theirs)]: as a function and as a method, where torch has them."""
    name, found = row.schema.name, []
    theirs = public(torch, name)
    # torch.ops gives the number of a dtype.
    by_schema = row.aten or row.generated or row.schema.out_args
    if by_schema and row.schema.returns[:1] != (("ScalarType", None),):
        return [("function", ours_by_name(row), aten(row))]
    if theirs and not row.method_only:
        found.append(("function", ours_by_name(row), theirs))
    first = row.schema.args[0] if row.args else None
    on_tensor = first and first.name == "self" and first.type == "Tensor"
    if on_tensor and callable(getattr(torch.Tensor, name, None)):
        found.append(("method", method(name), method(name)))
    return found or [("function", ours_by_name(row), aten(row))]


# ---- one call ----


class Outcome:
    """Outcome of a call: its result, its arguments afterwards, its leaves; or what it raised."""

    def __init__(self, library, call, row, setting):
        self.error = self.result = None
        builder = Builder(library, setting, row.grad and setting.differentiable)
        args, kwargs = builder.build(row.args), builder.build(row.kwargs)
        self.leaves = builder.leaves
        if self.leaves:
            args, kwargs = spare_leaves(row.schema, args, kwargs)
        self.args, self.kwargs = args, kwargs
        seed(library, 3)
        try:
            self.result = call(*args, **kwargs)
        except Exception as error:
            getattr(error, "call", None)  # reads the traceback
            self.error = error.with_traceback(None)

    def gradients(self, library):
        outs = [t for t in tensors_in(self.result) if t.requires_grad]
        given = []
        for i, out in enumerate(outs):
            name = dtype_name(out)
            array = fill(numpy.random.default_rng(100 + i), tuple(out.shape), name, 0.5, 1.5)
            given.append(library.from_numpy(array).to(out.dtype))
        try:
            return library.autograd.grad(outs, self.leaves, given, allow_unused=True)
        except Exception as error:
            return error.with_traceback(None)


def spare_leaves(schema, args, kwargs):
    """A copy of what the call changes: leaves that require grad cannot be changed."""
    args = list(args)
    for i, arg in enumerate(schema.args[: len(args)]):
        if arg.mutable and tensors_in(args[i]):
            args[i] = [t.clone() for t in args[i]] if arg.is_list else args[i].clone()
    return args, kwargs


def compare(row, form, setting):
    """Runs one form of a row in one setting; False if torch refuses it."""
    what, ours_call, theirs_call = form
    where = f"{row} as {what}, {setting}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = Outcome(torch, theirs_call, row, setting)
        ours = Outcome(pytorch_c, ours_call, row, setting)
        if theirs.error or ours.error:
            same_refusal(ours.error, theirs.error, where)
            return False
        inplace = row.schema.inplace and (not row.schema.args[0].is_list or row.schema.name.startswith("_foreach_"))
        if inplace and ours.result is not ours.args[0]:
            raise Different(f"{where}: the result is not the object itself")
        if row.uninitialized:
            same_shapes(ours.result, theirs.result, where)
            return True
        if not (inplace and theirs.result is None):  # torch.ops gives no lists back, torch itself does
            same(ours.result, theirs.result, where)
        for given, one, other in zip(row.args, ours.args, theirs.args):
            if not isinstance(given, L):
                same_sequences(one, other, f"{where}, arguments afterwards")
        # Some of libtorch's backward kernels crash on empty tensors (pdist's).
        if setting.size != "empty" and any(t.requires_grad for t in tensors_in(theirs.result)) and theirs.leaves:
            one, other = ours.gradients(pytorch_c), theirs.gradients(torch)
            if isinstance(one, Exception) or isinstance(other, Exception):
                failed = [e if isinstance(e, Exception) else None for e in (one, other)]
                same_refusal(*failed, f"{where}, gradients")
            else:
                same(one, other, f"{where}, gradients", strides=False)
    return True


def same_sequences(ours, theirs, where):
    for one, other in zip(tensors_in(ours), tensors_in(theirs)):
        same(one, other, where)


def same_shapes(ours, theirs, where):
    for one, other in zip(tensors_in(ours), tensors_in(theirs)):
        if (tuple(one.shape), dtype_name(one), one.stride()) != (tuple(other.shape), dtype_name(other), other.stride()):
            raise Different(
                f"{where}: {one.shape} {one.dtype} {one.stride()}, torch has {other.shape} {other.dtype} {other.stride()}"
            )


# ---- a whole row ----


def run(row, recorder):
    """The row in every form and setting; raises Different."""
    found = forms(row)
    recorder.seen.clear()
    for form in found:
        if compare(row, form, BASE) == row.refusal:
            raise Different(f"{row}: torch {'takes' if row.refusal else 'refuses'} this row")
    reached = set(recorder.seen)
    # A user's call of a generated row may mean another overload.
    if row.symbol not in reached and not row.generated:
        raise Different(f"{row}: {row.symbol} was not called, but {', '.join(sorted(reached)) or 'nothing'}")
    for setting in row.variants:
        compare(row, found[0], setting)
    return reached
