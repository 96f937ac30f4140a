"""torch's database of custom functions (autograd.Function), its source read once more with pytorch_c for torch."""

import functools
import inspect
import types

import torch
from torch.testing._internal import autograd_function_db as database

from .check import check_call
from .database import call_of
from .forms import Form
from .report import Report
from .seeded import seeded

DTYPES = ("float32", "float64")


@functools.cache
def entries():
    """{name: (OpInfo, our function)}"""
    classes, table, _ = inspect.getsource(database).partition("\nautograd_function_db = [")
    assert table and classes.count("\nimport torch\n") == 1
    scope = {"__name__": "opinfo.custom_functions"}
    exec(
        compile(classes.replace("\nimport torch\n", "\nimport pytorch_c as torch\n"), database.__file__, "exec"), scope
    )
    return {op.name: (op, _ours(op.op, scope)) for op in database.autograd_function_db}


def _ours(theirs, scope):
    if inspect.ismethod(theirs):  # NumpyCube.apply
        return scope[theirs.__self__.__name__].apply
    return types.FunctionType(theirs.__code__, scope)


def check_entry(name, settings):
    """All samples of a custom function, with gradients and their gradients."""
    (op, ours), report = entries()[name], Report(name)
    form = Form("function", op.op, ours)
    for dtype in {*settings.dtypes} & {*DTYPES}:
        for i, sample in enumerate(seeded(op.sample_inputs_func(op, "cpu", getattr(torch, dtype), True))):
            options = {"processes": (lambda x: x,) * 2, "twice": op.supports_gradgrad}
            report.run("function", f"sample {i}, {dtype}", check_call, form, call_of(sample), **options)
    return report.as_json()
