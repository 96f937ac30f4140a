"""Functions of Python in a profile with stacks: which frames are calls of modules and steps of optimizers."""

from __future__ import annotations

import gc
import sys
from importlib import import_module

from .._boundary.library import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _nothing() -> None:
    """Is never called."""


# Code whose frames are the calls of modules, and the ends of optimizers' steps; their files put it here.
KNOWN = {"module": _nothing.__code__, "optimizer": _nothing.__code__}


def can_trace() -> bool:
    """Returns false where torch itself is loaded: its own tracer keeps the calls."""
    return not getattr(sys.modules.get("torch._C"), "__file__", "").endswith(".so")


def begin(collections: bool) -> None:
    """Keeps the calls of all threads in the profile that has begun, and the collector's runs if `collections`."""
    tracer = import_module("..profiler.python_tracer", __package__)  # torch's own file
    if collections:
        gc.callbacks.append(_collecting)
    core.profile_calls(KNOWN["module"], KNOWN["optimizer"], tuple(tracer._prefix_regex()), members)


def end() -> None:
    """Keeps no more calls."""
    core.profile_no_calls()
    if _collecting in gc.callbacks:
        gc.callbacks.remove(_collecting)


def _collecting(phase: str, info: dict[str, int]) -> None:
    core.profile_collection(phase == "start")


def members(owner: Any) -> list[tuple[str, Any, Any, dict[str, Any]]]:
    """The parameters of a module or optimizer: (name, parameter, gradient, what the optimizer keeps for it)."""
    groups = getattr(owner, "param_groups", None)
    if groups is None:
        named = owner._parameters.items()
        return [(name, one, one.grad, {}) for name, one in named if one is not None]
    return [("", one, one.grad, dict(owner.state.get(one, {}))) for group in groups for one in group["params"]]
