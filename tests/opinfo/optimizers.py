"""torch's database of its own optimizers: the paths of parameters, and the arguments that are refused."""

import torch
from support.compare import same, tensors_in
from support.stepping import trajectory
from torch.testing._internal.common_optimizers import optim_db

import pytorch_c

from .check import Call, Outcome, same_refusal
from .convert import Converter
from .report import Report

DTYPES = ("float32", "float64")
STEPS = 6


def entries():
    """{name: OptimizerInfo} of the optimizers that pytorch_c has too."""
    named = {info.optim_cls.__name__: info for info in optim_db}
    return {f"optim.{name}": info for name, info in named.items() if hasattr(pytorch_c.optim, name)}


def check_entry(name, settings):
    """All settings of an optimizer, by each of its implementations, and its errors."""
    info, report = entries()[name], Report(name)
    for given in info.optim_inputs_func("cpu"):
        for flags in ({}, {"foreach": True}, {"fused": True}):
            for dtype in {*settings.dtypes} & {*DTYPES}:
                call = Call((), {**given.kwargs, **flags})
                report.run("steps", dtype, check_steps, info.optim_cls, call, dtype=dtype)
    for i, error in enumerate(info.optim_error_inputs_func("cpu", torch.float32)):
        wrong = error.optimizer_error_input
        params = [torch.nn.Parameter(torch.ones(1))] if wrong.params is None else wrong.params
        # torch's foreach implementations take no tensors for numbers.
        key = "error of tensors" if tensors_in(wrong.kwargs) else "error"
        report.run(key, f"error {i} {wrong.desc}", check_error, info.optim_cls, Call((params,), wrong.kwargs))
    return report.as_json()


def check_steps(kind, call, where, *, dtype):
    """A few steps lead both libraries to the same parameters."""
    gaps = not call.kwargs.get("fused")  # torch's fused SGD fails after a step without gradients

    def path(library):
        kwargs = Converter(library)(call.kwargs)
        make = lambda optim, params: getattr(optim, kind.__name__)(params, **kwargs)
        return [p.detach() for p in trajectory(library, make, STEPS, dtype, gaps)[0]]

    same(path(pytorch_c), path(torch), where)


def check_error(kind, call, where):
    """Both refuse the arguments; a warning of torch counts as a refusal."""
    theirs = Outcome(torch, kind, call)
    ours = Outcome(pytorch_c, getattr(pytorch_c.optim, kind.__name__), call)
    error = theirs.error or (UserWarning(*theirs.warnings[0]) if theirs.warnings else None)
    return not same_refusal(ours.error, error, where)
