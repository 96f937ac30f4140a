"""The evaluation of frames by torch's compiler (torch._C._dynamo.eval_frame): settings are kept, no frame is evaluated."""

from __future__ import annotations

import enum
import opcode
import threading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType
    from typing import Any

_kept = threading.local()


def _exchange(name, value, first):
    before = getattr(_kept, name, first)
    setattr(_kept, name, value)
    return before


def set_eval_frame(callback: Any) -> Any:
    """Sets what frames of this thread are given to, which no frame ever is, and returns the one before."""
    return _exchange("callback", callback, None)


def get_eval_frame_callback() -> Any:
    """Returns what set_eval_frame() has set on this thread; None at first."""
    return getattr(_kept, "callback", None)


def set_skip_guard_eval_unsafe(value: bool) -> bool:
    """Sets whether guards are skipped, of which there are none, and returns the setting before."""
    return _exchange("skip_guard", value, False)


def set_eval_frame_isolate_recompiles_id(value: int) -> int:
    """Sets the number of a region that is compiled for itself, and returns the one before, -1 at first."""
    return _exchange("isolate", value, -1)


def get_eval_frame_isolate_recompiles_id() -> int:
    """Returns what set_eval_frame_isolate_recompiles_id() has set; -1 at first."""
    return getattr(_kept, "isolate", -1)


def set_fullgraph_compiled_frame_count(value: int) -> int:
    """Sets a count of frames, which stays, and returns the one before, -1 at first."""
    return _exchange("frames", value, -1)


def get_fullgraph_compiled_frame_count() -> int:
    """Returns what set_fullgraph_compiled_frame_count() has set; -1 at first."""
    return getattr(_kept, "frames", -1)


def set_fullgraph_error_on_nested_compile(value: bool) -> bool:
    """Sets whether nested compilation is an error, and returns the setting before."""
    return _exchange("nested", value, False)


def _nothing(*arguments: Any) -> None:
    """Does nothing: no frame is evaluated, so nothing is kept of one."""


set_guard_error_hook = set_guard_complete_hook = set_code_exec_strategy = reset_code = skip_code = _nothing
set_c_recursion_limit = set_bytecode_debugger_callback = _nothing


def _debug_get_cache_entry_list(code: CodeType) -> list[Any]:
    """Returns []: nothing is compiled of a code."""
    return []


def _get_cache_entries_for_region(code: CodeType, isolate_recompiles_id: int) -> list[Any]:
    """Returns []: nothing is compiled of a code, in no region."""
    return []


def _get_total_cache_entry_count(code: CodeType) -> int:
    """Returns 0: nothing is compiled of a code."""
    return 0


def _opcode_caches() -> list[int]:
    """The number of cache entries after each instruction of this Python."""
    counts = getattr(opcode, "_inline_cache_entries", ())
    if isinstance(counts, dict):
        return [counts.get(name, 0) for name in opcode.opname]
    return list(counts) or [0] * len(opcode.opname)


py_opcode_caches = _opcode_caches()


class _FrameAction(enum.IntEnum):
    """The fate of a frame: evaluated, left alone, or run as it was compiled."""

    DEFAULT = 0
    SKIP = 1
    RUN_ONLY = 2


class _FrameExecStrategy:
    """The fate of a frame, and of those that it calls."""

    def __init__(self, cur_action: Any = _FrameAction.DEFAULT, recursive_action: Any = _FrameAction.DEFAULT) -> None:
        self.cur_action, self.recursive_action = cur_action, recursive_action


def code_framelocals_names(code: CodeType) -> tuple[str, ...]:
    """Returns the names of a code's variables, those of cells among them, in the order of a frame."""
    return tuple(dict.fromkeys((*code.co_varnames, *code.co_cellvars, *code.co_freevars)))
