"""Devices that this package never has, under the names of torch's modules for them.

Counts are 0, what would need a device raises RuntimeError, and what could only be undone or forgotten does nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def answers(kind: str, value: Any, names: str) -> dict[str, Callable[..., Any]]:
    """Functions of these names that give a value, whatever the arguments."""

    def made(name):
        def function(*arguments: Any, **named: Any) -> Any:
            return value() if callable(value) else value

        return _named(function, kind, name, f"{value() if callable(value) else value!r}: there is no such device.")

    return {name: made(name) for name in names.split()}


def failures(kind: str, names: str) -> dict[str, Callable[..., Any]]:
    """Functions of these names that raise RuntimeError."""

    def made(name):
        def function(*arguments: Any, **named: Any) -> Any:
            raise RuntimeError(f"{kind}.{name}: there are no {kind} devices here")

        return _named(function, kind, name, "Raises RuntimeError: there is no such device.")

    return {name: made(name) for name in names.split()}


def classes(kind: str, names: str) -> dict[str, type]:
    """Classes of these names that cannot be made."""

    def made(name):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            raise RuntimeError(f"{kind}.{name}: there are no {kind} devices here")

        doc = "Making one raises RuntimeError: there is no such device."
        return type(name, (), {"__init__": __init__, "__doc__": doc, "__module__": f"{__package__}.{kind}"})

    return {name: made(name) for name in names.split()}


def _named(function, kind, name, doc):
    function.__name__ = function.__qualname__ = name
    function.__module__, function.__doc__ = f"{__package__}.{kind}", doc
    return function


class device:
    """A block on such a device; None and an index below 0 change nothing."""

    def __init__(self, device: Any) -> None:
        if device is not None and not (isinstance(device, int) and device < 0):
            raise RuntimeError(f"there is no device {device}")

    def __enter__(self) -> None:
        """Begins the block."""

    def __exit__(self, *exception: object) -> None:
        """Ends the block."""


class device_of(device):
    """A block on a tensor's device, which is no such device."""

    def __init__(self, obj: Any) -> None:
        super().__init__(None)


class StreamContext:
    """A block whose work goes to a stream; None changes nothing."""

    def __init__(self, stream: Any) -> None:
        if stream is not None:
            raise RuntimeError("there are no streams of such a device")

    def __enter__(self) -> None:
        """Begins the block."""

    def __exit__(self, *exception: object) -> None:
        """Ends the block."""


def stream(stream: Any) -> StreamContext:
    """StreamContext(stream)."""
    return StreamContext(stream)
