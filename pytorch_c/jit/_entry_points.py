"""Methods of a module that are compiled, and whether it can be."""

from __future__ import annotations

import inspect

from .._boundary.errors import TorchError
from ..nn import Module
from ..nn.parameter import is_lazy
from . import _marks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["check_initialized", "entry_points", "exported"]


def check_initialized(module: Any) -> None:
    """RuntimeError for a module whose __init__ has not run, or whose parameters wait for a first input."""
    name = f"{type(module).__module__}.{type(module).__qualname__}".removeprefix("__main__.")
    if "_parameters" not in vars(module):
        raise TorchError(f"'{name}' has not been initialized, did you forget to call 'super()'?")
    for kind, found in (("parameters", module._parameters), ("buffers", module._buffers)):
        for one, value in found.items():
            if value is not None and is_lazy(value):
                raise TorchError(f"'{name}' has uninitialized {kind} {one}. Did you forget to run a forward pass?")


def exported(module: Any) -> list[str]:
    """The methods that are marked @export."""
    found = []
    for name in dir(type(module)):
        item = inspect.getattr_static(type(module), name, None)
        if inspect.isfunction(item) and _marks.modifier(item) == _marks.EXPORT:
            found.append(name)
    return found


def entry_points(module: Any) -> list[str]:
    """forward, and what is marked @export."""
    forward = getattr(module, "forward", None)
    own = getattr(forward, "__func__", forward)
    names = [] if own is None or own is Module.forward or _marks.is_ignored(own) else ["forward"]
    return list(dict.fromkeys([*names, *exported(module)]))
