"""Waits that Ctrl-C ends, and times as the C library wants them."""

from __future__ import annotations

import concurrent.futures
import threading
from datetime import timedelta

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

UNSET = -1
SLICE = 200  # milliseconds after which a signal is looked for


def milliseconds(timeout: timedelta | float | None) -> int:
    """A timeout in milliseconds, UNSET for None; TypeError for anything but a timedelta or seconds."""
    if timeout is None:
        return UNSET
    if isinstance(timeout, (int, float)):
        timeout = timedelta(seconds=timeout)
    if not isinstance(timeout, timedelta):
        raise TypeError(f"Expected timeout argument to be of type datetime.timedelta, got {timeout}")
    return max(round(timeout.total_seconds() * 1000), 0)


def interruptible(call: Callable[..., Any], *arguments: Any) -> Any:
    """call(*arguments), which waits for other processes: on a thread beside, so that Ctrl-C ends the wait."""
    if threading.current_thread() is not threading.main_thread():
        return call(*arguments)
    done: concurrent.futures.Future[Any] = concurrent.futures.Future()

    def run():
        try:
            done.set_result(call(*arguments))
        except BaseException as error:
            done.set_exception(error)

    threading.Thread(target=run, daemon=True, name="pytorch_c.distributed").start()
    while True:
        try:
            return done.result(SLICE / 1000)
        except concurrent.futures.TimeoutError:
            if done.done():
                raise
