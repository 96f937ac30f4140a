"""Distances between vectors: torch.nn.functional.NAME."""

from __future__ import annotations

from ... import _ops

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._typing import Tensor


def pairwise_distance(x1: Tensor, x2: Tensor, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> Tensor:
    """The p-norm of x1 - x2 + eps along the last dimension: (*, d), (*, d) -> (*), or (*, 1) with keepdim."""
    return _ops.pairwise_distance(x1, x2, p, eps, keepdim)


def cosine_similarity(x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-8) -> Tensor:
    """x1 . x2 / (max(|x1|, eps) * max(|x2|, eps)) along dim, which goes; the two are broadcast first.

    IndexError for a dim out of range.
    """
    return _ops.cosine_similarity(x1, x2, dim, eps)


def pdist(input: Tensor, p: float = 2) -> Tensor:
    """The p-norms between all pairs of rows: (n, d) -> (n * (n - 1) / 2), in the order (0, 1), (0, 2), …, (1, 2), ….

    TorchError if input is not 2-D or p is negative.
    """
    return _ops.pdist(input, p)
