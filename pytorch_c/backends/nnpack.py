"""NNPACK (torch.backends.nnpack)."""

from __future__ import annotations

from contextlib import contextmanager

from .. import ops
from .._boundary import api

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["flags", "is_available", "set_flags"]


def is_available() -> bool:
    """Returns whether NNPACK works on this CPU."""
    return ops.aten._nnpack_available()


def set_flags(_enabled: bool) -> tuple[bool]:
    """Sets whether NNPACK is used; returns the flags before."""
    before = api.context_switch("nnpack.enabled")
    api.set_context_switch("nnpack.enabled", bool(_enabled))
    return (before,)


@contextmanager
def flags(enabled: bool = False) -> Iterator[None]:
    """A block in which NNPACK is used or not."""
    before = set_flags(enabled)
    try:
        yield
    finally:
        set_flags(*before)
