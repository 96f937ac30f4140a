"""The forms of operators for csrc/operator.c: read from its table (codegen/table.py) at an operator's first call."""

import importlib
from ast import literal_eval

from .. import return_types
from .._boundary.handle import core, setup

_REQUIRED = ...
_ABSENT = {"UNSET": None, "_0": 0, "_1": 1}


def _default(text):
    return _ABSENT[text] if text in _ABSENT else literal_eval(text)


def _form(line, named):
    name, give, sizes, positional, rest = line.split("|", 4)
    names, defaults = [], []
    for part in rest.split("\x1f") if rest else ():
        parameter, equals, default = part.partition("=")
        names.append(parameter)
        defaults.append(_default(default) if equals else _REQUIRED)
    call = core.call(name)
    if named is not None and len(call.results) == len(named._fields) > 1:
        call.names(named)
    return call, tuple(names), tuple(defaults), int(positional), int(give), int(sizes)


def resolve(operator, name):
    """The C extension asks for the Python function of an operator (None), or wants its forms set."""
    family, text = core.forms(name)
    if operator is None:
        return getattr(importlib.import_module(f"pytorch_c._ops._{family}"), name)
    named = getattr(return_types, name.rstrip("_"), None)
    operator.set_forms([_form(line, named) for line in text.split("\n") if line])
    return None


setup(resolve=resolve)
