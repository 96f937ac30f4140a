"""Nodes of torch.fx's graphs: linked lists with an order, and maps over their arguments (torch._C._NodeBase)."""

from __future__ import annotations

import functools
import sys
from types import ModuleType

from .._borrowed.loader import PACKAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


def take_over(module: ModuleType) -> None:
    """Has code name functions by torch's modules, where this package is torch: also those within functions and classes."""
    found: Callable[[Any], str] = module._find_module_of_method

    @functools.wraps(found)
    def _find_module_of_method(orig_method: Callable[..., Any]) -> str:
        name = found(orig_method)
        installed = sys.modules.get("torch") is sys.modules[PACKAGE]
        return f"torch.{name.removeprefix(f'{PACKAGE}.')}" if installed and name.startswith(f"{PACKAGE}.") else name

    module._find_module_of_method = _find_module_of_method  # type: ignore[attr-defined]


def _immutable():
    from ..fx import immutable_collections

    return immutable_collections.immutable_list, immutable_collections.immutable_dict


def _fx_map_aggregate(a: Any, fn: Callable[[Any], Any]) -> Any:
    """Returns a copy of nested tuples, lists, dicts and slices with fn(leaf) for each leaf; lists and dicts immutable."""
    if isinstance(a, tuple):
        made = [_fx_map_aggregate(one, fn) for one in a]
        return type(a)(*made) if hasattr(a, "_fields") else tuple(made)
    if isinstance(a, list):
        return _immutable()[0]([_fx_map_aggregate(one, fn) for one in a])
    if isinstance(a, dict):
        return _immutable()[1]({key: _fx_map_aggregate(value, fn) for key, value in a.items()})
    if isinstance(a, slice):
        return slice(*(_fx_map_aggregate(one, fn) for one in (a.start, a.stop, a.step)))
    return fn(a)


def _fx_map_arg(a: Any, fn: Callable[[Any], Any]) -> Any:
    """Returns a copy of nested containers with fn(node) for each node."""
    return _fx_map_aggregate(a, lambda one: fn(one) if isinstance(one, _NodeBase) else one)


class _NodeBase:
    """A node in the list of its graph."""

    __slots__ = (
        "_args _erased _input_nodes _kwargs _next _prev _repr_fn _sort_key graph meta name op target type users"
    ).split()

    def __init__(self, graph: Any, name: str, op: str, target: Any, return_type: Any) -> None:
        self.graph, self.name, self.op, self.target, self.type = graph, name, op, target, return_type
        self._args, self._kwargs = (), {}
        self._input_nodes, self.users, self.meta = {}, {}, {}
        self._repr_fn, self._sort_key, self._erased = None, (), False
        self._prev = self._next = self

    def _update_args_kwargs(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Sets the arguments; the nodes among them have this one among their users."""

        def use(node):
            self._input_nodes.setdefault(node)
            node.users.setdefault(self)
            return node

        for node in self._input_nodes:
            node.users.pop(self, None)
        self._input_nodes = {}
        self._args, self._kwargs = _fx_map_arg(args, use), _fx_map_arg(kwargs, use)

    def _replace_input_with(self, old_input: Any, new_input: Any) -> None:
        """Puts one node in the place of another among the arguments."""

        def replaced(node):
            return new_input if node is old_input else node

        self._update_args_kwargs(_fx_map_arg(self._args, replaced), _fx_map_arg(self._kwargs, replaced))

    def _prepend(self, x: Any) -> None:
        """Moves a node of the same graph to the place before this one."""
        if self.graph is not x.graph:
            raise AssertionError("Attempting to move a Node into a different Graph")
        if self is x:
            return
        x._remove_from_list()
        before = self._prev
        before._next, x._prev = x, before
        x._next, self._prev = self, x
        x._sort_key = _between(before._sort_key, self._sort_key)

    def _remove_from_list(self) -> None:
        """Takes the node out of the list."""
        self._prev._next, self._next._prev = self._next, self._prev

    def __lt__(self, other: Any) -> bool:
        return self._sort_key < other._sort_key

    def __gt__(self, other: Any) -> bool:
        return self._sort_key > other._sort_key

    def __le__(self, other: Any) -> bool:
        return self._sort_key <= other._sort_key

    def __ge__(self, other: Any) -> bool:
        return self._sort_key >= other._sort_key


def _between(before, after):
    """A key between two, by which nodes are in the order of the list."""
    if len(before) > len(after):
        *prefix, last = before[: len(after) + 1]
        return (*prefix, last + 1)
    if len(before) < len(after):
        *prefix, last = after[: len(before) + 1]
        return (*prefix, last - 1)
    return (*before, 0)


class _NodeIter:
    """An iterator over the nodes of a list; erased ones are left out."""

    def __init__(self, root: Any, reversed: bool) -> None:
        self._root = self._now = root
        self._step = "_prev" if reversed else "_next"

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        while True:
            self._now = getattr(self._now, self._step)
            if self._now is self._root:
                raise StopIteration
            if not self._now._erased:
                return self._now
