"""Marks for torch's exporter, which captures programs; here nothing does (torch._export.wrappers)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def mark_subclass_constructor_exportable_experimental(constructor_subclass: Callable[..., Any]) -> Callable[..., Any]:
    """The __init__ of a class as it is. Raises RuntimeError for another function, as torch does."""
    if getattr(constructor_subclass, "__name__", None) != "__init__":
        raise RuntimeError(
            f"torch._export.wrappers.mark_constructor_exportable_experimental can only be applied on subclass tensor.__init__. "
            f"But, you are trying to apply it on {getattr(constructor_subclass, '__name__', constructor_subclass)}"
        )
    return constructor_subclass
