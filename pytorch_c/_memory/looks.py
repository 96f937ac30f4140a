"""The collections of gc()'s loops, and what they look at.

With a freeze a collection looks at what the loops made only. Where they keep much (a replay buffer), that is frozen as
well from time to time, and thawed for a look at everything when it has grown by a quarter, as CPython does. What was
frozen may become garbage too; so a loop takes a look at everything now and then, and at the end of a `with gc():` where
the time since the last one is worth it.
"""

from __future__ import annotations

import gc as _python_gc
import time

from .._boundary.handle import core
from . import collector
from .survivors import bytes_on_devices, survivors_of

SLOW = 0.0002  # seconds: a sweep of more has much to look at
_MANY = 20_000  # objects
_promoted = 0
is_hiding = False  # whether the freeze covers some of what loops have made

_LONG = 5.0  # seconds, at least, from one look at everything to the next in a loop
_BETWEEN_GC, _BETWEEN_ENDS = 50, 20  # and as a multiple of what the last one took
_looked, _look_took, _next_look = -1e9, 0.0, 0.0
clock = time.perf_counter


def begin():
    """The first of the open loops begins."""
    _plan(max(clock(), _looked))


def _plan(now):
    global _next_look
    _next_look = now + max(_LONG, _BETWEEN_GC * _look_took)


def is_due(now):
    """Returns whether a loop has to look at everything."""
    return now > _next_look


def is_worth_it():
    """Returns whether a look at everything costs little beside the time since the last."""
    return clock() - _looked > _BETWEEN_ENDS * _look_took


def promote(timeout):
    """Freezes what the loops have kept, where that is much; whether everything was collected then."""
    global _promoted, is_hiding
    if not collector.is_inside_finalizer() and core.promote(_MANY):
        is_hiding = True
        _promoted += _MANY
        if _promoted > max(5 * _MANY, _python_gc.get_freeze_count() // 4):
            collect_everything(timeout)
            return True
    return False


def end():
    """The last of the open loops has ended, and with it the freeze."""
    global _promoted, is_hiding
    _promoted, is_hiding = 0, False


def collect(timeout, everything):
    """A full collection, of what is frozen too if everything."""
    if everything:
        collect_everything(timeout)
    else:
        collector.collect(timeout)


def collect_everything(timeout):
    """A full collection without the freeze."""
    global _promoted, _looked, _look_took
    if collector.is_inside_finalizer():
        return
    started, thawed = clock(), core.thaw()
    try:
        collector.collect(timeout)
    finally:
        if thawed:
            core.freeze_again()
            _promoted = 0
        _looked = clock()
        _look_took = _looked - started
        _plan(_looked)


def collect_everything_here():
    """Where memory is short: on this thread, and without a limit, as Python's own collections."""
    global is_hiding
    thawed = core.thaw()
    try:
        core.collect()
    finally:
        if thawed:
            core.freeze_again()
            is_hiding = True


def survivors(mark):
    """The tensors of a mark that are alive, described."""
    return _with_frozen_objects(survivors_of, mark)


def survivors_on_devices(mark):
    """Bytes of the tensors of a mark that are alive, by device."""
    return _with_frozen_objects(bytes_on_devices, mark)


def _with_frozen_objects(look, mark):
    """Runs a look at all objects; what is frozen can be neither found nor be found to refer to others."""
    global is_hiding
    thawed = core.thaw()
    young = None if thawed or not _python_gc.get_freeze_count() else core.thaw_all()  # the user's freeze
    try:
        return look(mark.handle, young)
    finally:
        if thawed:
            core.freeze_again()
            is_hiding = True
        if young is not None:
            core.freeze_but(young)
