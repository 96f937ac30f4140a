"""NVIDIA's NCCL (torch.cuda.nccl): GPUs that speak to each other; there are none here."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

__all__ = ["all_gather", "all_reduce", "broadcast", "init_rank", "reduce", "reduce_scatter"]


def is_available(tensors: Any) -> bool:
    """False."""
    return False


def version() -> tuple[int, ...]:
    """(0, 0, 0): there is none."""
    return (0, 0, 0)


def _missing() -> Any:
    raise RuntimeError("cuda.nccl: there is no NCCL here")


def all_reduce(inputs: Sequence[Any], *arguments: Any, **named: Any) -> None:
    """Raises RuntimeError."""
    return _missing()


def all_gather(inputs: Sequence[Any], *arguments: Any, **named: Any) -> None:
    """Raises RuntimeError."""
    return _missing()


def broadcast(inputs: Sequence[Any], *arguments: Any, **named: Any) -> None:
    """Raises RuntimeError."""
    return _missing()


def reduce(inputs: Sequence[Any], *arguments: Any, **named: Any) -> None:
    """Raises RuntimeError."""
    return _missing()


def reduce_scatter(inputs: Sequence[Any], *arguments: Any, **named: Any) -> None:
    """Raises RuntimeError."""
    return _missing()


def init_rank(num_ranks: int, uid: Any, rank: int) -> Any:
    """Raises RuntimeError."""
    return _missing()
