"""Transforms of colours and of kinds of images."""

from __future__ import annotations

import math

from ..._tensor.data import tensor
from ..._tensor.dtype import float32
from ..._tensor.tensor import Tensor
from . import _colors, _draw, _kinds, _planes
from ._base import Transform, has_hooks, number_range, probability
from ._crops import _ordered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ..._tensor.dtype import dtype


class ToTensor(Transform):
    """A PIL image or an array (height, width, channels) as a tensor (channels, height, width), bytes from 0 to 1."""

    def forward(self, pic: Any) -> Tensor:
        return _kinds.to_tensor(pic)

    def _joined(self, following: Any) -> Callable[[Any], Any] | None:
        numbers = numbers_of_steps([self, following])
        if numbers is None:
            return None

        def both(pic: Any) -> Tensor:
            made = _kinds.by_table(pic, *numbers)
            return following(self(pic)) if made is None else made

        return both


def numbers_of_steps(steps: Sequence[Any]) -> tuple[Any, ...] | None:
    """The mean and std after which tables can stand for [ToTensor, Normalize], and () for [ToTensor]; None for other steps.

    Only for these classes themselves, without hooks.
    """
    if [type(one) for one in steps] not in ([ToTensor], [ToTensor, Normalize]) or any(map(has_hooks, steps)):
        return None
    found = tuple(_planes.numbers_of(values) for one in steps[1:] for values in (one.mean, one.std))
    return None if None in found else found


class PILToTensor(Transform):
    """A PIL image as a tensor (channels, height, width) of its own dtype, unscaled."""

    def forward(self, pic: Any) -> Tensor:
        return _kinds.pil_to_tensor(pic)


class ToPILImage(Transform):
    """A tensor (channels, height, width) or an array (height, width, channels) as a PIL image."""

    shown = ("mode",)

    def __init__(self, mode: str | None = None) -> None:
        super().__init__()
        self.mode = mode

    def forward(self, pic: Any) -> Any:
        return _kinds.to_pil_image(pic, self.mode)


class ConvertImageDtype(Transform):
    """A tensor image in another dtype, white staying white."""

    shown = ("dtype",)

    def __init__(self, dtype: dtype = float32) -> None:
        super().__init__()
        self.dtype = dtype

    def forward(self, image: Tensor) -> Tensor:
        return _kinds.convert_image_dtype(image, self.dtype)


class Normalize(Transform):
    """(tensor - mean) / std, one of each a channel."""

    shown = ("mean", "std")

    def __init__(self, mean: Sequence[float], std: Sequence[float], inplace: bool = False) -> None:
        super().__init__()
        self.mean, self.std, self.inplace = mean, std, inplace

    def forward(self, tensor: Tensor) -> Tensor:
        return _kinds.normalize(tensor, self.mean, self.std, self.inplace)


class Grayscale(Transform):
    """The gray image of 1 channel, or of 3 equal ones."""

    shown = ("num_output_channels",)

    def __init__(self, num_output_channels: int = 1) -> None:
        super().__init__()
        if num_output_channels not in (1, 3):
            raise ValueError("num_output_channels should be either 1 or 3")
        self.num_output_channels = num_output_channels

    def forward(self, img: Any) -> Any:
        return _colors.rgb_to_grayscale(img, self.num_output_channels)


class RandomGrayscale(Transform):
    """The gray image with the probability p; the number of channels stays."""

    shown = ("p",)

    def __init__(self, p: float = 0.1) -> None:
        super().__init__()
        self.p = probability(p)

    def forward(self, img: Any) -> Any:
        channels = _kinds.get_dimensions(img)[0]
        return _colors.rgb_to_grayscale(img, channels) if _draw.happens(self.p) else img


class ColorJitter(Transform):
    """Brightness, contrast, saturation and hue changed at random, in random order.

    Each is a number, from 1 - x (0 at least) to 1 + x (hue: from -x to x), or (low, high); 0 leaves it as it is.
    Raises TypeError or ValueError for other arguments.
    """

    shown = ("brightness", "contrast", "saturation", "hue")

    def __init__(
        self,
        brightness: float | Sequence[float] = 0,
        contrast: float | Sequence[float] = 0,
        saturation: float | Sequence[float] = 0,
        hue: float | Sequence[float] = 0,
    ) -> None:
        super().__init__()
        self.brightness = _jitter(brightness, "brightness")
        self.contrast = _jitter(contrast, "contrast")
        self.saturation = _jitter(saturation, "saturation")
        self.hue = _jitter(hue, "hue", 0.0, (-0.5, 0.5))

    @staticmethod
    def get_params(brightness, contrast, saturation, hue):
        """(order, brightness, contrast, saturation, hue): a permutation of 0 to 3, and a number or None for each."""
        order = _draw.permutation(4)
        return order, *(one and _draw.uniform(*one) for one in (brightness, contrast, saturation, hue))

    def forward(self, img: Any) -> Any:
        order, *factors = self.get_params(self.brightness, self.contrast, self.saturation, self.hue)
        for index in order:
            if factors[index] is not None:
                img = getattr(_colors, f"adjust_{self.shown[index]}")(img, factors[index])
        return img


def _jitter(value, name, middle=1.0, bounds=(0.0, math.inf)):
    low, high = number_range(value, name, middle)
    if not isinstance(value, (tuple, list)) and middle:
        low = max(low, 0.0)
    if not bounds[0] <= low <= high <= bounds[1]:
        raise ValueError(f"{name} values should be between {bounds}, but got {[low, high]}.")
    return None if low == high == middle else (low, high)


class GaussianBlur(Transform):
    """An image blurred by a kernel of odd sizes (x, y) with a random width, sigma being one number or (low, high)."""

    shown = ("kernel_size", "sigma")

    def __init__(self, kernel_size: int | Sequence[int], sigma: float | Sequence[float] = (0.1, 2.0)) -> None:
        super().__init__()
        self.kernel_size = _kinds.size_of(kernel_size, "kernel_size")
        if any(size % 2 == 0 for size in self.kernel_size):
            raise ValueError("Kernel size value should be an odd and positive number.")
        if isinstance(sigma, (int, float)):
            sigma = (sigma, sigma)
        low, high = number_range(sigma, "sigma")
        if not 0.0 < low <= high:
            raise ValueError("sigma values should be positive and of the form (min, max).")
        self.sigma = (low, high)

    @staticmethod
    def get_params(sigma_min: float, sigma_max: float) -> float:
        """A random width."""
        return _draw.uniform(sigma_min, sigma_max)

    def forward(self, img: Any) -> Any:
        sigma = self.get_params(*self.sigma)
        return _colors.gaussian_blur(img, self.kernel_size, [sigma, sigma])


class RandomErasing(Transform):
    """A random part of a tensor image replaced with the probability p.

    value is a number, one number a channel, or "random" for normal noise; scale is the part's share of the area,
    ratio its height over its width. Raises TypeError or ValueError for other arguments.
    """

    shown = ("p", "scale", "ratio", "value", "inplace")

    def __init__(
        self,
        p: float = 0.5,
        scale: Sequence[float] = (0.02, 0.33),
        ratio: Sequence[float] = (0.3, 3.3),
        value: float | str | Sequence[float] = 0,
        inplace: bool = False,
    ) -> None:
        super().__init__()
        if not isinstance(value, (int, float, str, tuple, list)):
            raise TypeError("Argument value should be either a number or str or a sequence")
        if isinstance(value, str) and value != "random":
            raise ValueError("If value is str, it should be 'random'")
        self.p = probability(p)
        self.scale, self.ratio = _ordered(scale, "scale"), _ordered(ratio, "ratio")
        if self.scale[0] < 0 or self.scale[1] > 1:
            raise ValueError("Scale should be between 0 and 1")
        self.value, self.inplace = value, inplace

    @staticmethod
    def get_params(img, scale, ratio, value=None):
        """(top, left, height, width, what is put there); the image itself where ten tries found no part."""
        channels, height, width = img.shape[-3:]
        low, high = _draw.logs(ratio)
        for _ in range(10):
            area = height * width * _draw.uniform(scale[0], scale[1])
            aspect = _draw.exp_uniform(low, high)
            h, w = round(math.sqrt(area * aspect)), round(math.sqrt(area / aspect))
            if h < height and w < width:
                fill = _draw.normal((channels, h, w)) if value is None else tensor(value)[:, None, None]
                return _draw.below(height - h + 1), _draw.below(width - w + 1), h, w, fill
        return 0, 0, height, width, img

    def forward(self, img: Tensor) -> Tensor:
        if not isinstance(img, Tensor) or img.ndim < 3:
            raise TypeError(f"img should be a Tensor image (..., C, H, W). Got {type(img)}")
        if not _draw.happens(self.p):
            return img
        value = self.value
        values = (
            None
            if value == "random"
            else [float(one) for one in (value if isinstance(value, (tuple, list)) else [value])]
        )
        if values is not None and len(values) not in (1, img.shape[-3]):
            raise ValueError(
                "If value is a sequence, it should have either a single value or "
                f"{img.shape[-3]} (number of input channels)"
            )
        top, left, height, width, new = self.get_params(img, self.scale, self.ratio, values)
        return _kinds.erase(img, top, left, height, width, new, self.inplace)
