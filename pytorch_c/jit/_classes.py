"""Classes in programs: those whose methods are compiled, named tuples, enums and interfaces."""

from __future__ import annotations

import enum
import inspect
import re
import sys
import types

from .._boundary import api
from .._tensor.tensor import Tensor
from ..nn import Module
from . import _marks
from ._dataclasses import is_generated, written
from ._frontend import Converter
from ._functions import python_unit
from ._literals import literal, number
from ._objects import classes
from ._objects import names as _known
from ._source import FrontendError, Text, parse
from ._special import emptied
from ._types import Scope, UnknownType, evaluated, qualified_name
from ._with_blocks import define as define_with_block
from ._with_blocks import is_own as is_with_block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


_compiler: Any = None


def setup(compiler: Any) -> None:
    """Registers the compiler of methods, which itself needs the types of classes."""
    global _compiler
    _compiler = compiler


def free_name(cls: Any) -> str:
    """The qualified name of a class, with a number where it is taken."""
    name = wanted = qualified_name(cls)
    number = 0
    while api.jit_unit_has_class(python_unit(), name):
        prefix, _, short = wanted.rpartition(".")
        name, number = f"{prefix}.___torch_mangle_{number}.{short}", number + 1
    return name


def of_class(cls: type) -> str | None:
    """The qualified name of a class, which is compiled the first time; None of one that no program can have.

    Raises what the compiler does for its methods.
    """
    if cls in _known:
        return _known[cls]
    maker = _maker(cls)
    if maker is None:
        return None
    name = free_name(cls)
    _known[cls] = name  # its methods may name it
    try:
        maker(cls, name)
    except BaseException:
        del _known[cls]
        raise
    classes[name] = cls
    return name


def _maker(cls):
    if getattr(cls, "__torch_script_interface__", False) and "__torch_script_interface__" in vars(cls):
        return _interface
    if issubclass(cls, enum.Enum):
        return _enum
    if issubclass(cls, tuple):
        return _named_tuple if hasattr(cls, "_fields") else None
    if is_with_block(cls):
        return define_with_block
    if issubclass(cls, (Module, Tensor, list, dict, str, int, float, complex, BaseException)):
        return None
    if _marks.is_ignored(cls) or cls.__module__ in ("builtins", "typing"):
        return None
    routines = [
        one for one in vars(cls).values() if inspect.isroutine(one) and not isinstance(one, (staticmethod, classmethod))
    ]
    return _script_class if all(hasattr(one, "__code__") for one in routines) else None


def _define(name, text):
    api.jit_unit_define_classes(python_unit(), name.rpartition(".")[0], text)


# ---- named tuples, enums, interfaces ----


def _types(cls):
    return _compiler().types


class _ClassScope(Scope):
    """The names of a class: of its module, and of the first of its methods, which may be in a function."""

    def __init__(self, cls: type) -> None:
        functions = [one for one in vars(cls).values() if isinstance(one, types.FunctionType)]
        super().__init__(functions[0] if functions else None)
        self.globals = vars(sys.modules[cls.__module__]) if cls.__module__ in sys.modules else {}


def class_annotation(cls: type, annotation: Any) -> Any:
    """An annotation in a class, also one that is text."""
    if isinstance(annotation, str):
        return evaluated(annotation, _ClassScope(cls))
    return annotation


def field_types(cls: Any) -> list[str]:
    """Returns the types of a named tuple's fields: Tensor where there is no annotation; UnknownType for what has none."""
    of, found = _types(cls), {}
    for base in reversed(cls.__mro__):
        found |= vars(base).get("__annotations__", {})
    given = [found.get(field) for field in cls._fields]
    return ["Tensor" if one is None else of.of(_forward(cls, one)) for one in given]


def _named_tuple(cls, name):
    kinds, defaults = field_types(cls), list(cls._field_defaults.values())
    api.jit_unit_define_tuple(python_unit(), name, "\n".join(cls._fields), "\n".join(kinds), defaults)


def _forward(cls, annotation):
    return class_annotation(cls, getattr(annotation, "__forward_arg__", annotation))


def _enum(cls, name):
    kinds = {type(one.value) for one in cls}
    if len(kinds) != 1 or not kinds <= {int, float, str}:
        shown = ", ".join(sorted(kind.__name__ for kind in kinds))
        raise UnknownType(
            f"Cannot create Enum with value type '{shown}': only int, float and str are supported"
            + (f". Could not unify type list: {shown}" if len(kinds) > 1 else "")
        )
    lines = [f"class {name.rpartition('.')[2]}(Enum):"]
    for one in cls:
        value = one.value
        shown = literal(value) if isinstance(value, str) else number(value) if isinstance(value, float) else str(value)
        lines.append(f"  {one.name} = {shown}")
    _define(name, "\n".join(lines) + "\n")


def _interface(cls, name):
    kind = "ModuleInterface" if issubclass(cls, Module) else "Interface"
    lines = [f"class {name.rpartition('.')[2]}({kind}):"]
    for method, function in vars(cls).items():
        if not inspect.isfunction(function):
            continue
        converter = Converter(function, parse(function), method, _compiler(), True)
        head = converter.heading()
        lines += [f"  {head}", "    pass"]
    _define(name, "\n".join(lines) + "\n")


# ---- classes ----

_NO_ATTRIBUTE = re.compile(r"'(__torch__\S+)[^']*' object has no attribute or method '(\w+)'")


def about_attributes(text: str) -> str:
    """An error of libtorch's, with a word about attributes that Python has in the class."""

    def more(found: re.Match[str]) -> str:
        if callable(getattr(classes.get(found[1]), found[2], len)):
            return found[0]
        return (
            f"{found[0]} ({found[2]} is defined as a class attribute which currently is not supported. Consider "
            "converting the attribute to an instance attribute.)"
        )

    return _NO_ATTRIBUTE.sub(more, text)


def _script_class(cls, name):
    compiler, writers = _compiler(), []
    compiler.defining = name
    for method, function in vars(cls).items():
        found = [(method, function)]
        if isinstance(function, property):
            found = [(f"__{method}_getter", function.fget), (f"__{method}_setter", function.fset)]
        for called, one in found:
            parsed = None
            if is_generated(cls, one):
                one, parsed = written(cls, method, lambda kind: class_annotation(cls, kind))
            if not inspect.isfunction(one) or _marks.modifier(one) == _marks.DROP:
                continue
            parsed = parsed or parse(one)
            converter = Converter(one, parsed, called, compiler, True)
            converter.names[cls.__name__] = cls  # where it is defined, its name means nothing yet
            if _marks.modifier(one) in (_marks.UNUSED, _marks.IGNORE):
                emptied(parsed, in_class=True)
            writers.append(converter.convert())
    if not writers:
        raise FrontendError("", f"class {cls.__name__} has no methods to compile")
    text = Text(writers)
    compiler.run(api.jit_unit_define_class, python_unit(), name, text.source, text.filename, text.first, compiler.scope)
