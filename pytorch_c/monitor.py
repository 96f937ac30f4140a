"""Events that a program reports, and who listens (torch.monitor)."""

from __future__ import annotations

from datetime import datetime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["Event", "EventHandlerHandle", "log_event", "register_event_handler", "unregister_event_handler"]


class Event:
    """Something that happened: a name, a time and data (torch.monitor.Event)."""

    def __init__(self, name: str, timestamp: datetime, data: dict[str, Any]) -> None:
        self.name, self.timestamp, self.data = name, timestamp, data


class EventHandlerHandle:
    """What a registered listener is known by."""

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
