"""Convolutions: torch.nn.functional.NAME.

stride, padding, dilation and output_padding are an int or one int per dimension. The batch dimension may be
left out, except for conv_tbc. TorchError for shapes or dtypes that do not fit each other.
"""

from __future__ import annotations

from ... import _ops

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._typing import Ints, Tensor


def _check_padding_word(padding, stride):
    """Raises ValueError for a word that is no padding, or "same" with a stride."""
    if padding not in ("same", "valid"):
        raise ValueError(f"padding must be 'same', 'valid' or numbers, got {padding!r}")
    strides = (stride,) if isinstance(stride, int) else stride
    if padding == "same" and any(step != 1 for step in strides):
        raise ValueError(f"padding='same' is not supported for strided convolutions, got stride={stride}")


def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Ints = 1,
    padding: str | Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
) -> Tensor:
    """(N, C, L), (out, C / groups, k) -> (N, out, L'); padding may be "same" or "valid", else ValueError."""
    if isinstance(padding, str):
        _check_padding_word(padding, stride)
    return _ops.conv1d(input, weight, bias, stride, padding, dilation, groups)


def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Ints = 1,
    padding: str | Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
) -> Tensor:
    """(N, C, H, W), (out, C / groups, kH, kW) -> (N, out, H', W').

    padding may be "same" or "valid", else ValueError.
    """
    if isinstance(padding, str):
        _check_padding_word(padding, stride)
    return _ops.conv2d(input, weight, bias, stride, padding, dilation, groups)


def conv3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Ints = 1,
    padding: str | Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
) -> Tensor:
    """(N, C, D, H, W), (out, C / groups, kD, kH, kW) -> (N, out, D', H', W').

    padding may be "same" or "valid", else ValueError.
    """
    if isinstance(padding, str):
        _check_padding_word(padding, stride)
    return _ops.conv3d(input, weight, bias, stride, padding, dilation, groups)


def conv_transpose1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Ints = 1,
    padding: Ints = 0,
    output_padding: Ints = 0,
    groups: int = 1,
    dilation: Ints = 1,
) -> Tensor:
    """The gradient of conv1d by its input: (N, C, L), (C, out / groups, k) -> (N, out, L')."""
    return _ops.conv_transpose1d(input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Ints = 1,
    padding: Ints = 0,
    output_padding: Ints = 0,
    groups: int = 1,
    dilation: Ints = 1,
) -> Tensor:
    """The gradient of conv2d by its input: (N, C, H, W), (C, out / groups, kH, kW) -> (N, out, H', W')."""
    return _ops.conv_transpose2d(input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose3d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Ints = 1,
    padding: Ints = 0,
    output_padding: Ints = 0,
    groups: int = 1,
    dilation: Ints = 1,
) -> Tensor:
    """The gradient of conv3d by its input: (N, C, D, H, W), (C, out / groups, kD, kH, kW) -> (N, out, D', H', W')."""
    return _ops.conv_transpose3d(input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_tbc(input: Tensor, weight: Tensor, bias: Tensor, pad: int = 0) -> Tensor:
    """conv1d with time first: (T, N, C), (k, C, out), (out) -> (T', N, out), padded with `pad` zeros at both ends."""
    return _ops.conv_tbc(input, weight, bias, pad)


# ---- sliding blocks ----


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
