"""What programs give that is neither a tensor nor a plain value: objects of classes, members of enums, futures, modules.

`classes` has the Python classes of TorchScript's by their qualified names, where somebody has told them; a member of
an enum is then that of Python's, a named tuple of that class.
"""

from __future__ import annotations

import enum

from .._boundary import api
from .._boundary.errors import TorchTypeError
from .._boundary.library import core
from .._calls import values
from .._tensor.generator import Generator
from ..futures import Future
from ._functions import method_of
from ._modules import lines, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["RecursiveScriptClass", "ScriptFuture", "classes"]

classes: dict[str, Any] = {}
_enums: dict[str, Any] = {}
_SPECIAL = (
    "__iter__ __len__ __neg__ __mul__ __contains__ __add__ __sub__ __pow__ __truediv__ __mod__ __lt__ __gt__ __le__ "
    "__ge__ __and__ __or__ __xor__ __getitem__ __setitem__ __call__ __int__ __float__"
).split()


class RecursiveScriptClass:
    """An object of a class of TorchScript's; attributes and methods are the program's."""

    __slots__ = ("_box",)
    _box: Any

    def __init__(self, box: Any) -> None:
        object.__setattr__(self, "_box", box)

    def __getattr__(self, name: str) -> Any:
        if name in lines(api.value_names(self)):
            return api.value_attr(self, name)
        try:
            return method_of(api.value_method(self, name))
        except ValueError:
            raise AttributeError(f"{api.value_type(self)} has no attribute '{name}'") from None

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in lines(api.value_names(self)):
            raise AttributeError(f"{api.value_type(self)} has no attribute '{name}'")
        api.value_set_attr(self, name, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RecursiveScriptClass) and api.value_id(self) == api.value_id(other)

    def __hash__(self) -> int:
        return api.value_id(self)

    def __repr__(self) -> str:
        return f"<object of {api.value_type(self)}>"

    def __bool__(self) -> bool:
        return True


def _special(name):
    def method(self, *args):
        return RecursiveScriptClass.__getattr__(self, name)(*args)

    method.__name__ = name
    return method


for _name in _SPECIAL:
    setattr(RecursiveScriptClass, _name, _special(_name))


class ScriptFuture(Future):
    """A result of a program's that comes later."""

    def __init__(self, box: Any) -> None:
        super().__init__()
        self._box = box

    def wait(self) -> Any:
        """The result, once there is one; raises what the program raised."""
        return api.value_wait(self)

    value = wait


def _member(obj, name, value):
    of = api.value_type(obj)
    if of in classes:
        return classes[of][name]
    # An archive knows the member alone: a class that grows by those that are met.
    known = _enums.setdefault(of, {})
    if name not in known:
        known[name] = enum.Enum(of.rpartition(".")[2], {name: value})[name]
    return known[name]


def _in_box(resource):
    """A resource as what it stands for in Python."""
    if resource.kind != "x":
        return _plain(resource)
    obj = values.Object(resource)
    of = api.value_type(obj)
    if of.startswith(("Future[", "Await[")):
        return ScriptFuture(resource)
    if not of.startswith("__torch__.") or of.startswith("__torch__.torch.classes."):
        return obj
    try:
        return _member(obj, *api.value_enum(obj))
    except TorchTypeError:
        pass
    try:
        return wrap(api.value_module(obj))
    except TorchTypeError:
        return RecursiveScriptClass(resource)


def _plain(resource):
    made = object.__new__(Generator)
    made._h = resource
    return made


core.setup({"box": _in_box})
