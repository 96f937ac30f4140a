"""Colours of tensors (…, 1 or 3 channels, height, width)."""

from __future__ import annotations

from ... import _ops
from ..._tensor.dtype import float32, int64, uint8
from ..._tensor.tensor import Tensor
from ...nn import functional as F
from ._tensor import check_channels, convert_image_dtype, float_batch, largest, to_grayscale


def adjust_brightness(image: Tensor, factor: float) -> Tensor:
    check_channels(image)
    return _blend(image, _ops.zeros_like(image), factor)


def adjust_contrast(image: Tensor, factor: float) -> Tensor:
    channels = check_channels(image)
    kind = image.dtype if image.dtype.is_floating_point else float32
    gray = to_grayscale(image, 1) if channels == 3 else image
    axes = (-3, -2, -1) if gray.ndim > 2 else (-2, -1)
    return _blend(image, gray.to(kind).mean(axes, keepdim=True), factor)


def adjust_saturation(image: Tensor, factor: float) -> Tensor:
    return image if check_channels(image) == 1 else _blend(image, to_grayscale(image, 1), factor)


def adjust_sharpness(image: Tensor, factor: float) -> Tensor:
    channels = check_channels(image)
    if min(image.shape[-2:]) <= 2:
        return image
    kind = image.dtype if image.dtype.is_floating_point else float32
    kernel = _ops.ones((3, 3), dtype=kind, device=image.device)
    kernel[1, 1] = 5.0
    kernel = (kernel / kernel.sum()).expand(channels, 1, 3, 3)
    batch, restore = float_batch(image, (kind,))
    blurred = image.clone()
    blurred[..., 1:-1, 1:-1] = restore(F.conv2d(batch, kernel, groups=channels))
    return _blend(image, blurred, factor)


def adjust_gamma(image: Tensor, gamma: float, gain: float) -> Tensor:
    check_channels(image)
    bright = image if image.dtype.is_floating_point else convert_image_dtype(image, float32)
    return convert_image_dtype((gain * bright.pow(gamma)).clamp(0, 1), image.dtype)


def adjust_hue(image: Tensor, factor: float) -> Tensor:
    if check_channels(image) == 1:
        return image
    hue, saturation, value = _hsv(convert_image_dtype(image, float32))
    return convert_image_dtype(_rgb((hue + factor) % 1.0, saturation, value), image.dtype)


def _blend(image, other, ratio):
    ratio = float(ratio)
    return (ratio * image + (1.0 - ratio) * other).clamp(0, largest(image.dtype)).to(image.dtype)


def _hsv(image):
    """Hue, saturation and value of a float image, each (…, height, width) and from 0 to 1."""
    red, green, blue = image.unbind(-3)
    high, low = image.amax(-3), image.amin(-3)
    gray, span = high == low, high - low
    # Where a pixel is gray its hue and saturation come out as 0; a divisor of 1 keeps NaN away from there.
    one = _ops.ones_like(high)
    saturation = span / _ops.where(gray, one, high)
    divisor = _ops.where(gray, one, span)
    r, g, b = (high - red) / divisor, (high - green) / divisor, (high - blue) / divisor
    is_red = high == red
    is_green = (high == green) & ~is_red
    is_blue = ~(high == green) & ~is_red
    hue = is_red * (b - g) + is_green * (2.0 + r - b) + is_blue * (4.0 + g - r)
    return _ops.fmod(hue / 6.0 + 1.0, 1.0), saturation, high


def _rgb(hue, saturation, value):
    """The image of _hsv's three."""
    sixth = _ops.floor(hue * 6.0)
    rest = hue * 6.0 - sixth
    p = (value * (1.0 - saturation)).clamp(0.0, 1.0)
    q = (value * (1.0 - saturation * rest)).clamp(0.0, 1.0)
    t = (value * (1.0 - saturation * (1.0 - rest))).clamp(0.0, 1.0)
    index = sixth.to(int64).remainder(6).unsqueeze(-3)
    sectors = ((value, q, p, p, t, value), (t, value, value, q, p, p), (p, p, t, value, value, q))
    return _ops.cat([_ops.stack(one, -3).gather(-3, index) for one in sectors], -3)


def invert(image: Tensor) -> Tensor:
    check_channels(image, rank=3)
    return largest(image.dtype) - image


def posterize(image: Tensor, bits: int) -> Tensor:
    check_channels(image, rank=3)
    _check_bytes(image)
    return image & (256 - 2 ** (8 - bits))


def solarize(image: Tensor, threshold: float) -> Tensor:
    check_channels(image, rank=3)
    if threshold > largest(image.dtype):
        raise TypeError("Threshold should be less than bound of img.")
    return _ops.where(image >= threshold, invert(image), image)


def autocontrast(image: Tensor) -> Tensor:
    check_channels(image, rank=3)
    white = largest(image.dtype)
    kind = image.dtype if image.dtype.is_floating_point else float32
    low = image.amin((-2, -1), keepdim=True).to(kind)
    high = image.amax((-2, -1), keepdim=True).to(kind)
    scale = white / (high - low)
    flat = ~_ops.isfinite(scale)
    low, scale = low.masked_fill(flat, 0), scale.masked_fill(flat, 1)
    return ((image - low) * scale).clamp(0, white).to(image.dtype)


def equalize(image: Tensor) -> Tensor:
    check_channels(image, rank=3)
    _check_bytes(image)
    planes = image.reshape(-1, *image.shape[-2:])
    return _ops.stack([_equalize(plane) for plane in planes.unbind(0)]).view(image.shape)


def _equalize(plane):
    counts = _ops.bincount(plane.reshape(-1).to(int64), minlength=256)
    present = counts[counts != 0]
    step = present[:-1].sum().item() // 255
    if not step:
        return plane
    table = _ops.div(counts.cumsum(0) + step // 2, step, rounding_mode="floor")
    return F.pad(table, [1, 0])[:-1].clamp(0, 255)[plane.to(int64)].to(uint8)


def _check_bytes(image):
    if image.dtype != uint8:
        raise TypeError(f"Only torch.uint8 image tensors are supported, but found {image.dtype}")
