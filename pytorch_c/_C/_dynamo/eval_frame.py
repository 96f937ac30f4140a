"""The evaluation of frames by torch's compiler (torch._C._dynamo.eval_frame): what its files ask and set."""

from __future__ import annotations

import opcode
import sys

from ..._boundary import _frames  # type: ignore[attr-defined]
from . import calls
from .frames import (
    _CacheEntry,
    _ExtraState,
    _FrameAction,
    _FrameExecStrategy,
    _Hooks,
    _Order,
    _PrecompileEntry,
    _PyInterpreterFrame,
    kept,
    reset_code,
    state_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Any

_ours = (
    _CacheEntry,
    _ExtraState,
    _FrameAction,
    _FrameExecStrategy,
    _PyInterpreterFrame,
    reset_code,
)  # names of torch's

_of_frames = _frames if hasattr(_frames, "start") else calls
set_eval_frame, get_eval_frame_callback = _of_frames.exchange, _of_frames.current


# Settings of this thread, as csrc/frames.c has them: each call returns what was there before, and sets what it is given.
set_skip_guard_eval_unsafe = _frames.skips_guards
set_eval_frame_isolate_recompiles_id = get_eval_frame_isolate_recompiles_id = _frames.region
set_fullgraph_compiled_frame_count = get_fullgraph_compiled_frame_count = _frames.ran
set_fullgraph_error_on_nested_compile = _frames.refuses_nested


def set_guard_error_hook(hook: Any) -> None:
    """Sets what is told of a guard that raises: (guard_manager, code, f_locals, index, whether it is the last)."""
    _Hooks.failed = hook


def set_guard_complete_hook(hook: Any) -> Any:
    """Sets what is asked whether an entry that was found, or not, is used; returns the one before."""
    before, _Hooks.complete = _Hooks.complete, hook
    if _of_frames is _frames:
        _frames.always_find(hook is not None)
    return before


def set_code_exec_strategy(code: CodeType, strategy: _FrameExecStrategy) -> None:
    """Sets the fate of the frames of a code object, and of what they call."""
    state = state_of(code)
    state.strategy, state.quick = strategy, None


def skip_code(code: CodeType) -> None:
    """Leaves the frames of a code object alone."""
    set_code_exec_strategy(code, _FrameExecStrategy(_FrameAction.SKIP, _FrameAction.DEFAULT))


def unsupported(obj1: object, obj2: object) -> object:
    """Returns the second: a call that torch's compiler does not follow, for its tests."""
    return obj2


unsupported._torchdynamo_disable = True  # type: ignore[attr-defined]


def _debug_get_cache_entry_list(code: CodeType) -> list[_CacheEntry]:
    """Returns what is compiled of a code object, the latest used first."""
    state = kept(code)
    return state.all() if state else []


def _set_lru_cache(boolean: object) -> None:
    """Sets whether the latest used of what is compiled of a code object is tried first, as at the start."""
    _Order.latest_first = bool(boolean)


def _get_cache_entries_for_region(code: CodeType, isolate_recompiles_id: int) -> list[_CacheEntry]:
    """Returns what is compiled of a code object for a region, -1 for the common one."""
    state = kept(code)
    return list(state.entries.get(isolate_recompiles_id, ())) if state else []


def _get_total_cache_entry_count(code: CodeType) -> int:
    """Returns how much is compiled of a code object, in all regions."""
    return len(_debug_get_cache_entry_list(code))


def _load_precompile_entry(code: CodeType, guard_manager: Any, dynamo_code: CodeType) -> None:
    """Keeps what another process has compiled of a code object."""
    state = state_of(code)
    state.precompiled.append(_PrecompileEntry(guard_manager, dynamo_code))
    state.quick = None


def _debug_get_precompile_entries(code: CodeType) -> list[_PrecompileEntry]:
    """Returns what other processes have compiled of a code object."""
    state = kept(code)
    return list(state.precompiled) if state else []


def _reset_precompile_entries(code: CodeType) -> None:
    """Forgets what other processes have compiled of a code object."""
    state_of(code).precompiled.clear()


def set_c_recursion_limit(limit: int) -> None:
    """Does nothing but refuse what is below 1: compiled frames are counted by Python's own limit."""
    if limit < 1:
        raise ValueError(f"recursion limit must be greater or equal than 1, got {limit}")


def get_c_recursion_limit() -> int:
    """Returns Python's own limit."""
    return sys.getrecursionlimit()


def set_bytecode_debugger_callback(callback: Any) -> None:
    """Refuses a debugger of compiled code, which would stop between two instructions; None is what is set."""
    if callback is not None:
        raise NotImplementedError("compiled code has no debugger here")


def get_bytecode_debugger_callback() -> None:
    """Returns None: there is no debugger of compiled code."""


def _opcode_caches() -> list[int]:
    """The number of cache entries after each instruction of this Python."""
    counts = getattr(opcode, "_inline_cache_entries", ())
    if isinstance(counts, dict):
        return [counts.get(name, 0) for name in opcode.opname]
    return list(counts) or [0] * len(opcode.opname)


py_opcode_caches = _opcode_caches()


def code_framelocals_names(code: CodeType) -> tuple[str, ...]:
    """Returns the names of a code's variables, those of cells among them, in the order of a frame."""
    return tuple(dict.fromkeys((*code.co_varnames, *code.co_cellvars, *code.co_freevars)))
