"""Shared parts of the loss layers."""

from __future__ import annotations

from ..._tensor.tensor import Tensor
from ..functional._arguments import legacy_reduction
from .module import Module


class _Loss(Module):
    """reduction is "mean", "sum" or "none", and whatever else a subclass makes of it."""

    __constants__ = ["reduction"]

    def __init__(self, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean") -> None:
        super().__init__()
        if size_average is not None or reduce is not None:
            reduction = legacy_reduction(size_average, reduce)
        self.reduction = reduction


class _WeightedLoss(_Loss):
    weight: Tensor

    def __init__(
        self,
        weight: Tensor | None = None,
        size_average: bool | None = None,
        reduce: bool | None = None,
        reduction: str = "mean",
    ) -> None:
        super().__init__(size_average, reduce, reduction)
        self.register_buffer("weight", weight)
