"""Scopes: `with scope():` frees at its end what was made inside, referenced or not."""

from __future__ import annotations

import threading
import weakref
from contextvars import ContextVar

from .._boundary import api
from .._boundary.handle import core
from .._tensor.tensor import Tensor
from .owners import owner_here

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    T = TypeVar("T")

# The lists that csrc/scopes.c fills, innermost last: thread, owner (owners.py), context; from _FIRST on what was made.
_FIRST = 3
_open = ContextVar("pytorch_c.scopes", default=())
core.set_scopes(_open)


class scope:
    """`with pytorch_c.scope() as s:` closes at the end of the block the tensors that were made in it.

    Whatever still refers to them then finds them closed. `s.keep(x)` takes tensors out: x is a
    tensor, or anything that holds some (lists, dicts, a Module, an optimizer); it returns x. In
    nested scopes a kept tensor belongs to the outer one. Counts what this thread makes (with
    asyncio this task and those that it starts); under every finalizer strategy, and however the
    block is left. In a generator or a coroutine it does not count what others make while that is
    suspended; in a context manager's generator it is for the block of the `with`.

    After the block, `s.freed` is how many tensors its end closed (the others had gone with their last reference),
    `s.bytes_freed` what their handles counted, and `s.kept` how many were taken out.
    """

    freed: int
    bytes_freed: int
    kept: int

    def __init__(self) -> None:
        self._made = None
        self.freed = self.bytes_freed = self.kept = 0

    def __repr__(self) -> str:
        return f"<scope: {self.freed} tensors freed, {self.bytes_freed} bytes, {self.kept} kept>"

    def __enter__(self) -> scope:
        if self._made is not None:
            raise RuntimeError("this scope is open already, or was before: make another one")
        self._made = [threading.get_ident(), *owner_here()]
        _open.set((*filter(None, _open.get()), self._made))  # without those that ended in another context
        core.count_scopes(1)
        return self

    def __exit__(self, *exc: Any) -> None:
        made, self._made = self._made, [None]
        _open.set(tuple(one for one in _open.get() if one is not made))
        core.count_scopes(-1)
        made[0] = None  # tasks that have inherited it find it ended
        api.close_pending()
        before = api.live_bytes(-1)
        for held in made[_FIRST:]:
            tensor = _tensor_of(held)
            if tensor is not None and not tensor.closed:
                tensor.close()
                self.freed += 1
        api.close_pending()
        self.bytes_freed = max(0, before - api.live_bytes(-1))  # another thread may have made some meanwhile
        made.clear()

    def keep(self, value: T) -> T:
        """Takes the tensors of `value` out of this scope; returns it. Raises RuntimeError if the scope is not open."""
        if not self._made or self._made[0] is None:
            raise RuntimeError("keep(): this scope is not open")
        kept = {id(tensor) for tensor in _tensors_of(value, set())}
        outer = self._outer()
        for position in range(len(self._made) - 1, _FIRST - 1, -1):  # most often it was made just now
            if not kept:
                break
            held = self._made[position]
            tensor = _tensor_of(held)
            if id(tensor) in kept:
                kept.discard(id(tensor))
                self.kept += 1
                del self._made[position]
                if outer:
                    outer.append(held)
        return value

    def _outer(self):
        """The list of the scope around this one, in this thread."""
        around = _open.get()
        at = next((i for i, one in enumerate(around) if one is self._made), 0)
        return core.innermost_scope(around[:at])


def _tensor_of(held):
    return held() if isinstance(held, weakref.ref) else held


def _tensors_of(value, seen):
    """The tensors in nested containers and in the attributes of objects."""
    if id(value) in seen or isinstance(value, (str, bytes, int, float, type)):
        return
    seen.add(id(value))
    if isinstance(value, Tensor):
        yield value
    inside = ()
    if isinstance(value, dict):
        inside = [*value.keys(), *value.values()]
    elif isinstance(value, (list, tuple, set, frozenset)):
        inside = value
    elif hasattr(value, "__dict__") and not callable(getattr(value, "__code__", None)):
        inside = vars(value).values()
    for one in inside:
        yield from _tensors_of(one, seen)
