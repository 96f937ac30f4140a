"""The finalizer strategies: how a tensor's memory goes when its last reference goes.

``PYTORCH_C_FINALIZER=NAME`` or `set_finalizer(NAME)` chooses one for the whole
process, before the first tensor:

- ``weakref``         the end of the handle object closes, in C (the default; a weak reference did in earlier versions)
- ``weakref_python``  weakref.ref with a Python callback
- ``finalize``        weakref.finalize
- ``del``             Tensor.__del__
- ``ffi_gc``          cffi's ffi.gc destructor
- ``deferred``        that end only puts aside; closed together before the next operator
- ``explicit``        nothing: only close() and scopes free

All but the last two watch the handle object, which calls in flight hold as well,
or look whether one holds it. docs/gc.md compares them.
"""

from __future__ import annotations

import os
import weakref

from .._boundary import api
from .._boundary.handle import core, finalize
from .._boundary.pointers import untracked_gc
from .._tensor.tensor import Tensor

# The functions below bind what they use: at interpreter exit their module's
# names are gone before the last tensors are.


# A strategy that is a function gets each new handle object, and what owns its tensor from birth: whose last reference,
# or close(), closes it.


def _weakref():
    core.use_weakref(False)


def _deferred():
    core.use_weakref(True)


def _weakref_python():
    # The reference itself is the key: it must live until it has run.
    owners, ref = {}, weakref.ref
    pop = owners.pop

    def died(reference):
        pop(reference).close()

    def start(handle, owner):
        owners[ref(handle, died)] = owner

    core.use_function(start)


def _finalize():
    finalize = weakref.finalize

    def start(handle, owner):
        finalize(handle, owner.close).atexit = False

    core.use_function(start)


def _del():
    def __del__(self):
        finalize(self)

    Tensor.__del__ = __del__
    core.use_hand(False)


def _ffi_gc():
    def start(handle, owner):
        handle.owner = untracked_gc(owner)

    core.use_function(start)


def _explicit():
    core.use_hand(True)


STRATEGIES = {
    "weakref": _weakref,
    "weakref_python": _weakref_python,
    "finalize": _finalize,
    "del": _del,
    "ffi_gc": _ffi_gc,
    "deferred": _deferred,
    "explicit": _explicit,
}

_chosen = {"name": "weakref"}


def finalizer() -> str:
    """The name of the strategy in force."""
    return _chosen["name"]


def set_finalizer(name: str) -> None:
    """Chooses the finalizer strategy for the whole process, before the first tensor.

    Raises ValueError for an unknown name and RuntimeError once a tensor was made.
    """
    if name not in STRATEGIES:
        raise ValueError(f"unknown finalizer strategy {name!r}: one of {', '.join(STRATEGIES)} is needed")
    if name == _chosen["name"]:
        return
    if api.created_tensors():
        raise RuntimeError(f"the finalizer strategy is {_chosen['name']} already; choose it before the first tensor")
    if "__del__" in Tensor.__dict__:
        del Tensor.__del__
    STRATEGIES[name]()
    _chosen["name"] = name


def flush():
    """Closes what the deferred strategy has put aside; returns how many."""
    return api.close_pending()


set_finalizer(os.environ.get("PYTORCH_C_FINALIZER") or "weakref")
