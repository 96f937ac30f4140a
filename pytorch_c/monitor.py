"""Events that a program reports, and who listens (torch.monitor)."""

from __future__ import annotations

import enum
import time
from datetime import datetime, timedelta

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

__all__ = [
    "Aggregation", "COUNT", "Event", "EventHandlerHandle", "MAX", "MEAN", "MIN", "SUM", "Stat", "VALUE", "log_event",
    "register_event_handler", "unregister_event_handler",
]  # fmt: skip


class Event:
    """Something that happened: a name, a time and data (torch.monitor.Event)."""

    def __init__(self, name: str, timestamp: datetime, data: dict[str, Any]) -> None:
        self.name, self.timestamp, self.data = name, timestamp, data


class EventHandlerHandle:
    """Handle of a registered listener."""

    def __init__(self, handler: Callable[[Event], Any]) -> None:
        self.handler = handler


_handlers: list[EventHandlerHandle] = []


def register_event_handler(callback: Callable[[Event], Any]) -> EventHandlerHandle:
    """Calls it with each event from now on."""
    _handlers.append(EventHandlerHandle(callback))
    return _handlers[-1]


def unregister_event_handler(handler: EventHandlerHandle) -> None:
    """Does not call it any more."""
    if handler in _handlers:
        _handlers.remove(handler)


def log_event(event: Event) -> None:
    """Hands an event to all who listen."""
    if not isinstance(event, Event):
        raise TypeError(f"log_event(): argument 'event' must be Event, not {type(event).__name__}")
    for handle in list(_handlers):
        handle.handler(event)


class Aggregation(enum.Enum):
    """Summaries that a Stat can make of its values (torch.monitor.Aggregation)."""

    VALUE = 0
    MEAN = 2
    COUNT = 3
    SUM = 4
    MAX = 5
    MIN = 6


VALUE, MEAN, COUNT, SUM, MAX, MIN = Aggregation

_SUMMARIES = {
    Aggregation.MIN: min,
    Aggregation.MAX: max,
    Aggregation.SUM: sum,
    Aggregation.COUNT: len,
    Aggregation.MEAN: lambda values: sum(values) / len(values),
}


class Stat:
    """Summaries of the values of each window of time, reported as an event when the window closes (torch.monitor.Stat).

    A window closes when its time is over or when it has `max_samples` values; later values of that time are dropped.
    """

    def __init__(
        self, name: str, aggregations: Iterable[Aggregation], window_size: timedelta, max_samples: int = 2**63 - 1
    ) -> None:
        self.name, self._length, self._max_samples = name, window_size // timedelta(milliseconds=1), max_samples
        if self._length < 1:
            raise ValueError(f"Stat(): argument 'window_size' must be at least a millisecond, got {window_size}")
        self._values: list[float] = []
        wanted = set(aggregations)
        self._last = {kind: 0.0 for kind in _SUMMARIES if kind in wanted}
        self._window, self._reported = self._now(), False

    @property
    def count(self) -> int:
        """Number of values in the open window."""
        return len(self._values)

    def add(self, v: float) -> None:
        """Adds a value to the open window; drops it where the window of this time has reported."""
        now = self._now()
        if now != self._window:
            self._report()
            self._window, self._reported = now, False
        if self._reported:
            return
        self._values.append(float(v))
        if len(self._values) >= self._max_samples:
            self._report()
            self._reported = True

    def get(self) -> dict[Aggregation, float]:
        """Returns the summaries of the last window that has closed, 0 before."""
        return dict(self._last)

    def _now(self):
        return time.monotonic_ns() // 1_000_000 // self._length

    def _report(self):
        if self._values:
            self._last = {kind: float(_SUMMARIES[kind](self._values)) for kind in self._last}
            self._values = []
            data = {f"{self.name}.{kind.name.lower()}": value for kind, value in self._last.items()}
            log_event(Event("torch.monitor.Stat", datetime.now(), data))

    def __del__(self) -> None:
        if getattr(self, "_values", None):
            self._report()
