"""Functions that AOTAutograd may keep a compiled graph of: torch's are known there by their kind of C, or their module."""

from __future__ import annotations

import importlib
import sys
from functools import wraps
from types import ModuleType

from ..._borrowed import loader
from ..._boundary.handle import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PUBLIC = "", ".functional", ".nn.functional", ".special", ".linalg", ".fft"


def take_over(module: ModuleType) -> None:
    """Counts this package's operators and public functions among them (_functorch._aot_autograd.autograd_cache)."""
    of_torch = module.check_node_safe

    @wraps(of_torch)
    def check_node_safe(node: Any) -> None:
        if node.op != "call_function" or not is_public(node.target):
            of_torch(node)

    module.check_node_safe = check_node_safe  # type: ignore[attr-defined]


def is_public(target: Any) -> bool:
    """Returns whether a function is one of this package's operators, or public in a module of torch's public functions."""
    if isinstance(target, core.Operator):
        return True
    name = getattr(target, "__name__", "_")
    places = (sys.modules.get(loader.PACKAGE + one) or importlib.import_module(loader.PACKAGE + one) for one in _PUBLIC)
    return not name.startswith("_") and any(getattr(place, name, None) is target for place in places)
