"""Functions that need other processes: each raises, since this one is alone."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _missing(name: str) -> Any:
    raise RuntimeError(f"distributed.{name}(): this process is alone; there are no process groups here")


def _made(name):
    def function(*arguments: Any, **named: Any) -> Any:
        return _missing(name)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = "Raises RuntimeError: this process is alone."
    return function
