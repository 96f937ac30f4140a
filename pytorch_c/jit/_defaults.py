"""Defaults of parameters as TorchScript's text has them: of the parameter's type, which Python's value may only resemble."""

from __future__ import annotations

import re

from .._boundary.errors import TorchError
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ast
    from typing import Any

# Types for which a value of Python's may stand: libtorch's compiler takes a default of the very type alone.
_STANDS_FOR = {"bool": (bool, int), "int": (int,), "float": (int, float), "complex": (int, float, complex)}
_MAKERS = {"bool": bool, "int": int, "float": float, "complex": complex}
_GENERIC = re.compile(r"(Optional|List|Tuple|BroadcastingList\d)\[(.*)\]$")


class _Other(Exception):
    """The value is not of the type."""


def inner_types(text: str) -> list[str]:
    """The types between the brackets of a generic one: "int, List[str]" are two."""
    parts, depth, begin = [], 0, 0
    for at, c in enumerate(text):
        depth += {"[": 1, "(": 1, "]": -1, ")": -1}.get(c, 0)
        if c == "," and not depth:
            parts.append(text[begin:at].strip())
            begin = at + 1
    return [*parts, text[begin:].strip()]


def _check_mutable(value, name):
    if isinstance(value, tuple):
        for one in value:
            _check_mutable(one, name)
    if isinstance(value, (list, dict)):
        raise TorchError(
            "Mutable default parameters are not supported because Python binds them to the function and they persist "
            "across function calls.\n As a workaround, make the default None and instantiate the default parameter "
            f"within the body of the function. Got {type(value)} on parameter {name}"
        )


def _of_type(value, kind):
    """The value as the type has it; _Other."""
    if kind == "int" and isinstance(getattr(value, "code", None), int):  # a dtype, a layout, a memory format
        return value.code
    if kind in _STANDS_FOR:
        if not isinstance(value, _STANDS_FOR[kind]):
            raise _Other
        return _MAKERS[kind](value) if type(value) in _STANDS_FOR[kind] else value
    if kind in ("Tensor", "str"):
        if not isinstance(value, Tensor if kind == "Tensor" else str):
            raise _Other
        return value
    found = _GENERIC.match(kind)
    if found is None:
        if value is None and kind not in ("NoneType", "Any") and not kind.startswith(("Union", "__torch__")):
            raise _Other
        return value
    generic, inside = found[1], inner_types(found[2])
    if generic == "Optional":
        return None if value is None else _of_type(value, inside[0])
    if generic.startswith("Broadcasting") and not isinstance(value, (list, tuple)):
        return _of_type(value, inside[0])
    if not isinstance(value, (list, tuple)):
        raise _Other
    if generic != "Tuple":
        return [_of_type(one, inside[0]) for one in value]
    if hasattr(value, "_fields") or len(value) != len(inside):
        return value
    return tuple(map(_of_type, value, inside))


def default_text(value: Any, kind: str, converter: Any, arg: ast.arg) -> str:
    """The text of a parameter's default; TorchError where it is not of the type, or can be changed."""
    _check_mutable(value, arg.arg)
    try:
        value = _of_type(value, kind)
    except _Other:
        inferred = arg.annotation is None and kind == "Tensor"
        why = f" Because \"{arg.arg}\" was not annotated with an explicit type it is assumed to be type 'Tensor'."
        raise TorchError(
            f'Expected a default value of type {kind}{" (inferred)" if inferred else ""} on parameter "{arg.arg}".'
            f"{why if inferred else ''}\n{converter.source.place(arg)}"
        ) from None
    return converter.compiler.constant(value, converter, arg)
