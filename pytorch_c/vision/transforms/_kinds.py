"""Kinds of images, and one kind as another."""

from __future__ import annotations

import sys

import numpy

from ..._tensor.data import from_numpy
from ..._tensor.dtype import FORMATS, float32, uint8
from ..._tensor.promotion import get_default_dtype
from ..._tensor.tensor import Tensor
from . import _planes, _tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..._tensor.dtype import dtype


def is_pil(image):
    """Returns whether it is a PIL image, without importing Pillow: who has such an image has it already."""
    module = sys.modules.get("PIL.Image")
    return module is not None and isinstance(image, module.Image)


def pil():
    """The functions on PIL images; ImportError without Pillow."""
    from . import _pil

    return _pil


def module_of(image, tensors=_tensor):
    """The module that serves a kind of image; TypeError for what is none."""
    if isinstance(image, Tensor):
        return tensors
    if is_pil(image):
        return pil()
    raise TypeError(f"img should be PIL Image or Tensor. Got {type(image)}")


# ---- sizes ----


def get_dimensions(img: Any) -> list[int]:
    """[channels, height, width]"""
    return module_of(img).dimensions(img)


def get_image_size(img: Any) -> list[int]:
    """[width, height]"""
    return get_dimensions(img)[:0:-1]


def get_image_num_channels(img: Any) -> int:
    return get_dimensions(img)[0]


def size_of(size: int | Sequence[int], name: str = "size") -> tuple[int, int]:
    """(height, width) of an int for a square, or of one or two ints. Raises TypeError or ValueError."""
    if isinstance(size, (int, float)) and not isinstance(size, bool):
        size = (int(size),)
    elif not isinstance(size, (list, tuple)) or not all(isinstance(one, int) for one in size):
        raise TypeError(f"{name} should be an int or a sequence of ints, got {size!r}")
    if len(size) not in (1, 2):
        raise ValueError(f"Please provide only two dimensions (h, w) for {name}.")
    if min(size) < 1:
        raise ValueError(f"{name} must be positive, got {size}")
    return (size[0], size[-1])


# ---- kinds of images ----


def by_table(pic: Any, *normalize: tuple[float, ...]) -> Tensor | None:
    """A picture of bytes as to_tensor() makes it, and normalize() with a mean and std; None for what these are to do."""
    return _planes.planes(pic, *normalize) if isinstance(pic, numpy.ndarray) or is_pil(pic) else None


def to_tensor(pic: Any) -> Tensor:
    """A PIL image or an array (height, width[, channels]) as a tensor (channels, height, width).

    Bytes become floats of the default dtype from 0 to 1; other numbers stay as they are.
    A tensor ([channels,] height, width), as datasets of arrays give it, is taken too, which torchvision refuses.
    Raises TypeError for anything else, and ValueError for an array or tensor of another rank.
    """
    if isinstance(pic, Tensor):
        if pic.ndim not in (2, 3):
            raise ValueError(f"pic should be 2/3 dimensional. Got {pic.ndim} dimensions.")
        planes = pic if pic.ndim == 3 else pic.unsqueeze(0)
        return planes.to(get_default_dtype()).div_(255) if planes.dtype == uint8 else planes.clone()
    if (looked_up := by_table(pic)) is not None:
        return looked_up
    if isinstance(pic, numpy.ndarray):
        if pic.ndim not in (2, 3):
            raise ValueError(f"pic should be 2/3 dimensional. Got {pic.ndim} dimensions.")
        pixels = pic[:, :, None] if pic.ndim == 2 else pic
    elif is_pil(pic):
        # Pillow's bilevel images come as bool: white is 255 as in a gray image.
        pixels = pil().array_of(pic.convert("L") if pic.mode == "1" else pic)
        pixels = pixels.astype(numpy.int16) if pixels.dtype == numpy.uint16 else pixels
    else:
        raise TypeError(f"pic should be PIL Image or ndarray. Got {type(pic)}")
    if not pixels.flags.writeable or min(pixels.strides, default=0) < 0:
        pixels = pixels.copy()
    planes = from_numpy(pixels).permute(2, 0, 1)
    if pixels.dtype == numpy.uint8:
        return planes.contiguous().to(get_default_dtype()).div_(255)
    # Never the array's own memory: what the tensor does later must not change the picture.
    return planes.clone(memory_format=FORMATS["contiguous_format"])


def pil_to_tensor(pic: Any) -> Tensor:
    """A PIL image as a tensor (channels, height, width) of its own dtype, unscaled. TypeError for anything else."""
    if not is_pil(pic):
        raise TypeError(f"pic should be PIL Image. Got {type(pic)}")
    return from_numpy(pil().array_of(pic)).permute(2, 0, 1)


def to_pil_image(pic: Any, mode: str | None = None) -> Any:
    """A tensor (channels, height, width) or an array (height, width, channels) as a PIL image.

    Floats from 0 to 1 become bytes. mode is the image's, by default L, LA, RGB or RGBA for 1 to 4 channels of bytes,
    and I;16, I or F for one of int16, int32 or, if asked for, float32.
    Raises TypeError for another kind or dtype, ValueError for other shapes or a mode that does not fit.
    """
    if isinstance(pic, Tensor):
        pic = pic.permute(1, 2, 0) if pic.ndim == 3 else pic
        pic = pic.numpy(force=True)
    elif not isinstance(pic, numpy.ndarray):
        raise TypeError(f"pic should be Tensor or ndarray. Got {type(pic)}.")
    return pil().image_of(pic[:, :, None] if pic.ndim == 2 else pic, mode)


def convert_image_dtype(image: Tensor, dtype: dtype = float32) -> Tensor:
    """A tensor image in another dtype, white staying white. RuntimeError for a float to an int that is too wide."""
    return _tensor.convert_image_dtype(image, dtype)


def normalize(tensor: Tensor, mean: Sequence[float], std: Sequence[float], inplace: bool = False) -> Tensor:
    """(tensor - mean) / std, one of each a channel. TypeError for ints, ValueError for a std of zero."""
    if not isinstance(tensor, Tensor):
        raise TypeError(f"img should be Tensor Image. Got {type(tensor)}")
    return _tensor.normalize(tensor, mean, std, inplace)


def erase(img: Tensor, i: int, j: int, h: int, w: int, v: Tensor, inplace: bool = False) -> Tensor:
    """The image with v in the rows i to i + h and the columns j to j + w."""
    if not isinstance(img, Tensor):
        raise TypeError(f"img should be Tensor Image. Got {type(img)}")
    return _tensor.erase(img, i, j, h, w, v, inplace)
