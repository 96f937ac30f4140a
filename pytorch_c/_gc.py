"""gc() and finish_gc(): GoTorch's train loop without its hang. docs/gc.md says how it works.

The first gc() of a loop marks that tensors made from now on in this thread are
intermediate results; each later one collects the cycles among what the loop
made and reports; finish_gc() ends the loop. What is still referenced is a
survivor: reported, never waited for.
"""

import contextlib
import gc as _python_gc
import os
import threading
import time

from . import _finalizers
from ._errors import TorchError, throw
from ._lib import NULL, ffi, lib
from ._survivors import survivors_of


class SurvivorsError(TorchError):
    """gc(strict=True) found tensors of the loop that are still referenced; `survivors` lists them."""

    def __init__(self, survivors, count):
        self.survivors = survivors
        lines = "\n".join(f"  {one}" for one in survivors)
        super().__init__(f"{count} tensors made in this gc() loop are still referenced:\n{lines}")


class Record:
    """What one gc() or finish_gc() did.

    `freed` and `bytes_freed` count the tensors that went since the call before, `survivors`
    and `bytes` those of the loop that are still referenced; `seconds` is how long the call took.
    """

    __slots__ = ("freed", "bytes_freed", "survivors", "bytes", "seconds", "_loop")

    def __init__(self, loop=None, freed=0, bytes_freed=0, survivors=0, size=0, seconds=0.0):
        self._loop = loop
        self.freed, self.bytes_freed = freed, bytes_freed
        self.survivors, self.bytes, self.seconds = survivors, size, seconds

    def details(self):
        """The tensors of the loop that are alive now: op, shape, dtype, device, site, referrers."""
        return survivors_of(self._loop.mark) if self._loop and self._loop.mark else []

    def __repr__(self):
        return (
            f"Record(freed={self.freed}, survivors={self.survivors}, bytes={self.bytes}, "
            f"bytes_freed={self.bytes_freed}, seconds={self.seconds:.6f})"
        )

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        finish_gc()
        return False


# ---- the freeze: what exists before a loop is not looked at in it ----


class _Freeze:
    """Shared by the loops of all threads; a freeze that the user made is left alone."""

    def __init__(self):
        self.reset()
        self.loops = 0
        self.ours = False

    def reset(self):
        # Reentrant: a finalizer may run in here and call gc() itself.
        self.lock = threading.RLock()

    def begin(self):
        with self.lock:
            self.loops += 1
            if self.loops == 1 and not _python_gc.get_freeze_count():
                _python_gc.freeze()
                self.ours = True

    def end(self):
        with self.lock:
            self.loops -= 1
            if self.loops == 0 and self.ours:
                self.ours = False
                _python_gc.unfreeze()


_freeze = _Freeze()
# A lock that another thread held at the fork would never be free in the child.
os.register_at_fork(after_in_child=_freeze.reset)


# ---- loops ----


class _Loop:
    """One open loop of one thread: its mark in the C library, and what was last seen."""

    def __init__(self):
        out = lib.call_mark_new()
        address = int(ffi.cast("uintptr_t", out))
        if address & 1:
            throw(address - 1)
        self.mark = out
        self.created = self.live = self.created_bytes = self.live_bytes = 0
        _freeze.begin()

    def enter(self):
        lib.ptc_mark_set(self.mark)

    def close(self):
        mark, self.mark = self.mark, None
        if mark is not None:
            lib.ptc_mark_close(mark)
            _freeze.end()

    __del__ = close  # the thread ended in the middle of its loop


class _Thread(threading.local):
    def __init__(self):
        self.loops = []


_thread = _Thread()


def _collect(timeout):
    """A full collection, and the queue of the deferred strategy. Raises TimeoutError in bounded time."""
    ran = []

    def noticed(phase, info):
        if phase == "stop":
            ran.append(info)

    _python_gc.callbacks.append(noticed)
    try:
        deadline = time.monotonic() + timeout
        while True:
            _python_gc.collect()
            # No callback: another collection is under way, on another thread or below us.
            if ran or _inside_finalizer():
                break
            if time.monotonic() > deadline:
                raise TimeoutError(
                    f"gc() waited {timeout} s for a garbage collection on another thread to end; a finalizer there may be blocked"
                )
            time.sleep(0.0005)
    finally:
        _python_gc.callbacks.remove(noticed)
    _finalizers.flush()


def _inside_finalizer():
    return _thread.__dict__.get("collecting", False)


def _sweep(loop, timeout, strict):
    started = time.perf_counter()
    nested = _inside_finalizer()
    _thread.collecting = True
    try:
        if nested:
            _finalizers.flush()
        else:
            _collect(timeout)
    finally:
        _thread.collecting = nested
    created, live = lib.ptc_mark_created(loop.mark), lib.ptc_mark_tensors(loop.mark)
    size = lib.ptc_mark_bytes(loop.mark)
    freed = (created - loop.created) - (live - loop.live)
    record = Record(loop, freed, max(0, loop.live_bytes - size), live, size, time.perf_counter() - started)
    loop.created, loop.live, loop.live_bytes = created, live, size
    if strict and live:
        raise SurvivorsError(survivors_of(loop.mark), live)
    return record


def _check(timeout):
    if isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not timeout >= 0:
        raise ValueError(f"gc(): argument 'timeout' must be a number of seconds >= 0, got {timeout!r}")


def gc(timeout=10.0, strict=False):
    """Marks the start of a loop, then frees what each iteration left behind (GoTorch's GC).

    Call it first in each iteration, and finish_gc() after the loop. Returns a Record; as a
    context manager it calls finish_gc() at the end of its block.

    `strict` is GoTorch's rule: raises SurvivorsError, which lists them, if tensors of the loop
    are still referenced. Raises TimeoutError if a collection on another thread lasts longer
    than `timeout` seconds.
    """
    _check(timeout)
    if _thread.loops:
        loop = _thread.loops[-1]
        loop.enter()
        return _sweep(loop, timeout, strict)
    loop = _Loop()
    _thread.loops.append(loop)
    loop.enter()
    return Record(loop)


def finish_gc(timeout=10.0, strict=False):
    """Ends the innermost loop of this thread (GoTorch's FinishGC); harmless without one. Returns a Record."""
    _check(timeout)
    if not _thread.loops:
        return Record()
    loop = _thread.loops[-1]
    try:
        record = _sweep(loop, timeout, strict)
        record._loop = _Ended(record, loop) if record.survivors else None
        return record
    finally:
        _end(loop)


class _Ended:
    """Keeps the mark of an ended loop for Record.details()."""

    def __init__(self, record, loop):
        self.mark, loop.kept = loop.mark, True

    def __del__(self):
        lib.ptc_mark_close(self.mark)


def _end(loop):
    if loop in _thread.loops:
        _thread.loops.remove(loop)
    outer = _thread.loops[-1] if _thread.loops else None
    lib.ptc_mark_set(outer.mark if outer else NULL)
    if getattr(loop, "kept", False):
        loop.mark = None
        _freeze.end()
    else:
        loop.close()


@contextlib.contextmanager
def generation(timeout=10.0, strict=False):
    """A loop of its own inside of another: `with pytorch_c.generation(): …`; ends on any way out."""
    loop = _Loop()
    _thread.loops.append(loop)
    loop.enter()
    try:
        yield Record(loop)
    except BaseException:
        _end(loop)
        raise
    while _thread.loops and _thread.loops[-1] is not loop and loop in _thread.loops:
        _end(_thread.loops[-1])
    if loop in _thread.loops:
        finish_gc(timeout, strict)


def gc_each(iterable, timeout=10.0, strict=False):
    """Yields from an iterable with gc() before each item and finish_gc() at the end, `break` included."""
    with generation(timeout, strict):
        for item in iterable:
            gc(timeout, strict)
            yield item
            item = None  # or the generator would keep the batch alive


# ---- counters ----


def live_tensors():
    """Tensor handles that are not closed."""
    return lib.ptc_live_tensors()


def live_bytes(device=None):
    """Bytes that live tensors refer to: of all devices, or of "cpu" or "cuda"."""
    from ._device import device_numbers

    return lib.ptc_live_bytes(device_numbers(device)[0])


def set_trace_tensors(enabled):
    """Remembers for each tensor from now on where it was made, for Record.details() and strict gc()."""
    from . import _survivors

    _survivors.set_trace(bool(enabled))
