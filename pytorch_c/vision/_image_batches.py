"""One pass over images: a thread that reads, shuffles and batches ahead, and threads that decode and transform."""

from __future__ import annotations

import io
import queue
import random
import threading
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import islice
from typing import NamedTuple

from .. import _ops
from .._tensor.data import tensor
from .._tensor.dtype import int64
from .._tensor.generator import Generator
from .._tensor.tensor import Tensor
from ._image_files import ImageLoaderError, image_files
from .transforms._draw import drawing_from

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any

    from ._image_files import ImageFile

_NAME = "image-loader"
_PATIENCE = 0.1  # seconds after which a thread that waits looks whether it shall go on


class Plan(NamedTuple):
    """What a pass does."""

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
    try:
        with ThreadPoolExecutor(plan.workers, f"{_NAME}-worker") as pool:
            with closing(_samples(plan, epoch, position, pool, stop)) as samples:
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
            yield _collated(taken, position, skipped, plan.pin)
            taken, skipped = [], []
    if taken and not plan.drop_last:
        yield _collated(taken, position, skipped, plan.pin)
    elif skipped:
        yield Batch(None, None, position, skipped)


def _samples(plan, epoch, position, pool, stop):
    """(name, image, label) of each file in the pass's order, or the error of one that is skipped."""
    waiting = deque()
    try:
        with closing(image_files(plan.path, plan.max_bytes)) as files:
            order = shuffled(files, plan.buffer_size, random.Random(f"{plan.seed}/{epoch}"))
            for file in islice(order, position, None):
                if stop.is_set():
                    return
                waiting.append(pool.submit(_sample, plan, epoch, file))
                if len(waiting) >= 2 * plan.workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def shuffled(files: Iterable[ImageFile], size: int, draw: random.Random) -> Iterator[ImageFile]:
    """The files in an order that a buffer of so many makes: each takes the place of a random one, which leaves."""
    buffer = []
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


_thread = threading.local()


def _sample(plan, epoch, file):
    """(name, image, label) of a file; where broken ones are skipped, the error of one. Raises ImageLoaderError."""
    try:
        if file.problem:
            raise ImageLoaderError(file.name, file.problem)
        if file.label not in plan.vocab:
            raise ImageLoaderError(file.name, f"its label {file.label!r} is not in the vocabulary")
        image = decoded(file, plan.mode, plan.max_pixels)
    except ImageLoaderError as error:
        if plan.skip:
            return error
        raise
    if not hasattr(_thread, "generator"):
        _thread.generator = Generator()
    # The image decides its random numbers, not the thread or the order.
    _thread.generator.manual_seed(random.Random(f"{plan.seed}/{epoch}/{file.index}").getrandbits(63))
    try:
        with drawing_from(_thread.generator):
            image = plan.transform(image)
    except Exception as error:
        raise ImageLoaderError(file.name, f"the transform failed: {type(error).__name__}: {error}") from error
    if not isinstance(image, Tensor):
        raise ImageLoaderError(
            file.name, f"the transform must give a Tensor, as ToTensor does, got {type(image).__name__}"
        )
    return file.name, image, plan.vocab[file.label]


def decoded(file: ImageFile, mode: str, max_pixels: int) -> Any:
    """The PIL image of a file in RGB or L. Raises ImageLoaderError if it is broken or has more than max_pixels."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(file.data)) as image:
            if image.width * image.height > max_pixels:
                reason = f"{image.width} x {image.height} pixels are more than max_pixels={max_pixels}"
                raise ImageLoaderError(file.name, reason)
            return image.convert(mode)
    except ImageLoaderError:
        raise
    except Exception as error:  # Pillow's decoders raise many kinds
        raise ImageLoaderError(file.name, f"broken image: {type(error).__name__}: {error}") from error


def _collated(samples, position, skipped, pin):
    first = samples[0]
    for name, image, _ in samples:
        if image.shape != first[1].shape or image.dtype != first[1].dtype:
            reason = (
                f"the transform gives {tuple(image.shape)} of {image.dtype}, "
                f"for {first[0]} {tuple(first[1].shape)} of {first[1].dtype}; Resize or a crop makes them equal"
            )
            raise ImageLoaderError(name, reason)
    images = _ops.stack([image for _, image, _ in samples])
    labels = tensor([label for _, _, label in samples], dtype=int64)
    if pin:
        images, labels = images.pin_memory(), labels.pin_memory()
    return Batch(images, labels, position, skipped)
