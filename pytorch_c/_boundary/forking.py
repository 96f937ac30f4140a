"""Forks that wait until no other thread is inside of the C library, an import or a collection.

The lock of a module that another thread is importing stays taken in the child, as do libtorch's own (csrc/forking.c), and
this package imports much at first use: a child's own first use of the same module would wait for ever. And where another
thread collects garbage, Python's collector is off in the child for good.
"""

import importlib
import os
import threading
import time

from .library import core

_LONGEST = 5.0  # seconds that a fork waits for imports and collections at most
_STEP = 0.0005
_locks = getattr(getattr(importlib, "_bootstrap", None), "_module_locks", {})  # by name: weak references to locks


def _imports_elsewhere():
    """Returns whether another thread is importing a module."""
    me = threading.get_ident()
    locks = (reference() for reference in list(_locks.values()))
    return any(lock is not None and lock.owner not in (None, me) for lock in locks)


def _collecting_elsewhere():
    """Returns whether another thread is in the middle of a collection."""
    return core.collecting() not in (0, threading.get_ident())


def _before():
    core.before_fork()
    end = time.monotonic() + _LONGEST
    while (_imports_elsewhere() or _collecting_elsewhere()) and time.monotonic() < end:
        core.forked()  # imports and finalizers call the library, so they go on first
        time.sleep(_STEP)
        core.before_fork()


os.register_at_fork(before=_before, after_in_parent=core.forked)
