"""One call through pytorch_c and through torch: result, what it changed, memory, gradients, out=."""

import warnings
from typing import NamedTuple

import numpy
import torch
from ops.samples import fill
from support.compare import Different, dtype_name, same, tensors_in
from support.oracle import same_refusal
from support.seeds import seed

import pytorch_c

from .convert import Converter

SEED = 7


class Call(NamedTuple):
    """The arguments of a call, as values of torch."""

    args: tuple
    kwargs: dict


class Outcome:
    """Outcome of a call: its result or exception, its warnings, its arguments afterwards, and the leaves among them."""

    def __init__(self, library, function, call, clone=False, **more):
        self.library, self.result, self.error = library, None, None
        convert = Converter(library)
        given = convert(call.args), convert(call.kwargs)
        self.leaves = [t for t in tensors_in(given) if t.requires_grad]
        args, kwargs = list(given[0]), {**given[1], **{name: make(library) for name, make in more.items()}}
        if clone and tensors_in(args[0]):
            args[0] = args[0].clone() if not isinstance(args[0], (list, tuple)) else [t.clone() for t in args[0]]
        self.args = (args, kwargs)
        seed(library, SEED)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            try:
                self.result = function(*args, **kwargs)
            except Exception as error:
                self.error = error.with_traceback(None)
        self.warnings = sorted({(one.category.__name__, str(one.message)[:60]) for one in said})

    def memory(self):
        """Pairs of results and arguments that share memory, and the results that are views."""
        args = [t for t in tensors_in(self.args) if t.layout == self.library.strided and t.numel()]
        results = [t for t in tensors_in(self.result) if t.layout == self.library.strided and t.numel()]
        where = [[one.data_ptr() == other.data_ptr() for other in args] for one in results]
        return [(at, one._is_view(), one.is_leaf) for at, one in zip(where, results)]

    def identity(self):
        return [[one is other for other in tensors_in(self.args)] for one in tensors_in(self.result)]

    def gradients(self, process=lambda x: x, twice=False):
        """Of all results, weighted; of these gradients again if `twice`. An error as a value."""
        try:
            first = self._gradients(tensors_in(process(self.result)), twice)
            second = self._gradients([t for t in first if t is not None], False, 200) if twice else ()
            return (*first, *(second or ()))
        except Exception as error:
            return error.with_traceback(None)

    def _gradients(self, outs, create_graph, seed=100):
        outs = [t for t in outs if t.requires_grad]
        if not outs:
            return ()
        weights = []
        for i, out in enumerate(outs):
            array = fill(numpy.random.default_rng(seed + i), tuple(out.shape), dtype_name(out), 0.5, 1.5)
            weights.append(self.library.from_numpy(array).to(out.device, out.dtype))
        return self.library.autograd.grad(outs, self.leaves, weights, allow_unused=True, create_graph=create_graph)


def both(form, call, **kwargs):
    return [Outcome(library, form.of(library), call, **kwargs) for library in (torch, pytorch_c)]


# ---- comparing ----


def same_outcome(ours, theirs, where, values=True):
    """False if both refuse the call."""
    if theirs.result is NotImplemented and isinstance(ours.error, TypeError):  # Tensor.__rsub__(2, 3)
        return False
    if same_refusal(ours.error, theirs.error, where):
        return False
    if ours.warnings != theirs.warnings:
        raise Different(f"{where}: warns {ours.warnings}, torch {theirs.warnings}")
    if values:
        same(ours.result, theirs.result, where)
        for one, other in zip(tensors_in(ours.args), tensors_in(theirs.args)):
            same(one, other, f"{where}, arguments afterwards")
    else:
        same_shapes(ours.result, theirs.result, where)
    for what in ("memory", "identity"):
        one, other = getattr(ours, what)(), getattr(theirs, what)()
        if one != other:
            raise Different(f"{where}: {what} {one}, torch has {other}")
    return True


def same_shapes(ours, theirs, where):
    def shape(t):
        return tuple(t.shape), dtype_name(t), t.stride(), t.requires_grad

    for one, other in zip(tensors_in(ours), tensors_in(theirs), strict=True):
        if shape(one) != shape(other):
            raise Different(f"{where}: {shape(one)}, torch has {shape(other)}")


def same_gradients(ours, theirs, processes, where, twice):
    one, other = (o.gradients(process, twice) for o, process in zip((ours, theirs), processes))
    failed = [e if isinstance(e, Exception) else None for e in (one, other)]
    if not same_refusal(*failed, f"{where}, gradients"):
        same(one, other, f"{where}, gradients", strides=False)


# ---- one call ----


def check_call(form, call, where, *, values=True, processes=None, twice=False):
    """Runs one form of a call in both libraries; raises Different. False if both refuse it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs, ours = both(form, call, clone=form.changes)
        if not same_outcome(ours, theirs, where, values):
            return False
        if processes and theirs.leaves and any(t.requires_grad for t in tensors_in(theirs.result)):
            same_gradients(ours, theirs, processes, where, twice)
    return True


# ---- out= ----


# With the same tolerance as what was computed.
WIDER = {torch.float32: torch.complex64, torch.float64: torch.complex128, torch.int64: torch.float64}

# {what: how to make each `out` from the tensor that it will hold}
OUTS = {
    "out": lambda t: torch.empty_like(t).fill_(3),
    "stepped out": lambda t: t.new_full((*t.shape, 2), 3)[..., 0],
    "empty out": lambda t: t.new_empty(0),
    "out of another size": lambda t: t.new_full((*t.shape, 2), 3),
    "narrower out": lambda t: torch.empty_like(t, dtype=torch.int64 if t.is_floating_point() else torch.bool).fill_(3),
    "wider out": lambda t: torch.empty_like(t, dtype=WIDER.get(t.dtype, t.dtype)).fill_(3),
    "out that requires grad": lambda t: torch.empty_like(t).fill_(3).requires_grad_(),
}


def check_out(form, call, where, values=True, only=None):
    """Checks `out=` in each way that torch allows or refuses, or in those named in `only`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = Outcome(torch, form.theirs, call)
        if expected.error or not tensors_in(expected.result):
            return
        for what, make in OUTS.items():
            if only and what not in only:
                continue
            try:
                given = [make(t.detach()) for t in tensors_in(expected.result)]
            except RuntimeError:  # integers require no gradient
                continue
            given = given[0] if isinstance(expected.result, torch.Tensor) else tuple(given)
            theirs, ours = both(form, call, out=lambda library, given=given: Converter(library)(given))
            same_outcome(ours, theirs, f"{where} with {what}", values)
