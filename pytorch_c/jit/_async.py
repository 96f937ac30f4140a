"""Calls whose result is asked for later (torch.jit._async)."""

from __future__ import annotations

from ..futures import Future

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["Future", "fork", "wait"]


def fork(func: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """A future that has func(*args, **kwargs), which has run by then; in a program it runs beside the others.

    Source: torch.jit.fork.
    """
    made = Future()
    try:
        made.set_result(func(*args, **kwargs))
    except Exception as error:
        made.set_exception(error)
    return made


def wait(future: Any) -> Any:
    """What a future of fork(), or one that a program gave, has; raises what it failed with."""
    return future.wait()


_fork, _wait = fork, wait  # libraries import these, too
