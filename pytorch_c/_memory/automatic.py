"""Collections that nobody asks for: where the bytes of storages have grown.

Python starts its own by the number of objects. A tensor is one object, however large; and it is less than torch's makes
of the same program, so that cycles would wait longer than there. The C library asks once when storages on the CPU, or
tensors on other devices, pass a limit, which is set here each time, from what is in use.
"""

from __future__ import annotations

import gc as _python_gc
import time

from .._boundary import api, constants
from .._boundary.handle import core
from . import collector, finalizers

_LEAST = 32 << 20  # bytes that storages may grow by, or a quarter of what is in use
_REST = 50  # a look at everything that frees little is followed by as many times what it took
_YOUNG = 1  # the generation that has most of what loops leave, and few objects


class Automatic:
    """State of automatic collections: on or off, and since when."""

    def __init__(self) -> None:
        self.enabled, self.count = False, 0
        self._used, self._rest_until = 0, 0.0  # bytes after the last look at everything

    def set(self, enabled: bool) -> None:
        self.enabled, self._rest_until = enabled, 0.0
        self._used = _in_use()
        self._next()

    def relieve(self) -> None:
        """The C library has seen storages or devices pass the limit; sets the next one."""
        try:
            # A gc.disable() is the user's word.
            if self.enabled and _python_gc.isenabled() and not collector.is_inside_finalizer():
                self.count += 1
                self._collect()
        finally:
            self._next()

    def _next(self):
        here, elsewhere = api.storage_bytes(), _on_devices()
        api.set_gc_storage_limit(here + _room(here) if self.enabled else 0)
        api.set_gc_device_limit(elsewhere + _room(elsewhere) if self.enabled else 0)

    def _collect(self):
        _python_gc.collect(_YOUNG)
        finalizers.flush()
        now = _in_use()
        if now <= self._used + _room(self._used):
            return
        started = time.perf_counter()
        if started < self._rest_until:
            return
        core.collect()
        finalizers.flush()
        ended, self._used = time.perf_counter(), _in_use()
        if now - self._used < _room(now) // 2:
            self._rest_until = ended + _REST * (ended - started)


def _on_devices():
    """Bytes of live tensors that are not on the CPU."""
    return api.live_bytes(constants.UNSET) - api.live_bytes(constants.CPU)


def _in_use():
    return api.storage_bytes() + _on_devices()


def _room(used):
    return max(_LEAST, used // 4)
