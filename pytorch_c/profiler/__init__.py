"""Profiles of a program (torch.profiler): `profile`, ranges, and beside torch's names `observe` and `trace`."""

from __future__ import annotations

from .._boundary import api
from ..autograd._profiler_kinds import DeviceType, ProfilerActivity, RecordScope
from ..autograd._profiler_kinds import ExperimentalConfig as _ExperimentalConfig
from ..autograd.profiler import KinetoStepTracker, record_function
from ._observers import Event, observe
from ._tally import trace
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


def kineto_available() -> bool:
    """Returns whether libtorch has Kineto, which writes trace files and profiles devices."""
    return api.kineto_available()
