"""Accessors (torch._C._dynamo.guards): each is one Python expression that leads from a value to a part of it."""

from __future__ import annotations

import copy
import keyword

from . import _guard_helpers as helpers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from typing_extensions import Self

    from .guards import GuardManager


class GuardAccessor:
    """The way from a value to a part, with the manager of the part."""

    # {v} is the value, {key} the accessor's key; "exact" is the way from a dict, list or tuple of just this class.
    way = "{v}"
    exact = ""
    shown = ""  # its text in a printed tree
    says = ""  # the words where there is no such part, before the source
    gives: type | None = None  # the class that the part has in any case

    def __init__(self, key: Any, source: str, manager: GuardManager) -> None:
        self.key, self._source, self.manager = key, source, manager
        self._asked: Callable[[Any], Any] | None = None

    def get_source(self) -> str:
        """Returns the expression that the accessor was made for."""
        return self._source

    def copy(self, manager: GuardManager) -> Self:
        """Returns the way to the same part, with another manager."""
        found = copy.copy(self)
        found.manager = manager
        return found

    def repr(self) -> str:
        """Returns the text of the accessor in a printed tree."""
        return self.shown.format(key=self.key) if self.shown else type(self).__name__

    def expression(self, value: str, bind: Callable[[Any], str], exact: bool = False) -> str:
        """Returns the text of the part of a variable."""
        return helpers.fill(self, self.exact if exact and self.exact else self.way, value, bind)

    def part(self, value: Any) -> Any:
        """Returns the part of a value; raises where it has none."""
        if self._asked is None:
            self._asked = helpers.function_of(self.expression)
        return self._asked(value)

    def reasons(self, value: Any, error: Exception) -> list[str]:
        """Returns the words for a value without this part."""
        return [self.says + self._source]


class FrameLocalsGuardAccessor(GuardAccessor):
    """A variable of the frame, by (name, index)."""

    way = "{v}[{key}]"
    says = "KeyError on "

    def __init__(self, key: tuple[str, int], source: str, manager: GuardManager) -> None:
        super().__init__(key[0], source, manager)
        self._index = key[1]

    def repr(self) -> str:
        """Returns the name and the index."""
        return f"FrameLocalsGuardAccessor(key={self.key!r}, framelocals_idx={self._index})"


class GlobalsGuardAccessor(GuardAccessor):
    """The globals of the function."""

    way = "{key}"
    gives = dict


class DictGetItemGuardAccessor(GuardAccessor):
    """A dict's value, whatever a subclass makes of d[key]."""

    way = "dict_item({v}, {key})"
    exact = "{v}[{key}]"
    shown = "DictGetItemGuardAccessor({key!r})"
    says = "KeyError on "


class GetItemGuardAccessor(GuardAccessor):
    """An item, by __getitem__."""

    way = "{v}[{key}]"
    shown = "GetItemGuardAccessor({key})"
    says = "KeyError on "


class ListGetItemGuardAccessor(GuardAccessor):
    """An item of a list."""

    way = "list_item({v}, {key})"
    exact = "{v}[{key}]"
    shown = "ListGetItemGuardAccessor({key})"
    says = "IndexError on "


class TupleGetItemGuardAccessor(GuardAccessor):
    """An item of a tuple."""

    way = "tuple_item({v}, {key})"
    exact = "{v}[{key}]"
    shown = "TupleGetItemGuardAccessor({key})"
    says = "IndexError on "


class SetGetItemGuardAccessor(GuardAccessor):
    """An item of a set, by its place when it is gone through."""

    way = "[*{v}][{key}]"
    shown = "SetGetItemGuardAccessor(index={key})"

    def reasons(self, value: Any, error: Exception) -> list[str]:
        """Returns no words, as in torch."""
        return []


class TupleIteratorGetItemAccessor(GuardAccessor):
    """An item that a tuple's iterator has left."""

    way = "left_of_tuple({v}, {key})"
    shown = "TupleIteratorGetItemAccessor({key})"

    def reasons(self, value: Any, error: Exception) -> list[str]:
        """Returns torch's words, which have no source."""
        return [f"IndexError {self.repr()}"]


class GetAttrGuardAccessor(GuardAccessor):
    """An attribute, by getattr."""

    shown = "GetAttrGuardAccessor({key})"
    says = "getattr failed on source "

    def get_attr_name(self) -> str:
        """Returns the name of the attribute."""
        return str(self.key)

    def expression(self, value: str, bind: Callable[[Any], str], exact: bool = False) -> str:
        """Returns the text of the attribute of a variable."""
        name = str(self.key)
        if name.isascii() and name.isidentifier() and not keyword.iskeyword(name):
            return f"{value}.{name}"
        return f"getattr({value}, {bind(name)})"


class GenericGetAttrGuardAccessor(GuardAccessor):
    """An attribute, whatever the class makes of __getattr__ and __getattribute__."""

    way = "generic_attribute({v}, {key})"
    shown = "GenericGetAttrGuardAccessor({key})"
    says = "getattr failed on source "


class GetGenericDictGuardAccessor(GuardAccessor):
    """The attributes of an object itself."""

    way = "generic_dict({v})"
    exact = "{v}.__dict__"
    says = "getattr failed on source "
    gives = dict


class GradGuardAccessor(GuardAccessor):
    """The gradient of a tensor."""

    way = "gradient({v})"
    exact = "{v}.grad"
    shown = "GradGuardAccessor(grad)"
    says = "not a tensor - grad field is accessed "


class _FunctionPart(GuardAccessor):
    """An attribute of a function, or of the function of a method."""

    def reasons(self, value: Any, error: Exception) -> list[str]:
        """Returns torch's words, which begin with the accessor."""
        return [f"{self.repr()}: Not a function on {self._source}"]


class FuncDefaultsGuardAccessor(_FunctionPart):
    """The defaults of a function."""

    way = 'function_part({v}, "__defaults__")'
    gives = tuple


class FuncKwDefaultsGuardAccessor(_FunctionPart):
    """The defaults of a function's keyword-only arguments."""

    way = 'function_part({v}, "__kwdefaults__")'
    gives = dict


class CodeGuardAccessor(_FunctionPart):
    """The code of a function."""

    way = 'function_part({v}, "__code__")'


class ClosureGuardAccessor(_FunctionPart):
    """The cells of a function."""

    way = 'function_part({v}, "__closure__")'
    gives = tuple


class TypeGuardAccessor(GuardAccessor):
    """The class of an object."""

    way = "type({v})"


class TypeDictGuardAccessor(GuardAccessor):
    """The attributes of a class itself."""

    way = "class_dict({v})"
    says = "null type dict on "
    gives = dict


class TypeMROGuardAccessor(GuardAccessor):
    """The order in which a class and its bases are asked for attributes."""

    way = "{v}.__mro__"
    gives = tuple


class GlobalWeakRefGuardAccessor(GuardAccessor):
    """The object of a weak reference among the globals; None where it has ended."""

    way = "alive({v}[{key}])"
    shown = "GlobalWeakRefGuardAccessor({key})"

    def reasons(self, value: Any, error: Exception) -> list[str]:
        """Returns torch's words for a missing name, or for another object."""
        return [("KeyError on " if isinstance(error, KeyError) else "Not a weakref ") + self._source]


class WeakRefCallGuardAccessor(GuardAccessor):
    """The object of a weak reference; None where it has ended."""

    way = "alive({v})"
    shown = "WeakRefCallGuardAccessor()"
    says = "Not a weakref obj "


class _Called(GuardAccessor):
    """A call, and the part that it gives."""

    def reasons(self, value: Any, error: Exception) -> list[str]:
        """Returns the text of what was raised."""
        return [str(error)]


class CallFunctionNoArgsGuardAccessor(_Called):
    """A call without arguments."""

    way = "called({v})"
    exact = "{v}()"
    shown = "CallFunctionNoArgsGuardAccessor()"

    def reasons(self, value: Any, error: Exception) -> list[str]:
        """Returns the text of what was raised, or torch's words for an object that cannot be called."""
        return [str(error)] if callable(value) else [f"Not a callable obj {self._source}"]


class PythonLambdaGuardAccessor(_Called):
    """A function of the value."""

    way = "{key}({v})"
    shown = "PythonLambdaGuardAccessor"


class IndexedGuardAccessor(GuardAccessor):
    """The value with a number in front, which says what a SYMBOLIC_SHAPE_GUARD has it for."""

    way = "({key}, {v})"
    shown = "IndexedGuardAccesor({key})"


class TensorPropertyGuardAccessor(GuardAccessor):
    """A size or a step of a tensor, or the place of its first element."""

    _WAYS = {"SIZE": "{v}.shape[{key}]", "STRIDE": "{v}.stride()[{key}]", "STORAGE_OFFSET": "{v}.storage_offset()"}

    def __init__(self, key: tuple[str, int | None], source: str, manager: GuardManager) -> None:
        super().__init__(-1 if key[1] is None else key[1], source, manager)
        self._kind = key[0]
        self.way = self._WAYS[self._kind]

    def repr(self) -> str:
        """Returns the property and the dimension."""
        return f"TensorPropertyGuardAccessor<TensorProperty::{self._kind}>({self.key})"

    def reasons(self, value: Any, error: Exception) -> list[str]:
        """Returns torch's words for an object that is no tensor, or has too few dimensions."""
        if isinstance(error, IndexError):
            return ["tensor has too few dimensions"]
        return [f"not a tensor{self._source}"]


# ---- methods of managers ----

_WITH_KEY = {
    "framelocals_manager": (FrameLocalsGuardAccessor, "key"),
    "globals_dict_manager": (GlobalsGuardAccessor, "f_globals"),
    "dict_getitem_manager": (DictGetItemGuardAccessor, "key"), "getitem_manager": (GetItemGuardAccessor, "key"),
    "list_getitem_manager": (ListGetItemGuardAccessor, "key"), "tuple_getitem_manager": (TupleGetItemGuardAccessor, "key"),
    "set_getitem_manager": (SetGetItemGuardAccessor, "index"),
    "tuple_iterator_getitem_manager": (TupleIteratorGetItemAccessor, "index"),
    "getattr_manager": (GetAttrGuardAccessor, "attr"), "generic_getattr_manager": (GenericGetAttrGuardAccessor, "attr"),
    "global_weakref_manager": (GlobalWeakRefGuardAccessor, "global_name"),
    "lambda_manager": (PythonLambdaGuardAccessor, "python_lambda"), "indexed_manager": (IndexedGuardAccessor, "idx"),
}  # fmt: skip
_WITHOUT_KEY = {
    "get_generic_dict_manager": GetGenericDictGuardAccessor, "grad_manager": GradGuardAccessor,
    "func_defaults_manager": FuncDefaultsGuardAccessor, "func_kwdefaults_manager": FuncKwDefaultsGuardAccessor,
    "code_manager": CodeGuardAccessor, "closure_manager": ClosureGuardAccessor, "type_manager": TypeGuardAccessor,
    "type_dict_manager": TypeDictGuardAccessor, "type_mro_manager": TypeMROGuardAccessor,
    "weakref_call_manager": WeakRefCallGuardAccessor, "call_function_no_args_manager": CallFunctionNoArgsGuardAccessor,
}  # fmt: skip


class AccessorMethods:
    """The methods of a manager that lead to the managers of parts."""

    def get_child_manager(
        self, kind: type[GuardAccessor], key: Any, source: str, example: Any, of: Any
    ) -> GuardManager:
        """Returns the manager of a part, which is made where there is none for this accessor and source."""
        raise NotImplementedError


def _keyed(name: str, kind: type[GuardAccessor], key_name: str) -> Callable[..., GuardManager]:
    def method(self: AccessorMethods, *given: Any, **named: Any) -> GuardManager:
        key, source, example, of = _arguments((key_name, *_REST), given, named)
        return self.get_child_manager(kind, key, source, example, of)

    method.__name__, method.__doc__ = name, f"Returns the manager of a part: ({key_name}, {', '.join(_REST)})."
    return method


def _unkeyed(name: str, kind: type[GuardAccessor]) -> Callable[..., GuardManager]:
    def method(self: AccessorMethods, *given: Any, **named: Any) -> GuardManager:
        return self.get_child_manager(kind, None, *_arguments(_REST, given, named))

    method.__name__, method.__doc__ = name, f"Returns the manager of a part: ({', '.join(_REST)})."
    return method


def _property(name: str, kind: str) -> Callable[..., GuardManager]:
    def method(self: AccessorMethods, *given: Any, **named: Any) -> GuardManager:
        index, source, example, of = _arguments(("idx", *_REST), given, named)
        return self.get_child_manager(TensorPropertyGuardAccessor, (kind, index), source, example, of)

    method.__name__, method.__doc__ = name, f"Returns the manager of a number of a tensor: (idx, {', '.join(_REST)})."
    return method


_REST = ("source", "example_value", "guard_manager_enum")


def _arguments(names, given, named):
    found = dict(zip(names, given)) | named
    if len(given) > len(names) or set(found) != set(names):
        raise TypeError(f"the arguments must be ({', '.join(names)})")
    return tuple(found[name] for name in names)


for _name, (_kind, _key) in _WITH_KEY.items():
    setattr(AccessorMethods, _name, _keyed(_name, _kind, _key))
for _name, _kind in _WITHOUT_KEY.items():
    setattr(AccessorMethods, _name, _unkeyed(_name, _kind))
for _property_name in ("size", "shape", "stride", "storage_offset"):
    _name = f"tensor_property_{_property_name}_manager"
    _code = "SIZE" if _property_name == "shape" else _property_name.upper()
    setattr(AccessorMethods, _name, _property(_name, _code))
