"""Maps of storages that keep none alive: an entry lasts as long as the memory, not as the Python object that stands for it.

Torch's storages are one object for as long as the memory is there; ours are made when they are asked for.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, MutableMapping

from .untyped import UntypedStorage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

_SMALL = 64  # entries of which the dead ones are not looked for


class _Weak(MutableMapping):  # type: ignore[type-arg]
    """A map that gives numbers of memory back, and drops dead entries."""

    def __init__(self) -> None:
        self._kept: dict[Any, Any] = {}
        self._limit = _SMALL

    def _dead(self) -> list[Any]:
        raise NotImplementedError

    def _drop(self, key: Any) -> None:
        raise NotImplementedError

    def _purge(self, always=True):
        if always or len(self._kept) > self._limit:
            for key in self._dead():
                self._drop(key)
            self._limit = max(_SMALL, 2 * len(self._kept))

    def __len__(self) -> int:
        self._purge()
        return len(self._kept)

    def clear(self) -> None:
        """Drops all entries."""
        for key in list(self._kept):
            self._drop(key)

    def __del__(self) -> None:
        if UntypedStorage is not None:  # as it is while the interpreter ends
            self.clear()


class OfStorages(_Weak):
    """{key: storage}: an entry goes with its memory."""

    def _dead(self):
        return [key for key, number in self._kept.items() if UntypedStorage._expired(number)]

    def _drop(self, key):
        UntypedStorage._free_weak_ref(self._kept.pop(key))

    def __getitem__(self, key: Any) -> UntypedStorage:
        found = UntypedStorage._new_with_weak_ptr(self._kept[key])
        if found is None:
            raise KeyError(key)
        return found

    def __setitem__(self, key: Any, storage: UntypedStorage) -> None:
        number = storage._weak_ref()
        if key in self._kept:
            self._drop(key)
        self._kept[key] = number
        self._purge(always=False)

    def __delitem__(self, key: Any) -> None:
        self[key]
        self._drop(key)

    def __iter__(self) -> Iterator[Any]:
        self._purge()
        return iter(list(self._kept))


class ByStorage(_Weak):
    """{storage: value}: an entry goes with its memory; the number of the memory is the key."""

    def _dead(self):
        return [number for number in self._kept if UntypedStorage._expired(number)]

    def _drop(self, key):
        del self._kept[key]
        UntypedStorage._free_weak_ref(key)

    @staticmethod
    def _number(storage):
        number = storage._weak_ref()
        UntypedStorage._free_weak_ref(number)
        return number

    def __getitem__(self, storage: Any) -> Any:
        return self._kept[self._number(storage)]

    def __setitem__(self, storage: Any, value: Any) -> None:
        number = storage._weak_ref()
        if number in self._kept:
            UntypedStorage._free_weak_ref(number)
        self._kept[number] = value
        self._purge(always=False)

    def __delitem__(self, storage: Any) -> None:
        number = self._number(storage)
        if number not in self._kept:
            raise KeyError(storage)
        self._drop(number)

    def __iter__(self) -> Iterator[Any]:
        found = [UntypedStorage._new_with_weak_ptr(number) for number in list(self._kept)]
        return iter([one for one in found if one is not None])


def take_over(meta_utils: ModuleType) -> None:
    """Lets converters to fake tensors know storages for as long as their memory is there (torch._subclasses.meta_utils)."""
    for name, attribute, kind in (
        ("MetaTensorDescriber", "lookup_storage", ByStorage),
        ("MetaConverter", "storage_memo", OfStorages),
    ):
        _with(getattr(meta_utils, name), attribute, kind)
    real = ByStorage()  # of storages without memory: the ones with it, which torch keeps as attributes of the objects
    meta_utils._get_real_storage = real.__getitem__  # type: ignore[attr-defined]
    meta_utils._set_real_storage = real.__setitem__  # type: ignore[attr-defined]


def _with(cls, attribute, kind):
    of_torch = cls.__init__

    @functools.wraps(of_torch)
    def __init__(self, *args, **kwargs):
        of_torch(self, *args, **kwargs)
        setattr(self, attribute, kind())

    cls.__init__ = __init__
