"""torch's database of its own modules: starting values, forward, gradients, buffers and text of those that are here."""

import warnings

import torch
from support.compare import tensors_in
from torch.testing._internal.common_modules import ModuleErrorEnum, module_db

import pytorch_c

from .check import Call, both, same_gradients, same_outcome
from .convert import Converter
from .counterpart import Missing, find
from .forms import Form
from .report import Report
from .seeded import seeded

DTYPES = ("float32", "float64")
# Texts of modules are those of the version of torch that the package is written for.
SAME_TEXTS = torch.__version__.startswith("2.13.")


def entries():
    """{name: ModuleInfo} of the modules that pytorch_c has too."""
    return {info.name: info for info in module_db if ours(info) is not None}


def ours(info):
    try:
        return find(pytorch_c, f"nn.{info.module_cls.__name__}")
    except Missing:
        return None


def builder(library, kind, dtype, training, call=True):
    """A function that builds a module and calls it: (output, parameters, buffers, text)."""

    def run(constructor, options, *args, **kwargs):
        module = kind(*constructor, **options).to(Converter.device, getattr(library, dtype)).train(training)
        output = module(*args, **kwargs) if call else None
        return output, [*module.parameters()], [*module.buffers()], repr(module) if SAME_TEXTS else ""

    return run


def check_entry(name, settings):
    """All samples of a module, in training and evaluation."""
    info, report = entries()[name], Report(name)
    for dtype in settings.dtypes:
        if dtype in DTYPES:
            for training in (True, False) if info.train_and_eval_differ else (True,):
                _check_dtype(info, dtype, training, report)
    return report.as_json()


def _check_dtype(info, dtype, training, report):
    given = {"device": "cpu", "dtype": getattr(torch, dtype), "requires_grad": True, "training": training}
    mode = f"{dtype}, {training=}"
    made = {"dtype": dtype, "training": training}
    for i, sample in enumerate(seeded(info.module_inputs_func(info, **given))):
        report.run("module", f"sample {i}, {mode}", check_module, info, call_of(sample), **made)
    if info.module_error_inputs_func is not None and Converter.device == "cpu":
        for i, error in enumerate(seeded(info.module_error_inputs_func(info, **given))):
            call, forward = call_of(error.module_error_input), error.error_on is ModuleErrorEnum.FORWARD_ERROR
            report.run("error", f"error {i}, {mode}", check_module, info, call, **made, forward=forward)


def call_of(sample):
    made, forward = sample.constructor_input, sample.forward_input
    args, kwargs = (forward.args, forward.kwargs) if forward else ((), {})
    return Call((made.args, made.kwargs, *args), kwargs)


def check_module(info, call, where, dtype, training, forward=True):
    """Builds and calls a module in both libraries; raises Different. False if both refuse it."""
    kinds = [
        builder(torch, info.module_cls, dtype, training, forward),
        builder(pytorch_c, ours(info), dtype, training, forward),
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs, own = both(Form("module", *kinds), call)
        if not same_outcome(own, theirs, where):
            return False
        if not any(t.requires_grad for t in tensors_in(theirs.result[0])):
            return True
        for outcome in (theirs, own):
            outcome.leaves += outcome.result[1]
        same_gradients(own, theirs, (lambda result: result[0],) * 2, where, twice=False)
    return True
