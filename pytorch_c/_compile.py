"""A function that torch's compiler leaves alone, for files that come before it (torch._compile)."""

from __future__ import annotations

import functools
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["_disable_dynamo"]

_COMPILER = f"{__package__}._dynamo"


def _disable_dynamo(fn: Any = None, recursive: bool = True) -> Any:
    """The function, which runs as it is also where it is called by one that is compiled; without one, a decorator.

    Source: torch._compile, whose first call imports the compiler: here it is asked only where somebody has.
    """
    if fn is None:
        return functools.partial(_disable_dynamo, recursive=recursive)

    left_alone = None

    @functools.wraps(fn)
    def inner(*args: Any, **kwargs: Any) -> Any:
        nonlocal left_alone
        if left_alone is None:
            disable = getattr(sys.modules.get(_COMPILER), "disable", None)
            if disable is None:
                return fn(*args, **kwargs)
            left_alone = disable(fn, recursive, wrapping=False)
        return left_alone(*args, **kwargs)

    return inner
