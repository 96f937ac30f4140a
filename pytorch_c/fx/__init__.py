"""Names of torch.fx, which captures programs as graphs: decorating works, capturing raises NotImplementedError.

Libraries define tracers and mark functions when they are imported; that costs nothing and changes nothing here.
"""

from __future__ import annotations

import sys
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = [
    "symbolic_trace", "Tracer", "wrap", "Graph", "GraphModule", "Interpreter", "Transformer", "Node", "Proxy",
    "replace_pattern", "has_side_effect", "map_arg",
]  # fmt: skip


def _missing(name: str) -> Any:
    raise NotImplementedError(f"fx.{name}: programs are not captured here")


class _Captured:
    def __init__(self, *arguments: Any, **named: Any) -> None:
        _missing(type(self).__name__)


class Tracer(_Captured):
    """Captures a module's program (torch.fx.Tracer); classes may derive from it, instances cannot be made."""


class Graph(_Captured):
    """A program as a graph (torch.fx.Graph); nothing is an instance."""


class GraphModule(_Captured):
    """A module of a captured program (torch.fx.GraphModule); nothing is an instance."""


class Interpreter(_Captured):
    """Runs a captured program (torch.fx.Interpreter)."""


class Transformer(Interpreter):
    """Makes another program of a captured one (torch.fx.Transformer)."""


class Node(_Captured):
    """A step of a captured program (torch.fx.Node); nothing is an instance."""


class Proxy(_Captured):
    """A value of a program that is being captured (torch.fx.Proxy); nothing is an instance."""


Argument = Node  # in annotations


def wrap(fn_or_name: str | Callable[..., Any]) -> str | Callable[..., Any]:
    """The function, or its name, as it is: nothing is captured of which it could be left out.

    Raises:
        RuntimeError: neither a function nor a name

    Source: torch.fx.wrap.
    """
    if not callable(fn_or_name) and not isinstance(fn_or_name, str):
        raise RuntimeError("Unsupported type for global function! Must be either a callable or string name")
    return fn_or_name


def has_side_effect(fn: Callable[..., Any]) -> Callable[..., Any]:
    """The function as it is."""
    return fn


def symbolic_trace(root: Any, concrete_args: dict[str, Any] | None = None) -> GraphModule:
    """Captures a module's or a function's program; raises NotImplementedError."""
    return _missing("symbolic_trace")


def replace_pattern(gm: GraphModule, pattern: Any, replacement: Any) -> list[Any]:
    """Changes a captured program; raises NotImplementedError."""
    return _missing("replace_pattern")


def map_arg(a: Any, fn: Callable[[Node], Any]) -> Any:
    """`a` as it is: there are no nodes in it."""
    return a


def is_fx_tracing() -> bool:
    """False: nothing is captured."""
    return False


for _name in ("_symbolic_trace", "graph", "graph_module", "interpreter", "node", "proxy", "subgraph_rewriter"):
    _module: ModuleType = sys.modules[__name__]  # where torch defines them
    sys.modules[f"{__name__}.{_name}"] = globals()[_name] = _module


def __getattr__(name: str) -> Any:
    """The modules below are loaded when they are asked for."""
    if name in ("experimental", "traceback"):
        from importlib import import_module

        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
