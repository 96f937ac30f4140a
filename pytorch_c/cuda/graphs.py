"""Graphs of CUDA work (torch.cuda.graphs): captured by the device's driver, which nothing here speaks to."""

from __future__ import annotations

from .._boundary import api

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["CUDAGraph", "graph", "graph_pool_handle", "is_current_stream_capturing", "make_graphed_callables"]


def _missing(name):
    api.cuda_current_device()
    raise NotImplementedError(f"cuda.{name}: work is not captured here")


class CUDAGraph:
    """Captured work; making one raises RuntimeError without CUDA."""

    def __init__(self, keep_graph: bool = False) -> None:
        _missing("CUDAGraph")


class graph:
    """A block whose work is captured; raises RuntimeError without CUDA."""

    def __init__(self, cuda_graph: CUDAGraph, *arguments: Any, **named: Any) -> None:
        _missing("graph")


class GreenContext:
    """A share of a device; making one raises RuntimeError without CUDA."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        _missing("GreenContext")


def graph_pool_handle() -> Any:
    """A name for memory that graphs share; raises RuntimeError without CUDA."""
    return _missing("graph_pool_handle")


def make_graphed_callables(callables: Any, *arguments: Any, **named: Any) -> Any:
    """Functions whose work is captured; raises RuntimeError without CUDA."""
    return _missing("make_graphed_callables")


def is_current_stream_capturing() -> bool:
    """False: nothing is captured here."""
    return False
