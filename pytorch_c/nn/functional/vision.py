"""Functions of images: torch.nn.functional.NAME. Sizes are given from the first spatial dimension on."""

from __future__ import annotations

import warnings

from ... import _ops

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..._typing import Tensor

GRID_SAMPLE_INTERPOLATION_MODES = {"bilinear": 0, "nearest": 1, "bicubic": 2}
GRID_SAMPLE_PADDING_MODES = {"zeros": 0, "border": 1, "reflection": 2}


def pad(input: Tensor, pad: Sequence[int], mode: str = "constant", value: float | None = None) -> Tensor:
    """Pad the last len(pad) / 2 dimensions: pad = (left, right, top, bottom, ...), last dimension first.

    mode: "constant" (with value, default 0; negative sizes cut), or "reflect", "replicate" and "circular" for the
    last one to three dimensions of (N, C, *) or (C, *); another word raises ValueError. TorchError for an odd
    number of sizes, a value with another mode, or more reflection than there is to reflect.
    """
    if mode not in ("constant", "reflect", "replicate", "circular"):
        raise ValueError(f"mode must be 'constant', 'reflect', 'replicate' or 'circular', got {mode!r}")
    return _ops.pad(input, pad, mode, value)


# ---- sampling ----


def _default_corners(align_corners):
    if align_corners is not None:
        return align_corners
    warnings.warn(
        "Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. Please specify "
        "align_corners=True if the old behavior is desired. See the documentation of grid_sample for details.",
        stacklevel=3,
    )
    return False


def grid_sample(
    input: Tensor, grid: Tensor, mode: str = "bilinear", padding_mode: str = "zeros", align_corners: bool | None = None
) -> Tensor:
    """input at the places that grid names: (N, C, H, W), (N, H', W', 2) -> (N, C, H', W'), or with D before H.

    grid has x, y (and z) from -1 at one edge to 1 at the other: the centres of the outer pixels where align_corners
    is true, else their outer edges. None means False, with torch's warning.
    mode: "bilinear", "nearest" or, in 2-D, "bicubic". padding_mode, for places outside: "zeros", "border" or
    "reflection". ValueError for another word, TorchError for shapes that do not fit.
    Source: Jaderberg et al. 2015, arXiv:1506.02025.
    """
    if mode not in GRID_SAMPLE_INTERPOLATION_MODES:
        raise ValueError(f"grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: {mode!r}")
    if padding_mode not in GRID_SAMPLE_PADDING_MODES:
        raise ValueError(
            f"grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', but got: {padding_mode!r}"
        )
    numbers = GRID_SAMPLE_INTERPOLATION_MODES[mode], GRID_SAMPLE_PADDING_MODES[padding_mode]
    return _ops.grid_sampler(input, grid, *numbers, _default_corners(align_corners))


def affine_grid(theta: Tensor, size: Sequence[int], align_corners: bool | None = None) -> Tensor:
    """The grid for grid_sample that an affine map gives: (N, 2, 3) -> (N, H, W, 2), or (N, 3, 4) -> (N, D, H, W, 3).

    size: (N, C, H, W) or (N, C, D, H, W) of the output. align_corners: as in grid_sample.
    ValueError for a theta that is no float or has another shape, or a size that is not positive;
    NotImplementedError for another number of sizes.
    """
    align_corners = _default_corners(align_corners)
    if not theta.is_floating_point():
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    if len(size) not in (4, 5):
        raise NotImplementedError(
            "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. "
            f"Got size {tuple(size)}."
        )
    n = len(size) - 2
    if theta.dim() != 3 or theta.shape[-2:] != (n, n + 1):
        raise ValueError(
            f"Expected theta to be a batch of {n}D affine matrices of shape Nx{n}x{n + 1} for size {tuple(size)}. "
            f"Got {tuple(theta.shape)}."
        )
    if align_corners and min(size[2:]) == 1:
        warnings.warn(
            "Since torch 1.3, affine_grid gives 0 for unit-size grids when align_corners=True. "
            "This is not an intended use case of affine_grid.",
            stacklevel=2,
        )
    elif min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got size {tuple(size)}")
    return _ops.affine_grid_generator(theta, size, align_corners)
