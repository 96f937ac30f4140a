"""The two derivatives of a convolution as functions (torch.nn.grad).

`weight` is (C_out, C_in / groups, *kernel), `input` (N, C_in, *size), `grad_output` (N, C_out, *size); stride,
padding and dilation are an int or one int per dimension. TorchError for shapes that do not fit each other.
"""

from __future__ import annotations

from .. import _ops

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._tensor.tensor import Tensor
    from .._typing import Ints

__all__ = ["conv1d_input", "conv1d_weight", "conv2d_input", "conv2d_weight", "conv3d_input", "conv3d_weight"]


def _each(value, dimensions):
    return list(value) if hasattr(value, "__iter__") else [value] * dimensions


def _backward(which, dimensions, grad_output, input, weight, stride, padding, dilation, groups):
    settings = (_each(one, dimensions) for one in (stride, padding, dilation))
    mask = [which == 0, which == 1, False]
    return _ops.convolution_backward(grad_output, input, weight, None, *settings, False, [0], groups, mask)[which]


def _shaped(like, size):
    """A tensor of that size and of one element: only its shape is read."""
    return like.new_empty(1).expand(tuple(size))


def conv1d_input(
    input_size: Sequence[int],
    weight: Tensor,
    grad_output: Tensor,
    stride: Ints = 1,
    padding: Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
) -> Tensor:
    """The gradient of conv1d's input, which was of input_size."""
    input = _shaped(grad_output, input_size)
    return _backward(0, 1, grad_output, input, weight, stride, padding, dilation, groups)


def conv1d_weight(
    input: Tensor,
    weight_size: Sequence[int],
    grad_output: Tensor,
    stride: Ints = 1,
    padding: Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
) -> Tensor:
    """The gradient of conv1d's weight, which was of weight_size."""
    weight = _shaped(grad_output, weight_size)
    return _backward(1, 1, grad_output, input, weight, stride, padding, dilation, groups)


def conv2d_input(
    input_size: Sequence[int],
    weight: Tensor,
    grad_output: Tensor,
    stride: Ints = 1,
    padding: Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
) -> Tensor:
    """The gradient of conv2d's input, which was of input_size."""
    input = _shaped(grad_output, input_size)
    return _backward(0, 2, grad_output, input, weight, stride, padding, dilation, groups)


def conv2d_weight(
    input: Tensor,
    weight_size: Sequence[int],
    grad_output: Tensor,
    stride: Ints = 1,
    padding: Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
) -> Tensor:
    """The gradient of conv2d's weight, which was of weight_size."""
    weight = _shaped(grad_output, weight_size)
    return _backward(1, 2, grad_output, input, weight, stride, padding, dilation, groups)


def conv3d_input(
    input_size: Sequence[int],
    weight: Tensor,
    grad_output: Tensor,
    stride: Ints = 1,
    padding: Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
) -> Tensor:
    """The gradient of conv3d's input, which was of input_size."""
    input = _shaped(grad_output, input_size)
    return _backward(0, 3, grad_output, input, weight, stride, padding, dilation, groups)


def conv3d_weight(
    input: Tensor,
    weight_size: Sequence[int],
    grad_output: Tensor,
    stride: Ints = 1,
    padding: Ints = 0,
    dilation: Ints = 1,
    groups: int = 1,
) -> Tensor:
    """The gradient of conv3d's weight, which was of weight_size."""
    weight = _shaped(grad_output, weight_size)
    return _backward(1, 3, grad_output, input, weight, stride, padding, dilation, groups)
