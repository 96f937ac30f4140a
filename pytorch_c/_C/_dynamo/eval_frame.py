"""The evaluation of frames by torch's compiler (torch._C._dynamo.eval_frame): settings are kept, no frame is evaluated."""

from __future__ import annotations

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


def _get_total_cache_entry_count(code: CodeType) -> int:
    """Returns 0: nothing is compiled of a code."""
    return 0
