"""Bytes of images as planes of floats, by a table of 256 numbers for each channel: what a byte becomes."""

from __future__ import annotations

import functools

import numpy

from ... import _ops
from ..._boundary.handle import core
from ..._tensor.arrow import from_arrow
from ..._tensor.dtype import float32
from ..._tensor.promotion import get_default_dtype
from . import _tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..._typing import Tensor

CHANNELS = {"L": 1, "RGB": 3, "RGBA": 4}  # of PIL's modes whose channels are bytes
MOST_CHANNELS = 4  # of an array: tables of more would be longer than many a picture


def numbers_of(values: object) -> tuple[float, ...] | None:
    """A mean or std as a key for tables; None where it is no list of numbers."""
    if isinstance(values, (list, tuple)) and all(isinstance(one, (int, float)) for one in values):
        return tuple(values)
    return None


@functools.lru_cache(maxsize=64)
def tables(channels: int, mean: tuple[float, ...] | None = None, std: tuple[float, ...] | None = None) -> bytes | None:
    """Floats (channels, 256) that bytes become, by the arithmetic of to_tensor() and normalize(); None where that fails."""
    bytes_ = _ops.arange(256, dtype=float32, device="cpu").div_(255).expand(channels, 1, 256).contiguous()
    try:
        made = bytes_ if mean is None or std is None else _tensor.normalize(bytes_, mean, std, True)
    except (RuntimeError, TypeError, ValueError):
        return None
    return made.numpy().tobytes()


def shape_of(image: Any) -> tuple[int, int, int] | None:
    """Shape (channels, height, width) of the planes of a PIL image or an array of bytes; None for what has no table."""
    if isinstance(image, numpy.ndarray):
        if image.ndim != 3 or image.dtype != numpy.uint8 or not image.flags.c_contiguous:
            return None
        shape = image.shape[2], image.shape[0], image.shape[1]
    else:
        shape = CHANNELS.get(image.mode, 0), image.height, image.width
    if shape[0] > MOST_CHANNELS:
        return None
    return shape if all(shape) and get_default_dtype() is float32 else None


def look_up(image: Any, found: bytes, out: Any) -> Any:
    """Writes the planes of an image into `out`, memory of float32, and returns that."""
    core.look_up_planes(_pixels(image), found, out)
    return out


def planes(image: Any, mean: tuple[float, ...] | None = None, std: tuple[float, ...] | None = None) -> Tensor | None:
    """A tensor of the planes of an image; None where to_tensor() and normalize() have to go another way."""
    shape = shape_of(image)
    if shape is None or (found := tables(shape[0], mean, std)) is None:
        return None
    return look_up(image, found, _ops.empty(shape, dtype=float32, device="cpu"))


def _pixels(image):
    """The memory of an array, or of a PIL image; a copy where Pillow lends none (before 11.3, in several blocks)."""
    if isinstance(image, numpy.ndarray):
        return image
    try:
        return from_arrow(image)
    except (TypeError, ValueError):
        return image.tobytes()
