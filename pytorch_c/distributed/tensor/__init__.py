"""Tensors that several processes hold together (torch.distributed.tensor): classes for isinstance, none is made."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["DTensor", "Partial", "Placement", "Replicate", "Shard", "distribute_module", "distribute_tensor"]


def _alone() -> Any:
    raise RuntimeError("distributed.tensor: this process is alone; there are no process groups here")


class DTensor:
    """A part of a tensor that several processes hold (torch.distributed.tensor.DTensor); nothing is an instance."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        _alone()


class Placement:
    """How a tensor lies on processes (torch.distributed.tensor.Placement)."""


class Replicate(Placement):
    """Each process has all of it (torch.distributed.tensor.Replicate)."""


class Partial(Placement):
    """Each process has a summand (torch.distributed.tensor.Partial)."""


class Shard(Placement):
    """Each process has a part along a dimension (torch.distributed.tensor.Shard)."""

    def __init__(self, dim: int) -> None:
        self.dim = dim


def distribute_tensor(*arguments: Any, **named: Any) -> DTensor:
    """Raises RuntimeError: this process is alone."""
    return _alone()


def distribute_module(*arguments: Any, **named: Any) -> Any:
    """Raises RuntimeError: this process is alone."""
    return _alone()
