"""Names of torch's profiler (torch.profiler): `record_function` marks code and costs nothing, `profile` is not here."""

from __future__ import annotations

import enum

from ..autograd.profiler import record_function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = [
    "DeviceType", "ProfilerAction", "ProfilerActivity", "kineto_available", "profile", "record_function", "schedule",
    "supported_activities", "tensorboard_trace_handler",
]  # fmt: skip


class ProfilerActivity(enum.Enum):
    """What is watched (torch.profiler.ProfilerActivity)."""

    CPU, XPU, MTIA, CUDA, HPU, PrivateUse1 = range(6)


class DeviceType(enum.Enum):
    """Where something ran (torch.profiler.DeviceType)."""

    CPU, CUDA, XPU, MTIA, HPU, PrivateUse1 = range(6)


class ProfilerAction(enum.Enum):
    """What a step of a schedule does (torch.profiler.ProfilerAction)."""

    NONE, WARMUP, RECORD, RECORD_AND_SAVE = range(4)


def kineto_available() -> bool:
    """False: libtorch's tracer is not reached."""
    return False


def supported_activities() -> set[ProfilerActivity]:
    """What can be watched: nothing."""
    return set()


class profile:
    """Watches the operators of a block in torch (torch.profiler.profile); raises NotImplementedError here."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        raise NotImplementedError("profiler.profile: operators are not watched here; Python's profilers see the calls")


def schedule(
    *, wait: int, warmup: int, active: int, repeat: int = 0, skip_first: int = 0, skip_first_wait: int = 0
) -> Callable[[int], ProfilerAction]:
    """A function of a step's number: the first are skipped, then `wait` rest, `warmup` warm up, `active` record.

    Raises:
        AssertionError: numbers below 0, or nothing active

    Source: torch.profiler.schedule.
    """
    if min(wait, warmup, repeat, skip_first) < 0 or active <= 0:
        raise AssertionError(
            "Invalid profiler schedule arguments. Schedule arguments must be nonnegative, active above 0."
        )

    def action(step: int) -> ProfilerAction:
        step -= skip_first
        if step < 0:
            return ProfilerAction.NONE
        if skip_first_wait:
            step += wait
        length = wait + warmup + active
        if repeat and step // length >= repeat:
            return ProfilerAction.NONE
        step %= length
        if step < wait:
            return ProfilerAction.NONE
        if step < wait + warmup:
            return ProfilerAction.WARMUP
        return ProfilerAction.RECORD_AND_SAVE if step == length - 1 else ProfilerAction.RECORD

    return action


def tensorboard_trace_handler(
    dir_name: str, worker_name: str | None = None, use_gzip: bool = False
) -> Callable[[profile], None]:
    """Writes what a profile found for TensorBoard; raises NotImplementedError here."""
    raise NotImplementedError("tensorboard_trace_handler(): operators are not watched here")
