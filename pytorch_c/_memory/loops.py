"""gc() and finish_gc(): GoTorch's train loop without its hang. docs/gc.md says how it works.

The first gc() of a loop marks that tensors made from now on in this thread are
intermediate results; each later one collects the cycles among what the loop
made and reports; finish_gc() ends the loop. What is still referenced is a
survivor: reported, never waited for.
"""

from __future__ import annotations

import atexit
import os
import threading
import weakref
from contextvars import ContextVar

from .._boundary import api
from .._boundary.errors import TorchError
from .._boundary.handle import core
from . import collector, ending, finalizers, looks
from .leftovers import Leftovers
from .owners import innermost, owner_here

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._typing import DeviceLike
    from .survivors import Survivor


class SurvivorsError(TorchError):
    """gc(strict=True) found tensors of the loop that are still referenced; `survivors` lists them."""

    def __init__(self, survivors, count):
        self.survivors = survivors
        lines = [f"  {one}" for one in survivors]
        if count > len(survivors):
            lines.append(f"  and {count - len(survivors)} more")
        super().__init__("\n".join([f"tensors made in this gc() loop are still referenced: {count}", *lines]))


class Record:
    """Record of a gc() or finish_gc().

    `freed` and `bytes_freed` count the tensors that went since the call before, `survivors` and
    `bytes` those of the loop that are still referenced; `seconds` is how long the call took.

    As a context manager, `with gc():`, it is the loop that its gc() began, or one more inside of
    that which was open: it ends with the block, however that is left, and has its numbers then.
    """

    __slots__ = ("freed", "bytes_freed", "survivors", "bytes", "seconds", "_mark", "_loop", "_arguments")

    def __init__(self, arguments: tuple[float | None, bool], mark: Any = None, loop: Any = None) -> None:
        self.freed = self.bytes_freed = self.survivors = self.bytes = 0
        self.seconds = 0.0
        self._arguments, self._mark, self._loop = arguments, mark, loop

    def details(self) -> list[Survivor]:
        """The tensors of the loop that are alive now, described: op, shape, dtype, device, site, referrers."""
        return looks.survivors(self._mark) if self._mark else []

    def devices(self) -> dict[str, int]:
        """Bytes of the tensors of the loop that are alive now, by device: {"cpu": 4096, "cuda:0": 8192}."""
        return looks.survivors_on_devices(self._mark) if self._mark else {}

    def __repr__(self):
        names = ("freed", "survivors", "bytes", "bytes_freed")
        return f"Record({', '.join(f'{n}={getattr(self, n)}' for n in names)}, seconds={self.seconds:.6f})"

    def __enter__(self) -> Record:
        if self._loop is None:
            self._loop = weakref.ref(_Loop(_stack(), self._arguments[0]))
        if loop := self._loop():
            loop.belong(*owner_here())
        return self

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> None:
        loop = self._loop()
        if loop is None or not loop.open:
            return
        if kind is not None:
            loop.end()
            return
        found = loop.finish(*self._arguments, everything=looks.is_worth_it())
        for name in ("freed", "bytes_freed", "survivors", "bytes", "seconds", "_mark"):
            setattr(self, name, getattr(found, name))


# ---- loops ----


class _Mark:
    """A mark of the C library: it counts the tensors that one loop makes."""

    def __init__(self):
        self.handle = api.mark_new()

    def counts(self):
        """(made, their bytes, alive, their bytes)"""
        mark = self.handle
        return (
            api.mark_created(mark),
            api.mark_created_bytes(mark),
            api.mark_tensors(mark),
            api.mark_bytes(mark),
        )


class _Stack:
    """The open loops of one context, innermost last: of a thread, or of an asyncio task."""

    __slots__ = ("loops", "thread", "context", "__weakref__")

    def __init__(self):
        self.loops, self.thread = [], threading.get_ident()


# Contexts that inherit the variable (a task started in a loop) see whose mark
# their tensors count under, but keep nothing alive and open loops of their own.
_current = ContextVar("pytorch_c.gc")
_stacks = {}


def _stack():
    """The stack of the running context."""
    found = _current.get(None)
    stack = found and found()
    if stack and stack.context() is core.context() and stack.thread == threading.get_ident():
        return stack
    stack = _Stack()
    _current.set(weakref.ref(stack))
    context = core.context()
    stack.context = weakref.ref(context, lambda _, key=id(context): _stacks.pop(key, None))  # noqa: B008
    _stacks[id(context)] = stack
    return stack


def _set_mark():
    """Sets the mark of this thread to that of the running context; called by the C module. Its own loop, or None."""
    found = _current.get(None)
    stack = found and found()
    # A copy: a loop that was dropped on another thread may leave the list now.
    last = innermost(stack.loops[:]) if stack and stack.thread == threading.get_ident() else None
    api.mark_set(last.mark.handle if last is not None and not last.paused else None)
    return last if last is not None and stack.context() is core.context() else None


_leftovers = Leftovers()


class _Loop:
    """An open gc() loop: its mark and last counts."""

    def __init__(self, stack, timeout):
        self.open = self.paused = False
        self.owner = None
        self.mark, self.seen = _Mark(), (0, 0, 0, 0)
        if not core.open_loops() and _leftovers.are_many(api.live_tensors(), api.live_bytes(-1)):
            collector.collect(timeout)  # before they are frozen
        if core.loop_begins() == 1:
            looks.begin()
        self.open, self.stack, self.context = True, weakref.ref(stack), None
        stack.loops.append(self)
        core.set_sync(_set_mark)
        core.resync()

    def belong(self, owner, context):
        """Has the loop count only while this frame is not suspended; in tasks that inherit this context, even then."""
        if self.open and self.owner is None and owner is not None:
            self.owner, self.context = owner, context
            core.own(owner)

    def pause(self, paused):
        """Sets whether tensors made from now on are left out."""
        self.paused = paused
        core.resync()

    def sweep(self, timeout, strict, everything=False):
        """One gc(): collects, counts, and raises for survivors if strict."""
        started, nested = looks.clock(), False
        everything = everything or looks.is_due(started)
        seen = None if everything else core.sweep(self.mark.handle, timeout is not None)
        if seen is None:
            nested = collector.is_inside_finalizer()
            finalizers.flush()  # a graph that is put aside holds what the collector would free
            try:
                looks.collect(timeout, everything)
            finally:
                finalizers.flush()
            seen = self.mark.counts()
        if not everything and looks.clock() - started > looks.SLOW and looks.promote(timeout):
            finalizers.flush()
            seen = self.mark.counts()
        record, (made, made_bytes, alive, alive_bytes), before = Record((timeout, strict), self.mark), seen, self.seen
        record.freed = (made - alive) - (before[0] - before[2])
        record.bytes_freed = (made_bytes - alive_bytes) - (before[1] - before[3])
        record.survivors, record.bytes = alive, alive_bytes
        if not nested:
            self.seen = seen
        record.seconds = looks.clock() - started
        if strict and alive:
            raise SurvivorsError(looks.survivors(self.mark), alive)
        return record

    def finish(self, timeout, strict, everything=True):
        """The last gc(); where it ends the last loop of all threads, it may look at everything."""
        try:
            return self.sweep(timeout, strict, looks.is_hiding or (everything and core.open_loops() == 1))
        finally:
            self.end()

    def end(self):
        """Ends it, and the loops inside of it that nobody has ended."""
        if not self.open:
            return
        self.open = False
        if self.owner is not None:
            core.disown(self.owner)
        stack = self.stack()
        if stack and self in stack.loops:
            inside = stack.loops[stack.loops.index(self) + 1 :]
            stack.loops.remove(self)
            for inner in reversed(inside):
                if inner.owner == self.owner:
                    inner.end()
        _leftovers.add(self.mark)
        if not core.loop_ends():
            looks.end()
            collector.rest()
        core.resync()

    __del__ = end  # its thread or task has ended in the middle of it


# ---- what users call ----


def _check(timeout):
    if timeout is not None and (isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not timeout > 0):
        raise ValueError(f"gc(): argument 'timeout' must be a number of seconds > 0 or None, got {timeout!r}")


def gc(timeout: float | None = 10.0, strict: bool = False) -> Record:
    """Marks the start of a loop, then frees what each iteration left behind (GoTorch's GC).

    Call it first in each iteration, and finish_gc() after the loop; or `with gc():` around it.
    Returns a Record.

    `strict` is GoTorch's rule: raises SurvivorsError, which lists them, if tensors of the loop
    are still referenced. Raises TimeoutError if the collection takes longer than `timeout`
    seconds, as it does where a finalizer blocks. Where garbage has a finalizer in Python, it runs
    on a thread of its own; with None, on this one and without a limit. Inside of a finalizer
    nothing is collected.
    """
    if type(timeout) is not float or not timeout > 0:
        _check(timeout)
    loop = core.current_loop()
    if loop is not None:
        return loop.sweep(timeout, strict)
    stack = _stack()
    if found := innermost(stack.loops):
        return found.sweep(timeout, strict)
    if collector.is_inside_finalizer():
        return Record((timeout, strict))
    loop = _Loop(stack, timeout)
    return Record((timeout, strict), loop.mark, weakref.ref(loop))


def finish_gc(timeout: float | None = 10.0, strict: bool = False) -> Record:
    """Ends the innermost loop of this thread (GoTorch's FinishGC); harmless without one. Returns a Record."""
    _check(timeout)
    found = innermost(_stack().loops)
    return found.finish(timeout, strict) if found else Record((timeout, strict))


class gc_each:
    """Yields from an iterable with gc() before each item, and ends the loop however it is left.

    The items themselves do not count as the loop's, nor what others make while a generator whose
    loop it is is suspended. `record` is what the last gc() did. The arguments, and what is
    raised, are those of gc().
    """

    def __init__(self, iterable, timeout=10.0, strict=False):
        _check(timeout)
        self._arguments, self._iterator = (timeout, strict), iter(iterable)
        self._loop, self._owner = None, owner_here()
        self.record = Record(self._arguments)

    def __iter__(self):
        return self

    def __next__(self):
        if self._loop is None:
            self._loop = _Loop(_stack(), self._arguments[0])
            self._loop.belong(*self._owner)
        elif not self._loop.open:
            raise StopIteration
        else:
            self.record = self._loop.sweep(*self._arguments)
        self._loop.pause(True)
        try:
            item = next(self._iterator)
        except BaseException as error:
            try:
                if type(error) is StopIteration and core.open_loops() == 1 and looks.is_worth_it():
                    looks.collect_everything(self._arguments[0])
            finally:
                self.close()
            raise
        self._loop.pause(False)
        return item

    def close(self):
        """Ends the loop early; `break` does it as well."""
        if self._loop is not None:
            self._loop.end()

    def __del__(self):
        if getattr(self, "_loop", None) is not None:
            self._loop.end()


def _at_exit():
    # Finalizers that run later would find this module without its names.
    core.set_sync(None)
    _stacks.clear()
    ending.make_inert((gc, finish_gc), Record((None, False)), _Loop, gc_each)


def _after_fork():
    """Ends the loops of other threads in a child, also one that its thread was just beginning: their frames never end."""
    if not _stacks:
        return
    me = threading.get_ident()
    for stack in list(_stacks.values()):
        for loop in stack.loops[::-1] if stack.thread != me else ():
            loop.end()
    kept = sum(len(stack.loops) for stack in _stacks.values())
    while core.open_loops() > kept:
        core.loop_ends()


atexit.register(_at_exit)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


# ---- counters ----


def live_tensors() -> int:
    """Tensor handles that are not closed."""
    finalizers.flush()
    return api.live_tensors()


def live_bytes(device: DeviceLike | None = None) -> int:
    """Bytes that live tensors refer to: of all devices, or of "cpu" or "cuda"."""
    from .._tensor.device import device_numbers

    finalizers.flush()
    return api.live_bytes(device_numbers(device)[0])


def set_trace_tensors(enabled: bool) -> None:
    """Remembers for each tensor from now on where it was made, for Record.details() and strict gc()."""
    from . import survivors

    survivors.set_trace(bool(enabled))
