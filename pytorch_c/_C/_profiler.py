"""Tracebacks that torch's modes note (torch._C._profiler)."""

from __future__ import annotations

import traceback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class CapturedTraceback:
    """The frames of a thread, as they were."""

    def __init__(self, frames: list[dict[str, Any]]) -> None:
        self.frames = frames


def gather_traceback(python: bool, script: bool, cpp: bool) -> CapturedTraceback:
    """The frames of this thread, the innermost first; those of TorchScript and C++ are not noted."""
    stack = traceback.extract_stack()[:-1] if python else []
    return CapturedTraceback(
        [{"filename": one.filename, "name": one.name, "line": one.lineno} for one in reversed(stack)]
    )


def symbolize_tracebacks(tracebacks: Sequence[CapturedTraceback]) -> list[list[dict[str, Any]]]:
    """The frames of each."""
    return [one.frames for one in tracebacks]
