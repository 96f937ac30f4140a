"""Sliding blocks as columns, and back: torch.nn.functional.fold and unfold."""

from __future__ import annotations

from ... import _ops

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._typing import Ints, Tensor


def unfold(input: Tensor, kernel_size: Ints, dilation: Ints = 1, padding: Ints = 0, stride: Ints = 1) -> Tensor:
    """The blocks that a convolution sees, as columns: (N, C, H, W) -> (N, C * kH * kW, blocks).

    Sizes are an int or (height, width). TorchError where no block fits.
    """
    return _ops.im2col(input, kernel_size, dilation, padding, stride)


def fold(
    input: Tensor, output_size: Ints, kernel_size: Ints, dilation: Ints = 1, padding: Ints = 0, stride: Ints = 1
) -> Tensor:
    """The sum of sliding blocks where they overlap: (N, C * kH * kW, blocks) -> (N, C, *output_size).

    Sizes are an int or (height, width). TorchError where the number of columns or blocks does not fit.
    """
    return _ops.col2im(input, output_size, kernel_size, dilation, padding, stride)
