"""One pass over images: a thread that reads, shuffles and batches ahead, and threads or processes that decode and transform."""

from __future__ import annotations

import os
import queue
import random
import sys
import threading
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, nullcontext
from itertools import islice
from typing import NamedTuple

from .. import _ops
from .._tensor.data import tensor
from .._tensor.dtype import int64
from .._tensor.generator import Generator
from ..data import DataLoader, Dataset
from ._image_files import ImageLoaderError, content, image_files
from ._image_samples import Reading, Rows, steps_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any

    from .._tensor.tensor import Tensor
    from ._image_files import ImageFile

_NAME = "image-loader"
_PIECE = 8  # files
# Mean bytes of files up to which threads take turns at the images of a piece: the steps are so short then that to hand on
# the GIL at each takes as long as they do.
_SMALL = 8192
_has_gil = getattr(sys, "_is_gil_enabled", lambda: True)
_PATIENCE = 0.1  # seconds after which a thread that waits looks whether it shall go on


class Plan(NamedTuple):
    """Plan of a pass."""

    path: str
    vocab: Mapping[str, int]
    transform: Callable[[Any], Tensor]
    batch_size: int
    buffer_size: int
    seed: int
    pin: bool
    mode: str
    workers: int
    prefetch: int
    drop_last: bool
    skip: bool
    max_pixels: int
    max_bytes: int
    context: Any

    def reading(self, epoch: int) -> Reading:
        """Returns how the files of a pass become samples."""
        steps = steps_of(self.transform)
        return Reading(self.vocab, steps, self.mode, self.max_pixels, self.skip, f"{self.seed}/{epoch}")


class _Raised(NamedTuple):
    error: Exception


class Batch(NamedTuple):
    """Images and labels, how many files of the pass came before the next batch, and which were skipped."""

    images: Tensor | None
    labels: Tensor | None
    position: int
    skipped: list[ImageLoaderError]


class Pass:
    """The batches of one pass from a position on. close() ends its threads; so does the end, or an error."""

    def __init__(self, plan: Plan, epoch: int, position: int) -> None:
        self._ready: queue.Queue[Any] = queue.Queue(plan.prefetch)
        self._stop = threading.Event()
        arguments = (plan, epoch, position, self._ready, self._stop)
        self._thread = threading.Thread(target=_produce, args=arguments, name=_NAME, daemon=True)
        self._thread.start()

    def next(self) -> Batch | None:
        """The next batch, None at the end. Raises what went wrong."""
        while not self._stop.is_set():
            try:
                item = self._ready.get(timeout=_PATIENCE)
            except queue.Empty:
                continue
            if isinstance(item, Batch):
                return item
            self.close()
            if item is not None:
                raise item
        return None

    def close(self) -> None:
        """Ends the threads and waits for them; closing twice is harmless."""
        self._stop.set()
        # A finalizer may run on a thread of the loader itself, which cannot wait for itself.
        if not threading.current_thread().name.startswith(_NAME):
            self._thread.join()
        while not self._ready.empty():
            self._ready.get_nowait()


def _produce(plan, epoch, position, ready, stop):
    """The thread: batches, then None or the error, into the queue."""
    end = None
    decode = _by_threads if plan.context == "threads" else _by_processes
    try:
        with closing(_samples(plan, epoch, position, decode, stop)) as samples:
            for batch in _batches(plan, position, samples):
                if not _put(ready, batch, stop):
                    break
    except Exception as error:
        end = error
    _put(ready, end, stop)


def _put(ready, item, stop):
    """False if nobody wants it any more."""
    while not stop.is_set():
        try:
            ready.put(item, timeout=_PATIENCE)
        except queue.Full:
            continue
        return True
    return False


def _batches(plan, position, samples):
    taken, skipped = [], []
    for sample in samples:
        position += 1
        if isinstance(sample, ImageLoaderError):
            skipped.append(sample)
            continue
        taken.append(sample)
        if len(taken) == plan.batch_size:
            yield _collated(plan, taken, position, skipped)
            taken, skipped = [], []
    if taken and not plan.drop_last:
        yield _collated(plan, taken, position, skipped)
    elif skipped:
        yield Batch(None, None, position, skipped)


def _samples(plan, epoch, position, decode, stop):
    """The sample of each file in the pass's order, or the error of one that is skipped; raises that of another."""
    reads_itself = decode is _by_processes and os.path.isdir(plan.path)
    with closing(image_files(plan.path, plan.max_bytes, with_data=not reads_itself)) as files:
        order = shuffled(files, plan.buffer_size, random.Random(f"{plan.seed}/{epoch}"))
        with closing(decode(plan, epoch, islice(order, position, None), stop)) as pieces:
            for piece in pieces:
                for one in piece:
                    if isinstance(one, _Raised):
                        raise one.error
                    yield one


def _by_threads(plan, epoch, files, stop):
    """The samples of each piece of the files, by a pool of threads."""
    reading, waiting, turn = plan.reading(epoch), deque(), threading.Lock()
    with ThreadPoolExecutor(plan.workers, f"{_NAME}-worker") as pool:
        try:
            for piece in _pieces(files, plan.batch_size):
                if stop.is_set():
                    return
                waiting.append(pool.submit(_piece, reading, piece, turn, stop))
                if len(waiting) >= 2 * plan.workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def _pieces(files, batch_size):
    """Lists of (file, rows, index): each file with its place in a batch, if none before it is skipped.

    A thread gets several at once, since handing one over costs as much as a small image. The first piece is one file,
    so that a loader of large images begins soon.
    """
    piece, most = [], 1
    rows, index = Rows(batch_size), 0
    for file in files:
        piece.append((file, rows, index))
        index += 1
        if index == batch_size:
            rows, index = Rows(batch_size), 0
        if len(piece) == most:
            yield piece
            piece, most = [], _PIECE
    if piece:
        yield piece


def _piece(reading, piece, turn, stop):
    """The samples of some files; the last one is an exception where it must be raised."""
    small = _has_gil() and sum(len(file.data or b"") for file, *_ in piece) < _SMALL * len(piece)
    found = []
    with turn if small else nullcontext():
        for place in piece:
            if stop.is_set():
                break
            found.append(_sample(reading, *place))
            if isinstance(found[-1], _Raised):
                break
    return found


def _sample(reading, file, rows, index):
    try:
        return reading.sample(file, rows, index)
    except Exception as error:
        return _Raised(error)


def _by_processes(plan, epoch, files, stop):
    """The samples of each batch of the files, by the processes of a DataLoader, which share the rows."""
    numbers = Generator()
    numbers.manual_seed(epoch)  # its workers' own; not the global ones, from which the user draws
    batches = DataLoader(
        _Decoding(plan.reading(epoch), plan.batch_size, plan.max_bytes),
        batch_size=None,
        sampler=_lists(files, plan.batch_size, stop),
        num_workers=plan.workers,
        collate_fn=_as_it_is,
        multiprocessing_context=plan.context,
        generator=numbers,
    )
    return iter(batches)


def _lists(files, size, stop):
    while not stop.is_set() and (some := list(islice(files, size))):
        yield some


class _Decoding(Dataset):
    """The samples of lists of files, one batch each; files of a folder come without their bytes."""

    def __init__(self, reading, size, max_bytes):
        self.reading, self.size, self.max_bytes = reading, size, max_bytes

    def __getitem__(self, files):
        rows = Rows(self.size)
        return [_sample(self.reading, self.whole(file), rows, index) for index, file in enumerate(files)]

    def whole(self, file):
        if file.problem or file.data is not None:
            return file
        return file._replace(data=content(file.name, min(os.stat(file.name).st_size, self.max_bytes)))


def _as_it_is(samples):
    return samples


def shuffled(files: Iterable[ImageFile], size: int, draw: random.Random) -> Iterator[ImageFile]:
    """The files in an order that a buffer of so many makes: each takes the place of a random one, which leaves."""
    buffer: list[ImageFile] = []
    for file in files:
        if len(buffer) < size:
            buffer.append(file)
            continue
        index = draw.randrange(size)
        buffer[index], file = file, buffer[index]
        yield file
    draw.shuffle(buffer)
    while buffer:
        yield buffer.pop()


def _collated(plan, samples, position, skipped):
    first = samples[0].rows
    # Images that were written into their batch are there already, in order unless a file was skipped.
    if first is not None and all(one.rows is first and one.index == at for at, one in enumerate(samples)):
        images = first.tensor if len(samples) == plan.batch_size else first.tensor[: len(samples)].clone()
    else:
        images = _stacked([(one.name, one.tensor()) for one in samples])
    labels = tensor([one.label for one in samples], dtype=int64)
    if plan.pin:
        images, labels = images.pin_memory(), labels.pin_memory()
    return Batch(images, labels, position, skipped)


def _stacked(named):
    name, first = named[0]
    for other, image in named:
        if image.shape != first.shape or image.dtype != first.dtype:
            reason = (
                f"the transform gives {tuple(image.shape)} of {image.dtype}, "
                f"for {name} {tuple(first.shape)} of {first.dtype}; Resize or a crop makes them equal"
            )
            raise ImageLoaderError(other, reason)
    return _ops.stack([image for _, image in named])
