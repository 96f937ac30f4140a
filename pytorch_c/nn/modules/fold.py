"""Layers between a picture and the columns of its sliding windows."""

from __future__ import annotations

from .. import functional as F
from .module import Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._typing import Ints, Tensor

__all__ = ["Fold", "Unfold"]


class _Windows(Module):
    def extra_repr(self) -> str:
        return ", ".join(f"{name}={getattr(self, name)}" for name in self.__constants__)


class Fold(_Windows):
    """Sums of windows where they lie: (N, C * kH * kW, L) -> (N, C, *output_size), or without N."""

    __constants__ = ["output_size", "kernel_size", "dilation", "padding", "stride"]

    def __init__(
        self, output_size: Ints, kernel_size: Ints, dilation: Ints = 1, padding: Ints = 0, stride: Ints = 1
    ) -> None:
        super().__init__()
        self.output_size, self.kernel_size = output_size, kernel_size
        self.dilation, self.padding, self.stride = dilation, padding, stride

    def forward(self, input: Tensor) -> Tensor:
        return F.fold(input, self.output_size, self.kernel_size, self.dilation, self.padding, self.stride)


class Unfold(_Windows):
    """The sliding windows as columns: (N, C, H, W) -> (N, C * kH * kW, L), or without N."""

    __constants__ = ["kernel_size", "dilation", "padding", "stride"]

    def __init__(self, kernel_size: Ints, dilation: Ints = 1, padding: Ints = 0, stride: Ints = 1) -> None:
        super().__init__()
        self.kernel_size, self.dilation, self.padding, self.stride = kernel_size, dilation, padding, stride

    def forward(self, input: Tensor) -> Tensor:
        return F.unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)
