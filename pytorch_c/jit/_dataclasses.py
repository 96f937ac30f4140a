"""Methods that a dataclass writes for itself, as functions with a source: Python's own have none."""

from __future__ import annotations

import dataclasses
import inspect
import itertools
import linecache
import types
import typing

from ._source import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["is_generated", "written"]

_ORDER = {"__lt__": ("<", False), "__le__": ("<", True), "__gt__": (">", False), "__ge__": (">", True)}
_numbers = itertools.count()


def is_generated(cls: type, function: Any) -> bool:
    """Returns whether a method is one that the decorator has made."""
    code = getattr(inspect.unwrap(function) if callable(function) else None, "__code__", None)
    return dataclasses.is_dataclass(cls) and code is not None and code.co_filename == "<string>"


def written(cls: type, name: str, annotation: Callable[[Any], Any]) -> Any:
    """The method as a function that says the same, with its tree; (None, None) of one that programs do not call.

    `annotation` gives the type that an annotation of the class means. Raises NotImplementedError for a default factory.
    """
    scope: dict[str, Any] = {"Class": cls}
    if name == "__init__":
        heading, lines = _init(cls, scope, annotation)
    elif name == "__eq__":
        heading, lines = "def __eq__(self, other: Class) -> bool:", _compared(cls, "!=", annotation)
        lines.append("return True")
    elif name in _ORDER:
        heading, lines = f"def {name}(self, other: Class) -> bool:", _compared(cls, _ORDER[name][0], annotation)
        lines.append(f"return {_ORDER[name][1]}")
    else:
        return None, None
    text = "\n".join([heading, *(f"    {line}" for line in lines or ["pass"])]) + "\n"
    filename = f"<{cls.__name__}.{name} {next(_numbers)}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    try:
        exec(compile(text, filename, "exec", dont_inherit=True), scope)
        made = scope[name]
        made.__module__, made.__qualname__ = cls.__module__, f"{cls.__qualname__}.{name}"
        return made, parse(made)
    finally:
        del linecache.cache[filename]


def _init(cls, scope, annotation):
    parts, given, fields = ["self"], [], {one.name: one for one in dataclasses.fields(cls)}
    for name, parameter in list(inspect.signature(cls.__init__).parameters.items())[1:]:
        if name in fields and fields[name].default_factory is not dataclasses.MISSING:
            raise NotImplementedError(
                f"Default factory initializers are not supported in TorchScript dataclasses: {cls.__name__}.{name}"
            )
        kind = annotation(parameter.annotation)
        if isinstance(kind, dataclasses.InitVar):
            given.append(name)
            kind = annotation(kind.type)
        scope[f"type_{name}"] = kind
        default = ""
        if parameter.default is not inspect.Parameter.empty:
            scope[f"default_{name}"], default = parameter.default, f" = default_{name}"
        parts.append(f"{name}: type_{name}{default}")
    lines = []
    for name, one in fields.items():
        if one.init:
            lines.append(f"self.{name} = {name}")
        elif one.default is not dataclasses.MISSING:
            scope[f"type_{name}"], scope[f"default_{name}"] = annotation(one.type), one.default
            lines.append(f"self.{name}: type_{name} = default_{name}")
    if hasattr(cls, "__post_init__"):
        lines.append(f"self.__post_init__({', '.join(given)})")
    return f"def __init__({', '.join(parts)}):", lines


def _compared(cls, op, annotation):
    """Field by field: what differs decides; None stands beside None alone."""
    lines = []
    for number, one in enumerate(field for field in dataclasses.fields(cls) if field.compare):
        a, b = f"a{number}", f"b{number}"
        if op == "!=":
            inner = [f"if {a} != {b}:", "    return False"]
        else:
            inner = [f"if {a} {op} {b}:", "    return True", f"if {b} {op} {a}:", "    return False"]
        lines += [f"{a} = self.{one.name}", f"{b} = other.{one.name}"]
        if _optional(annotation(one.type)):
            otherwise = "return False" if op == "!=" else f"raise TypeError('Cannot compare {cls.__name__} with None')"
            inner = [
                f"if {a} is not None and {b} is not None:",
                *(f"    {line}" for line in inner),
                f"elif ({a} is None) != ({b} is None):",
                f"    {otherwise}",
            ]
        lines += inner
    return lines


def _optional(kind):
    union = typing.get_origin(kind) in (typing.Union, types.UnionType)
    return union and type(None) in typing.get_args(kind)
