"""Notes that torch's compilers put on the nodes that they capture (torch.fx.traceback): blocks that change nothing."""

from __future__ import annotations

import contextlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

__all__ = ["annotate", "format_stack", "get_current_meta", "has_preserved_node_meta", "preserve_node_meta"]


@contextlib.contextmanager
def annotate(annotation_dict: dict[Any, Any]) -> Iterator[None]:
    """A block as any other."""
    yield


@contextlib.contextmanager
def preserve_node_meta(enable: bool = True) -> Iterator[None]:
    """A block as any other."""
    yield


def has_preserved_node_meta() -> bool:
    """False: there are no nodes."""
    return False


def get_current_meta() -> dict[str, Any]:
    """Nothing: there are no nodes."""
    return {}


def format_stack() -> list[str]:
    """Nothing: there are no nodes."""
    return []
