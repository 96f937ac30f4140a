"""Whether a loop makes cyclic garbage, how much, and of what: memory.watch()."""

from __future__ import annotations

import gc as _python_gc
from collections import Counter

from .._boundary import api
from .._tensor.tensor import Tensor
from . import finalizers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_KINDS = 8  # of garbage that are listed
_NAME = type.__dict__["__name__"].__get__  # past a metaclass


class watch:
    """`with memory.watch() as seen:` counts the objects that only a collection can free, step by step.

    A step ends with `seen.step()`, or with the next backward(); without either the block is one step. `print(seen)`
    says whether gc() would free anything. `steps`, `objects` and `bytes` (of storages that went with them) are totals
    of what is counted, `kinds` a Counter of the objects' types and functions.

    Python's own collector, and the automatic collections here, are off within the block; each step is followed by one
    of its own. The first step is not counted: it makes what is made once; nor is what follows the last. Raises
    RuntimeError in a block of another.
    """

    _open: watch | None = None

    def __init__(self) -> None:
        self.steps = self.objects = self.bytes = 0
        self.kinds: Counter[str] = Counter()
        self._ended = 0  # steps, the first one too
        self._froze = self._enabled = False
        self._by_hand = False

    def __enter__(self) -> watch:
        if watch._open is not None:
            raise RuntimeError("a memory.watch() is open already")
        self._enabled = _python_gc.isenabled()
        _python_gc.collect()
        _python_gc.disable()
        if not _python_gc.get_freeze_count():
            _python_gc.freeze()
            self._froze = True
        watch._open, self._backward = self, Tensor.backward
        Tensor.backward = _counted(self._backward)
        return self

    def __exit__(self, *exc: Any) -> None:
        Tensor.backward, watch._open = self._backward, None
        try:
            if not self._ended:
                self._end_step(alone=True)
        finally:
            if self._froze:
                _python_gc.unfreeze()
            if self._enabled:
                _python_gc.enable()

    def step(self) -> None:
        """A step has ended."""
        self._by_hand = True
        self._end_step()

    def _end_step(self, alone=False):
        finalizers.flush()
        before, held = _python_gc.get_debug(), api.storage_bytes()  # before: under the strategy `del` finalizers close
        _python_gc.set_debug(_python_gc.DEBUG_SAVEALL)  # what is found is kept, to be looked at
        try:
            _python_gc.collect()
        finally:
            _python_gc.set_debug(before)
        found = _python_gc.garbage[:]
        del _python_gc.garbage[:]
        kinds = Counter(map(_kind, found))
        count = len(found)
        found.clear()
        _python_gc.collect()
        finalizers.flush()
        self._ended += 1
        if self._ended == 1 and not alone:
            return
        self.steps += 1
        self.objects += count
        self.bytes += held - api.storage_bytes()
        self.kinds += kinds

    def __str__(self) -> str:
        steps = f"{self.steps} step{'s' * (self.steps != 1)}"
        if not self.objects:
            return f"no cyclic garbage in {steps}: gc() would free nothing, reference counting has freed everything"
        each, size = self.objects / max(self.steps, 1), self.bytes / max(self.steps, 1) / 2**20
        kinds = ", ".join(f"{count} {name}" for name, count in self.kinds.most_common(_KINDS))
        return (
            f"{each:.1f} objects of cyclic garbage a step, with {size:.2f} MB of tensors ({steps}): {kinds}.\n"
            "They wait for a collection: call gc() in the loop, or take the cycle apart."
        )


def _counted(backward):
    def counted(self, *args, **kwargs):
        done = backward(self, *args, **kwargs)
        seen = watch._open
        if seen is not None and not seen._by_hand:
            seen._end_step()
        return done

    return counted


def _kind(thing):
    """A type's name, with the function's own where it says more."""
    kind = type(thing)
    code = getattr(thing, "__code__", None) if kind.__name__ == "function" else None
    if kind.__name__ == "frame":
        code = thing.f_code
    return f"{_NAME(kind)} {code.co_name}()" if code is not None else _NAME(kind)
