"""One file of an image loader as a sample: decoded, transformed, and where it can be written straight into its batch.

A transform that ends in ToTensor, or in ToTensor and Normalize, would make a tensor for each image, and the batch a copy
of it. Here the last steps go from the image's bytes into its row of the batch.
"""

from __future__ import annotations

import functools
import hashlib
import io
import threading
from random import Random
from typing import NamedTuple

import numpy

from .. import _ops
from .._tensor.data import from_numpy
from .._tensor.dtype import float32
from .._tensor.tensor import Tensor
from ..data.collate import shared_memory
from ..data.state import in_process
from ._image_files import ImageLoaderError
from .transforms import (
    CenterCrop,
    Compose,
    RandomCrop,
    RandomHorizontalFlip,
    RandomResizedCrop,
    RandomVerticalFlip,
    Resize,
    _planes,
)
from .transforms._base import has_hooks
from .transforms._draw import drawing_from
from .transforms._kinds import is_pil
from .transforms._recolor import numbers_of_steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from ._image_files import ImageFile

_thread = threading.local()


class Steps(NamedTuple):
    """A transform: what is done with PIL images, then what makes tensors of them.

    direct: whether the latter is ToTensor and at most Normalize, whose mean and std are the numbers.
    closed: whether no code of the user's sees an image, who might write into it.
    """

    images: Sequence[Callable[[Any], Any]]
    tensors: Sequence[Callable[[Any], Any]]
    direct: bool = False
    numbers: tuple[Any, ...] = ()
    closed: bool = False


_LOOKING = {CenterCrop, RandomCrop, RandomHorizontalFlip, RandomResizedCrop, RandomVerticalFlip, Resize}


def _is_looking(step):
    """Returns whether a step only reads an image, and hands it to nobody."""
    return type(step) in _LOOKING and not has_hooks(step)


def steps_of(transform: Callable[[Any], Any]) -> Steps:
    """The steps of a transform; the loader's own way is taken for torchvision's classes themselves, without hooks."""
    steps: list[Any] = [transform]
    if type(transform) is Compose and type(transform.transforms) is list and not has_hooks(transform):
        steps = transform.transforms
    for count in (1, 2):
        numbers = numbers_of_steps(steps[-count:])
        if numbers is not None:
            return Steps(steps[:-count], steps[-count:], True, numbers, all(map(_is_looking, steps[:-count])))
    return Steps([], [transform])


class Rows:
    """The memory of a batch, which is there when its first image is."""

    def __init__(self, count: int) -> None:
        self._count, self._lock = count, threading.Lock()
        self._array: numpy.ndarray | None = None
        self.tensor: Tensor | None = None

    def row(self, index: int, shape: tuple[int, int, int]) -> numpy.ndarray | None:
        """The memory of an image; None for another shape than the first one's."""
        with self._lock:
            if self._array is None:
                make = shared_memory if in_process() else _ops.empty
                self.tensor = make((self._count, *shape), dtype=float32)
                self._array = self.tensor.numpy()
        return self._array[index] if self._array.shape[1:] == shape else None

    def __reduce__(self) -> tuple[Any, ...]:
        return _filled, (self._count, self.tensor)


def _filled(count, tensor):
    """The rows of another process."""
    rows = Rows(count)
    rows.tensor = tensor
    return rows


class Sample(NamedTuple):
    """An image that was read: a tensor of its own, or the row `index` of a batch."""

    name: str
    image: Tensor | None
    label: int
    rows: Rows | None = None
    index: int = 0  # type: ignore[assignment]

    def tensor(self) -> Tensor:
        memory: Any = self.rows
        return memory.tensor[self.index] if self.image is None else self.image


class Reading(NamedTuple):
    """Steps from files to samples in one pass."""

    vocab: Mapping[str, int]
    steps: Steps
    mode: str
    max_pixels: int
    skip: bool
    seed: str

    def sample(self, file: ImageFile, rows: Rows, index: int) -> Sample | ImageLoaderError:
        """The sample of a file; where broken ones are skipped, the error of one. Raises ImageLoaderError."""
        try:
            if file.problem:
                raise ImageLoaderError(file.name, file.problem)
            if file.label not in self.vocab:
                raise ImageLoaderError(file.name, f"its label {file.label!r} is not in the vocabulary")
            image = decoded(file, self.mode, self.max_pixels, self.steps.closed)
        except ImageLoaderError as error:
            if self.skip:
                return error
            raise
        try:
            with drawing_from(self._numbers(file)):
                image = self._transformed(image, rows, index)
        except Exception as error:
            reason = f"the transform failed: {type(error).__name__}: {error}"
            raise ImageLoaderError(file.name, reason) from error
        if image is not None and not isinstance(image, Tensor):
            reason = f"the transform must give a Tensor, as ToTensor does, got {type(image).__name__}"
            raise ImageLoaderError(file.name, reason)
        return Sample(file.name, image, self.vocab[file.label], None if image is not None else rows, index)

    def _numbers(self, file):
        """The thread's random numbers from the image's own seed: neither the thread nor the order decides them."""
        if not hasattr(_thread, "source"):
            _thread.source = Random()
        digest = hashlib.blake2b(f"{self.seed}/{file.index}".encode(), digest_size=8).digest()
        _thread.source.seed(int.from_bytes(digest, "little"))
        return _thread.source

    def _transformed(self, image, rows, index):
        """Returns what the transform makes of an image, or None where that is in the batch's row."""
        for step in self.steps.images:
            image = step(image)
        if self.steps.direct and self._is_written(image, rows, index):
            return None
        for step in self.steps.tensors:
            image = step(image)
        return image

    def _is_written(self, image, rows, index):
        """Writes an image into its batch, unless its steps are to be called, or to say what is wrong."""
        shape = _planes.shape_of(image) if is_pil(image) else None
        tables = _planes.tables(shape[0], *self.steps.numbers) if shape else None
        row = rows.row(index, shape) if tables else None
        if row is None:
            return False
        _planes.look_up(image, tables, row)
        return True


def decoded(file: ImageFile, mode: str, max_pixels: int, read_only: bool = False) -> Any:
    """The PIL image of a file in RGB or L, which need not be writable if it is for reading only.

    Raises ImageLoaderError if it is broken or has more than max_pixels.
    """
    from PIL import Image

    data = file.data or b""
    try:
        image = fast_jpeg(data, max_pixels, read_only)
        if image is None:
            with Image.open(io.BytesIO(data)) as image:
                if image.width * image.height > max_pixels:
                    reason = f"{image.width} x {image.height} pixels are more than max_pixels={max_pixels}"
                    raise ImageLoaderError(file.name, reason)
                image.load()
        # convert() copies an image that has the mode already.
        return image if image.mode == mode else image.convert(mode)
    except ImageLoaderError:
        raise
    except Exception as error:  # Pillow's decoders raise many kinds
        raise ImageLoaderError(file.name, f"broken image: {type(error).__name__}: {error}") from error


def fast_jpeg(data: bytes, max_pixels: int, read_only: bool = False) -> Any:
    """The PIL image of a common JPEG by simplejpeg, if that is installed: Pillow's pixels in a third of the time.

    None for what Pillow shall read instead: other files, rare JPEGs, and all with something to say of.
    """
    if data[:3] != b"\xff\xd8\xff" or (simplejpeg := _simplejpeg()) is None:
        return None
    from PIL import Image

    try:
        height, width, space, _ = simplejpeg.decode_jpeg_header(data)
        if space != "YCbCr" or height * width > max_pixels:
            return None
        pixels = simplejpeg.decode_jpeg(data, "RGBX")  # as Pillow has them in memory: four bytes each
        if read_only and hasattr(Image, "fromarrow"):  # from Pillow 11.2.1 on
            return Image.fromarrow(from_numpy(pixels.reshape(-1)), "RGB", (width, height))
        return Image.frombytes("RGB", (width, height), pixels, "raw", "RGBX")
    except ValueError:
        return None


@functools.cache
def _simplejpeg():
    try:
        import simplejpeg
    except ImportError:
        return None
    return simplejpeg
