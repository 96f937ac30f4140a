"""Compiled code of each code object, and which of it runs in place of a frame that begins (torch._C._dynamo.eval_frame).

A code object keeps its _ExtraState. csrc/frames.c shows each frame of a thread with a callback to find(), which looks for
an entry whose guards hold; where there is none, it calls the callback and gives the answer to keep().
"""

from __future__ import annotations

import enum
import random
import sys
import weakref

from ..._boundary import _frames  # type: ignore[attr-defined]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType, FrameType
    from typing import Any


class _FrameAction(enum.IntEnum):
    """The fate of a frame: compiled, left alone, or run as it was compiled."""

    DEFAULT = 0
    SKIP = 1
    RUN_ONLY = 2


class _FrameExecStrategy:
    """The fate of a frame, and of those that it calls."""

    def __init__(self, cur_action: Any = _FrameAction.DEFAULT, recursive_action: Any = _FrameAction.DEFAULT) -> None:
        self.cur_action, self.recursive_action = cur_action, recursive_action


class _PyInterpreterFrame:
    """A frame that is about to begin, as the callback looks at it."""

    f_lasti = -1

    def __init__(
        self, code: CodeType, f_locals: Any, f_globals: Any, f_builtins: Any, closure: tuple[Any, ...]
    ) -> None:
        self.f_code, self.f_locals, self.f_globals = code, f_locals, f_globals
        self.f_builtins, self.closure, self.f_lineno = f_builtins, closure, code.co_firstlineno
        self.random_state = random.getstate()  # which a program finds as it was before it was compiled

    @property
    def f_back(self) -> FrameType | None:
        """The frame that calls this one."""
        return sys._getframe(1)


class _Order:
    """Order in which entries are asked: the one that was used last first, and a new one before all, or as they came."""

    latest_first = True


class _Hooks:
    """Callables that are told of guards."""

    failed: Callable[..., Any] | None = None
    complete: Callable[[bool], bool] | None = None


class _CacheEntry:
    """Code that was compiled for frames whose guards hold."""

    def __init__(self, guarded: Any, backend: Any, region: int) -> None:
        self.guard_manager, self.code, self.compile_id = guarded.guard_manager, guarded.code, guarded.compile_id
        self.trace_annotation, self.backend, self.isolate_recompiles_id = guarded.trace_annotation, backend, region
        self.update_diff_guard_root_manager()

    def update_diff_guard_root_manager(self) -> None:
        """Takes the guards again that are asked where set_skip_guard_eval_unsafe() is on."""
        self._root, self._few = self.guard_manager.root, self.guard_manager.diff_guard_root

    def holds(self, f_locals: dict[str, Any]) -> bool:
        """Returns whether the guards hold for these variables."""
        return (self._few if _frames.skips_guards() else self._root).check(f_locals)

    def suits(self, backend: Any) -> bool:
        """Returns whether it was compiled for this backend; False, which compiles nothing, takes any."""
        return backend is False or self.backend is backend or self.backend == backend


class _PrecompileEntry:
    """Code that was compiled by another process."""

    def __init__(self, guard_manager: Any, code: CodeType) -> None:
        self.guard_manager, self.code = guard_manager, code


class _ExtraState:
    """Notes on a code object: its entries by regions, the latest used first, and the fate of its frames."""

    def __init__(self) -> None:
        self.entries: dict[int, list[_CacheEntry]] = {}
        self.precompiled: list[_PrecompileEntry] = []
        self.frame_state: dict[Any, Any] = {}
        self.strategy = _FrameExecStrategy()
        self.quick: tuple[Any, ...] | None = None

    def keep_quick(self, callback: Any) -> None:
        """Lets csrc/frames.c look at the only entry alone, from now on until something is changed here."""
        entries, strategy = self.entries.get(-1, ()), self.strategy
        if (
            callback
            and len(entries) == 1
            and not self.precompiled
            and not strategy.cur_action | strategy.recursive_action
        ):
            self.quick = weakref.ref(callback), entries[0]._root, entries[0].code

    def own(self) -> list[_CacheEntry]:
        """Returns the entries of the thread's region."""
        return self.entries.setdefault(_frames.region(), [])

    def lookup(self, backend: Any, f_locals: dict[str, Any]) -> CodeType | None:
        """Returns the code of the first entry that holds; a region of its own looks at the others' after its own."""
        for one in self.precompiled:
            if one.guard_manager.root.check(f_locals):
                return one.code
        for entries in (self.own(), self.entries.get(-1, ()) if _frames.region() >= 0 else ()):
            for index, entry in enumerate(entries):
                if entry.suits(backend) and _ask(entry, f_locals, index, len(entries)):
                    if index and _Order.latest_first and isinstance(entries, list):
                        entries.insert(0, entries.pop(index))
                    return entry.code
        return None

    def add(self, guarded: Any, backend: Any) -> _CacheEntry:
        """Keeps what the callback has compiled, as the first to be asked, or as the last: see _Order."""
        entry, self.quick = _CacheEntry(guarded, backend, _frames.region()), None
        entries = self.own()
        entries.insert(0 if _Order.latest_first else len(entries), entry)
        entry.guard_manager.cache_entry, entry.guard_manager.extra_state = entry, self
        return entry

    def invalidate(self, cache_entry: _CacheEntry, guard_manager: Any) -> None:
        """Forgets an entry, since something that it guards is gone."""
        entries, self.quick = self.entries[cache_entry.isolate_recompiles_id], None
        entries.remove(cache_entry)
        _forget(cache_entry)
        cache_entry.guard_manager, cache_entry.code = guard_manager, None  # type: ignore[assignment]
        cache_entry.trace_annotation = "Invalidated"

    def all(self) -> list[_CacheEntry]:
        """Returns the entries of all regions."""
        return [entry for entries in self.entries.values() for entry in entries]


def _ask(entry, f_locals, index, count):
    try:
        return entry.holds(f_locals)
    except BaseException:
        if _Hooks.failed:
            _Hooks.failed(entry.guard_manager, entry.code, f_locals, index, index == count - 1)
        raise


def _forget(entry):
    entry.guard_manager.cache_entry = entry.guard_manager.extra_state = None


def kept(code: CodeType) -> _ExtraState | None:
    """Returns what is kept of a code object; None where that is nothing, or that its frames are left alone."""
    return _frames.state(code) or None


def state_of(code: CodeType) -> _ExtraState:
    """Returns what is kept of a code object, from now on if nothing was."""
    state = kept(code)
    if state is None:
        state = _ExtraState()
        _frames.set_state(code, state)
    return state


def reset_code(code: CodeType) -> None:
    """Forgets all that is kept of a code object."""
    state = kept(code)
    for entry in state.all() if state else ():
        _forget(entry)
    _frames.set_state(code, None)


def _backend_of(callback):
    while hasattr(callback, "_torchdynamo_orig_backend"):
        callback = callback._torchdynamo_orig_backend
    return callback


def _onward(callback, action):
    """The callback for what a frame calls."""
    return {_FrameAction.DEFAULT: callback, _FrameAction.SKIP: None, _FrameAction.RUN_ONLY: False}[action]


def _count_run():
    count = _frames.ran()
    if count >= 0:
        _frames.ran(count + 1)


def find(
    callback: Any, state: Any, code: CodeType, f_locals: Any, f_globals: Any, f_builtins: Any, closure: Any
) -> Any:
    """Returns (code that runs or None, the callback for what it calls), or what the callback is asked with."""
    if state is None:
        state = state_of(code)
    strategy = state.strategy
    onward = callback if strategy.recursive_action == 0 else _onward(callback, strategy.recursive_action)
    if strategy.cur_action == _FrameAction.SKIP:
        return None, onward
    found = state.lookup(callback and _backend_of(callback), f_locals)
    if _Hooks.complete and not _Hooks.complete(found is not None):
        found = None  # another process has none
    if found is not None:
        _count_run()
        if _frames.region() == -1:
            state.keep_quick(callback)
        return found, onward
    if _frames.skips_guards():
        raise RuntimeError(
            "Recompilation triggered with skip_guard_eval_unsafe stance. This usually means that you have not warmed up "
            "your model with enough inputs such that you can guarantee no more recompilations."
        )
    if callback is False or strategy.cur_action == _FrameAction.RUN_ONLY:
        return None, onward
    entries = state.own()
    frame = _PyInterpreterFrame(code, f_locals, f_globals, f_builtins, closure)
    return frame, entries[0] if entries else None, state.frame_state


def keep(callback: Any, frame: _PyInterpreterFrame, result: Any) -> tuple[CodeType | None, Any]:
    """Returns (code that runs or None, the callback for what it calls), and keeps what the callback said; None: it failed."""
    random.setstate(frame.random_state)
    if result is None:
        return None, callback
    state, said = state_of(frame.f_code), result.frame_exec_strategy
    onward = said.recursive_action or state.strategy.recursive_action
    if result.apply_to_code:
        before, state.quick = state.strategy, None
        state.strategy = _FrameExecStrategy(said.cur_action or before.cur_action, onward)
        if state.strategy.cur_action == _FrameAction.SKIP and not (onward or state.all()):
            _frames.set_state(frame.f_code, False)
    if result.guarded_code is None:
        return None, _onward(callback, onward)
    if _frames.refuses_nested():
        raise RuntimeError(
            "Dynamo: expected not to compile nested code - this happens because a Dynamo callback was triggered and "
            "succeeded in compiling when running fullgraph=True compiled code."
        )
    _count_run()
    return state.add(result.guarded_code, _backend_of(callback)).code, _onward(callback, onward)


def check_frames() -> None:
    """Raises ImportError where csrc/frames.c does not know this Python's frames, or torch's operators of Python are its own."""
    torch = sys.modules.get("torch")
    if torch is not None and torch is not sys.modules[__package__.partition(".")[0]]:
        raise ImportError("torch itself is in this process, and its operators of Python are its own")
    if not hasattr(_frames, "start"):
        raise ImportError(f"the frames of Python {sys.version.partition(' ')[0]} are not known here")


if hasattr(_frames, "start"):
    _frames.start(find, keep, (lambda: None).__code__)
