"""Marks for NVIDIA's tools (torch.cuda.nvtx): nobody reads them without CUDA, so that they do nothing."""

from __future__ import annotations

import contextlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["mark", "range", "range_end", "range_pop", "range_push", "range_start"]


def mark(msg: str) -> None:
    """Marks a moment."""


def range_push(msg: str) -> int:
    """Begins a range inside of others."""
    return 0


def range_pop() -> int:
    """Ends the innermost range."""
    return 0


def range_start(msg: str) -> int:
    """Begins a range."""
    return 0


def range_end(range_id: int) -> None:
    """Ends it."""


@contextlib.contextmanager
def range(msg: str, *args: object, **kwargs: object) -> Iterator[None]:
    """A block as a range."""
    yield
