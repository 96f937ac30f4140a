"""Conversion of values that are neither tensors nor plain, from programs and to them: objects, members of enums, futures, modules.

`classes` has the Python classes of TorchScript's by their qualified names, and `names` these; an object of such a class
is made anew with its attributes on the way to a program and back, a member of an enum is that of Python's.
"""

from __future__ import annotations

import enum
import threading
import weakref
from typing import Any

from .._boundary import api, constants
from .._boundary.errors import TorchTypeError
from .._boundary.library import core
from .._calls import values
from .._tensor.generator import Generator
from ..futures import Future
from ._functions import method_of, python_unit
from ._modules import wrap
from ._tensors import lines

__all__ = ["RecursiveScriptClass", "ScriptFuture", "classes", "names", "scripted_object"]

classes: dict[str, Any] = {}
names: weakref.WeakKeyDictionary[type, str] = weakref.WeakKeyDictionary()
_enums: dict[str, Any] = {}
_SPECIAL = (
    "__iter__ __len__ __neg__ __mul__ __contains__ __add__ __sub__ __pow__ __truediv__ __mod__ __lt__ __gt__ __le__ "
    "__ge__ __and__ __or__ __xor__ __getitem__ __setitem__ __call__ __int__ __float__"
).split()


class RecursiveScriptClass:
    """An object of a class of TorchScript's; attributes, properties and methods are the program's.

    As an argument it is itself what the program gets: what that changes, this object shows.
    """

    __slots__ = ("_box",)
    _box: Any

    def __init__(self, box: Any) -> None:
        object.__setattr__(self, "_box", box)

    def __getattr__(self, name: str) -> Any:
        if name in lines(api.value_names(self)):
            return api.value_attr(self, name)
        found = self._method(name)
        if found is not None:
            return found
        getter = self._method(f"__{name}_getter")
        if getter is None:
            raise AttributeError(f"{api.value_type(self)} has no attribute '{name}'")
        return getter()

    def __setattr__(self, name: str, value: Any) -> None:
        if name in lines(api.value_names(self)):
            api.value_set_attr(self, name, value)
            return
        setter = self._method(f"__{name}_setter")
        if setter is None:
            raise AttributeError(f"{api.value_type(self)} has no attribute '{name}' that can be set")
        setter(value)

    def _script_type(self) -> str:
        return api.value_type(self)

    def _method(self, name):
        try:
            return method_of(api.value_method(self, name))
        except ValueError:
            return None

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


# ---- objects of Python's classes ----


_DEEPEST = 100  # objects that hold each other


class _Under(threading.local):
    """Objects that this thread is making: objects of Python's by the program's, and the other way round."""

    def __init__(self) -> None:
        self.made: dict[int, Any] = {}
        self.given: set[int] = set()


_under = _Under()


def scripted_object(obj: Any) -> Any:
    """An object of a scripted class as the program's own, in a box; None where the class is not known."""
    name = next((names[cls] for cls in type(obj).__mro__ if cls in names), None)
    if name is None:
        return None
    if isinstance(obj, enum.Enum):
        return core.object_box(python_unit(), name, (obj.name,))
    if id(obj) in _under.given:
        raise ValueError(f"an object of {type(obj).__name__} that holds itself cannot go to a program")
    if len(_under.given) >= _DEEPEST:
        raise ValueError(f"objects may hold each other {_DEEPEST} deep")
    _under.given.add(id(obj))
    try:
        return core.object_box(python_unit(), name, tuple(_attributes(obj, name)))
    finally:
        _under.given.discard(id(obj))


def _attributes(obj, name):
    for one in lines(api.jit_unit_attributes(python_unit(), name)):
        try:
            yield getattr(obj, one)
        except AttributeError:
            raise TypeError(
                f"Tried to cast object to type {name.rpartition('.')[2]} but object was missing attribute {one}"
            ) from None


def _python_object(obj, cls):
    """An object of Python's class with the attributes of the program's; one that holds itself does so here too.

    Below the deepest one are the program's own.
    """
    number = api.value_id(obj)
    if number in _under.made:
        return _under.made[number]
    made = _under.made[number] = cls.__new__(cls)
    try:
        for name in lines(api.value_names(obj)):
            object.__setattr__(made, name, api.value_attr(obj, name))
    finally:
        del _under.made[number]
    return made


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
    if resource.kind != constants.RESOURCE_BOXED_VALUE:
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
        pass
    cls = classes.get(of)
    if cls is None or len(_under.made) >= _DEEPEST:
        return RecursiveScriptClass(resource)
    return _python_object(obj, cls)


def _plain(resource):
    made = object.__new__(Generator)
    made._h = resource
    return made


core.setup({"box": _in_box, "unboxed": scripted_object})
