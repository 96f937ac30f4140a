"""Functions and methods that are marked @ignore: a program calls them in Python, as an operator of their own.

The operator keeps the function for as long as the process lives; libtorch's programs may call it at any time. A method's
operator takes the module too, so that modules of one class share it.
"""

from __future__ import annotations

import ast
import itertools
import types
import weakref

from .._boundary import api
from .._boundary.errors import TorchError
from .._boundary.handle import core
from . import _marks
from ._source import FrontendError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["NAMESPACE", "operator_of", "refuse_to_save"]

NAMESPACE = "pytorch_c_ignored"
_PLAIN = {"Tensor", "int", "float", "bool", "complex", "str", "Device", "Any", "number"}
_names: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()
_numbers = itertools.count()
_kept: list[Any] = []


def operator_of(function: Any, heading: str, cls: type | None) -> str:
    """The name of the operator that calls a function, or a method of a class: "pytorch_c_ignored::name_0".

    `heading` is its first line, with TorchScript's types. Raises FrontendError for types that an operator cannot have.
    """
    found = _names.get(function)
    if found is None:
        found = _names[function] = _define(function, heading, cls)
    return found


def _define(function, heading, cls):
    from ..library._operators import Operator, kernel_for

    name = f"{NAMESPACE}::{function.__name__}_{next(_numbers)}"
    parsed = ast.parse(f"{heading} pass").body[0]
    schema = f"{name}({_arguments(parsed, function, cls)}) -> {_returned(parsed, function)}"
    definition = api.library_define_conservative(schema)
    operator = Operator(api.operator_schema(api.operator_find(name, "")))
    call = function if cls is None else _method(function, cls)
    kernel = core.library_impl(name, "", "CompositeImplicitAutograd", kernel_for(operator, call))
    _kept.append((definition, kernel))
    return name


def _method(function, cls):
    """The function, given the module of TorchScript with what else its class leaves to Python."""
    found = ((name, getattr(cls, name, None)) for name in dir(cls))
    left = [(name, one) for name, one in found if isinstance(one, types.FunctionType) and _marks.is_ignored(one)]

    def call(module, *args):
        for name, one in left:
            vars(module).setdefault(name, types.MethodType(one, module))
        return function(module, *args)

    return call


def _arguments(parsed, function, cls):
    given = parsed.args
    arguments = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(arguments) - len(given.defaults)) + list(given.defaults)
    parts = []
    for number, (one, default) in enumerate(zip(arguments, defaults)):
        if cls is not None and number == 0:
            parts.append(f"Any {one.arg}")
            continue
        text = f"{_type(one.annotation, function)} {one.arg}"
        parts.append(text if default is None else f"{text}={ast.unparse(default)}")
    return ", ".join(parts)


def _returned(parsed, function):
    if parsed.returns is None:
        return "Tensor"
    if isinstance(parsed.returns, ast.Constant) or ast.unparse(parsed.returns) == "NoneType":
        return "()"
    return _type(parsed.returns, function)


def _type(node, function):
    """A type of TorchScript as schemas write it."""
    if node is None:
        return "Tensor"
    text = ast.unparse(node)
    if text in _PLAIN:
        return "Scalar" if text == "number" else text
    if isinstance(node, ast.Subscript):
        items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        kind, inner = ast.unparse(node.value), [_type(one, function) for one in items]
        if kind == "List":
            return f"{inner[0]}[]"
        if kind == "Optional":
            return f"{inner[0]}?"
        if kind == "Dict":
            return f"Dict({', '.join(inner)})"
        if kind == "Tuple":
            return f"({', '.join(inner)})"
    raise FrontendError(
        "", f"'{function.__name__}' is marked @ignore: an argument or result of type {text} cannot go to Python"
    )


def refuse_to_save(module: Any) -> None:
    """RuntimeError where a module of the C library calls Python, which no archive can keep."""
    if _kept and f"{NAMESPACE}::" in api.jit_module_dump(module, True, False, False):
        raise TorchError(
            "Could not export Python function call: a function that is marked @ignore is called. Remove calls to Python "
            "functions before export, or mark it @unused where it is never called"
        )
