"""Pooling of (N, C, *) over the dimensions after C, by windows that slide; N may be left out.

kernel_size, stride, padding and dilation are an int or one int per dimension; stride=None is kernel_size.
padding is at most half of the window, ceil_mode=True keeps windows that reach over the end.
TorchError for shapes or sizes that do not fit. return_indices=True, and the functions named *_with_indices,
return (values, int64 index of each in its own L, H x W or D x H x W plane).
"""

from __future__ import annotations

import math

from ... import _ops
from ._arguments import ntuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._typing import Ints, Tensor

# ---- maxima ----


def max_pool1d(
    input: Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    dilation: Ints = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Tensor | tuple[Tensor, Tensor]:
    """The largest value of each window: (N, C, L) -> (N, C, L')."""
    stride = () if stride is None else stride
    pool = _ops.max_pool1d_with_indices if return_indices else _ops.max_pool1d
    return pool(input, kernel_size, stride, padding, dilation, ceil_mode)


def max_pool1d_with_indices(
    input: Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    dilation: Ints = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> tuple[Tensor, Tensor]:
    """max_pool1d with return_indices=True."""
    return max_pool1d(input, kernel_size, stride, padding, dilation, ceil_mode, True)


def max_pool2d(
    input: Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    dilation: Ints = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Tensor | tuple[Tensor, Tensor]:
    """The largest value of each window: (N, C, H, W) -> (N, C, H', W')."""
    stride = () if stride is None else stride
    pool = _ops.max_pool2d_with_indices if return_indices else _ops.max_pool2d
    return pool(input, kernel_size, stride, padding, dilation, ceil_mode)


def max_pool2d_with_indices(
    input: Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    dilation: Ints = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> tuple[Tensor, Tensor]:
    """max_pool2d with return_indices=True."""
    return max_pool2d(input, kernel_size, stride, padding, dilation, ceil_mode, True)


def max_pool3d(
    input: Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    dilation: Ints = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> Tensor | tuple[Tensor, Tensor]:
    """The largest value of each window: (N, C, D, H, W) -> (N, C, D', H', W')."""
    stride = () if stride is None else stride
    pool = _ops.max_pool3d_with_indices if return_indices else _ops.max_pool3d
    return pool(input, kernel_size, stride, padding, dilation, ceil_mode)


def max_pool3d_with_indices(
    input: Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    dilation: Ints = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
) -> tuple[Tensor, Tensor]:
    """max_pool3d with return_indices=True."""
    return max_pool3d(input, kernel_size, stride, padding, dilation, ceil_mode, True)


# ---- power means ----


def _lp_pool(input, norm_type, count, max_pool, avg_pool, window):
    """The norm of windows of `count` values; `window` is (kernel_size, stride, ceil_mode)."""
    kernel_size, stride, ceil_mode = window
    if norm_type == math.inf:
        return max_pool(input.abs(), kernel_size, stride, 0, 1, ceil_mode)
    if norm_type == -math.inf:
        return -max_pool(-input.abs(), kernel_size, stride, 0, 1, ceil_mode)
    mean = avg_pool(input.pow(norm_type), kernel_size, stride, 0, ceil_mode)
    # Not clamp_min: this one's gradient at 0 is torch's.
    return (_ops.sign(mean) * _ops.relu(mean.abs())).mul(count).pow(1.0 / norm_type)


def lp_pool1d(
    input: Tensor, norm_type: float, kernel_size: Ints, stride: Ints | None = None, ceil_mode: bool = False
) -> Tensor:
    """sum(x ** norm_type) ** (1 / norm_type) of each window: (N, C, L) -> (N, C, L'); norm_type may be infinite."""
    (count,) = ntuple(kernel_size, 1, "kernel_size")
    return _lp_pool(input, norm_type, count, max_pool1d, _ops.avg_pool1d, (kernel_size, stride, ceil_mode))


def lp_pool2d(
    input: Tensor, norm_type: float, kernel_size: Ints, stride: Ints | None = None, ceil_mode: bool = False
) -> Tensor:
    """sum(x ** norm_type) ** (1 / norm_type) of each window: (N, C, H, W) -> (N, C, H', W')."""
    count = math.prod(ntuple(kernel_size, 2, "kernel_size"))
    return _lp_pool(input, norm_type, count, max_pool2d, _ops.avg_pool2d, (kernel_size, stride, ceil_mode))


def lp_pool3d(
    input: Tensor, norm_type: float, kernel_size: Ints, stride: Ints | None = None, ceil_mode: bool = False
) -> Tensor:
    """sum(x ** norm_type) ** (1 / norm_type) of each window: (N, C, D, H, W) -> (N, C, D', H', W')."""
    count = math.prod(ntuple(kernel_size, 3, "kernel_size"))
    return _lp_pool(input, norm_type, count, max_pool3d, _ops.avg_pool3d, (kernel_size, stride, ceil_mode))


# ---- back from maxima ----


def _unpooled_size(input, kernel_size, stride, padding, output_size):
    """The sizes before pooling: the smallest that fit, or output_size where it is near enough (else ValueError)."""
    count = len(kernel_size)
    lengths = input.shape[-count:]
    smallest = [
        (length - 1) * step + window - 2 * edge
        for length, window, step, edge in zip(lengths, kernel_size, stride, padding)
    ]
    sizes = smallest
    if output_size is not None:
        sizes = list(output_size)
        if len(sizes) == count + 2:
            sizes = sizes[2:]
        if len(sizes) != count:
            raise ValueError(
                f"output_size should be a sequence containing {count} or {count + 2} elements, "
                f"but it has a length of '{len(sizes)}'"
            )
        for dim, (size, least, step) in enumerate(zip(sizes, smallest, stride)):
            if not least - step < size < least + step:
                raise ValueError(
                    f'invalid output_size "{output_size}" (dim {dim} must be between {least - step} and {least + step})'
                )
    if min(sizes) < 0:
        raise ValueError(f"max_unpooling: output_size must contain non-negative spatial dimensions, but got {sizes}")
    return sizes


def _unpool_arguments(input, count, kernel_size, stride, padding, output_size):
    """(sizes before pooling, stride, padding), each one int per dimension."""
    kernel_size = ntuple(kernel_size, count, "kernel_size")
    stride = kernel_size if stride is None else ntuple(stride, count, "stride")
    padding = ntuple(padding, count, "padding")
    return _unpooled_size(input, kernel_size, stride, padding, output_size), stride, padding


def max_unpool1d(
    input: Tensor,
    indices: Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    output_size: Ints | None = None,
) -> Tensor:
    """Values put back where max_pool1d found them, zeros elsewhere: (N, C, L'), int64 (N, C, L') -> (N, C, L).

    output_size, (L) or (N, C, L), chooses among the lengths that pool to L'; ValueError if it is none of them.
    TorchError for an index out of range.
    """
    sizes, _, _ = _unpool_arguments(input, 1, kernel_size, stride, padding, output_size)
    return _ops.max_unpool2d(input.unsqueeze(-1), indices.unsqueeze(-1), [*sizes, 1]).squeeze(-1)


def max_unpool2d(
    input: Tensor,
    indices: Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    output_size: Ints | None = None,
) -> Tensor:
    """Values put back where max_pool2d found them: (N, C, H', W'), int64 of that shape -> (N, C, H, W).

    As max_unpool1d.
    """
    sizes, _, _ = _unpool_arguments(input, 2, kernel_size, stride, padding, output_size)
    return _ops.max_unpool2d(input, indices, sizes)


def max_unpool3d(
    input: Tensor,
    indices: Tensor,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = 0,
    output_size: Ints | None = None,
) -> Tensor:
    """Values put back where max_pool3d found them: (N, C, D', H', W'), int64 of that shape -> (N, C, D, H, W).

    As max_unpool1d.
    """
    sizes, stride, padding = _unpool_arguments(input, 3, kernel_size, stride, padding, output_size)
    return _ops.max_unpool3d(input, indices, sizes, stride, padding)
