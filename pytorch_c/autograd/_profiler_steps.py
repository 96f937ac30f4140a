"""Counts of steps and of keys."""

from __future__ import annotations

import warnings
from collections import defaultdict

from .._boundary import api

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class EnforceUnique:
    """Refuses what it has seen before.

    Source: torch.autograd.profiler.EnforceUnique.
    """

    def __init__(self) -> None:
        self.seen: set[Any] = set()

    def see(self, *key: Any) -> None:
        """Raises RuntimeError for a key that was seen."""
        if key in self.seen:
            raise RuntimeError(f"duplicate key: {key}")
        self.seen.add(key)


class KinetoStepTracker:
    """Counts steps of several that count them, a profiler and optimizers; Kineto is told when the most goes up.

    Source: torch.autograd.profiler.KinetoStepTracker.
    """

    _current_step = 0
    _step_dict: dict[str, int] = defaultdict(int)

    @classmethod
    def init_step_count(cls, requester: str) -> None:
        """Begins to count for `requester`, at the step that is."""
        cls._step_dict[requester] = cls._current_step

    @classmethod
    def erase_step_count(cls, requester: str) -> bool:
        """Ends to count for `requester`; whether it did."""
        return cls._step_dict.pop(requester, None) is not None

    @classmethod
    def increment_step(cls, requester: str) -> int:
        """Counts a step for `requester`; gives the step that is now."""
        if requester not in cls._step_dict:
            cls.init_step_count(requester)
        cls._step_dict[requester] += 1
        steps = max(cls._step_dict.values()) - cls._current_step
        if steps > 1:
            warnings.warn(f"the profiler's step went up by {steps} at once: {dict(cls._step_dict)}", stacklevel=2)
        for _ in range(steps):
            api.profiler_step()
        cls._current_step += max(steps, 0)
        return cls._current_step

    @classmethod
    def current_step(cls) -> int:
        """The step that is now."""
        return cls._current_step
