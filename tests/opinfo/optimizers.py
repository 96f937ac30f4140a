"""torch's database of its own optimizers: the paths of parameters, their states, and the arguments that are refused."""

import torch
from support.compare import same
from support.stepping import MATRICES, trajectory
from torch.testing._internal.common_optimizers import optim_db

import pytorch_c

from .check import Call, Outcome, same_refusal
from .convert import Converter
from .report import Report

DTYPES = ("float32", "float64")
STEPS = 6
# Settings without which an optimizer cannot step.
WAYS = {
    "LBFGS": {"closure": True},
    "Muon": {"shapes": MATRICES},
    "SparseAdam": {"shapes": MATRICES, "sparse": True},
}


def entries():
    """{name: OptimizerInfo} of all optimizers."""
    return {f"optim.{info.optim_cls.__name__}": info for info in optim_db}


def implementations(info):
    """The settings that choose each implementation that torch has of an optimizer."""
    found = [{}]
    if "foreach" in info.supported_impls:
        found += [{"foreach": True}, {"foreach": False}]
    if "fused" in info.supported_impls:
        found += [{"fused": True}]
    return found


def check_entry(name, settings):
    """All settings of an optimizer, by each of its implementations, and its errors."""
    info, report = entries()[name], Report(name)
    for given in info.optim_inputs_func("cpu"):
        for flags in implementations(info):
            for dtype in {*settings.dtypes} & {*DTYPES}:
                call = Call((), {**given.kwargs, **flags})
                report.run("steps", dtype, check_steps, info.optim_cls, call, dtype=dtype)
    for i, error in enumerate(info.optim_error_inputs_func("cpu", torch.float32)):
        wrong = error.optimizer_error_input
        params = [torch.nn.Parameter(torch.ones(1))] if wrong.params is None else wrong.params
        call = Call((params,), wrong.kwargs)
        report.run("error", f"error {i} {wrong.desc}", check_error, info.optim_cls, call)
    return report.as_json()


def check_steps(kind, call, where, *, dtype):
    """A few steps lead both libraries to the same parameters and the same state."""
    gaps = not call.kwargs.get("fused")  # torch's fused SGD fails after a step without gradients

    def path(library):
        kwargs = Converter(library)(call.kwargs)
        make = lambda optim, params: getattr(optim, kind.__name__)(params, **kwargs)
        params, optimizer = trajectory(library, make, STEPS, dtype, gaps, **WAYS.get(kind.__name__, {}))
        return [param.detach() for param in params], optimizer.state_dict()

    same(path(pytorch_c), path(torch), where)


def check_error(kind, call, where):
    """Both refuse the arguments; a warning of torch counts as a refusal."""
    theirs = Outcome(torch, kind, call)
    ours = Outcome(pytorch_c, getattr(pytorch_c.optim, kind.__name__), call)
    if theirs.error is ours.error is None:
        same(ours.warnings, theirs.warnings, where)
        return bool(not theirs.warnings)
    return not same_refusal(ours.error, theirs.error, where)
