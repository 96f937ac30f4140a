"""Transforms of colours: the pixels of an image stay where they are."""

from __future__ import annotations

from ..._tensor.tensor import Tensor
from . import _tensor, _tensor_color
from ._kinds import module_of, pil_to_tensor, to_pil_image

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeVar

    Image = TypeVar("Image")


def rgb_to_grayscale(img: Image, num_output_channels: int = 1) -> Image:
    """The gray image of 1 channel, or of 3 equal ones. ValueError for another number of channels."""
    if num_output_channels not in (1, 3):
        raise ValueError("num_output_channels should be either 1 or 3")
    return module_of(img).to_grayscale(img, num_output_channels)


def to_grayscale(img: Any, num_output_channels: int = 1) -> Any:
    """rgb_to_grayscale for PIL images alone; TypeError for others."""
    if isinstance(img, Tensor):
        raise TypeError("Input should be PIL Image")
    return rgb_to_grayscale(img, num_output_channels)


def adjust_brightness(img: Image, brightness_factor: float) -> Image:
    """0 is black, 1 the image itself, 2 twice as bright. ValueError below 0."""
    return _adjust(img, "brightness", brightness_factor)


def adjust_contrast(img: Image, contrast_factor: float) -> Image:
    """0 is gray, 1 the image itself, 2 twice the contrast. ValueError below 0."""
    return _adjust(img, "contrast", contrast_factor)


def adjust_saturation(img: Image, saturation_factor: float) -> Image:
    """0 is black and white, 1 the image itself, 2 twice the colour. ValueError below 0."""
    return _adjust(img, "saturation", saturation_factor)


def adjust_sharpness(img: Image, sharpness_factor: float) -> Image:
    """0 is blurred, 1 the image itself, 2 twice as sharp. ValueError below 0."""
    return _adjust(img, "sharpness", sharpness_factor)


def adjust_hue(img: Image, hue_factor: float) -> Image:
    """All hues turned on their circle, 0.5 and -0.5 being half of it; a gray image stays. ValueError beyond."""
    if not -0.5 <= hue_factor <= 0.5:
        raise ValueError(f"hue_factor ({hue_factor}) is not in [-0.5, 0.5].")
    return module_of(img, _tensor_color).adjust_hue(img, hue_factor)


def adjust_gamma(img: Image, gamma: float, gain: float = 1) -> Image:
    """gain * img ** gamma, with white as 1. ValueError for a gamma below 0."""
    if gamma < 0:
        raise ValueError("Gamma should be a non-negative real number")
    return module_of(img, _tensor_color).adjust_gamma(img, gamma, gain)


def _adjust(img, what, factor):
    if not factor >= 0:
        raise ValueError(f"{what}_factor ({factor}) is not non-negative.")
    return getattr(module_of(img, _tensor_color), f"adjust_{what}")(img, factor)


def invert(img: Image) -> Image:
    """White minus the image."""
    return module_of(img, _tensor_color).invert(img)


def posterize(img: Image, bits: int) -> Image:
    """The first `bits` bits, 0 to 8, of its bytes. ValueError beyond, TypeError for a tensor of other numbers."""
    if not 0 <= bits <= 8:
        raise ValueError(f"The number if bits should be between 0 and 8. Got {bits}")
    return module_of(img, _tensor_color).posterize(img, bits)


def solarize(img: Image, threshold: float) -> Image:
    """The image with its pixels of threshold and above inverted."""
    return module_of(img, _tensor_color).solarize(img, threshold)


def autocontrast(img: Image) -> Image:
    """Each channel stretched from black to white."""
    return module_of(img, _tensor_color).autocontrast(img)


def equalize(img: Image) -> Image:
    """Each channel of bytes with its levels equally frequent. TypeError for a tensor of other numbers."""
    return module_of(img, _tensor_color).equalize(img)


def gaussian_blur(img: Any, kernel_size: int | Sequence[int], sigma: float | Sequence[float] | None = None) -> Any:
    """The image blurred by a kernel of (x, y) odd sizes with the widths sigma, by default 0.15 * size + 0.35.

    A PIL image is blurred as a tensor. ValueError for sizes that are even and sigmas that are not positive.
    """
    sizes = [kernel_size] * 2 if isinstance(kernel_size, int) else list(kernel_size)
    if len(sizes) != 2 or any(size % 2 == 0 or size < 0 for size in sizes):
        raise ValueError(f"kernel_size should be two odd and positive integers. Got {kernel_size}")
    widths = [size * 0.15 + 0.35 for size in sizes] if sigma is None else sigma
    widths = [float(widths)] if isinstance(widths, (int, float)) else list(widths)
    widths = widths * 2 if len(widths) == 1 else widths
    if len(widths) != 2 or any(not width > 0.0 for width in widths):
        raise ValueError(f"sigma should be one or two positive values. Got {sigma}")
    if module_of(img) is _tensor:
        return _tensor.gaussian_blur(img, sizes, widths)
    return to_pil_image(_tensor.gaussian_blur(pil_to_tensor(img), sizes, widths), img.mode)
