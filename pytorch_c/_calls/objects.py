"""Objects of classes that C++ libraries register: their methods, their copies, and how new ones are made."""

from __future__ import annotations

from .._boundary import api
from .._boundary.library import core
from .jit_types import python_unit
from .values import Object

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def exists(name: str) -> bool:
    """Returns whether a class of C++ has the qualified name, "__torch__.torch.classes.NAMESPACE.NAME"."""
    try:
        api.jit_unit_attributes(python_unit(), name)
    except ValueError:
        return False
    return True


def new(name: str) -> Object:
    """Returns an object of a class by its qualified name; its __init__ or __setstate__ is to be called next."""
    return Object(core.object_box(python_unit(), name, ()))


def method(obj: Object, name: str) -> Callable[..., Any]:
    """Returns a method of an object; AttributeError where its class has none of the name."""
    from ..jit._functions import method_of

    try:
        return method_of(api.value_method(obj, name))  # type: ignore[no-any-return]
    except (TypeError, ValueError):
        raise AttributeError(f"'{api.value_type(obj)}' object has no attribute or method '{name}'") from None


def copied(obj: Object) -> Object:
    """Returns a copy of an object from its state; raises RuntimeError, as torch does, where its class has none."""
    of = api.value_type(obj)
    try:
        state = method(obj, "__getstate__")()
    except AttributeError:
        raise RuntimeError(
            f"Tried to deepcopy object {of} which does not have a __getstate__ method defined!"
        ) from None
    return restored(of, state)


def restored(name: str, state: Any) -> Object:
    """Returns an object of a class by its qualified name, in a state that __getstate__ gave."""
    made = new(name)
    method(made, "__setstate__")(state)
    return made
