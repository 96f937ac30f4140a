"""Schedules of a profile's steps."""

from __future__ import annotations

import enum
import warnings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class ProfilerAction(enum.Enum):
    """Action of a step of a schedule (torch.profiler.ProfilerAction)."""

    NONE, WARMUP, RECORD, RECORD_AND_SAVE, DEVICE_STOPPED = range(5)


def schedule(
    *, wait: int, warmup: int, active: int, repeat: int = 0, skip_first: int = 0, skip_first_wait: int = 0
) -> Callable[[int], ProfilerAction]:
    """A function of a step's number: the first are skipped, then `wait` rest, `warmup` warm up, `active` record.

    Args:
        wait, warmup, active: how many steps of each, one after the other
        repeat: after so many rounds it ends; 0: never
        skip_first: steps before the first round
        skip_first_wait: whether the first round has no rest

    Raises:
        AssertionError: numbers below 0, or nothing active

    Source: torch.profiler.schedule.
    """
    if min(wait, warmup, repeat, skip_first) < 0 or active <= 0:
        raise AssertionError(
            f"Invalid profiler schedule arguments. Got wait={wait} (need >= 0), warmup={warmup} (need >= 0), "
            f"active={active} (need > 0), repeat={repeat} (need >= 0), skip_first={skip_first} (need >= 0)."
        )
    if warmup == 0:
        warnings.warn("Profiler won't be using warmup, this can skew profiler results", stacklevel=2)
    length = wait + warmup + active

    def action(step: int) -> ProfilerAction:
        if step < 0:
            raise AssertionError(f"Step must be non-negative. Got {step}.")
        if step < skip_first:
            return ProfilerAction.NONE
        step += wait - skip_first if skip_first_wait else -skip_first
        if repeat and step >= repeat * length or step % length < wait:
            return ProfilerAction.NONE
        if step % length < wait + warmup:
            return ProfilerAction.WARMUP
        return ProfilerAction.RECORD_AND_SAVE if step % length == length - 1 else ProfilerAction.RECORD

    return action
