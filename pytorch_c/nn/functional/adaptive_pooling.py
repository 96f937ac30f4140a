"""Pooling of (N, C, *) to a given size: adaptive and fractional; N may be left out.

output_size is an int or one int per dimension, where None keeps the input's length.
return_indices=True, and the functions named *_with_indices, return (values, int64 index of each in its plane).
ValueError where input has too few dimensions for the sizes, TorchError for sizes that do not fit.
"""

from __future__ import annotations

from ... import _ops
from ._arguments import ntuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..._typing import Ints, Tensor


def _sizes(output_size, input):
    """output_size with the input's own lengths for None."""
    if not hasattr(output_size, "__len__"):  # an int, or a symbol
        return output_size
    shape = input.shape
    if len(shape) <= len(output_size):
        raise ValueError(f"Input dimension should be at least {len(output_size) + 1}, output_size is {output_size}")
    own = shape[-len(output_size) :] if output_size else ()
    return [length if size is None else size for size, length in zip(output_size, own)]


# ---- means ----


def adaptive_avg_pool2d(input: Tensor, output_size: int | None | Sequence[int | None]) -> Tensor:
    """Means of windows chosen so that (N, C, H, W) becomes (N, C, *output_size)."""
    return _ops.adaptive_avg_pool2d(input, _sizes(output_size, input))


def adaptive_avg_pool3d(input: Tensor, output_size: int | None | Sequence[int | None]) -> Tensor:
    """Means of windows chosen so that (N, C, D, H, W) becomes (N, C, *output_size)."""
    return _ops.adaptive_avg_pool3d(input, _sizes(output_size, input))


# ---- maxima ----


def adaptive_max_pool1d_with_indices(
    input: Tensor, output_size: Ints, return_indices: bool = False
) -> tuple[Tensor, Tensor]:
    """adaptive_max_pool1d with return_indices=True."""
    return _ops.adaptive_max_pool1d(input, output_size)


def adaptive_max_pool1d(
    input: Tensor, output_size: Ints, return_indices: bool = False
) -> Tensor | tuple[Tensor, Tensor]:
    """Maxima of windows chosen so that (N, C, L) becomes (N, C, output_size)."""
    values, indices = _ops.adaptive_max_pool1d(input, output_size)
    return (values, indices) if return_indices else values


def adaptive_max_pool2d_with_indices(
    input: Tensor, output_size: int | None | Sequence[int | None], return_indices: bool = False
) -> tuple[Tensor, Tensor]:
    """adaptive_max_pool2d with return_indices=True."""
    return _ops.adaptive_max_pool2d(input, _sizes(output_size, input))


def adaptive_max_pool2d(
    input: Tensor, output_size: int | None | Sequence[int | None], return_indices: bool = False
) -> Tensor | tuple[Tensor, Tensor]:
    """Maxima of windows chosen so that (N, C, H, W) becomes (N, C, *output_size)."""
    values, indices = _ops.adaptive_max_pool2d(input, _sizes(output_size, input))
    return (values, indices) if return_indices else values


def adaptive_max_pool3d_with_indices(
    input: Tensor, output_size: int | None | Sequence[int | None], return_indices: bool = False
) -> tuple[Tensor, Tensor]:
    """adaptive_max_pool3d with return_indices=True."""
    return _ops.adaptive_max_pool3d(input, _sizes(output_size, input))


def adaptive_max_pool3d(
    input: Tensor, output_size: int | None | Sequence[int | None], return_indices: bool = False
) -> Tensor | tuple[Tensor, Tensor]:
    """Maxima of windows chosen so that (N, C, D, H, W) becomes (N, C, *output_size)."""
    values, indices = _ops.adaptive_max_pool3d(input, _sizes(output_size, input))
    return (values, indices) if return_indices else values


# ---- windows of random size ----


def _fractional_arguments(input, dims, output_size, output_ratio, samples):
    """(output sizes, random samples (N, C, dims)) of a fractional pooling over the last `dims` dimensions."""
    name = f"fractional_max_pool{dims}d"
    if output_size is None:
        if output_ratio is None:
            raise ValueError(f"{name} requires specifying either an output_size or an output_ratio")
        ratios = ntuple(output_ratio, dims, "output_ratio")
        output_size = [int(length * ratio) for length, ratio in zip(input.shape[-dims:], ratios)]
    if samples is None:
        batch = 1 if input.dim() == dims + 1 else input.size(0)
        samples = _ops.rand(batch, input.size(-dims - 1), dims, dtype=input.dtype, device=input.device)
    return output_size, samples


def fractional_max_pool2d_with_indices(
    input: Tensor,
    kernel_size: Ints,
    output_size: Ints | None = None,
    output_ratio: float | Sequence[float] | None = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    """fractional_max_pool2d with return_indices=True."""
    sizes, samples = _fractional_arguments(input, 2, output_size, output_ratio, _random_samples)
    return _ops.fractional_max_pool2d(input, kernel_size, sizes, samples)


def fractional_max_pool2d(
    input: Tensor,
    kernel_size: Ints,
    output_size: Ints | None = None,
    output_ratio: float | Sequence[float] | None = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> Tensor | tuple[Tensor, Tensor]:
    """Maxima of windows at random steps: (N, C, H, W) -> (N, C, *output_size), or (H, W) times output_ratio.

    _random_samples: (N, C, 2) in [0, 1), drawn where it is None. ValueError where neither size nor ratio is given.
    Source: Graham 2014, arXiv:1412.6071.
    """
    values, indices = fractional_max_pool2d_with_indices(
        input, kernel_size, output_size, output_ratio, True, _random_samples
    )
    return (values, indices) if return_indices else values


def fractional_max_pool3d_with_indices(
    input: Tensor,
    kernel_size: Ints,
    output_size: Ints | None = None,
    output_ratio: float | Sequence[float] | None = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    """fractional_max_pool3d with return_indices=True."""
    sizes, samples = _fractional_arguments(input, 3, output_size, output_ratio, _random_samples)
    return _ops.fractional_max_pool3d(input, kernel_size, sizes, samples)


def fractional_max_pool3d(
    input: Tensor,
    kernel_size: Ints,
    output_size: Ints | None = None,
    output_ratio: float | Sequence[float] | None = None,
    return_indices: bool = False,
    _random_samples: Tensor | None = None,
) -> Tensor | tuple[Tensor, Tensor]:
    """Maxima of windows at random steps: (N, C, D, H, W) -> (N, C, *output_size). As fractional_max_pool2d."""
    values, indices = fractional_max_pool3d_with_indices(
        input, kernel_size, output_size, output_ratio, True, _random_samples
    )
    return (values, indices) if return_indices else values
