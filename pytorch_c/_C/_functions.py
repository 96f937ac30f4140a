"""The classes of nodes of the graph, by name (torch._C._functions)."""

from __future__ import annotations

from .._boundary import api
from .._boundary.handle import core

_WITHOUT_NAMES = ("AccumulateGrad", "CopyBackwards", "CopySlices", "DelayedError", "Error", "UndefinedGrad")


def __getattr__(name: str) -> type:
    """The class of the nodes of that name; AttributeError where libtorch has no such nodes."""
    if name not in _WITHOUT_NAMES and not ("Backward" in name and api.node_saved_names(name)):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return core.node_class(name)
