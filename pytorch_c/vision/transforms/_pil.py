"""Transforms of PIL images. Needs Pillow."""

from __future__ import annotations

import numpy
from PIL import Image, ImageEnhance, ImageOps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

PIL_GRAY = ("L", "1", "I", "F")


def dimensions(image: Image.Image) -> list[int]:
    return [len(image.getbands()), image.height, image.width]


def hflip(image: Image.Image) -> Image.Image:
    return image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


def vflip(image: Image.Image) -> Image.Image:
    return image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)


def crop(image: Image.Image, top: int, left: int, height: int, width: int) -> Image.Image:
    return image.crop((left, top, left + width, top + height))


def resize(image: Image.Image, height: int, width: int, interpolation: int) -> Image.Image:
    return image.resize((width, height), interpolation)


def pad(image: Image.Image, sides: Sequence[int], fill: object, mode: Any) -> Image.Image:
    """sides: left, top, right, bottom; a negative one crops."""
    palette = image.getpalette() if image.mode == "P" else None
    if mode == "constant":
        result = ImageOps.expand(image, border=tuple(sides), fill=_fill(fill, image))
    else:
        cut = [-min(side, 0) for side in sides]
        if any(cut):
            image = image.crop((cut[0], cut[1], image.width - cut[2], image.height - cut[3]))
        left, top, right, bottom = (max(side, 0) for side in sides)
        pixels = numpy.asarray(image)
        widths = [(top, bottom), (left, right), (0, 0)][: pixels.ndim]
        result = Image.fromarray(numpy.pad(pixels, widths, mode=mode))
    if palette:
        result.putpalette(palette)
    return result


def rotate(
    image: Image.Image, angle: float, interpolation: Any, expand: bool, center: Any, fill: object
) -> Image.Image:
    return image.rotate(angle, interpolation, expand, center, fillcolor=_fill(fill, image))


def affine(image: Image.Image, matrix: Sequence[float], interpolation: int, fill: object) -> Image.Image:
    transform = Image.Transform.AFFINE
    return image.transform(image.size, transform, matrix, interpolation, fillcolor=_fill(fill, image))


def adjust_brightness(image: Image.Image, factor: float) -> Image.Image:
    return ImageEnhance.Brightness(image).enhance(factor)


def adjust_contrast(image: Image.Image, factor: float) -> Image.Image:
    return ImageEnhance.Contrast(image).enhance(factor)


def adjust_saturation(image: Image.Image, factor: float) -> Image.Image:
    return ImageEnhance.Color(image).enhance(factor)


def adjust_sharpness(image: Image.Image, factor: float) -> Image.Image:
    return ImageEnhance.Sharpness(image).enhance(factor)


def adjust_hue(image: Image.Image, factor: float) -> Image.Image:
    if image.mode in PIL_GRAY:
        return image
    hue, saturation, value = image.convert("HSV").split()
    # Hue is a circle of 256 steps: the sum wraps around.
    turned = numpy.asarray(hue) + numpy.int32(factor * 255).astype(numpy.uint8)
    return Image.merge("HSV", (Image.fromarray(turned), saturation, value)).convert(image.mode)


def adjust_gamma(image: Image.Image, gamma: float, gain: float) -> Image.Image:
    table = [int((255 + 1 - 1e-3) * gain * pow(level / 255.0, gamma)) for level in range(256)]
    return image.convert("RGB").point(table * 3).convert(image.mode)


def to_grayscale(image: Image.Image, channels: int) -> Image.Image:
    gray = image.convert("L")
    return gray if channels == 1 else Image.merge("RGB", (gray, gray, gray))


def invert(image: Image.Image) -> Image.Image:
    return ImageOps.invert(image)


def posterize(image: Image.Image, bits: int) -> Image.Image:
    return ImageOps.posterize(image, bits)


def solarize(image: Image.Image, threshold: Any) -> Image.Image:
    return ImageOps.solarize(image, threshold)


def autocontrast(image: Image.Image) -> Image.Image:
    return ImageOps.autocontrast(image)


def equalize(image: Image.Image) -> Image.Image:
    return ImageOps.equalize(image)


def array_of(image: Image.Image) -> numpy.ndarray:
    """The pixels as (height, width, channels) in memory of their own."""
    return numpy.array(image).reshape(image.height, image.width, -1)


def image_of(pixels: numpy.ndarray, mode: str | None) -> Image.Image:
    """A PIL image of pixels (height, width, channels); see to_pil_image."""
    if pixels.ndim != 3:
        raise ValueError(f"pic should be 2/3 dimensional. Got {pixels.ndim} dimensions.")
    channels = pixels.shape[2]
    if channels > 4:
        raise ValueError(f"pic should not have > 4 channels. Got {channels} channels.")
    if numpy.issubdtype(pixels.dtype, numpy.floating) and mode != "F":
        pixels = (pixels * 255).astype(numpy.uint8)
    name = pixels.dtype.name
    if channels == 1:
        pixels = pixels[:, :, 0]
        allowed: tuple[str, ...] = {"uint8": ("L",), "int16": ("I;16",), "int32": ("I",), "float32": ("F",)}.get(
            name, ()
        )
        default = allowed[0] if allowed else None
    else:
        allowed = {2: ("LA",), 3: ("RGB", "YCbCr", "HSV"), 4: ("RGBA", "CMYK", "RGBX")}.get(channels, ())
        default = allowed[0] if allowed and name == "uint8" else None
    if mode is not None and mode not in allowed:
        raise ValueError(f"mode must be one of {allowed} for {channels} channels of {name}, got {mode!r}")
    if default is None:
        raise TypeError(f"Input type {name} is not supported")
    return _from_bytes(numpy.ascontiguousarray(pixels), mode or default)


def _from_bytes(pixels, mode):
    height, width = pixels.shape[:2]
    if mode == "I;16":  # Pillow's raw decoder takes the bytes as they are, of int16 too
        pixels = pixels.astype("<i2")
    return Image.frombytes(mode, (width, height), pixels.tobytes())


def _fill(fill, image):
    """A colour as Pillow wants it: one number a channel, whole ones unless the image holds floats."""
    channels = len(image.getbands())
    number = float if image.mode == "F" else int
    if fill is None:
        fill = 0
    if isinstance(fill, (int, float)):
        return number(fill) if channels == 1 else (number(fill),) * channels
    if len(fill) == 1:
        fill = list(fill) * channels
    if len(fill) != channels:
        raise ValueError(
            "The number of elements in 'fill' does not match the number of channels of the image "
            f"({len(fill)} != {channels})"
        )
    return tuple(number(one) for one in fill) if channels > 1 else number(fill[0])
