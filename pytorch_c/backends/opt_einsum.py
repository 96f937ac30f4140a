"""The package opt_einsum (torch.backends.opt_einsum): einsum contracts from left to right here, with or without it."""

from __future__ import annotations

from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

enabled: bool = False
strategy: str | None = None


def is_available() -> bool:
    """False: einsum does not ask it."""
    return False


def get_opt_einsum() -> Any:
    """None: einsum does not ask it."""
    return None


@contextmanager
def flags(enabled: bool | None = None, strategy: str | None = None) -> Iterator[None]:
    """A block; raises ValueError for what opt_einsum alone could do."""
    if enabled or strategy is not None:
        raise ValueError("opt_einsum is not used: einsum contracts from left to right")
    yield
