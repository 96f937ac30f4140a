"""Lists and dicts that Python shares with programs: ScriptList and ScriptDict (torch.ScriptList, torch.ScriptDict)."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, MutableSequence
from typing import Any

from .._boundary import api
from .._boundary.errors import TorchTypeError, TorchValueError
from .._boundary.library import core
from ._classes import field_types, of_class
from ._errors import Error
from ._functions import python_unit
from ._types import Types, UnknownType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["ScriptDict", "ScriptList"]

_types = Types(of_class, field_types)


def _box(value: Any, type_hint: Any, empty: str, kind: str) -> Any:
    """The value as a list or dict of TorchScript's, of the type that it has or that is said."""
    try:
        if type_hint is not None:
            text = _types.of(type_hint)
        else:
            text = _types.of_value(value) if value else empty
    except UnknownType as error:
        raise Error(f"Unable to infer type of {kind}: {error}") from None
    return core.shared_box(python_unit(), text, value)


class _Shared:
    """Base of both: the object itself is the program's."""

    __slots__ = ("_box",)
    _box: Any
    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        return api.value_len(self)

    def __repr__(self) -> str:
        return repr(api.value_contents(self))

    def __eq__(self, other: object) -> bool:
        contents = api.value_contents(self)
        return contents == (api.value_contents(other) if isinstance(other, _Shared) else other)

    def _script_type(self) -> str:
        return api.value_type(self)


class ScriptList(_Shared, MutableSequence):
    """A list of TorchScript: a program that gets it as an argument changes this list (torch.ScriptList).

    Args:
        items: What is in it; an empty list is one of Tensors
        type_hint: Its type, `List[int]`, where the items do not say it

    An item of another type is a TypeError. What is in it comes out as Python's own: a list in it is a copy.
    """

    __slots__ = ()

    def __init__(self, items: Iterable[Any] = (), type_hint: Any = None) -> None:
        self._box = _box(list(items), type_hint, "List[Tensor]", "list")

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            made = type(self).__new__(type(self))
            made._box = core.shared_box(python_unit(), self._script_type(), api.value_contents(self)[index])
            return made
        return api.value_item(self, self._place(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        if not isinstance(index, slice):
            api.value_set_item(self, self._place(index), value)
            return
        places, values = range(*index.indices(len(self))), list(value)
        if len(places) != len(values):
            raise ValueError("the left and the right side of a slice assignment must have the same size")
        for place, one in zip(places, values):
            api.value_set_item(self, place, one)

    def __delitem__(self, index: Any) -> None:
        places = range(*index.indices(len(self))) if isinstance(index, slice) else [self._place(index)]
        for place in sorted(places, reverse=True):
            api.value_remove(self, place)

    def __contains__(self, value: object) -> bool:
        return api.value_find(self, value) >= 0

    def _place(self, index):
        place = _index(index)
        if not -len(self) <= place < len(self):
            raise IndexError("list index out of range")
        return place

    def insert(self, index: int, value: Any) -> None:
        """Puts an item before the one at the index."""
        api.value_insert(self, _index(index), value)

    def count(self, value: Any) -> int:
        """Returns how many items equal the value; TypeError where none can."""
        return api.value_contents(self).count(value) if value in self else 0

    def remove(self, value: Any) -> None:
        """Takes out the first item that equals the value; ValueError where none does."""
        place = api.value_find(self, value)
        if place < 0:
            raise ValueError("the list does not have this item")
        api.value_remove(self, place)


class ScriptDict(_Shared, MutableMapping):
    """A dict of TorchScript: a program that gets it as an argument changes this dict (torch.ScriptDict).

    Args:
        items: What is in it; an empty dict has strings as keys and Tensors as values
        type_hint: Its type, `Dict[str, int]`, where the items do not say it

    A key or value of another type is a TypeError where one is set or deleted; a key that cannot be there is a KeyError
    where one is looked up.
    """

    __slots__ = ()

    def __init__(self, items: Mapping[Any, Any] | None = None, type_hint: Any = None) -> None:
        self._box = _box(dict(items or {}), type_hint, "Dict[str, Tensor]", "dictionary")

    def __getitem__(self, key: Any) -> Any:
        try:
            return api.value_item(self, key)
        except (TorchTypeError, TorchValueError):
            raise KeyError(key) from None

    def __setitem__(self, key: Any, value: Any) -> None:
        api.value_set_item(self, key, value)

    def __delitem__(self, key: Any) -> None:
        try:
            api.value_remove(self, key)
        except TorchValueError:
            raise KeyError(key) from None

    def __iter__(self) -> Iterator[Any]:
        return iter(api.value_contents(self))

    def __contains__(self, key: object) -> bool:
        try:
            return api.value_find(self, key) >= 0
        except TorchTypeError:
            raise KeyError(key) from None


def _index(index):
    if not hasattr(type(index), "__index__"):
        raise TypeError(f"list indices must be integers or slices, not {type(index).__name__}")
    return int(index)
