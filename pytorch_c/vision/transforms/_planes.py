"""Pixels of PIL images as planes of floats, by a table of 256 numbers for each channel: what a byte becomes."""

from __future__ import annotations

import functools

from ... import _ops
from ..._boundary.handle import core
from ..._tensor.dtype import float32
from ..._tensor.promotion import get_default_dtype
from . import _tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..._typing import Tensor

CHANNELS = {"L": 1, "RGB": 3, "RGBA": 4}  # of the modes whose channels are bytes


def numbers_of(values: object) -> tuple[float, ...] | None:
    """A mean or std as a key for tables; None where it is no list of numbers."""
    if isinstance(values, (list, tuple)) and all(type(one) in (int, float) for one in values):
        return tuple(values)
    return None


@functools.lru_cache(maxsize=64)
def _tables(channels, mean, std):
    """Floats (channels, 256) that bytes become, by the arithmetic of to_tensor() and normalize(); None where that fails."""
    tables = _ops.arange(256, dtype=float32, device="cpu").div_(255).expand(channels, 1, 256).contiguous()
    try:
        made = tables if mean is None else _tensor.normalize(tables, mean, std, True)
    except (RuntimeError, TypeError, ValueError):
        return None
    return made.numpy().tobytes()


def tables_for(image: Any, mean: tuple[float, ...] | None = None, std: tuple[float, ...] | None = None) -> bytes | None:
    """Tables for to_tensor(), or for that and normalize(); None where these are to be called, or to say what is wrong."""
    if image.mode not in CHANNELS or get_default_dtype() is not float32 or not image.width * image.height:
        return None
    return _tables(CHANNELS[image.mode], mean, std)


def shape_of(image: Any) -> tuple[int, int, int]:
    """Shape of the planes, of an image that there are tables for: (channels, height, width)."""
    return CHANNELS[image.mode], image.height, image.width


def look_up(image: Any, tables: bytes, out: Any) -> Any:
    """Writes the planes of an image into `out`, memory of float32, and returns that."""
    core.look_up_planes(_pixels(image), tables, out)
    return out


def planes(image: Any, mean: tuple[float, ...] | None = None, std: tuple[float, ...] | None = None) -> Tensor | None:
    """A tensor of the planes of an image; None as of tables_for()."""
    tables = tables_for(image, mean, std)
    return None if tables is None else look_up(image, tables, _ops.empty(shape_of(image), dtype=float32, device="cpu"))


def _pixels(image):
    """The memory of an image, where Pillow lends it (from 11.3 on, unless it lies in several blocks), or a copy."""
    if hasattr(image, "__arrow_c_array__"):
        try:
            return core.from_arrow(*image.__arrow_c_array__())
        except ValueError:
            pass
    return image.tobytes()
