"""Counts the cyclic garbage that a loop makes, by its types: memory.watch()."""

from __future__ import annotations

import functools
import gc as _python_gc
import threading
from collections import Counter

from .._boundary import api
from . import finalizers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_KINDS = 8  # of garbage that are listed
_NAME = type.__dict__["__name__"].__get__  # past a metaclass
_NO_STEP = "\nNeither backward() nor step() has ended a step: what the whole block makes once is in this."
_open: list[watch] = []  # innermost last
_looking = False
_running = threading.local()  # whether this thread is in a backward pass: one within it ends no step


class watch:
    """`with memory.watch() as seen:` counts the objects that only a collection can free, step by step.

    A step ends with `seen.step()`, or with the next backward pass; without either the block is one step. `print(seen)`
    says whether gc() would free anything. `steps`, `objects` and `bytes` (of storages that went with them) are totals
    of what is counted, `kinds` a Counter of the objects' types and functions. What a collection of the program's own
    finds within a step is in `collected`, which has no kinds.

    Python's own collector, and the automatic collections here, are off within the block; each step is followed by one
    of its own. The first step is not counted: it makes what is made once; nor is what follows the last. A block within
    a block counts for itself, and for that one too.
    """

    def __init__(self) -> None:
        self.steps = self.objects = self.bytes = self.collected = 0
        self.kinds: Counter[str] = Counter()
        self._seen: Any = None
        self._ended = 0  # steps, the first one too
        self._froze = self._enabled = False
        self._by_hand = False

    def __enter__(self) -> watch:
        if self._seen is not None:
            raise RuntimeError("this memory.watch() was entered before: make another one")
        self._enabled = _python_gc.isenabled()
        if _open:
            _look()
        else:
            _python_gc.collect()
            _python_gc.callbacks.append(_noticed)
            api.autograd_backward = _counted(api.autograd_backward)
        _python_gc.disable()
        if not _python_gc.get_freeze_count():
            _python_gc.freeze()
            self._froze = True
        self._seen = _Seen()
        _open.append(self)
        return self

    def __exit__(self, *exc: Any) -> None:
        try:
            if not self._ended:
                self._end_step(alone=True)
        finally:
            _open.remove(self)
            if not _open:
                api.autograd_backward = api.autograd_backward.__wrapped__
                _python_gc.callbacks.remove(_noticed)
            if self._froze:
                _python_gc.unfreeze()
            if self._enabled:
                _python_gc.enable()

    def step(self) -> None:
        """A step has ended."""
        self._by_hand = True
        if self in _open:
            self._end_step()

    def _end_step(self, alone=False):
        _look()
        seen, self._seen = self._seen, _Seen()
        self._ended += 1
        if self._ended > 1 or alone:
            self.steps += 1
            self.objects += seen.kinds.total()
            self.kinds += seen.kinds
            self.bytes += seen.bytes
            self.collected += seen.collected

    def __str__(self) -> str:
        said = self._said()
        return said + _NO_STEP if self._ended == self.steps == 1 else said

    def _said(self):
        steps = f"{self.steps} step{'s' * (self.steps != 1)}"
        count = max(self.steps, 1)
        own = f"{self.collected / count:.1f} objects a step went with collections of the program's own"
        if not self.objects and self.collected:
            return f"{own} ({steps}); nothing is left for another gc()"
        if not self.objects:
            return f"no cyclic garbage in {steps}: gc() would free nothing, reference counting has freed everything"
        kinds = ", ".join(f"{count} {name}" for name, count in self.kinds.most_common(_KINDS))
        return (
            f"{self.objects / count:.1f} objects of cyclic garbage a step, with {self.bytes / count / 2**20:.2f} MB of "
            f"tensors ({steps}): {kinds}.\n"
            + (f"{own}, before they were looked at.\n" if self.collected else "")
            + "They wait for a collection: call gc() in the loop, or take the cycle apart."
        )


class _Seen:
    """Garbage that was found since a step began."""

    def __init__(self):
        self.bytes = self.collected = 0
        self.kinds = Counter()


def _look():
    """Collects, and tells all that watch."""
    global _looking
    finalizers.flush()
    garbage, before = _python_gc.garbage, _python_gc.get_debug()
    known, held = len(garbage), api.storage_bytes()  # first: under the strategy `del` finalizers close
    _python_gc.set_debug(_python_gc.DEBUG_SAVEALL)  # what is found is kept, to be looked at
    _looking = True
    try:
        _python_gc.collect()
        _python_gc.set_debug(before)
        found = garbage[known:]
        del garbage[known:]
        kinds = Counter(map(_kind, found))
        found.clear()
        _python_gc.collect()
    finally:
        _python_gc.set_debug(before)
        _looking = False
    finalizers.flush()
    for one in _open:
        one._seen.kinds += kinds
        one._seen.bytes += held - api.storage_bytes()


def _noticed(phase, info):
    """gc.callbacks: a collection that is not ours."""
    if phase == "stop" and not _looking:
        for one in _open:
            one._seen.collected += info["collected"]


def _counted(backward):
    @functools.wraps(backward)
    def counted(*args):
        if getattr(_running, "now", False):
            return backward(*args)
        _running.now = True
        try:
            done = backward(*args)
            for one in _open[:]:
                if not one._by_hand:
                    one._end_step()
            return done
        finally:
            _running.now = False

    return counted


def _kind(thing):
    """A type's name, with the function's own where it says more."""
    kind = type(thing)
    code = getattr(thing, "__code__", None) if kind.__name__ == "function" else None
    if kind.__name__ == "frame":
        code = thing.f_code
    return f"{_NAME(kind)} {code.co_name}()" if code is not None else _NAME(kind)
