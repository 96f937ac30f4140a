"""Tensors and values that a call reaches, and the places where they lie: the guards of a captured graph."""

from __future__ import annotations

import functools
import sys
import types
from contextlib import contextmanager

from .._tensor.device import device
from .._tensor.dtype import dtype, layout, memory_format
from .._tensor.tensor import Tensor
from ..autograd import Function
from ..nn.modules.module import Module
from ..nn.parameter import Parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

_PLAIN = (int, float, complex, bool, str, bytes, type(None), type(...), dtype, device, layout, memory_format, slice)
_TABLES = ("_parameters", "_buffers", "_modules")  # of a module, left out of the names of what is in them
_MOST = 100_000  # values that a call may reach
_KNOWN = frozenset({"torch", __name__.partition(".")[0], *sys.stdlib_module_names})  # whose functions keep no state


class NotCaptured(Exception):
    """The reason why a call runs as it is."""


def is_plain(value: Any) -> bool:
    """Returns whether a value is a number, a word or an option, which a graph may hold."""
    return type(value) in _PLAIN or isinstance(value, (tuple, frozenset)) and all(map(is_plain, value))


def _sizes(tensor):
    """The sizes and steps of a tensor, or the layout of one that has no steps."""
    try:
        return tensor.shape, tensor.stride()
    except RuntimeError:
        return tensor.shape, tensor.layout


def _put(container, key, value):
    if isinstance(container, types.CellType):
        container.cell_contents = value
    else:
        container[key] = value


class Reach:
    """One walk from a function and its arguments: `words` says all but the tensors' elements, `tensors` has each once."""

    def __init__(self, function: Any, arguments: list[Any]) -> None:
        self.words: list[Any] = []
        self.tensors: list[Tensor] = []
        self.names: list[str] = []
        self._places: list[list[tuple[Any, Any] | None]] = []
        self._seen: dict[int, int] = {}
        self._alive: list[Any] = []  # an id means one object as long as it lives
        self._held: list[tuple[Any, Any]] = []  # containers, and copies of them
        self._visit(function, None, "")
        self._visit(arguments, None, "arg")

    # ---- the walk ----

    def _visit(self, value, place, name):
        kind = type(value)
        if kind in _PLAIN:
            self.words.append((kind, str(value) if kind is slice else value))
            return
        number = self._seen.setdefault(id(value), len(self._seen))
        new = number == len(self._alive)
        if new:
            self._alive.append(value)
            if number > _MOST:
                raise NotCaptured("it reaches too many objects")
        if isinstance(value, Tensor):
            self._tensor(value, place, name, new)
        elif not new:
            self.words.append(number)
        elif isinstance(value, types.FunctionType):
            self._function(value)
        elif kind is types.MethodType:
            self._all((value.__func__, value.__self__), name)
        elif kind is functools.partial:
            self._all((value.func, value.args, value.keywords), name)
        elif isinstance(value, dict):
            self._mapping(value, name)
        elif isinstance(value, (list, tuple, set, frozenset)):
            self._sequence(value, name)
        else:
            self._object(value, name)

    def _tensor(self, value, place, name, new):
        if new:
            if type(value) not in (Tensor, Parameter):
                raise NotCaptured(f"it reaches a {type(value).__name__}")
            self._seen[id(value)] = ~len(self.tensors)
            self.tensors.append(value)
            self.names.append(name)
            self._places.append([])
            self.words.append((value.dtype, value.device, *_sizes(value), value.requires_grad, type(value)))
        index = ~self._seen[id(value)]
        self.words.append(("tensor", index))
        self._places[index].append(place)

    def _all(self, values, name):
        for value in values:
            self._visit(value, None, name)

    def _function(self, value):
        self.words.append(value.__code__)
        if value.__globals__.get("__name__", "").partition(".")[0] in _KNOWN and not value.__closure__:
            return
        for name, cell in zip(value.__code__.co_freevars, value.__closure__ or ()):
            try:
                self._visit(cell.cell_contents, (cell, None), name)
            except ValueError:  # an empty cell
                self.words.append("empty")
        self._all((value.__defaults__, value.__kwdefaults__), "default")
        for name in _names(value.__code__):
            if name in value.__globals__:
                self._visit(value.__globals__[name], (value.__globals__, name), name)

    def _mapping(self, value, name):
        self._held.append((value, value.copy()))
        for key, one in list(value.items()):
            if type(one) is dict and not one:  # as most tables of hooks
                self._held.append((one, {}))
                continue
            self.words.append(key if is_plain(key) else id(key))
            self._visit(one, (value, key), name if key in _TABLES else f"{name}_{key}" if name else str(key))

    def _sequence(self, value, name):
        self.words.append((type(value), len(value)))
        if isinstance(value, (list, set)):
            self._held.append((value, value.copy()))
        for index, one in enumerate(value):
            self._visit(one, (value, index) if isinstance(value, list) else None, f"{name}_{index}")

    def _object(self, value, name):
        bound = getattr(value, "__self__", None)  # my_relu = MyReLU.apply
        if isinstance(bound, type) and issubclass(bound, Function):
            raise NotCaptured("it reaches a custom autograd.Function")
        own = getattr(value, "__dict__", None)
        library = type(value).__module__.partition(".")[0] in _KNOWN
        if (
            isinstance(value, (type, types.ModuleType))
            or type(own) is not dict
            or library
            and not isinstance(value, Module)
        ):
            self.words.append(id(value))
            return
        self.words.append(type(value))
        self._mapping(own, name)
        if isinstance(value, Module):
            self._visit(type(value).forward, None, name)

    # ---- other tensors in their places ----

    @contextmanager
    def replaced(self, tensors: Sequence[Any]) -> Iterator[None]:
        """A block in which other tensors lie in the places of these."""
        if any(place is None for places in self._places for place in places):
            raise NotCaptured("a tensor lies where no other can be put, as in a tuple")
        try:
            for one, places in zip(tensors, self._places):
                for place in places:
                    _put(*place, one)
            yield
        finally:
            for one, places in zip(self.tensors, self._places):
                for place in places:
                    if isinstance(place[0], dict | types.CellType) or place[1] < len(place[0]):
                        _put(*place, one)

    def restore(self) -> bool:
        """Puts back what a call has changed in containers; returns whether there was something."""
        changed = False
        for container, before in self._held:
            if not _same(container, before):
                changed = True
                container.clear()
                container.extend(before) if isinstance(container, list) else container.update(before)
        return changed


@functools.cache
def _names(code):
    """Names of globals that a function's code may mean, those of functions within it too."""
    found = list(code.co_names)
    for one in code.co_consts:
        if isinstance(one, types.CodeType):
            found.extend(_names(one))
    return tuple(dict.fromkeys(found))


def _same(container, before):
    if len(container) != len(before):
        return False
    if isinstance(container, dict):
        return all(key in before and before[key] is value for key, value in container.items())
    return container == before if isinstance(container, set) else all(map(_is, container, before))


def _is(first, second):
    return first is second
