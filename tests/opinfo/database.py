"""torch's database of its own operators: its entries, their samples, and what is compared of each."""

import functools
import itertools

import torch
from support.compare import tensors_in
from torch.testing._internal import common_methods_invocations as invocations

from .check import Call, check_call, check_out
from .counterpart import rebuilt
from .exceptions import NOT_TWICE, UNINITIALIZED, UNWRITTEN_SEEDS
from .forms import forms
from .report import Report
from .seeded import seeded

DTYPES = ("float32", "float64", "complex64", "int64", "bool", "bfloat16", "float16", "complex128", "int32", "uint8")
LAYOUTS = (torch.sparse_coo, torch.sparse_csr, torch.sparse_csc, torch.sparse_bsr, torch.sparse_bsc)


@functools.cache
def entries():
    """{name, with its variant: OpInfo}"""
    found = [*invocations.op_db]
    for kind in ("unary", "binary", "pointwise", "reduce", "other"):
        found += getattr(invocations, f"foreach_{kind}_op_db", [])
    return {f"{op.name} {op.variant_test_name}".strip(): op for op in found}


def call_of(sample):
    return Call((sample.input, *sample.args), sample.kwargs)


# ---- one entry ----


class Settings:
    """Extent of the comparison of an entry.

    dtypes: {name: how many samples, None for all}; reference: the larger set of samples, without gradients; wide: all
    forms for every sample, also with strides and conjugate, gradients of gradients, all kinds of `out`, all layouts;
    device: where the operators run. Bad arguments are for the CPU alone: on CUDA one ends all work of the process.
    """

    def __init__(self, dtypes, reference=False, wide=False, device="cpu"):
        self.dtypes, self.reference, self.wide, self.device = dtypes, reference, wide, device


def check_entry(name, settings):
    """The report of an entry: all its forms, samples, gradients, `out` and errors."""
    op, report = entries()[name], Report(name)
    found, report.missing = forms(op)
    if not found:
        return report.as_json()
    for dtype in settings.dtypes:
        if op.supports_dtype(getattr(torch, dtype), settings.device):
            _check_dtype(op, found, dtype, report, settings)
            _check_outs(op, found[0], dtype, report, settings)
            _check_sparse(op, found[0], dtype, report, settings)
    if settings.device == "cpu":
        _check_errors(op, found[0], report)
    return report.as_json()


def _samples(op, dtype, requires_grad, settings):
    make = settings.reference and op.reference_inputs_func or op.sample_inputs_func
    samples = seeded(make(op, "cpu", getattr(torch, dtype), requires_grad))
    return enumerate(itertools.islice(samples, settings.dtypes[dtype]))


def _differentiable(op, dtype, settings):
    # Some of the larger sets ask for integers that require a gradient, which torch itself refuses.
    larger = settings.reference and op.reference_inputs_func
    return (
        op.supports_autograd and not larger and getattr(torch, dtype) in op.supported_backward_dtypes(settings.device)
    )


def _check_dtype(op, found, dtype, report, settings):
    requires_grad, values = _differentiable(op, dtype, settings), op.name not in UNINITIALIZED
    values &= settings.device == "cpu" or op.name not in UNWRITTEN_SEEDS
    for i, original in _samples(op, dtype, requires_grad, settings):
        thorough = settings.wide or i < 2
        for what, sample in _arrangements(original) if settings.wide else [("", original)]:
            call, where = call_of(sample), f"sample {i}{what}, {dtype}"
            processes = _processes(sample) if requires_grad else None
            for form in found if thorough else found[:1]:
                twice = (
                    op.supports_gradgrad
                    and thorough
                    and form is found[0]
                    and (f"{op.name} {op.variant_test_name}".strip(), dtype) not in NOT_TWICE
                )
                report.run(form.what, where, check_call, form, call, values=values, processes=processes, twice=twice)


def _arrangements(sample):
    """The sample as it is, with elements that lie apart, and as a conjugate that is not yet computed."""
    yield "", sample
    if all(t.layout == torch.strided for t in tensors_in(call_of(sample))):
        yield " with strides", sample.noncontiguous()
    if isinstance(sample.input, torch.Tensor) and sample.input.is_complex():
        yield " conjugate", sample.transform(_conjugate)


def _conjugate(value):
    if isinstance(value, torch.Tensor) and value.is_complex():
        return value.detach().conj().requires_grad_(value.requires_grad)
    return value


def _processes(sample):
    """Returns how the database makes a gradient of this sample well-defined: (ours, torch's)."""
    theirs = sample.output_process_fn_grad
    return rebuilt(theirs), theirs


def _check_outs(op, form, dtype, report, settings):
    if op.supports_out:
        for i, sample in _samples(op, dtype, False, settings):
            only, values = None if i < (10 if settings.wide else 2) else ("out",), op.name not in UNINITIALIZED
            report.run("out", f"sample {i}, {dtype}", check_out, form, call_of(sample), values=values, only=only)


def _check_sparse(op, form, dtype, report, settings):
    for layout in LAYOUTS if settings.wide else LAYOUTS[:2]:
        if op.supports_sparse_layout(layout):
            for i, sample in enumerate(_sparse_samples(op, layout, dtype, settings)):
                where, processes = f"{layout} sample {i}, {dtype}", _processes(sample)
                report.run("sparse", where, check_call, form, call_of(sample), processes=processes)


def _sparse_samples(op, layout, dtype, settings):
    """The database's own, or its dense ones made sparse, as torch's tests of unary functions do."""
    make = getattr(op, f"sample_inputs_{str(layout).removeprefix('torch.')}")
    requires_grad, limit = _differentiable(op, dtype, settings), settings.dtypes[dtype]
    try:
        made = make("cpu", getattr(torch, dtype), requires_grad=requires_grad)
    except NotImplementedError:
        made = _made_sparse(op, layout, dtype, requires_grad, settings)
    return itertools.islice(seeded(made), limit)


def _made_sparse(op, layout, dtype, requires_grad, settings):
    for _, sample in _samples(op, dtype, False, settings):
        if isinstance(sample.input, torch.Tensor) and sample.input.dim() == 2:
            blocks = {"blocksize": (1, 1)} if layout in LAYOUTS[3:] else {}
            sample.input = sample.input.detach().to_sparse(layout=layout, **blocks).requires_grad_(requires_grad)
            yield sample


def _check_errors(op, form, report):
    if op.error_inputs_func is not None:
        for i, error in enumerate(seeded(op.error_inputs_func(op, "cpu"))):
            report.run("error", f"error {i}", check_call, form, call_of(error.sample_input))
