"""Transforms as functions, under the names of torchvision.transforms.functional and with its numbers.

An image is a PIL image, or a tensor (…, channels, height, width) on any device; each function gives what it was given.
"""

from ._colors import (
    adjust_brightness,
    adjust_contrast,
    adjust_gamma,
    adjust_hue,
    adjust_saturation,
    adjust_sharpness,
    autocontrast,
    equalize,
    gaussian_blur,
    invert,
    posterize,
    rgb_to_grayscale,
    solarize,
    to_grayscale,
)
from ._kinds import (
    convert_image_dtype,
    erase,
    get_dimensions,
    get_image_num_channels,
    get_image_size,
    normalize,
    pil_to_tensor,
    to_pil_image,
    to_tensor,
)
from ._modes import InterpolationMode
from ._places import affine, center_crop, crop, five_crop, hflip, pad, resize, resized_crop, rotate, ten_crop, vflip

__all__ = [
    "InterpolationMode",
    "adjust_brightness",
    "adjust_contrast",
    "adjust_gamma",
    "adjust_hue",
    "adjust_saturation",
    "adjust_sharpness",
    "affine",
    "autocontrast",
    "center_crop",
    "convert_image_dtype",
    "crop",
    "equalize",
    "erase",
    "five_crop",
    "gaussian_blur",
    "get_dimensions",
    "get_image_num_channels",
    "get_image_size",
    "hflip",
    "invert",
    "normalize",
    "pad",
    "pil_to_tensor",
    "posterize",
    "resize",
    "resized_crop",
    "rgb_to_grayscale",
    "rotate",
    "solarize",
    "ten_crop",
    "to_grayscale",
    "to_pil_image",
    "to_tensor",
    "vflip",
]
