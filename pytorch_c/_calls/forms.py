"""The forms of operators for csrc/operator.c: read from its table (codegen/table.py) at an operator's first call."""

import importlib

from .. import return_types
from .._boundary.handle import core, setup
from .deprecated import NAMES as OLD_FORMS
from .deprecated import TakingOldForms, TakingOut
from .schema import signature

_REQUIRED = ...


def _value(text):
    """A default as the headers have it. (ast.literal_eval would leave functions that refer to each other.)"""
    return eval(text, {"__builtins__": {}})


def _form(line, named):
    name, give, sizes, text = line.split("|", 3)
    form = signature(text)
    names = tuple(one.name for one in form.args)
    defaults = tuple(_REQUIRED if one.required else _value(one.default) for one in form.args)
    call = core.call(name)
    if named is not None and len(call.results) == len(named._fields) > 1:
        call.names(named)
    return call, names, defaults, len(form.positional), int(give), int(sizes)


def resolve(operator, name):
    """The C extension asks for the Python function of an operator (None), or wants its forms set."""
    family, text = core.forms(name)
    if operator is None:
        function = getattr(importlib.import_module(f"pytorch_c._ops._{family}"), name)
        if (family == "view_copy" or name == "slice_scatter") and "\n        out: " not in function.__doc__:
            return TakingOut(function, name)
        return TakingOldForms(function, name) if name in OLD_FORMS else function
    named = vars(return_types).get(name.rstrip("_"))
    operator.set_forms([_form(line, named) for line in text.split("\n") if line])
    return None


setup(resolve=resolve)
