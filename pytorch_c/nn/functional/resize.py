"""Resizing of (N, C, L), (N, C, H, W) and (N, C, D, H, W): torch.nn.functional.interpolate and its old names."""

from __future__ import annotations

import math
import operator
import warnings

from ... import _ops
from ..._boundary.handle import core
from ..._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..._typing import Ints

# (mode, dimensions of input) -> function of (input, output sizes or None, align_corners, factors or None)
_RESIZE = {
    ("nearest", 3): lambda x, size, corners, factors: _ops.upsample_nearest1d(x, size, factors),
    ("nearest", 4): lambda x, size, corners, factors: _ops.upsample_nearest2d(x, size, factors),
    ("nearest", 5): lambda x, size, corners, factors: _ops.upsample_nearest3d(x, size, factors),
    ("nearest-exact", 3): lambda x, size, corners, factors: _ops._upsample_nearest_exact1d(x, size, factors),
    ("nearest-exact", 4): lambda x, size, corners, factors: _ops._upsample_nearest_exact2d(x, size, factors),
    ("nearest-exact", 5): lambda x, size, corners, factors: _ops._upsample_nearest_exact3d(x, size, factors),
    ("area", 3): lambda x, size, corners, factors: _ops.adaptive_avg_pool1d(x, size),
    ("area", 4): lambda x, size, corners, factors: _ops.adaptive_avg_pool2d(x, size),
    ("area", 5): lambda x, size, corners, factors: _ops.adaptive_avg_pool3d(x, size),
    ("linear", 3): lambda x, size, corners, factors: _ops.upsample_linear1d(x, size, corners, factors),
    ("bilinear", 4): lambda x, size, corners, factors: _ops.upsample_bilinear2d(x, size, corners, factors),
    ("bicubic", 4): lambda x, size, corners, factors: _ops.upsample_bicubic2d(x, size, corners, factors),
    ("trilinear", 5): lambda x, size, corners, factors: _ops.upsample_trilinear3d(x, size, corners, factors),
}
# Kernels for antialias=True, where each output pixel is a mean over all input pixels that it covers.
_SMOOTH = {
    "bilinear": lambda x, size, corners, factors: _ops._upsample_bilinear2d_aa(x, size, corners, factors),
    "bicubic": lambda x, size, corners, factors: _ops._upsample_bicubic2d_aa(x, size, corners, factors),
    "lanczos": lambda x, size, corners, factors: _ops._upsample_lanczos2d_aa(x, size, corners, factors),
}
_NEEDS = {mode: dims for mode, dims in _RESIZE if mode.endswith("linear")}


def _per_dimension(value, input, name):
    """value for each spatial dimension of input; ValueError if it is a sequence of another length."""
    dims = input.dim() - 2
    if not isinstance(value, (list, tuple)):
        return [value] * dims
    if len(value) != dims:
        raise ValueError(
            f"Input and {name} must have the same number of spatial dimensions, but got input with spatial dimensions "
            f"of {list(input.shape[2:])} and {name} of {value}. Please provide input tensor in (N, C, d1, d2, ...,dK) "
            f"format and {name} in (s1, s2, ...,sK) format."
        )
    return list(value)


def _output_size(size, input):
    """size as ints, one per spatial dimension; TypeError for what is no integer."""
    try:  # a trace follows a tensor or a symbol, but no int of Python's
        return [
            one if isinstance(one, Tensor) or core.is_symbol(one) else operator.index(one)
            for one in _per_dimension(size, input, "size")
        ]
    except TypeError:
        raise TypeError(f"expected size to be one of int or a tuple of ints, but got size {size!r}") from None


def _sizes_and_factors(input, size, scale_factor, recompute):
    """(output sizes, None), or (None, factors) where libtorch computes the sizes."""
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is not None:
        if recompute:
            raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
        return _output_size(size, input), None
    if scale_factor is None:
        raise ValueError("either size or scale_factor should be defined")
    factors = [float(factor) for factor in _per_dimension(scale_factor, input, "scale_factor")]
    if recompute:
        return [_scaled(length, factor) for length, factor in zip(input.shape[2:], factors)], None
    return None, factors


def _scaled(length, factor):
    if isinstance(length, Tensor):  # of a trace, which follows the product
        return _ops.floor(length.double() * factor).long()
    scaled = length * factor
    return math.floor(scaled) if core.is_symbol(scaled) else int(scaled)


def interpolate(
    input: Tensor,
    size: Ints | None = None,
    scale_factor: float | Sequence[float] | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Tensor:
    """input resized to `size`, or by scale_factor: an int or float, or one per dimension, from the first spatial one.

    mode: "nearest" (as OpenCV, not symmetric), "nearest-exact" and "area" for 3-D to 5-D inputs, "linear" for 3-D,
    "bilinear" and "bicubic" for 4-D, "trilinear" for 5-D; "lanczos" for 4-D with antialias=True.
    align_corners (linear and cubic modes): the centres of the corner pixels stay where they are, else their edges.
    recompute_scale_factor=True: the factors that are used are those of the rounded sizes, not the given ones.
    antialias ("bilinear", "bicubic", "lanczos"): when shrinking, each output pixel is a mean over what it covers.

    ValueError for options that exclude each other or do not fit the mode or the dimensions, TypeError for a size
    that is no integer, NotImplementedError for a mode that does not take that number of dimensions.
    Lanczos source: C. Lanczos, Applied Analysis, 1956.
    """
    dims = input.dim()
    if mode in ("nearest", "area", "nearest-exact"):
        if align_corners is not None:
            raise ValueError(
                "align_corners option can only be set with the interpolating modes: "
                "linear | bilinear | bicubic | trilinear"
            )
    elif align_corners is None:
        align_corners = False
    recompute = recompute_scale_factor or (mode == "area" and size is None)
    sizes, factors = _sizes_and_factors(input, size, scale_factor, recompute)
    if antialias and not (mode in _SMOOTH and dims == 4):
        raise ValueError(
            "antialias is restricted to bilinear, bicubic, and lanczos modes and requires a 4-D tensor as input"
        )
    if mode == "lanczos" and dims == 4:
        if align_corners:
            raise ValueError("mode='lanczos' does not support align_corners=True")
        if not antialias:
            raise ValueError("mode='lanczos' requires antialias=True")
    resize = _SMOOTH[mode] if antialias else _RESIZE.get((mode, dims))
    if resize is not None:
        return resize(input, sizes, align_corners, factors)
    if mode in _NEEDS and dims in (3, 4, 5):
        raise NotImplementedError(f"Got {dims}D input, but {mode} mode needs {_NEEDS[mode]}D input")
    raise NotImplementedError(
        f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {dims}D) for the modes: "
        f"nearest | linear | bilinear | bicubic | trilinear | lanczos | area | nearest-exact (got {mode})"
    )


def _old_name(name):
    warnings.warn(f"`nn.functional.{name}` is deprecated. Use `nn.functional.interpolate` instead.", stacklevel=3)


def upsample(
    input: Tensor,
    size: Ints | None = None,
    scale_factor: float | Sequence[float] | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> Tensor:
    """interpolate under its old name, with torch's warning."""
    _old_name("upsample")
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(
    input: Tensor, size: Ints | None = None, scale_factor: float | Sequence[float] | None = None
) -> Tensor:
    """interpolate with mode="nearest" under its old name, with torch's warning."""
    _old_name("upsample_nearest")
    return interpolate(input, size, scale_factor, mode="nearest")


def upsample_bilinear(
    input: Tensor, size: Ints | None = None, scale_factor: float | Sequence[float] | None = None
) -> Tensor:
    """interpolate with mode="bilinear" and align_corners=True under its old name, with torch's warning."""
    _old_name("upsample_bilinear")
    return interpolate(input, size, scale_factor, mode="bilinear", align_corners=True)
