"""The collections of gc()'s loops, and what they look at.

With a freeze a collection looks at what the loops made only. Where they keep much (a replay buffer), that is frozen as
well from time to time, and thawed for a look at everything when it has grown by a quarter, as CPython does, unless the
last look found nothing and was not long ago. What was frozen may become garbage too; so a loop takes a look at everything
now and then, and at the end of a `with gc():` where the time since the last one is worth it.
"""

from __future__ import annotations

import gc as _python_gc
import time

from .._boundary.handle import core
from . import collector
from .survivors import bytes_on_devices, survivors_of

SLOW = 0.00005  # seconds: a sweep of more has much to look at
_MANY = 20_000  # objects
_promoted = 0  # objects that may become part of a cycle: no tensors without attributes
_enough = 0  # promoted objects for a look at everything; 0 before all are counted, which takes a walk over them
is_hiding = False  # whether the freeze covers some of what loops have made

_LONG = 5.0  # seconds, at least, from one look at everything to the next in a loop
_BETWEEN_GC, _BETWEEN_ENDS = 50, 20  # and as a multiple of what the last one took
_looked, _look_took, _next_look = -1e9, 0.0, 0.0
_rest_until = -1e9  # a look that found nothing is not repeated before, however much a buffer grows
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
    global _promoted, _enough, is_hiding
    frozen = None if collector.is_inside_finalizer() else core.promote(_MANY)
    if frozen is None:
        return False
    is_hiding = True
    _promoted += frozen
    if _promoted <= 5 * _MANY:  # no walk over everything yet, which takes milliseconds
        return False
    _enough = _enough or max(5 * _MANY, _python_gc.get_freeze_count() // 4)
    if _promoted <= _enough or clock() < _rest_until:
        return False
    collect_everything(timeout)
    return True


def end():
    """The last of the open loops has ended, and with it the freeze."""
    global _promoted, _enough, is_hiding
    _promoted, _enough, is_hiding = 0, 0, False


def collect(timeout, everything):
    """A full collection, of what is frozen too if everything."""
    if everything:
        collect_everything(timeout)
    else:
        collector.collect(timeout)


def collect_everything(timeout):
    """A full collection without the freeze."""
    global _promoted, _enough, _looked, _look_took, _rest_until
    if collector.is_inside_finalizer():
        return
    started, thawed = clock(), core.thaw()
    try:
        collector.collect(timeout)
    finally:
        if thawed:
            core.freeze_again()
            _promoted = _enough = 0
        _looked = clock()
        _look_took = _looked - started
        _rest_until = _looked + (0 if core.unreachable() else _BETWEEN_GC * _look_took)
        _plan(_looked)


def collect_everything_here():
    """Collects everything on the calling thread and without a limit, where memory is short."""
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
