"""The finalizer strategies: how a tensor's memory goes when its last reference goes.

``PYTORCH_C_FINALIZER=NAME`` or `set_finalizer(NAME)` chooses one for the whole
process, before the first tensor:

- ``weakref``         a weakref.ref with a callback, both in C (the default)
- ``weakref_python``  weakref.ref with a Python callback
- ``finalize``        weakref.finalize
- ``del``             Tensor.__del__
- ``ffi_gc``          cffi's ffi.gc destructor
- ``deferred``        the weak reference only queues; closed together before the next tensor
- ``explicit``        nothing: only close() and scopes free
"""

import os
import sys
import weakref

from ._lib import ffi, lib

_accel = sys.modules["pytorch_c._accel"]
_close = lib.ptc_tensor_close


def _on_handle_object(watch):
    """A strategy that watches the cffi object, so that dropping it is closing it."""

    def start(tensor_class):
        _accel.set_finalizer(lambda tensor, handle: watch(handle))

    return start, lambda handle: None


def _weakref_python():
    # The reference itself is the key: it must live until it has run.
    addresses, ref = {}, weakref.ref
    pop = addresses.pop

    def died(reference):
        _close(pop(reference))

    def watch(handle):
        addresses[ref(handle, died)] = ffi.cast("ptc_tensor", handle)

    return _on_handle_object(watch)


def _finalize():
    def watch(handle):
        weakref.finalize(handle, _close, ffi.cast("ptc_tensor", handle)).atexit = False

    return _on_handle_object(watch)


def _del():
    def finalizer(self):
        handle = self._h
        if handle is not None:
            self._h = None
            _close(handle)

    def start(tensor_class):
        tensor_class.__del__ = finalizer
        _accel.set_finalizer(lambda tensor, handle: None)

    return start, _accel.close_when_free


def _ffi_gc():
    def start(tensor_class):
        slot = tensor_class._h.__set__
        _accel.set_finalizer(lambda tensor, handle: slot(tensor, ffi.gc(handle, _close)))

    return start, lambda handle: None


def _deferred():
    return lambda tensor_class: _accel.set_deferred(True), lambda handle: None


def _explicit():
    def start(tensor_class):
        _accel.set_finalizer(lambda tensor, handle: None)

    return start, _accel.close_when_free


STRATEGIES = {
    "weakref": lambda: (lambda tensor_class: None, lambda handle: None),
    "weakref_python": _weakref_python,
    "finalize": _finalize,
    "del": _del,
    "ffi_gc": _ffi_gc,
    "deferred": _deferred,
    "explicit": _explicit,
}

_chosen = {"name": "weakref", "class": None}
_close_early = STRATEGIES["weakref"]()[1]


def close(handle):
    """What Tensor.close() does with its handle."""
    _close_early(handle)


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
    global _close_early
    if name not in STRATEGIES:
        raise ValueError(f"unknown finalizer strategy {name!r}: one of {', '.join(STRATEGIES)} is needed")
    if name == _chosen["name"]:
        return
    if _chosen["name"] != "weakref" or lib.ptc_created_tensors():
        raise RuntimeError(f"the finalizer strategy is {_chosen['name']} already; choose it before the first tensor")
    begin, _close_early = STRATEGIES[name]()
    begin(_chosen["class"])
    _chosen["name"] = name


def flush():
    """Closes what the deferred strategy has queued; returns how many."""
    return _accel.flush()
