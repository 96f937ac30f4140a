"""Names of TorchScript's inside that libraries import (torch._jit_internal)."""

from .jit import Final, _copy_to_script_wrapper, _overload, _overload_method, export, ignore, is_scripting, unused
from .jit._marks import check_empty_containers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .jit.annotations import BroadcastingList1 as BroadcastingList1
    from .jit.annotations import BroadcastingList2 as BroadcastingList2
    from .jit.annotations import BroadcastingList3 as BroadcastingList3

__all__ = [
    "Final",
    "_copy_to_script_wrapper",
    "_overload",
    "_overload_method",
    "boolean_dispatch",
    "check_empty_containers",
    "export",
    "ignore",
    "is_scripting",
    "unused",
]


def boolean_dispatch(
    arg_name: str,
    arg_index: int,
    default: bool,
    if_true: "Callable[..., Any]",
    if_false: "Callable[..., Any]",
    module_name: str,
    func_name: str,
) -> "Callable[..., Any]":
    """A function that is one of two, by its argument of this name or position."""

    def function(*args: "Any", **kwargs: "Any") -> "Any":
        chosen = kwargs.get(arg_name, args[arg_index] if arg_index < len(args) else default)
        return (if_true if chosen else if_false)(*args, **kwargs)

    function.__name__, function.__module__ = func_name, module_name
    vars(function)["__dispatched__"] = (arg_name, arg_index, default, if_true, if_false)  # for jit/_expressions.py
    return function


def __getattr__(name: str) -> "Any":
    if name.startswith("BroadcastingList"):
        from .jit import annotations

        return getattr(annotations, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
