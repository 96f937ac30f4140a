"""Pooling of (N, C, *) over the dimensions after C; N may be left out.

Sizes are an int or one int per dimension; stride=None is kernel_size.
"""

from ... import _ops


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    """The largest value of each window: (N, C, L) -> (N, C, L')."""
    return _ops.max_pool1d(input, kernel_size, [] if stride is None else stride, padding, dilation, ceil_mode)


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    """The largest value of each window: (N, C, H, W) -> (N, C, H', W').

    return_indices=True returns (values, int64 index of each in its H x W plane).
    """
    stride = [] if stride is None else stride
    pool = _ops.max_pool2d_with_indices if return_indices else _ops.max_pool2d
    return pool(input, kernel_size, stride, padding, dilation, ceil_mode)


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    """The largest value of each window: (N, C, D, H, W) -> (N, C, D', H', W')."""
    return _ops.max_pool3d(input, kernel_size, [] if stride is None else stride, padding, dilation, ceil_mode)


def avg_pool1d(input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
    """The mean of each window; count_include_pad=False leaves padding out of it."""
    return _ops.avg_pool1d(input, kernel_size, [] if stride is None else stride, padding, ceil_mode, count_include_pad)


def avg_pool2d(
    input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
):
    """The mean of each window; count_include_pad=False leaves padding out of it.

    divisor_override: the sum is divided by this number instead.
    """
    stride = [] if stride is None else stride
    return _ops.avg_pool2d(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def avg_pool3d(
    input, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
):
    """The mean of each window of (N, C, D, H, W), as avg_pool2d."""
    stride = [] if stride is None else stride
    return _ops.avg_pool3d(input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def _output_size(input, size, dimensions):
    """size as a list, None replaced by the input's own length."""
    if size is None or isinstance(size, int):
        size = (size,) * dimensions
    return [own if wanted is None else wanted for own, wanted in zip(input.shape[-dimensions:], size)]


def adaptive_avg_pool1d(input, output_size):
    """Means of windows chosen so that (N, C, L) becomes (N, C, output_size)."""
    return _ops.adaptive_avg_pool1d(input, output_size)


def adaptive_avg_pool2d(input, output_size):
    """Means of windows chosen so that (N, C, H, W) becomes (N, C, *output_size); None keeps a length."""
    return _ops.adaptive_avg_pool2d(input, _output_size(input, output_size, 2))


def adaptive_avg_pool3d(input, output_size):
    """Means of windows chosen so that (N, C, D, H, W) becomes (N, C, *output_size); None keeps a length."""
    return _ops.adaptive_avg_pool3d(input, _output_size(input, output_size, 3))


def adaptive_max_pool2d(input, output_size, return_indices=False):
    """Maxima of windows chosen so that (N, C, H, W) becomes (N, C, *output_size); None keeps a length."""
    values, indices = _ops.adaptive_max_pool2d(input, _output_size(input, output_size, 2))
    return (values, indices) if return_indices else values
