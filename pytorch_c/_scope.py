"""Scopes: `with scope():` frees at its end what was made inside, referenced or not."""

import threading
import weakref
from contextvars import ContextVar

from . import _finalizers
from ._handle import listen
from ._tensor import Tensor

_open = ContextVar("pytorch_c.scopes", default=())
_count = 0


class scope:
    """`with pytorch_c.scope() as s:` closes at the end of the block the tensors that were made in it.

    Whatever still refers to them then finds them closed. `s.keep(x)` takes tensors out: x is a
    tensor, or anything that holds some (lists, dicts, a Module, an optimizer); it returns x. In
    nested scopes a kept tensor belongs to the outer one. Counts what this thread makes (with
    asyncio this task and those that it starts); under every finalizer strategy, and however the
    block is left.
    """

    def __init__(self):
        self._made, self._before, self._thread = None, None, None

    def __enter__(self):
        if self._made is not None:
            raise RuntimeError("this scope is open already, or was before: make another one")
        self._made, self._thread = {}, threading.get_ident()
        # A tensor that nobody else closes must be held to be closed here.
        self._hold = _itself if _finalizers.finalizer() == "explicit" else weakref.ref
        _open.set((*_open.get(), self))
        _listen(+1)
        return self

    def __exit__(self, *exc):
        _listen(-1)
        _open.set(tuple(one for one in _open.get() if one is not self))
        made, self._made = self._made, {}
        self._thread = None
        for held in made.values():
            tensor = held if self._hold is _itself else held()
            if tensor is not None:
                tensor.close()
        return False

    def _add(self, tensor):
        self._made[id(tensor)] = self._hold(tensor)

    def keep(self, value):
        """Takes the tensors of `value` out of this scope; returns it. Raises RuntimeError if the scope is not open."""
        if self._thread is None:
            raise RuntimeError("keep(): this scope is not open")
        outer = self._outer()
        for tensor in _tensors_of(value, set()):
            if self._made.pop(id(tensor), None) is not None and outer is not None:
                outer._add(tensor)
        return value

    def _outer(self):
        scopes = _open.get()
        position = scopes.index(self) if self in scopes else 0
        return scopes[position - 1] if position else None


def _itself(tensor):
    return tensor


def _made(tensor):
    # A scope of another thread, or one that has ended, may be inherited.
    for one in reversed(_open.get()):
        if one._thread == threading.get_ident():
            one._add(tensor)
            return


def _listen(change):
    global _count
    _count += change
    listen("scope", _made if _count else None)


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
