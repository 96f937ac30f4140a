"""The finalizer strategies: how a tensor's memory goes when its last reference goes.

``PYTORCH_C_FINALIZER=NAME`` or `set_finalizer(NAME)` chooses one for the whole
process, before the first tensor:

- ``weakref``         a weakref.ref with a callback, both in C (the default)
- ``weakref_python``  weakref.ref with a Python callback
- ``finalize``        weakref.finalize
- ``del``             Tensor.__del__
- ``ffi_gc``          cffi's ffi.gc destructor
- ``deferred``        the weak reference only puts aside; closed together before the next operator
- ``explicit``        nothing: only close() and scopes free

All but the last two watch the handle object, which calls in flight hold as well,
or look whether one holds it. docs/gc.md compares them.
"""

import os
import weakref

from .._boundary import handle
from .._boundary.library import ffi, lib

accel = handle.accel
# The functions below bind what they use: at interpreter exit their module's
# names are gone before the last tensors are.


def _weakref(tensor_class):
    accel.use_weakref(False)


def _deferred(tensor_class):
    accel.use_weakref(True)


def _weakref_python(tensor_class):
    # The reference itself is the key: it must live until it has run.
    addresses, ref, cast, ctype, close = {}, weakref.ref, ffi.cast, ffi.typeof("ptc_tensor"), lib.ptc_tensor_close
    pop = addresses.pop

    def died(reference):
        close(pop(reference))

    def start(tensor, handle):
        addresses[ref(handle, died)] = cast(ctype, handle)

    accel.use_function(start)


def _finalize(tensor_class):
    finalize, cast, ctype, close = weakref.finalize, ffi.cast, ffi.typeof("ptc_tensor"), lib.ptc_tensor_close

    def start(tensor, handle):
        finalize(handle, close, cast(ctype, handle)).atexit = False

    accel.use_function(start)


def _del(tensor_class):
    close = handle.close

    def __del__(self):
        close(self)

    tensor_class.__del__ = __del__
    accel.use_hand(False)


def _ffi_gc(tensor_class):
    put, gc, close, untrack = tensor_class._h.__set__, ffi.gc, lib.ptc_tensor_close, accel.untrack

    def start(tensor, handle):
        owner = gc(handle, close)
        # Seen by the collector it would be closed before the finalizers of its
        # cycle have run, which may still use the tensor.
        untrack(owner)
        put(tensor, owner)

    accel.use_function(start)


def _explicit(tensor_class):
    accel.use_hand(True)


STRATEGIES = {
    "weakref": _weakref,
    "weakref_python": _weakref_python,
    "finalize": _finalize,
    "del": _del,
    "ffi_gc": _ffi_gc,
    "deferred": _deferred,
    "explicit": _explicit,
}

_chosen = {"name": "weakref", "class": None}


def start(tensor_class):
    """Takes the strategy of the environment; called once, when Tensor exists."""
    _chosen["class"] = tensor_class
    set_finalizer(os.environ.get("PYTORCH_C_FINALIZER") or "weakref")


def finalizer():
    """The name of the strategy in force."""
    return _chosen["name"]


def set_finalizer(name):
    """Chooses the finalizer strategy for the whole process, before the first tensor.

    Raises ValueError for an unknown name and RuntimeError once a tensor was made.
    """
    if name not in STRATEGIES:
        raise ValueError(f"unknown finalizer strategy {name!r}: one of {', '.join(STRATEGIES)} is needed")
    if name == _chosen["name"]:
        return
    if lib.ptc_created_tensors():
        raise RuntimeError(f"the finalizer strategy is {_chosen['name']} already; choose it before the first tensor")
    if "__del__" in _chosen["class"].__dict__:
        del _chosen["class"].__del__
    STRATEGIES[name](_chosen["class"])
    _chosen["name"] = name


def flush():
    """Closes what the deferred strategy has put aside; returns how many."""
    return lib.ptc_close_pending()
