"""The nodes of a profile's tree, tracebacks that torch's modes note, and blocks of its compiler (torch._C._profiler)."""

from __future__ import annotations

import traceback

from ..autograd._profiler_tree import EventType as _EventType
from ..autograd._profiler_tree import ExtraFields_Allocation as _ExtraFields_Allocation
from ..autograd._profiler_tree import ExtraFields_Backend as _ExtraFields_Backend
from ..autograd._profiler_tree import ExtraFields_Kineto as _ExtraFields_Kineto
from ..autograd._profiler_tree import ExtraFields_OutOfMemory as _ExtraFields_OutOfMemory
from ..autograd._profiler_tree import ExtraFields_PyCall as _ExtraFields_PyCall
from ..autograd._profiler_tree import ExtraFields_PyCCall as _ExtraFields_PyCCall
from ..autograd._profiler_tree import ExtraFields_TorchOp as _ExtraFields_TorchOp
from ..autograd._profiler_tree import ExtraFields_Vulkan as _ExtraFields_Vulkan
from ..autograd._profiler_tree import NNModuleInfo as _NNModuleInfo
from ..autograd._profiler_tree import OptimizerInfo as _OptimizerInfo
from ..autograd._profiler_tree import ProfilerEvent as _ProfilerEvent
from ..autograd._profiler_tree import PyFrameState as _PyFrameState
from ..autograd._profiler_tree import TensorMetadata as _TensorMetadata
from ..autograd.profiler import record_function

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


class _RecordFunctionFast:
    """A block under a name in profiles, which may be entered again; files of torch's compiler put it around their work."""

    def __init__(
        self, name: str, input_values: Sequence[Any] | None = None, keyword_values: dict[str, Any] | None = None
    ) -> None:
        self.name = name

    def __enter__(self) -> None:
        self._range = record_function(self.name)
        self._range.__enter__()

    def __exit__(self, *error: object) -> None:
        self._range.__exit__(*error)
