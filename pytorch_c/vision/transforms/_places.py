"""Transforms of places: crops, flips, sizes, paddings, turns."""

from __future__ import annotations

import math
import warnings

from . import _tensor
from ._kinds import get_dimensions, module_of, size_of
from ._modes import InterpolationMode, mode_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeVar

    Image = TypeVar("Image")

NEAREST, BILINEAR = InterpolationMode.NEAREST, InterpolationMode.BILINEAR
PADDING_MODES = ("constant", "edge", "reflect", "symmetric")


def hflip(img: Image) -> Image:
    """Left and right exchanged."""
    return module_of(img).hflip(img)


def vflip(img: Image) -> Image:
    """Top and bottom exchanged."""
    return module_of(img).vflip(img)


def crop(img: Image, top: int, left: int, height: int, width: int) -> Image:
    """A part of the image; what lies outside of it is black. A tensor's part is a view where it can be."""
    return module_of(img).crop(img, top, left, height, width)


def center_crop(img: Image, output_size: int | Sequence[int]) -> Image:
    """The middle (height, width); an image that is too small gets black sides."""
    height, width = size_of(output_size, "output_size")
    _, h, w = get_dimensions(img)
    if width > w or height > h:
        x, y = max(width - w, 0), max(height - h, 0)
        img = pad(img, [x // 2, y // 2, (x + 1) // 2, (y + 1) // 2])
        _, h, w = get_dimensions(img)
    return crop(img, round((h - height) / 2.0), round((w - width) / 2.0), height, width)


def five_crop(img: Image, size: int | Sequence[int]) -> tuple[Image, ...]:
    """Top left, top right, bottom left, bottom right and the middle. ValueError for a size larger than the image."""
    height, width = size_of(size)
    _, h, w = get_dimensions(img)
    if width > w or height > h:
        raise ValueError(f"Requested crop size {(height, width)} is bigger than input size {(h, w)}")
    corners = [(0, 0), (0, w - width), (h - height, 0), (h - height, w - width)]
    return (*(crop(img, top, left, height, width) for top, left in corners), center_crop(img, (height, width)))


def ten_crop(img: Image, size: int | Sequence[int], vertical_flip: bool = False) -> tuple[Image, ...]:
    """five_crop of the image and of the flipped one."""
    return five_crop(img, size) + five_crop(vflip(img) if vertical_flip else hflip(img), size)


def resize(
    img: Image,
    size: int | Sequence[int],
    interpolation: InterpolationMode | int = BILINEAR,
    max_size: int | None = None,
    antialias: bool | None = True,
) -> Image:
    """The image at (height, width), or with its shorter side at an int and the other in proportion, max_size at most.

    Raises TypeError or ValueError for what is no size or interpolation.
    """
    mode = mode_of(interpolation)
    if max_size is not None and not isinstance(size, int) and len(size) != 1:
        raise ValueError("max_size should only be passed if size specifies the length of the smaller edge")
    target = size_of(size)
    _, height, width = get_dimensions(img)
    if isinstance(size, int) or len(size) == 1:
        target = _in_proportion(height, width, target[0], max_size)
    if target == (height, width):
        return img
    module = module_of(img)
    if module is _tensor:
        return module.resize(img, *target, mode.value, antialias)
    if antialias is False:
        warnings.warn("Anti-alias option is always applied for PIL Image input. Argument antialias is ignored.")
    return module.resize(img, *target, mode.pillow)


def _in_proportion(height, width, short, max_size):
    long = int(short * max(height, width) / min(height, width))
    if max_size is not None:
        if max_size <= short:
            raise ValueError(
                f"max_size = {max_size} must be strictly greater than "
                f"the requested size for the smaller edge size = {short}"
            )
        if long > max_size:
            short, long = int(max_size * short / long), max_size
    return (long, short) if width <= height else (short, long)


def resized_crop(
    img: Image,
    top: int,
    left: int,
    height: int,
    width: int,
    size: int | Sequence[int],
    interpolation: InterpolationMode | int = BILINEAR,
    antialias: bool | None = True,
) -> Image:
    """crop(), then resize()."""
    return resize(crop(img, top, left, height, width), size, interpolation, antialias=antialias)


def pad(img: Image, padding: int | Sequence[int], fill: Any = 0, padding_mode: str = "constant") -> Image:
    """The image with more on its sides: an int, (left and right, top and bottom) or (left, top, right, bottom).

    fill is the colour of "constant"; "edge" repeats the last pixel; "reflect" mirrors without it, "symmetric" with it.
    Raises TypeError or ValueError for other arguments.
    """
    sides = sides_of(padding)
    if padding_mode not in PADDING_MODES:
        raise ValueError(f"Padding mode should be either constant, edge, reflect or symmetric, got {padding_mode!r}")
    return module_of(img).pad(img, sides, fill, padding_mode)


def sides_of(padding: int | Sequence[int]) -> tuple[int, int, int, int]:
    """(left, top, right, bottom) of a padding. Raises TypeError or ValueError."""
    padding = (padding,) if isinstance(padding, int) else padding
    if not isinstance(padding, (tuple, list)) or not all(isinstance(one, int) for one in padding):
        raise TypeError(f"Got inappropriate padding arg: {padding!r}")
    if len(padding) not in (1, 2, 4):
        raise ValueError(f"Padding must be an int or a 1, 2, or 4 element tuple, not a {len(padding)} element tuple")
    return tuple(padding) * (4 // len(padding))


def rotate(
    img: Image,
    angle: float,
    interpolation: InterpolationMode | int = NEAREST,
    expand: bool = False,
    center: Sequence[float] | None = None,
    fill: Any = None,
) -> Image:
    """The image turned counter-clockwise by `angle` degrees around center (x, y), by default its middle.

    expand makes the result large enough for all of it. Raises TypeError or ValueError for other arguments.
    """
    mode = mode_of(interpolation)
    _check_number(angle, "angle")
    module = module_of(img)
    if module is not _tensor:
        return module.rotate(img, angle, mode.pillow, expand, center, fill)
    return module.rotate(img, _inverse_matrix(_from_middle(img, center), -angle), mode.value, expand, fill)


def affine(
    img: Image,
    angle: float,
    translate: Sequence[int],
    scale: float,
    shear: float | Sequence[float],
    interpolation: InterpolationMode | int = NEAREST,
    fill: Any = None,
    center: Sequence[float] | None = None,
) -> Image:
    """The image turned clockwise by `angle` degrees, scaled, sheared (degrees in x and y) and moved by (x, y) pixels.

    Raises TypeError or ValueError for other arguments.
    """
    mode = mode_of(interpolation)
    _check_number(angle, "angle")
    if len(translate) != 2:
        raise ValueError("Argument translate should be a sequence of length 2")
    if scale <= 0.0:
        raise ValueError("Argument scale should be positive")
    shear = (shear, 0.0) if isinstance(shear, (int, float)) else tuple(shear)
    if len(shear) not in (1, 2):
        raise ValueError(f"Shear should be a sequence containing two values. Got {shear}")
    shear = (shear[0], shear[-1])
    module = module_of(img)
    if module is not _tensor:
        _, height, width = get_dimensions(img)
        around = (width * 0.5, height * 0.5) if center is None else center
        return module.affine(img, _inverse_matrix(around, angle, translate, scale, shear), mode.pillow, fill)
    return module.affine(
        img, _inverse_matrix(_from_middle(img, center), angle, translate, scale, shear), mode.value, fill
    )


def _check_number(value, name):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"Argument {name} should be int or float, got {value!r}")


def _from_middle(img, center):
    if center is None:
        return 0.0, 0.0
    _, height, width = get_dimensions(img)
    return center[0] - width * 0.5, center[1] - height * 0.5


def _inverse_matrix(center, angle, translate=(0.0, 0.0), scale=1.0, shear=(0.0, 0.0)):
    """[a, b, c, d, e, f]: the pixel (x, y) of the result is (ax + by + c, dx + ey + f) in the image."""
    turn, sx, sy = math.radians(angle), math.radians(shear[0]), math.radians(shear[1])
    a = math.cos(turn - sy) / math.cos(sy)
    b = -math.cos(turn - sy) * math.tan(sx) / math.cos(sy) - math.sin(turn)
    c = math.sin(turn - sy) / math.cos(sy)
    d = -math.sin(turn - sy) * math.tan(sx) / math.cos(sy) + math.cos(turn)
    x, y = -center[0] - translate[0], -center[1] - translate[1]
    rows = [(d / scale, -b / scale), (-c / scale, a / scale)]
    return [value for (u, v), middle in zip(rows, center) for value in (u, v, u * x + v * y + middle)]
