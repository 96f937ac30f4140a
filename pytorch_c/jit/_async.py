"""Calls whose result is asked for later (torch.jit._async)."""

from __future__ import annotations

from .._boundary import api
from .._boundary.library import core
from ..futures import Future
from . import _objects as _objects  # what a trace's future is

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["Future", "fork", "wait"]


def fork(func: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """A future that has func(*args, **kwargs), which has run by then; in a program, a trace too, it runs beside the rest.

    Source: torch.jit.fork.
    """
    if api.jit_is_tracing():
        return core.jit_trace_fork(lambda: func(*args, **kwargs))
    made = Future()
    try:
        made.set_result(func(*args, **kwargs))
    except Exception as error:
        made.set_exception(error)
    return made


def wait(future: Any) -> Any:
    """Returns the result of a future of fork() or of a program; raises what it failed with."""
    if future is None:
        raise RuntimeError("Future can't be None")
    return future.wait()


_fork, _wait = fork, wait  # libraries import these, too
