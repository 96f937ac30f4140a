"""Attributes of a module, as TorchScript sees it: parameters, buffers, submodules, constants, functions, typed values."""

from __future__ import annotations

import enum
import inspect
import types
import typing
import warnings

from .._boundary.errors import Error
from .._calls.opoverload import OpOverloadPacket
from .._composites.types import qscheme
from .._tensor.device import device as Device
from .._tensor.dtype import FORMATS, LAYOUTS
from .._tensor.dtype import dtype as Dtype
from ..nn import Module
from ._builtins import find_builtin, unwrapped
from ._classes import class_annotation, field_types, of_class
from ._functions import ScriptFunction
from ._types import Types, UnknownType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_IGNORED = {*vars(Module()), "_version", "_initializing", "dump_patches", "_non_persistent_buffers_set"} - {"training"}
_CONSTANT = (
    bool, float, int, str, type(None), Device, Dtype, type(next(iter(LAYOUTS.values()))),
    type(next(iter(FORMATS.values()))), qscheme,
)  # fmt: skip


def module_annotations(module: Any) -> dict[str, Any]:
    """The annotations of a module's class; those of the first base that has some, where it has none."""
    found = vars(module).get("__annotations__")
    if found:
        return found
    for cls in type(module).__mro__:
        if cls is Module:
            break
        found = cls.__dict__.get("__annotations__")
        if found:
            return {name: (cls, one) for name, one in found.items()}
    return {}


def _typename(value):
    kind = type(value)
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def valid_constant(name: str, value: Any, owner: str) -> Any:
    """The value as a constant, lists as tuples; TypeError for what cannot be one."""
    if isinstance(value, _CONSTANT):
        return value.value if isinstance(value, enum.Enum) else value
    if isinstance(value, (tuple, list)):
        return tuple(valid_constant(name, one, owner) for one in value)
    kinds = ", ".join(kind.__name__ for kind in _CONSTANT)
    raise TypeError(
        f"'{_typename(value)}' object in attribute '{owner}.{name}' is not a valid constant.\nValid constants are:\n"
        f"1. a nn.ModuleList\n2. a value of type {{{kinds}}}\n3. a list or tuple of (2)\n"
    )


class Attributes:
    """Attributes of a module; `failed` says why an attribute has no type."""

    def __init__(self, module: Any) -> None:
        self.of, self.types = module, Types(of_class, field_types)
        self.skipped = set(getattr(module, "__jit_ignored_attributes__", ()))
        keep = lambda found: {name: one for name, one in found.items() if name not in self.skipped}  # noqa: E731
        self.parameters, self.buffers = keep(module._parameters), keep(module._buffers)
        self.modules = {name: one for name, one in keep(module._modules).items() if one is not None}
        self.constants: dict[str, Any] = {n: None for n, one in keep(module._modules).items() if one is None}
        self.functions: dict[str, Any] = {}
        self.values: dict[str, tuple[str, Any]] = {}
        self.failed: dict[str, str] = {}
        self.interfaces: dict[str, Any] = {}
        self.interface_types: dict[str, str] = {}
        self.annotations = module_annotations(module)
        for name in self.modules:
            self._interface(name)
        self._constants()
        for name, value in vars(module).items():
            if name not in _IGNORED and not name.startswith("__") and name not in self.skipped:
                self._value(name, value)

    def _annotation(self, name):
        found = self.annotations.get(name)
        if found is None:
            return None
        cls, annotation = found if isinstance(found, tuple) else (type(self.of), found)
        try:
            return class_annotation(cls, annotation)
        except (NameError, AttributeError, TypeError, SyntaxError, UnknownType):
            return None

    def _interface(self, name):
        found = self._annotation(name)
        if inspect.isclass(found) and "__torch_script_interface__" in vars(found):
            self.interfaces[name], self.interface_types[name] = found, self.types.of(found)

    def _constants(self):
        module = self.of
        wanted = dict.fromkeys(getattr(module, "__constants__", ()))
        for name in self.annotations:
            found = self._annotation(name)
            if found is typing.Final or typing.get_origin(found) is typing.Final:
                wanted[name] = None
        for name in wanted:
            kinds = {"submodule": self.modules, "buffer": self.buffers, "parameter": self.parameters}
            kind = next((kind for kind, names in kinds.items() if name in names), None)
            if kind is not None:
                warnings.warn(
                    f"'{name}' was found in ScriptModule constants,  but it is a non-constant {kind}. Consider "
                    "removing it.",
                    stacklevel=2,
                )
            elif not hasattr(module, name):
                warnings.warn(
                    f"'{name}' was found in ScriptModule constants, but was not actually set in __init__. Consider "
                    "removing it.",
                    stacklevel=2,
                )
            elif not inspect.ismethod(getattr(module, name)):
                self.constants[name] = valid_constant(name, getattr(module, name), type(module).__name__)

    def _value(self, name, value):
        if name in self.constants or name in self.modules:
            return
        if isinstance(value, qscheme):
            value = value.code
        plain = unwrapped(value) if callable(value) else value
        if isinstance(plain, (types.FunctionType, ScriptFunction, OpOverloadPacket)) or find_builtin(plain):
            self.functions[name] = value
            return
        annotation = self._annotation(name)
        try:
            if type(value).__name__ == "Attribute" and hasattr(value, "_fields") and value._fields == ("value", "type"):
                self.values[name] = (self.types.of(class_annotation(type(self.of), value.type)), value.value)
            elif annotation is not None:
                self.values[name] = (self.types.of(annotation), value)
            else:
                self.values[name] = (self.types.of_value(value), value)
        except (UnknownType, Error, OSError) as error:
            hint = (
                ""
                if annotation is not None
                else "Its type was inferred; try adding a type annotation for the attribute."
            )
            self.failed[name] = (
                f"(This attribute exists on the Python module, but we failed to convert Python type: "
                f"'{type(value).__name__}' to a TorchScript type. {error}. {hint})"
            )

    def key(self) -> Any:
        """Returns what modules of a class must have in common to share a class of TorchScript's."""
        return (
            tuple((name, one is None) for name, one in self.parameters.items()),
            tuple((name, one is None) for name, one in self.buffers.items()),
            tuple(self.modules),
            tuple(self.interface_types.items()),
            tuple((name, type(one).__name__, repr(one)) for name, one in self.constants.items()),
            tuple((name, id(one)) for name, one in self.functions.items()),
            tuple((name, kind) for name, (kind, _) in self.values.items()),
            tuple(self.failed),
            tuple(map(id, self.of._forward_hooks.values())),
            tuple(map(id, self.of._forward_pre_hooks.values())),
        )
