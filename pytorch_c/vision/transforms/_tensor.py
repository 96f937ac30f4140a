"""Transforms of tensors (…, channels, height, width), on any device."""

from __future__ import annotations

import math

from ... import _ops
from ..._tensor.data import as_tensor, tensor
from ..._tensor.dtype import DTYPES, float32, float64, int32, int64, uint8
from ..._tensor.tensor import Tensor
from ...nn import functional as F

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..._tensor.dtype import dtype

_LARGEST = {"uint8": 2**8 - 1, "int8": 2**7 - 1, "int16": 2**15 - 1, "uint16": 2**16 - 1}
_LARGEST |= {"int32": 2**31 - 1, "int64": 2**63 - 1}
LARGEST = {DTYPES[name]: value for name, value in _LARGEST.items()}
_LUMA = (0.2989, 0.587, 0.114)


def dimensions(image: Tensor) -> list[int]:
    if image.ndim < 2:
        raise TypeError(f"Tensor is not a torch image: it has {image.ndim} dimensions, 2 or more are needed.")
    return [1 if image.ndim == 2 else image.shape[-3], *image.shape[-2:]]


def check_channels(image: Tensor, allowed: Sequence[int] = (1, 3), rank: int = 2) -> int:
    if image.ndim < rank:
        raise TypeError(f"Input image tensor should have at least {rank} dimensions, but found {image.ndim}")
    channels = dimensions(image)[0]
    if channels not in allowed:
        raise TypeError(f"Input image tensor permitted channel values are {list(allowed)}, but found {channels}")
    return channels


def largest(kind: dtype) -> int:
    """White: the largest number of an integer dtype, 1 for the others."""
    return LARGEST.get(kind, 1)


def convert_image_dtype(image: Tensor, kind: dtype) -> Tensor:
    if image.dtype == kind:
        return image
    if image.dtype.is_floating_point:
        if kind.is_floating_point:
            return image.to(kind)
        if image.dtype == float32 and kind in (int32, int64) or image.dtype == float64 and kind == int64:
            raise RuntimeError(f"The cast from {image.dtype} to {kind} cannot be performed safely.")
        # Slightly less than one more than white: 1.0 is white, and each level gets an equal share.
        return image.mul(float(largest(kind)) + 1.0 - 1e-3).to(kind)
    if kind.is_floating_point:
        return image.to(kind) / float(largest(image.dtype))
    have, want = largest(image.dtype) + 1, largest(kind) + 1
    if have > want:
        return _ops.div(image, have // want, rounding_mode="floor").to(kind)
    return image.to(kind) * (want // have)


def crop(image: Tensor, top: int, left: int, height: int, width: int) -> Tensor:
    _, h, w = dimensions(image)
    right, bottom = left + width, top + height
    if left >= 0 and top >= 0 and right <= w and bottom <= h:
        return image[..., top:bottom, left:right]
    sides = [
        max(-left + min(0, right), 0),
        max(-top + min(0, bottom), 0),
        max(right - max(w, left), 0),
        max(bottom - max(h, top), 0),
    ]
    # A crop outside of the image has nothing of it: its end must not count from the right.
    return pad(image[..., max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)], sides, 0, "constant")


def hflip(image: Tensor) -> Tensor:
    return image.flip(-1)


def vflip(image: Tensor) -> Tensor:
    return image.flip(-2)


def resize(image: Tensor, height: int, width: int, mode: str, antialias: bool | None) -> Tensor:
    smooth = mode in ("bilinear", "bicubic")
    if not smooth and mode not in ("nearest", "nearest-exact"):
        raise ValueError(f"interpolation {mode!r} is for PIL images alone")
    batch, restore = float_batch(image, (float32, float64))
    corners = False if smooth else None
    result = F.interpolate(
        batch, (height, width), mode=mode, align_corners=corners, antialias=bool(antialias) and smooth
    )
    if mode == "bicubic" and image.dtype == uint8:
        result = result.clamp(0, 255)
    return restore(result)


def pad(image: Tensor, sides: Sequence[int], fill: object, mode: str) -> Tensor:
    """sides: left, top, right, bottom; a negative one crops."""
    dimensions(image)
    left, top, right, bottom = sides
    if fill is None:
        fill = 0
    if isinstance(fill, bool) or not isinstance(fill, (int, float)):
        raise TypeError(f"Got inappropriate fill arg: a tensor is padded with a number, not {fill!r}")
    if mode == "symmetric":
        return _pad_symmetric(image, left, top, right, bottom)
    if mode == "constant":
        return F.pad(image, [left, right, top, bottom], value=float(fill))
    mode = {"edge": "replicate"}.get(mode, mode)
    batch, restore = float_batch(image, (float32, float64), rounds=False)
    return restore(F.pad(batch, [left, right, top, bottom], mode=mode))


def _pad_symmetric(image, left, top, right, bottom):
    height, width = image.shape[-2:]
    rows = _mirrored(height, top, bottom, image.device)
    columns = _mirrored(width, left, right, image.device)
    return image.index_select(-2, rows).index_select(-1, columns)


def _mirrored(size, before, after, device):
    """The indices of a side that is mirrored at both ends, its last pixel too; ValueError where it is too short."""
    kept = list(range(max(-before, 0), size - max(-after, 0)))
    before, after = max(before, 0), max(after, 0)
    if max(before, after) > len(kept):
        raise ValueError(f"symmetric padding of {max(before, after)} is larger than the image's side of {len(kept)}")
    return tensor(kept[:before][::-1] + kept + kept[len(kept) - after :][::-1], dtype=int64, device=device)


def rotate(image: Tensor, matrix: Sequence[float], mode: str, expand: bool, fill: object) -> Tensor:
    height, width = image.shape[-2:]
    out_width, out_height = _rotated_size(matrix, width, height) if expand else (width, height)
    return _affine(image, matrix, mode, fill, out_width, out_height)


def affine(image: Tensor, matrix: Sequence[float], mode: str, fill: object) -> Tensor:
    return _affine(image, matrix, mode, fill, image.shape[-1], image.shape[-2])


def _rotated_size(matrix, width, height):
    """(width, height) that the whole turned image needs."""
    x, y = 0.5 * width, 0.5 * height
    corners = tensor([[-x, -y, 1.0], [-x, y, 1.0], [x, y, 1.0], [x, -y, 1.0]])
    turned = corners @ tensor(matrix, dtype=float32).view(2, 3).T + tensor([x, y])
    # Less than a ten-thousandth of a pixel is rounding, and no reason for one more pixel.
    high = _ops.ceil((turned.amax(0) / 1e-4).trunc() * 1e-4)
    low = _ops.floor((turned.amin(0) / 1e-4).trunc() * 1e-4)
    size = (high - low).tolist()
    return int(size[0]), int(size[1])


def _affine(image, matrix, mode, fill, out_width, out_height):
    channels, height, width = dimensions(image)
    if mode not in ("nearest", "bilinear"):
        raise ValueError(f"Interpolation mode '{mode}' is unsupported with Tensor input")
    if isinstance(fill, (tuple, list)) and len(fill) not in (1, channels):
        raise ValueError(
            "The number of elements in 'fill' cannot broadcast to match the number of channels of the image "
            f"({len(fill)} != {channels})"
        )
    kind = image.dtype if image.dtype.is_floating_point else float32
    options = {"dtype": kind, "device": image.device}
    theta = tensor(matrix, **options).reshape(1, 2, 3)
    base = _ops.empty((1, out_height, out_width, 3), **options)
    base[..., 0].copy_(_centres(out_width, image.device))
    base[..., 1].copy_(_centres(out_height, image.device).unsqueeze(-1))
    base[..., 2].fill_(1)
    scaled = theta.transpose(1, 2) / tensor([0.5 * width, 0.5 * height], **options)
    grid = base.view(1, out_height * out_width, 3).bmm(scaled).view(1, out_height, out_width, 2)
    return _sample(image, grid, mode, fill)


def _centres(size, device):
    """The places of a side's pixels around its middle."""
    return _ops.linspace(-size * 0.5 + 0.5, size * 0.5 + 0.5 - 1, steps=size, device=device)


def _sample(image, grid, mode, fill):
    batch, restore = float_batch(image, (grid.dtype,))
    if len(batch) > 1:
        grid = grid.expand(len(batch), *grid.shape[1:])
    if fill is None:
        result = F.grid_sample(batch, grid, mode=mode, padding_mode="zeros", align_corners=False)
    else:
        # One channel more tells how much of each pixel comes from inside of the image.
        inside = _ops.ones((len(batch), 1, *batch.shape[2:]), dtype=batch.dtype, device=batch.device)
        both = _ops.cat((batch, inside), dim=1)
        result = F.grid_sample(both, grid, mode=mode, padding_mode="zeros", align_corners=False)
        result, inside = result[:, :-1], result[:, -1:]
        values = list(fill) if isinstance(fill, (tuple, list)) else [fill]
        colour = tensor(values, dtype=result.dtype, device=result.device).view(1, -1, 1, 1)
        if mode == "nearest":
            result = _ops.where(inside < 0.5, colour, result)
        else:
            result = result * inside + (1.0 - inside) * colour
    return restore(result)


def gaussian_blur(image: Tensor, kernel_size: Sequence[int], sigma: Sequence[float]) -> Tensor:
    kind = image.dtype if image.dtype.is_floating_point else float32
    row, column = (_gaussian(size, width, kind, image.device) for size, width in zip(kernel_size, sigma))
    kernel = _ops.mm(column[:, None], row[None, :])
    channels = dimensions(image)[0]
    batch, restore = float_batch(image, (kind,))
    x, y = kernel_size[0] // 2, kernel_size[1] // 2
    batch = F.pad(batch, [x, x, y, y], mode="reflect")
    return restore(F.conv2d(batch, kernel.expand(channels, 1, *kernel.shape), groups=channels))


def _gaussian(size, sigma, kind, device):
    half = (size - 1) * 0.5
    places = _ops.linspace(-half, half, steps=size, dtype=kind, device=device)
    density = _ops.exp(-0.5 * (places / sigma).pow(2))
    return density / density.sum()


def normalize(image: Tensor, mean: Sequence[float], std: Sequence[float], inplace: bool) -> Tensor:
    dimensions(image)
    if not image.dtype.is_floating_point:
        raise TypeError(f"Input tensor should be a float tensor. Got {image.dtype}.")
    if image.ndim < 3:
        shape = tuple(image.shape)
        raise ValueError(f"Expected tensor to be a tensor image of size (..., C, H, W). Got tensor.size() = {shape}")
    options: dict[str, Any] = {"dtype": image.dtype, "device": image.device}
    means, deviations = as_tensor(mean, **options), as_tensor(std, **options)
    if 0 in deviations.view(-1).tolist():
        raise ValueError(f"std evaluated to zero after conversion to {image.dtype}, leading to division by zero.")
    means = means.view(-1, 1, 1) if means.ndim == 1 else means
    deviations = deviations.view(-1, 1, 1) if deviations.ndim == 1 else deviations
    return (image if inplace else image.clone()).sub_(means).div_(deviations)


def erase(image: Tensor, top: int, left: int, height: int, width: int, value: object, inplace: bool) -> Tensor:
    result = image if inplace else image.clone()
    result[..., top : top + height, left : left + width] = value
    return result


def to_grayscale(image: Tensor, channels: int) -> Tensor:
    if check_channels(image, rank=3) == 3:
        red, green, blue = image.unbind(-3)
        gray = (_LUMA[0] * red + _LUMA[1] * green + _LUMA[2] * blue).to(image.dtype).unsqueeze(-3)
    else:
        gray = image.clone()
    return gray.expand(*image.shape[:-3], 3, *image.shape[-2:]) if channels == 3 else gray


def float_batch(image, kinds, rounds=True):
    """(the image as a batch of a float dtype, what brings a result back to the image's rank and dtype)"""
    kind = image.dtype
    if image.ndim > 4:
        lead = image.shape[:-3]
        batch = image.reshape(math.prod(lead), *image.shape[-3:])
    else:
        lead = None
        batch = image.reshape((1,) * (4 - image.ndim) + tuple(image.shape))
    if kind not in kinds:
        batch = batch.to(kinds[0])

    def restore(result):
        result = result.reshape(*(lead or image.shape[:-3]), *result.shape[-3:])
        result = result.squeeze(0) if image.ndim == 2 else result
        if result.dtype == kind:
            return result
        if rounds and not kind.is_floating_point:
            result = _ops.round(result)
        return result.to(kind)

    return batch, restore
