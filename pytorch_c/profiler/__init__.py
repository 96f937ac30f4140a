"""Profiles of a program (torch.profiler): `profile`, ranges, and beside torch's names `observe` and `trace`."""

from __future__ import annotations

from .._boundary.api import kineto_available
from ..autograd._profiler_kinds import DeviceType, ProfilerActivity, RecordScope
from ..autograd._profiler_kinds import ExperimentalConfig as _ExperimentalConfig
from ..autograd._ranges import record_function
from ._observers import Event, observe
from ._tally import trace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..autograd.profiler import KinetoStepTracker
    from .profiler import (
        ExecutionTraceObserver,
        ProfilerAction,
        _KinetoProfile,
        profile,
        schedule,
        supported_activities,
        tensorboard_trace_handler,
    )

__all__ = [
    "DeviceType", "Event", "ExecutionTraceObserver", "KinetoStepTracker", "ProfilerAction", "ProfilerActivity",
    "RecordScope", "_ExperimentalConfig", "_KinetoProfile", "kineto_available", "observe", "profile", "record_function",
    "schedule", "supported_activities", "tensorboard_trace_handler", "trace",
]  # fmt: skip

# torch's own files, loaded on first use.
_LAZY = {
    "KinetoStepTracker": "..autograd.profiler",
    "itt": ".itt",
    "profiler": ".profiler",
    **dict.fromkeys(
        "ExecutionTraceObserver ProfilerAction _KinetoProfile profile schedule supported_activities "
        "tensorboard_trace_handler".split(),
        ".profiler",
    ),
}

if not TYPE_CHECKING:  # to a type checker it would mean that any name exists

    def __getattr__(name):
        from importlib import import_module

        if name not in _LAZY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module = import_module(_LAZY[name], __name__)
        found = globals()[name] = module if _LAZY[name] == f".{name}" else getattr(module, name)
        return found


def __dir__():
    return sorted({*globals(), *_LAZY})
