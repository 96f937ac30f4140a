"""Image files as tensors and back: torchvision.io's functions for PNG and JPEG. Needs Pillow.

An image is a uint8 tensor (channels, height, width), a file's content a uint8 tensor of its bytes.
"""

from __future__ import annotations

import io
import os
from enum import Enum

import numpy

from .._tensor.data import from_numpy, frombuffer
from .._tensor.dtype import uint8
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "ImageReadMode",
    "decode_image",
    "decode_jpeg",
    "decode_png",
    "encode_jpeg",
    "encode_png",
    "read_file",
    "read_image",
    "write_file",
    "write_jpeg",
    "write_png",
]


class ImageReadMode(Enum):
    """The colours of an image that is read: the file's own, gray or red, green and blue, with transparency or without."""

    UNCHANGED = 0
    GRAY = 1
    GRAY_ALPHA = 2
    RGB = 3
    RGB_ALPHA = 4
    RGBA = RGB_ALPHA


_MAX_PIXELS = 89_478_485  # Pillow's own
_PILLOW = {
    ImageReadMode.GRAY: "L",
    ImageReadMode.GRAY_ALPHA: "LA",
    ImageReadMode.RGB: "RGB",
    ImageReadMode.RGB_ALPHA: "RGBA",
}


# ---- bytes ----


def read_file(path: str | os.PathLike[str]) -> Tensor:
    """The bytes of a file, uint8 (n,). Raises OSError where it cannot be read, ValueError for an empty one."""
    with open(path, "rb") as file:
        data = bytearray(file.read())
    if not data:
        raise ValueError(f"{os.fspath(path)}: Expected a non empty file")
    return frombuffer(data, dtype=uint8)


def write_file(filename: str | os.PathLike[str], data: Tensor) -> None:
    """Writes bytes, uint8 (n,), to a file."""
    content = _bytes("data", data)
    with open(filename, "wb") as file:
        file.write(content)


def _bytes(name, data):
    if not isinstance(data, Tensor):
        raise TypeError(f"{name} must be a Tensor of bytes, got {type(data).__name__}")
    if data.dtype != uint8 or data.ndim != 1 or not data.numel():
        raise ValueError(
            f"{name} must be a non-empty uint8 tensor of one dimension, got {data.dtype} of shape {tuple(data.shape)}"
        )
    return data.numpy(force=True).tobytes()


# ---- from a file's content ----


def decode_image(
    input: Tensor | str | os.PathLike[str],
    mode: ImageReadMode | str = ImageReadMode.UNCHANGED,
    apply_exif_orientation: bool = False,
) -> Tensor:
    """The image of a PNG or JPEG, of its content or of the file of a name.

    A PNG of 16 bits is a uint16 tensor with ImageReadMode.UNCHANGED. apply_exif_orientation turns it as its file says.
    Raises OSError where there is no such file, TypeError, and ValueError for what is no PNG or JPEG or is broken.

    Source: torchvision.io.decode_image.
    """
    name = "input" if isinstance(input, Tensor) else os.fspath(input)
    return _decoded(input if isinstance(input, Tensor) else read_file(input), mode, apply_exif_orientation, name)


def decode_png(
    input: Tensor, mode: ImageReadMode | str = ImageReadMode.UNCHANGED, apply_exif_orientation: bool = False
) -> Tensor:
    """The image of a PNG's content; decode_image tells the rest."""
    return _decoded(input, mode, apply_exif_orientation, "input", ("PNG",))


def decode_jpeg(
    input: Tensor | list[Tensor],
    mode: ImageReadMode | str = ImageReadMode.UNCHANGED,
    device: Any = "cpu",
    apply_exif_orientation: bool = False,
) -> Any:
    """The image of a JPEG's content, or those of a list of them, on a device; decode_image tells the rest."""
    if isinstance(input, list):
        if not input:
            raise ValueError("Input list must contain at least one element")
        return [decode_jpeg(one, mode, device, apply_exif_orientation) for one in input]
    return _decoded(input, mode, apply_exif_orientation, "input", ("JPEG",)).to(device)


def read_image(
    path: str | os.PathLike[str],
    mode: ImageReadMode | str = ImageReadMode.UNCHANGED,
    apply_exif_orientation: bool = False,
) -> Tensor:
    """decode_image() of a file."""
    return decode_image(os.fspath(path), mode, apply_exif_orientation)


def _decoded(data, mode, turn, name, kinds=("PNG", "JPEG")):
    from PIL import Image, ImageOps

    mode = _mode(mode)
    content = io.BytesIO(_bytes("input", data))
    try:
        with Image.open(content, formats=kinds) as image:
            if image.width * image.height > _MAX_PIXELS:
                raise ValueError(f"{image.width} x {image.height} pixels are more than {_MAX_PIXELS}")
            return _planes(ImageOps.exif_transpose(image) if turn else image, mode)
    except Exception as error:  # Pillow's decoders raise many kinds
        kind = " or ".join(kinds)
        raise ValueError(f"{name}: no {kind} image, or a broken one: {type(error).__name__}: {error}") from None


def _mode(mode):
    if isinstance(mode, str):
        if mode.upper() not in ImageReadMode.__members__:
            raise ValueError(f"mode must be one of {', '.join(ImageReadMode.__members__)}, got {mode!r}")
        return ImageReadMode[mode.upper()]
    if not isinstance(mode, ImageReadMode):
        raise TypeError(f"mode must be an ImageReadMode or the name of one, got {mode!r}")
    return mode


def _planes(image, mode):
    """A PIL image as a tensor (channels, height, width)."""
    if mode is ImageReadMode.UNCHANGED:
        if image.mode.startswith("I"):  # 16 bits
            return from_numpy(numpy.array(image).astype(numpy.uint16)[None])
        if image.mode == "P":
            image = image.convert("RGBA" if "transparency" in image.info else "RGB")
        elif image.mode == "1":
            image = image.convert("L")
    else:
        if image.mode.startswith("I"):
            image = _eight_bits(image)
        image = image.convert(_PILLOW[mode])
    pixels = numpy.array(image)
    return from_numpy(numpy.ascontiguousarray(pixels.reshape(*pixels.shape[:2], -1).transpose(2, 0, 1)))


def _eight_bits(image):
    from PIL import Image

    return Image.fromarray((numpy.asarray(image).astype(numpy.uint32) >> 8).astype(numpy.uint8))


# ---- to a file's content ----


def encode_png(input: Tensor, compression_level: int = 6) -> Tensor:
    """The content of a PNG of an image of 1 or 3 channels; compression_level is 0 to 9.

    Raises TypeError and ValueError for another image or level. Source: torchvision.io.encode_png.
    """
    if isinstance(compression_level, bool) or compression_level not in range(10):
        raise ValueError(f"compression_level should be between 0 and 9, got {compression_level!r}")
    return _encoded(input, "PNG", compress_level=compression_level)


def encode_jpeg(input: Tensor | list[Tensor], quality: int = 75) -> Any:
    """The content of a JPEG of an image of 1 or 3 channels, or those of a list; quality is 1 to 100.

    Raises TypeError and ValueError for another image or quality. Source: torchvision.io.encode_jpeg.
    """
    if isinstance(quality, bool) or quality not in range(1, 101):
        raise ValueError(f"Image quality should be a positive number between 1 and 100, got {quality!r}")
    if isinstance(input, list):
        if not input:
            raise ValueError("encode_jpeg requires at least one input tensor when a list is passed")
        return [encode_jpeg(one, quality) for one in input]
    return _encoded(input, "JPEG", quality=quality)


def write_png(input: Tensor, filename: str | os.PathLike[str], compression_level: int = 6) -> None:
    """Writes encode_png() to a file."""
    write_file(filename, encode_png(input, compression_level))


def write_jpeg(input: Tensor, filename: str | os.PathLike[str], quality: int = 75) -> None:
    """Writes encode_jpeg() to a file."""
    write_file(filename, encode_jpeg(input, quality))


def _encoded(image, kind, **options):
    from PIL import Image

    if not isinstance(image, Tensor):
        raise TypeError(f"input must be a Tensor, got {type(image).__name__}")
    if image.dtype != uint8:
        raise ValueError(f"Input tensor dtype should be uint8, got {image.dtype}")
    if image.ndim == 2:
        image = image.unsqueeze(0)
    if image.ndim != 3 or image.shape[0] not in (1, 3) or 0 in image.shape:
        shape = tuple(image.shape)
        raise ValueError(f"The input should be an image (channels, height, width) of 1 or 3 channels, got {shape}")
    pixels = image.permute(1, 2, 0).numpy(force=True)
    picture = Image.fromarray(numpy.ascontiguousarray(pixels[:, :, 0] if pixels.shape[2] == 1 else pixels))
    file = io.BytesIO()
    picture.save(file, kind, **options)
    return frombuffer(bytearray(file.getvalue()), dtype=uint8)
