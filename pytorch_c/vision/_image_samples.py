"""One file of an image loader as a sample: decoded, transformed, and where it can be written straight into its batch.

A transform that ends in ToTensor, or in ToTensor and Normalize, costs most of its time in new memory: four tensors and
the batch's copy for each image. Here the last steps go from the image's bytes into its row of the batch.
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
from .._tensor.dtype import float32
from .._tensor.promotion import get_default_dtype
from .._tensor.tensor import Tensor
from ..data.collate import shared_memory
from ..data.state import in_process
from ._image_files import ImageLoaderError
from .transforms import Compose, Normalize, ToTensor
from .transforms._draw import drawing_from

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from ._image_files import ImageFile

_WHITE = numpy.float32(255)
_thread = threading.local()


class Steps(NamedTuple):
    """A transform: what is done with PIL images, then what makes tensors of them.

    direct: whether the latter is ToTensor and at most Normalize, whose mean and std are given as (n, 1, 1) arrays.
    """

    images: Sequence[Callable[[Any], Any]]
    tensors: Sequence[Callable[[Any], Any]]
    direct: bool = False
    mean: numpy.ndarray | None = None
    std: numpy.ndarray | None = None


def steps_of(transform: Callable[[Any], Any]) -> Steps:
    """The steps of a transform; the loader's own way is taken for torchvision's classes themselves, without hooks."""
    steps: list[Any] = [transform]
    if type(transform) is Compose and type(transform.transforms) is list and not _has_hooks(transform):
        steps = transform.transforms
    ends = [type(one) for one in steps[-2:]]
    if ends[-1:] == [ToTensor]:
        tail, mean, std = steps[-1:], None, None
    elif ends == [ToTensor, Normalize]:
        tail, mean, std = steps[-2:], _column(steps[-1].mean), _column(steps[-1].std)
        if mean is None or std is None or not std.all():
            return Steps([], [transform])  # Normalize says what is wrong
    else:
        return Steps([], [transform])
    if any(_has_hooks(one) for one in tail):
        return Steps([], [transform])
    return Steps(steps[: -len(tail)], tail, True, mean, std)


def _has_hooks(module):
    return bool(module._forward_hooks or module._forward_pre_hooks)


def _column(values):
    """A channel's number each, as (n, 1, 1); None for what Normalize takes and this does not."""
    if not isinstance(values, (list, tuple)) or not all(isinstance(one, (int, float)) for one in values):
        return None
    return numpy.array(values, numpy.float32).reshape(-1, 1, 1)


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
            image = decoded(file, self.mode, self.max_pixels)
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
        if getattr(image, "mode", None) not in ("RGB", "L") or get_default_dtype() is not float32:
            return False
        pixels = numpy.asarray(image)
        planes = pixels[None] if pixels.ndim == 2 else numpy.ascontiguousarray(pixels.transpose(2, 0, 1))
        channels = (1, len(planes))
        mean, std = self.steps.mean, self.steps.std
        if mean is not None and (len(mean) not in channels or len(std) not in channels):
            return False
        row = rows.row(index, planes.shape)
        if row is None:
            return False
        # The arithmetic of to_tensor() and normalize(), step for step: the numbers are the same to the last bit.
        row[...] = planes
        row /= _WHITE
        if mean is not None:
            row -= mean
            row /= std
        return True


def decoded(file: ImageFile, mode: str, max_pixels: int) -> Any:
    """The PIL image of a file in RGB or L. Raises ImageLoaderError if it is broken or has more than max_pixels."""
    from PIL import Image

    data = file.data or b""
    try:
        image = fast_jpeg(data, max_pixels)
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


def fast_jpeg(data: bytes, max_pixels: int) -> Any:
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
        return Image.fromarray(simplejpeg.decode_jpeg(data, "RGB"))
    except ValueError:
        return None


@functools.cache
def _simplejpeg():
    try:
        import simplejpeg
    except ImportError:
        return None
    return simplejpeg
