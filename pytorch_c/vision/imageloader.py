"""Batches of images from an archive or a folder: GoTorch's vision/imageloader. Needs Pillow.

    vocab = build_label_vocabulary_from_tgz("train.tgz")
    loader = ImageLoader("train.tgz", vocab, transform, batch_size=32, buffer_size=1000, seed=1)
    for images, labels in loader:
        ...

An archive is .tar, packed or not by gzip, bzip2, xz, or, with the package zstandard, zstd. The label of an image is
the name of the folder in which it lies. Common JPEGs are read by simplejpeg where that is installed
(`pip install pytorch_c[jpeg]`): the same pixels in a third of the time.
"""

from __future__ import annotations

import os
import weakref

from ..cuda import is_available
from ..data.loader import check_context
from ._image_batches import Pass, Plan
from ._image_files import MAX_BYTES, ImageLoaderError, image_files
from .transforms import ToTensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from typing_extensions import Self

    from .._typing import Tensor

__all__ = [
    "GRAY",
    "RGB",
    "ImageLoader",
    "ImageLoaderError",
    "build_label_vocabulary",
    "build_label_vocabulary_from_tgz",
]

RGB, GRAY = "rgb", "gray"
_MODES = {RGB: "RGB", GRAY: "L"}
_MAX_PIXELS = 89_478_485  # Pillow's own


def build_label_vocabulary(path: str | os.PathLike[str]) -> dict[str, int]:
    """{label: number} of an archive, or of a folder, in the order of first appearance.

    Raises FileNotFoundError, and ImageLoaderError for a broken archive or a file that leads out of it.
    """
    vocab: dict[str, int] = {}
    for file in image_files(os.fspath(path), MAX_BYTES, with_data=False):
        if file.problem:
            raise ImageLoaderError(file.name, file.problem)
        vocab.setdefault(file.label, len(vocab))
    return vocab


build_label_vocabulary_from_tgz = build_label_vocabulary


class ImageLoader:
    """Batches (images, labels): the transform's tensors stacked, (n, channels, height, width), and int64 (n,).

    Args:
        path: An archive or a folder
        vocab: The number of each label; None builds it first, with a pass over the names
        transform: Makes a tensor of a PIL image, by default ToTensor()
        batch_size: Images in a batch; the last one may be smaller, or is left out with drop_last
        buffer_size: Files among which is shuffled; 1 keeps the order
        seed: Decides the order and the transforms' random numbers, whatever the number of workers
        pin_memory: Whether the batches are in pinned memory, where there is a GPU
        color_space: RGB or GRAY, to which all images are converted
        workers: Threads that decode and transform, or processes
        multiprocessing_context: "threads", or how processes start, as for DataLoader ("fork", "spawn", "forkserver"). What
            Python itself computes takes turns among threads, so that more than two or three do not help; processes are
            started anew in each pass, get a copy of the transform, and share the memory of their batches
        prefetch: Batches that are made ahead
        on_error: "raise", or "skip" for images that are broken, too large or of an unknown label; `skipped` counts them
        max_pixels, max_bytes: A larger image or file is an error

    Each pass, iter(loader), has another order, and ends the one before. Threads run from its start to its end, an
    error, the end of the loop, close(), or until nobody holds the loader. state_dict() is the place in the pass, from
    which load_state_dict() goes on.

    GoTorch's form is `while loader.scan(): images, labels = loader.minibatch()`, then `loader.error`.

    Raises ImageLoaderError, a ValueError that names the file, for a broken archive or image, an unknown label, a path
    that leads out of the archive, too large a file, a failing transform; FileNotFoundError, TypeError and ValueError.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        vocab: Mapping[str, int] | None = None,
        transform: Callable[[Any], Tensor] | None = None,
        batch_size: int = 1,
        buffer_size: int = 1,
        seed: int = 0,
        pin_memory: bool = False,
        color_space: str = RGB,
        *,
        workers: int | None = None,
        prefetch: int = 4,
        drop_last: bool = False,
        on_error: str = "raise",
        max_pixels: int = _MAX_PIXELS,
        max_bytes: int = MAX_BYTES,
        multiprocessing_context: Any = "threads",
    ) -> None:
        path = os.fspath(path)
        if not os.path.exists(path):
            raise FileNotFoundError(f"no archive or folder {path}")
        workers = min(4, os.cpu_count() or 1) if workers is None else workers
        counts = {"batch_size": batch_size, "buffer_size": buffer_size, "workers": workers, "prefetch": prefetch}
        for name, value in (counts | {"max_pixels": max_pixels, "max_bytes": max_bytes}).items():
            _check_count(name, value)
        if color_space not in _MODES:
            raise ValueError(f"color_space must be {RGB!r} or {GRAY!r}, got {color_space!r}")
        if on_error not in ("raise", "skip"):
            raise ValueError(f"on_error must be 'raise' or 'skip', got {on_error!r}")
        if transform is not None and not callable(transform):
            raise TypeError(f"transform must be callable, got {transform!r}")
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise TypeError(f"seed must be an int, got {seed!r}")
        check_context(multiprocessing_context)
        vocab = build_label_vocabulary(path) if vocab is None else dict(vocab)
        pin, skip = bool(pin_memory) and is_available(), on_error == "skip"
        mode, transform = _MODES[color_space], ToTensor() if transform is None else transform
        rest = (drop_last, skip, max_pixels, max_bytes, multiprocessing_context)
        self._plan = Plan(path, vocab, transform, batch_size, buffer_size, seed, pin, mode, workers, prefetch, *rest)
        self.vocab: dict[str, int] = vocab
        self.skipped = 0
        self.skipped_files: list[str] = []
        self.error: Exception | None = None
        self._epoch, self._position = 0, 0
        self._pass: Pass | None = None
        self._closer: weakref.finalize | None = None
        self._begun = self._ended = False
        self._minibatch: tuple[Tensor, Tensor] | None = None

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        self._start()
        mine = self._pass
        try:
            while self._pass is mine and (batch := self._next()) is not None:
                yield batch
        finally:
            if self._pass is mine:
                self.close()

    def scan(self) -> bool:
        """Returns whether minibatch() has another batch. False at the end of the pass and after an error, which is `error`."""
        if self._ended:
            return False
        try:
            if self._pass is None:
                self._start()
            self._minibatch = self._next()
        except Exception as error:
            self.error, self._minibatch = error, None
        self._ended = self._minibatch is None
        return not self._ended

    def minibatch(self) -> tuple[Tensor, Tensor]:
        """(images, labels) after a scan() that was True. RuntimeError without one."""
        if self._minibatch is None:
            raise RuntimeError("there is no minibatch: scan() must have returned True")
        return self._minibatch

    def close(self) -> None:
        """Ends the pass and its threads; closing twice is harmless. iter() or scan() begins another pass."""
        if self._closer is not None:
            self._closer()
        self._pass = self._closer = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def state_dict(self) -> dict[str, int]:
        """The place after the batch that was given last."""
        state = {"seed": self._plan.seed, "buffer_size": self._plan.buffer_size, "epoch": self._epoch}
        return state | {"position": self._position, "skipped": self.skipped}

    def load_state_dict(self, state: Mapping[str, int]) -> None:
        """The next pass goes on at that place. Raises KeyError, or ValueError for a loader with another order."""
        epoch, position, skipped = (state[name] for name in ("epoch", "position", "skipped"))
        for name in ("seed", "buffer_size"):
            if state[name] != getattr(self._plan, name):
                raise ValueError(f"the state is of {name} {state[name]}, the loader has {getattr(self._plan, name)}")
        self.close()
        self._epoch, self._position, self.skipped = epoch, position, skipped
        self._begun = self._ended = False
        self.error = self._minibatch = None

    def _start(self):
        """A new pass, from its first file unless load_state_dict() gave another place."""
        self.close()
        if self._begun:
            self._epoch, self._position = self._epoch + 1, 0
        self._begun, self._ended, self.error = True, False, None
        self._pass = Pass(self._plan, self._epoch, self._position)
        self._closer = weakref.finalize(self, self._pass.close)

    def _next(self):
        try:
            batch = self._pass.next() if self._pass is not None else None
        except Exception:
            self._finish()
            raise
        if batch is None:
            self._finish()
            return None
        self._position = batch.position
        self.skipped += len(batch.skipped)
        self.skipped_files += [error.file for error in batch.skipped]
        return self._next() if batch.images is None else (batch.images, batch.labels)

    def _finish(self):
        """The pass is over, and the state is that of the next one, which has another order."""
        self.close()
        self._epoch, self._position, self._begun = self._epoch + 1, 0, False


def _check_count(name, value):
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be an int, got {value!r}")
    if value < 1:
        raise ValueError(f"{name} must be at least 1, got {value}")
