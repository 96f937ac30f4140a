"""What libraries ask torch's tracer (torch._dynamo): nothing is being traced, and wishes change nothing."""

from __future__ import annotations

from ..compiler import (
    allow_in_graph,
    assume_constant_result,
    disable,
    is_compiling,
    list_backends,
    reset,
    substitute_in_graph,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from . import config as config

__all__ = [
    "allow_in_graph", "assume_constant_result", "config", "disable", "disallow_in_graph", "forbid_in_graph", "graph_break",
    "is_compiling", "list_backends", "mark_dynamic", "mark_static", "mark_static_address", "maybe_mark_dynamic",
    "optimize", "reset", "reset_code_caches", "run", "substitute_in_graph",
]  # fmt: skip


def _nothing(*arguments: Any, **named: Any) -> None:
    """Does nothing."""


mark_dynamic = maybe_mark_dynamic = mark_static = mark_static_address = mark_unbacked = _nothing
graph_break = reset_code_caches = _nothing


def _itself(fn: Any = None, *others: Any, **options: Any) -> Any:
    """The function as it is."""
    return fn


disallow_in_graph = forbid_in_graph = run = _itself


class OptimizedModule:
    """A compiled module (torch._dynamo.OptimizedModule); nothing is an instance."""


def is_dynamo_supported() -> bool:
    """True: what asks for the tracer runs as it is."""
    return True


def optimize(*arguments: Any, **options: Any) -> Any:
    """A decorator that gives its function back."""
    return _itself
