"""torch's database of its own optimizers: the paths of parameters, and the arguments that are refused."""

import warnings

import torch
from ops.compare import same, tensors_in
from stepping import trajectory
from torch.testing._internal.common_optimizers import optim_db

import pytorch_c

from .check import Call, Outcome, same_error
from .convert import Converter
from .report import Report

DTYPES = ("float32", "float64")
STEPS = 6


def entries():
    """{name: OptimizerInfo} of the optimizers that pytorch_c has too."""
    return {f"optim.{info.optim_cls.__name__}": info for info in optim_db if hasattr(pytorch_c.optim, info.optim_cls.__name__)}


def check_entry(name, settings):
    """All settings of an optimizer, by each of its implementations, and its errors."""
    info, report = entries()[name], Report(name)
    for given in info.optim_inputs_func("cpu"):
        for flags in ({}, {"foreach": True}, {"fused": True}):
            for dtype in {*settings.dtypes} & {*DTYPES}:
                call = Call((info.optim_cls.__name__,), {**given.kwargs, **flags})
                report.run("steps", call, lambda where: check_steps(call, where, dtype), f"{flags}, {dtype}")
    for i, error in enumerate(info.optim_error_inputs_func("cpu", torch.float32)):
        wrong = error.optimizer_error_input
        params = [torch.nn.Parameter(torch.ones(1))] if wrong.params is None else wrong.params
        call = Call((params,), wrong.kwargs)
        # torch's _foreach implementations take no tensors for numbers.
        key = "error of tensors" if tensors_in(wrong.kwargs) else "error"
        report.run(key, call, lambda where: check_error(info.optim_cls, call, where), f"error {i} {wrong.desc}")
    return report.as_json()


def check_steps(call, where, dtype):
    found, gaps = [], not call.kwargs.get("fused")  # torch's fused SGD fails after a step without gradients
    for library in (torch, pytorch_c):
        kwargs = Converter(library)(call.kwargs)
        params, _ = trajectory(library, lambda optim, params: getattr(optim, call.args[0])(params, **kwargs), STEPS, dtype, gaps)
        found.append([p.detach() for p in params])
    same(found[1], found[0], where)


def check_error(kind, call, where):
    """Both refuse the arguments; a warning counts as a refusal."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        theirs = Outcome(torch, kind, call)
        own = Outcome(pytorch_c, getattr(pytorch_c.optim, kind.__name__), call)
    return not same_error(own.error, theirs.error, where)
