"""Transforms of sizes and places: crops, flips, paddings, turns."""

from __future__ import annotations

import math
import warnings

from ..._tensor.tensor import Tensor
from . import _draw, _places
from ._base import Transform, number_range, probability
from ._kinds import get_dimensions, size_of
from ._modes import InterpolationMode, mode_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

NEAREST, BILINEAR = InterpolationMode.NEAREST, InterpolationMode.BILINEAR


class CenterCrop(Transform):
    """The middle (height, width) of an image: CenterCrop(224), CenterCrop((h, w)), GoTorch's CenterCrop(h, w)."""

    shown = ("size",)

    def __init__(self, size: int | Sequence[int], width: int | None = None) -> None:
        super().__init__()
        sizes: Any = size if width is None else (size, width)
        self.size = size_of(sizes)

    def forward(self, img: Any) -> Any:
        return _places.center_crop(img, self.size)


class FiveCrop(Transform):
    """The four corners and the middle, a tuple of five images."""

    shown = ("size",)

    def __init__(self, size: int | Sequence[int]) -> None:
        super().__init__()
        self.size = size_of(size)

    def forward(self, img: Any) -> tuple[Any, ...]:
        return _places.five_crop(img, self.size)


class TenCrop(Transform):
    """FiveCrop of the image and of the flipped one, a tuple of ten images."""

    shown = ("size", "vertical_flip")

    def __init__(self, size: int | Sequence[int], vertical_flip: bool = False) -> None:
        super().__init__()
        self.size = size_of(size)
        self.vertical_flip = vertical_flip

    def forward(self, img: Any) -> tuple[Any, ...]:
        return _places.ten_crop(img, self.size, self.vertical_flip)


class Resize(Transform):
    """The image at (height, width), or with its shorter side at an int; see functional.resize."""

    shown = ("size", "interpolation", "max_size", "antialias")

    def __init__(
        self,
        size: int | Sequence[int],
        interpolation: InterpolationMode | int = BILINEAR,
        max_size: int | None = None,
        antialias: bool | None = True,
    ) -> None:
        super().__init__()
        size_of(size)
        self.size = size
        self.interpolation = mode_of(interpolation)
        self.max_size = max_size
        self.antialias = antialias

    def forward(self, img: Any) -> Any:
        return _places.resize(img, self.size, self.interpolation, self.max_size, self.antialias)


class Pad(Transform):
    """An image with more on its sides; see functional.pad."""

    shown = ("padding", "fill", "padding_mode")

    def __init__(self, padding: int | Sequence[int], fill: Any = 0, padding_mode: str = "constant") -> None:
        super().__init__()
        _places.sides_of(padding)
        self.padding = padding
        self.fill = _checked_fill(fill)
        self.padding_mode = _checked_mode(padding_mode)

    def forward(self, img: Any) -> Any:
        return _places.pad(img, self.padding, self.fill, self.padding_mode)


class RandomCrop(Transform):
    """A part (height, width) at a random place, of an image that may be padded first.

    pad_if_needed pads an image that is too small, which otherwise raises ValueError.
    """

    shown = ("size", "padding")

    def __init__(
        self,
        size: int | Sequence[int],
        padding: int | Sequence[int] | None = None,
        pad_if_needed: bool = False,
        fill: Any = 0,
        padding_mode: str = "constant",
    ) -> None:
        super().__init__()
        self.size = size_of(size)
        if padding is not None:
            _places.sides_of(padding)
        self.padding = padding
        self.pad_if_needed = pad_if_needed
        self.fill = _checked_fill(fill)
        self.padding_mode = _checked_mode(padding_mode)

    @staticmethod
    def get_params(img: Any, output_size: tuple[int, int]) -> tuple[int, int, int, int]:
        """(top, left, height, width) of a random crop. ValueError for an image that is too small."""
        _, h, w = get_dimensions(img)
        height, width = output_size
        if h < height or w < width:
            raise ValueError(f"Required crop size {(height, width)} is larger than input image size {(h, w)}")
        if (h, w) == (height, width):
            return 0, 0, h, w
        return _draw.below(h - height + 1), _draw.below(w - width + 1), height, width

    def forward(self, img: Any) -> Any:
        if self.padding is not None:
            img = _places.pad(img, self.padding, self.fill, self.padding_mode)
        _, h, w = get_dimensions(img)
        height, width = self.size
        if self.pad_if_needed and w < width:
            img = _places.pad(img, [width - w, 0], self.fill, self.padding_mode)
        if self.pad_if_needed and h < height:
            img = _places.pad(img, [0, height - h], self.fill, self.padding_mode)
        return _places.crop(img, *self.get_params(img, self.size))


class RandomHorizontalFlip(Transform):
    """Left and right exchanged with the probability p."""

    shown = ("p",)

    def __init__(self, p: float = 0.5) -> None:
        super().__init__()
        self.p = probability(p)

    def forward(self, img: Any) -> Any:
        return _places.hflip(img) if _draw.happens(self.p) else img


class RandomVerticalFlip(Transform):
    """Top and bottom exchanged with the probability p."""

    shown = ("p",)

    def __init__(self, p: float = 0.5) -> None:
        super().__init__()
        self.p = probability(p)

    def forward(self, img: Any) -> Any:
        return _places.vflip(img) if _draw.happens(self.p) else img


class RandomResizedCrop(Transform):
    """A random part of an image, resized: `scale` is its share of the area, `ratio` its width over its height."""

    shown = ("size", "scale", "ratio", "interpolation", "antialias")

    def __init__(
        self,
        size: int | Sequence[int],
        scale: Sequence[float] = (0.08, 1.0),
        ratio: Sequence[float] = (3.0 / 4.0, 4.0 / 3.0),
        interpolation: InterpolationMode | int = BILINEAR,
        antialias: bool | None = True,
    ) -> None:
        super().__init__()
        self.size = size_of(size)
        self.scale, self.ratio = _ordered(scale, "scale"), _ordered(ratio, "ratio")
        self.interpolation = mode_of(interpolation)
        self.antialias = antialias

    @staticmethod
    def get_params(img: Any, scale: Sequence[float], ratio: Sequence[float]) -> tuple[int, int, int, int]:
        """(top, left, height, width): ten tries, then the largest part in the middle that the ratio allows."""
        _, height, width = get_dimensions(img)
        low, high = _draw.logs(ratio)
        for _ in range(10):
            area = height * width * _draw.uniform(scale[0], scale[1])
            aspect = _draw.exp_uniform(low, high)
            w, h = round(math.sqrt(area * aspect)), round(math.sqrt(area / aspect))
            if 0 < w <= width and 0 < h <= height:
                return _draw.below(height - h + 1), _draw.below(width - w + 1), h, w
        whole = width / height
        w = round(height * max(ratio)) if whole > max(ratio) else width
        h = round(width / min(ratio)) if whole < min(ratio) else height
        return (height - h) // 2, (width - w) // 2, h, w

    def forward(self, img: Any) -> Any:
        place = self.get_params(img, self.scale, self.ratio)
        return _places.resized_crop(img, *place, self.size, self.interpolation, self.antialias)


def RandomResizedCropD(
    height: int,
    width: int,
    scale0: float = 0.08,
    scale1: float = 1.0,
    ratio0: float = 3.0 / 4.0,
    ratio1: float = 4.0 / 3.0,
    interpolation: InterpolationMode | int = BILINEAR,
) -> RandomResizedCrop:
    """RandomResizedCrop with GoTorch's arguments."""
    return RandomResizedCrop((height, width), (scale0, scale1), (ratio0, ratio1), interpolation)


class RandomRotation(Transform):
    """An image turned by random degrees, from -d to d or from low to high; see functional.rotate."""

    shown = ("degrees", "interpolation", "expand", "center", "fill")

    def __init__(
        self,
        degrees: float | Sequence[float],
        interpolation: InterpolationMode | int = NEAREST,
        expand: bool = False,
        center: Sequence[float] | None = None,
        fill: Any = 0,
    ) -> None:
        super().__init__()
        self.degrees = number_range(degrees, "degrees")
        self.interpolation = mode_of(interpolation)
        self.expand = expand
        self.center = center if center is None else number_range(list(center), "center")
        self.fill = _checked_fill(0 if fill is None else fill)

    @staticmethod
    def get_params(degrees: Sequence[float]) -> float:
        """A random angle."""
        return _draw.uniform(degrees[0], degrees[1])

    def forward(self, img: Any) -> Any:
        fill = _fill_of(img, self.fill)
        angle = self.get_params(self.degrees)
        return _places.rotate(img, angle, self.interpolation, self.expand, self.center, fill)


class RandomAffine(Transform):
    """An image turned, moved, scaled and sheared at random; see functional.affine.

    degrees and shear are from -d to d or from low to high, shear also (x low, x high, y low, y high);
    translate is the largest share of width and height, scale from low to high.
    """

    shown = ("degrees", "translate", "scale", "shear", "interpolation", "fill", "center")

    def __init__(
        self,
        degrees: float | Sequence[float],
        translate: Sequence[float] | None = None,
        scale: Sequence[float] | None = None,
        shear: float | Sequence[float] | None = None,
        interpolation: InterpolationMode | int = NEAREST,
        fill: Any = 0,
        center: Sequence[float] | None = None,
    ) -> None:
        super().__init__()
        self.degrees = number_range(degrees, "degrees")
        self.translate = translate if translate is None else number_range(list(translate), "translate")
        if translate is not None and not all(0.0 <= one <= 1.0 for one in translate):
            raise ValueError("translation values should be between 0 and 1")
        self.scale = scale if scale is None else number_range(list(scale), "scale")
        if scale is not None and min(scale) <= 0:
            raise ValueError("scale values should be positive")
        self.shear = shear if shear is None else number_range(shear, "shear", sizes=(2, 4))
        self.interpolation = mode_of(interpolation)
        self.fill = _checked_fill(0 if fill is None else fill)
        self.center = center if center is None else number_range(list(center), "center")

    @staticmethod
    def get_params(degrees, translate, scale_ranges, shears, img_size):
        """(angle, (x, y), scale, (shear x, shear y)) for an image of (width, height)."""
        angle = _draw.uniform(degrees[0], degrees[1])
        move = (0, 0)
        if translate is not None:
            reach = (translate[0] * img_size[0], translate[1] * img_size[1])
            move = tuple(round(_draw.uniform(-one, one)) for one in reach)
        scale = 1.0 if scale_ranges is None else _draw.uniform(scale_ranges[0], scale_ranges[1])
        shear = [_draw.uniform(*shears[at : at + 2]) for at in range(0, len(shears or ()), 2)]
        return angle, move, scale, (*shear, 0.0, 0.0)[:2]

    def forward(self, img: Any) -> Any:
        fill = _fill_of(img, self.fill)
        _, height, width = get_dimensions(img)
        drawn: Any = self.get_params(self.degrees, self.translate, self.scale, self.shear, (width, height))
        angle, move, scale, shear = drawn
        return _places.affine(img, angle, move, scale, shear, self.interpolation, fill, self.center)


def _fill_of(img, fill):
    """A tensor is filled by one number a channel."""
    channels = get_dimensions(img)[0]
    if not isinstance(img, Tensor):
        return fill
    return [float(fill)] * channels if isinstance(fill, (int, float)) else [float(one) for one in fill]


def _checked_fill(fill):
    if not isinstance(fill, (int, float, tuple, list)):
        raise TypeError(f"Got inappropriate fill arg: {fill!r}; a number or a sequence of numbers is needed")
    return fill


def _checked_mode(mode):
    if mode not in _places.PADDING_MODES:
        raise ValueError(f"Padding mode should be either constant, edge, reflect or symmetric, got {mode!r}")
    return mode


def _ordered(pair, name):
    """(low, high) as floats; a warning where they are exchanged, as in torchvision. Raises TypeError or ValueError."""
    if not isinstance(pair, (tuple, list)):
        raise TypeError(f"{name.capitalize()} should be a sequence, got {pair!r}")
    low, high = number_range(pair, name)
    if low > high:
        warnings.warn("Scale and ratio should be of kind (min, max)")
    return (low, high)
