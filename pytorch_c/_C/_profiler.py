"""The nodes of a profile's tree, tracebacks that torch's modes note, and blocks of its compiler (torch._C._profiler)."""

from __future__ import annotations

import traceback
from functools import partial

from .._boundary import api
from ..autograd import _profiler_results
from ..autograd._profiler_kinds import ExperimentalConfig as _ExperimentalConfig  # noqa: F401
from ..autograd._profiler_kinds import ProfilerActivity, ProfilerConfig, ProfilerState, RecordScope  # noqa: F401
from ..autograd._profiling import (  # noqa: F401
    _add_execution_trace_observer,
    _disable_execution_trace_observer,
    _enable_execution_trace_observer,
    _record_function_with_args_exit,
    _remove_execution_trace_observer,
    begin_range,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_NODES = (
    "EventType ExtraFields_Allocation ExtraFields_Backend ExtraFields_Kineto ExtraFields_OutOfMemory ExtraFields_PyCCall "
    "ExtraFields_PyCall ExtraFields_TorchOp ExtraFields_Vulkan NNModuleInfo OptimizerInfo ProfilerEvent PyFrameState "
    "TensorMetadata"
)
for _name in _NODES.split():
    globals()[f"_{_name}"] = getattr(_profiler_results, _name)  # torch's have an underscore


_set_record_concrete_inputs_enabled_val = partial(api.profiler_set, "concrete_inputs")
_set_fwd_bwd_enabled_val = partial(api.profiler_set, "forward_backward")
_set_cuda_sync_enabled_val = partial(api.profiler_set, "cuda_synchronizations")


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
        self.name, self._inputs, self._keywords = name, input_values or (), keyword_values or {}

    def __enter__(self) -> None:
        self._range = begin_range(self.name, self._inputs, self._keywords)

    def __exit__(self, *error: object) -> None:
        _record_function_with_args_exit(self._range)
