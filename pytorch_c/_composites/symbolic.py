"""Functions of numbers for which torch's own run where a number is a symbol."""

from __future__ import annotations

import functools

from .._boundary.handle import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def of_torch_for_symbols(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, in whose place torch's own of the same name runs where an argument is a symbol, or a list with one."""

    @functools.wraps(function)
    def run(*args: Any, **named: Any) -> Any:
        for one in args:
            if core.is_symbol(one) or (isinstance(one, (list, tuple)) and any(map(core.is_symbol, one))):
                return _of_symbols(function.__name__)(*args, **named)
        return function(*args, **named)

    run.__module__ = "torch"  # as which code of graphs names it
    return run


@functools.cache
def _of_symbols(name):
    from .. import ops
    from .._borrowed import root

    try:
        return root.of_torch(name)
    except KeyError:
        return ops.overload(f"aten::{name}", "")
