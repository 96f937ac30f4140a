"""Padding layers of (N, C, *) or (C, *): the last one, two or three dimensions grow.

padding: an int for every side, or (left, right), then (top, bottom), then (front, back); a negative one crops.
"""

from __future__ import annotations

from .. import functional as F
from .batchnorm import check_rank
from .module import Module
from .utils import _ntuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._typing import Ints, Tensor

__all__ = [
    "CircularPad1d",
    "CircularPad2d",
    "CircularPad3d",
    "ConstantPad1d",
    "ConstantPad2d",
    "ConstantPad3d",
    "ReflectionPad1d",
    "ReflectionPad2d",
    "ReflectionPad3d",
    "ReplicationPad1d",
    "ReplicationPad2d",
    "ReplicationPad3d",
    "ZeroPad1d",
    "ZeroPad2d",
    "ZeroPad3d",
]


class _Pad(Module):
    """A padding whose values come from the input; a subclass says its number of dimensions and its mode."""

    __constants__ = ["padding"]
    dimensions = 0
    mode = ""

    def __init__(self, padding: Ints) -> None:
        super().__init__()
        self.padding = _ntuple(2 * self.dimensions)(padding)

    def forward(self, input: Tensor) -> Tensor:
        return F.pad(input, self.padding, self.mode)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class _CircularPadNd(_Pad):
    mode = "circular"

    def _check_input_dim(self, input):
        check_rank(input, (self.dimensions + 1, self.dimensions + 2))

    def forward(self, input: Tensor) -> Tensor:
        self._check_input_dim(input)
        return super().forward(input)


class CircularPad1d(_CircularPadNd):
    """Pads (N, C, L) with what lies at the other end; ValueError for other dimensions."""

    dimensions = 1


class CircularPad2d(_CircularPadNd):
    """Pads (N, C, H, W) with what lies at the other end; ValueError for other dimensions."""

    dimensions = 2


class CircularPad3d(_CircularPadNd):
    """Pads (N, C, D, H, W) with what lies at the other end; ValueError for other dimensions."""

    dimensions = 3


class _ConstantPadNd(_Pad):
    __constants__ = ["padding", "value"]

    def __init__(self, padding: Ints, value: float) -> None:
        super().__init__(padding)
        self.value = value

    def forward(self, input: Tensor) -> Tensor:
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self) -> str:
        return f"padding={self.padding}, value={self.value}"


class ConstantPad1d(_ConstantPadNd):
    """Pads (N, C, L) with value."""

    dimensions = 1


class ConstantPad2d(_ConstantPadNd):
    """Pads (N, C, H, W) with value."""

    dimensions = 2


class ConstantPad3d(_ConstantPadNd):
    """Pads (N, C, D, H, W) with value."""

    dimensions = 3


class _ReflectionPadNd(_Pad):
    mode = "reflect"


class ReflectionPad1d(_ReflectionPadNd):
    """Pads (N, C, L) with its mirror image, the end itself not repeated."""

    dimensions = 1


class ReflectionPad2d(_ReflectionPadNd):
    """Pads (N, C, H, W) with its mirror image, the edges themselves not repeated."""

    dimensions = 2


class ReflectionPad3d(_ReflectionPadNd):
    """Pads (N, C, D, H, W) with its mirror image, the faces themselves not repeated."""

    dimensions = 3


class _ReplicationPadNd(_Pad):
    mode = "replicate"


class ReplicationPad1d(_ReplicationPadNd):
    """Pads (N, C, L) with the value at the end."""

    dimensions = 1


class ReplicationPad2d(_ReplicationPadNd):
    """Pads (N, C, H, W) with the value at the edge."""

    dimensions = 2


class ReplicationPad3d(_ReplicationPadNd):
    """Pads (N, C, D, H, W) with the value at the face."""

    dimensions = 3


class ZeroPad1d(ConstantPad1d):
    """Pads (N, C, L) with zeros."""

    def __init__(self, padding: Ints) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class ZeroPad2d(ConstantPad2d):
    """Pads (N, C, H, W) with zeros."""

    def __init__(self, padding: Ints) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        return f"{self.padding}"


class ZeroPad3d(ConstantPad3d):
    """Pads (N, C, D, H, W) with zeros."""

    def __init__(self, padding: Ints) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        return f"{self.padding}"
