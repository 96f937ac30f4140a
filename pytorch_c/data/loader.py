"""Batches of a dataset (torch.utils.data.DataLoader)."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any, Generic, TypeVar

from .. import cuda
from .._tensor.generator import Generator
from .batches import Batches, OneByOne
from .collate import default_of
from .dataset import Dataset, IterableDataset
from .fetch import fetcher, takes_rows
from .sampler import BatchSampler, RandomSampler, Sampler, SequentialSampler, draw_seed
from .workers import Workers, get_worker_info  # noqa: F401  (torch has it here too)

T_co = TypeVar("T_co", covariant=True)

_FIXED = ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers")


class _Endless(Sampler[None]):
    """Asks an IterableDataset for samples until it has no more."""

    def __iter__(self):
        return repeat(None)


class DataLoader(Generic[T_co]):
    """Batches of batch_size samples; a new order in each iteration when shuffle is set.

    sampler gives the indices instead, batch_sampler lists of them; batch_size=None gives samples one by one.
    The order comes from generator, or else from the global seed, and is the one that torch's DataLoader takes.
    collate_fn makes a batch of a list of samples (`default_collate`, and `default_convert` of a single one).
    A last batch that is not full is left out when drop_last is set. pin_memory puts batches into page-locked memory.

    num_workers processes make batches ahead, prefetch_factor each (2), by turns; with 0, the calling thread makes one
    when it is asked for. Each has its own copy of the dataset and its own seeds, and calls worker_init_fn(its number)
    once, an iteration, or for all iterations with persistent_workers; `get_worker_info()` says which one it is. The
    tensors of a batch are not copied between processes. timeout is in seconds, 0 for none. in_order=False gives the
    batches as they get ready. An error of a worker is raised in the loop with its traceback, and so is its death.
    multiprocessing_context: how they start ("fork", "spawn", "forkserver" or a context; default: the system's way), or
    "threads": threads of this process with a shallow copy of the dataset each, whose random numbers come from the one
    global generator, and whose errors are raised as they are. A batch needs no other process then, and what Python
    itself computes takes turns.

    Batches of a TensorDataset are picked from the whole tensors with one call each, on the device where these are;
    they share no memory with the dataset.

    Raises ValueError for arguments that exclude each other.
    """

    _ready = False

    def __init__(
        self,
        dataset: Dataset[T_co] | Sequence[T_co],
        batch_size: int | None = 1,
        shuffle: bool | None = None,
        sampler: Sampler[Any] | Iterable[Any] | None = None,
        batch_sampler: Sampler[list[Any]] | Iterable[list[Any]] | None = None,
        num_workers: int = 0,
        collate_fn: Callable[[list[Any]], Any] | None = None,
        pin_memory: bool = False,
        drop_last: bool = False,
        timeout: float = 0,
        worker_init_fn: Callable[[int], Any] | None = None,
        multiprocessing_context: Any = None,
        generator: Generator | None = None,
        *,
        prefetch_factor: int | None = None,
        persistent_workers: bool = False,
        pin_memory_device: str = "",
        in_order: bool = True,
    ) -> None:
        _check_workers(num_workers, timeout, prefetch_factor, persistent_workers, multiprocessing_context)
        iterable = isinstance(dataset, IterableDataset)
        if iterable:
            _check_iterable(shuffle, sampler, batch_sampler)
        _check_samplers(batch_size, shuffle, sampler, batch_sampler, drop_last)
        self.dataset = dataset
        self.num_workers = num_workers
        self.prefetch_factor = 2 if num_workers and prefetch_factor is None else prefetch_factor
        self.persistent_workers = persistent_workers
        self.pin_memory = pin_memory
        self.pin_memory_device = pin_memory_device
        self.timeout = timeout
        self.worker_init_fn = worker_init_fn
        self.multiprocessing_context = multiprocessing_context
        self.generator = generator
        self.in_order = in_order
        self.drop_last = drop_last
        self.batch_size = batch_size if batch_sampler is None else None
        if sampler is None:
            default = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
            sampler = _Endless() if iterable else default
        self.sampler = sampler
        if self.batch_size is not None:
            batch_sampler = BatchSampler(sampler, self.batch_size, drop_last)
        self.batch_sampler = batch_sampler
        self.collate_fn: Callable[..., Any] = collate_fn or default_of(batch_sampler is None)
        self._workers: Any = None
        self._iterator: Any = None  # torch's name, for classes that derive from this one
        self._IterableDataset_len_called: int | None = None
        self._ready = True
        self.check_worker_number_rationality()

    def __setattr__(self, attr: str, val: Any) -> None:
        if self._ready and attr in _FIXED:
            raise ValueError(f"{attr} attribute should not be set after {type(self).__name__} is initialized")
        super().__setattr__(attr, val)

    def __len__(self) -> int:
        if not isinstance(self.dataset, IterableDataset):
            return len(self._index_sampler)
        self._IterableDataset_len_called = length = len(self.dataset)  # type: ignore[arg-type]
        if self.batch_size is None:
            return length
        full, rest = divmod(length, self.batch_size)
        return full + (rest > 0 and not self.drop_last)

    @property
    def _auto_collation(self) -> bool:
        return self.batch_sampler is not None

    @property
    def _index_sampler(self) -> Any:
        return self.sampler if self.batch_sampler is None else self.batch_sampler

    @property
    def _dataset_kind(self) -> int:
        return self.__dict__.get("_dataset_kind", int(isinstance(self.dataset, IterableDataset)))

    @_dataset_kind.setter
    def _dataset_kind(self, kind: int) -> None:
        self.__dict__["_dataset_kind"] = kind

    def _get_iterator(self) -> Any:
        """Returns torch's own iterator; a class that derives from this one may give another."""
        iterators = sys.modules[__name__]  # torch's classes come from its file, beside ours
        if self.num_workers:
            return iterators._MultiProcessingDataLoaderIter(self)
        return iterators._SingleProcessDataLoaderIter(self)

    def check_worker_number_rationality(self) -> None:
        """Warns of more workers than there are processors for this process."""
        if not self.num_workers or not self._has_processes:
            return
        affinity = getattr(os, "sched_getaffinity", None)
        processors = len(affinity(0)) if affinity else os.cpu_count() or 0
        if self.num_workers > processors:
            warnings.warn(
                f"This DataLoader will create {self.num_workers} worker processes in total. Our suggested max number of "
                f"worker in current system is {processors}, which is smaller than what this DataLoader is going to create. "
                "Please be aware that excessive worker creation might get DataLoader running slow or even freeze, "
                "lower the worker number to avoid potential slowness/freeze if necessary.",
                stacklevel=2,
            )

    def __iter__(self) -> Iterator[Any]:
        if type(self)._get_iterator is not DataLoader._get_iterator or (self._has_processes and _iterators_changed()):
            return self._torch_iterator()
        if type(self.batch_sampler) is BatchSampler and takes_rows(self):
            indices = self.batch_sampler._tensors()
        else:
            indices = iter(self._index_sampler)
        # torch draws a seed for its workers when they start, and with each iteration where there are none.
        seed = 0 if self._workers is not None else draw_seed(self.generator)
        # Workers begin, the sampler draws, and a dataset is asked for its iterator before the first batch is, as in torch.
        processes = None
        if self.num_workers:
            batches = self._ahead(indices, seed)
            processes = next(batches)
        else:
            batches = OneByOne(fetcher(self.dataset, self), indices)
        pin = self.pin_memory and cuda.is_available()
        if self.pin_memory and not pin:
            warnings.warn(
                "'pin_memory' argument is set as true but no accelerator is found, "
                "then device pinned memory won't be used.",
                stacklevel=2,
            )
        return Batches(self, batches, pin, processes)

    @property
    def _has_processes(self) -> bool:
        """Returns whether workers, where there are any, are processes: the ones that torch's iterators know."""
        return self.multiprocessing_context != "threads"

    def _torch_iterator(self) -> Any:
        """Returns what `_get_iterator` gives, which persistent workers keep for all iterations."""
        if not (self.persistent_workers and self.num_workers):
            return self._get_iterator()
        if self._iterator is None:
            self._iterator = self._get_iterator()
        else:
            self._iterator._reset(self)
        return self._iterator

    def _ahead(self, indices, seed):
        """The batches of workers; a list of their processes before them."""
        workers = self._workers or _workers(self, seed)
        if self.persistent_workers:
            self._workers = workers
        try:
            yield from workers.batches(self, indices)
        finally:
            if not self.persistent_workers:
                workers.close()


def _iterators_changed():
    """Returns whether a program replaced methods of torch's iterators, or a class: SpeechBrain counts on its `__init__`.

    All that torch's file defines has the one namespace of that file.
    """
    classes = (globals().get(f"_{kind}DataLoaderIter") for kind in ("Base", "SingleProcess", "MultiProcessing"))
    methods = (one for known in classes if known for one in vars(known).values() if callable(one))
    return len({id(getattr(getattr(one, "__func__", one), "__globals__", None)) for one in methods}) > 1


def _check_workers(num_workers, timeout, prefetch_factor, persistent_workers, context):
    if num_workers < 0:
        raise ValueError("num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
    if timeout < 0:
        raise ValueError("timeout option should be non-negative")
    if num_workers == 0 and prefetch_factor is not None:
        raise ValueError("prefetch_factor option could only be specified with num_workers > 0")
    if prefetch_factor is not None and prefetch_factor < 1:
        raise ValueError("prefetch_factor option should be positive")
    if persistent_workers and num_workers == 0:
        raise ValueError("persistent_workers option needs num_workers > 0")
    if context is not None and not num_workers:
        raise ValueError("multiprocessing_context can only be used with num_workers > 0")
    check_context(context)


def check_context(context: Any) -> None:
    """Raises TypeError or ValueError for what is neither None, a context of multiprocessing, a start method nor "threads"."""
    if context is not None and not (isinstance(context, str) or hasattr(context, "Process")):
        raise TypeError(f"multiprocessing_context must be a context, a start method or 'threads', got {context!r}")
    if isinstance(context, str) and context not in ("threads", *_start_methods()):
        raise ValueError(f"multiprocessing_context must be 'threads' or one of {_start_methods()}, got {context!r}")


def _start_methods():
    from multiprocessing import get_all_start_methods

    return get_all_start_methods()


def _workers(loader, seed):
    if loader.multiprocessing_context == "threads":
        return Workers(loader, seed)
    from .processes import Processes

    return Processes(loader, seed)


def _check_iterable(shuffle, sampler, batch_sampler):
    given = ("shuffle", shuffle or None), ("sampler", sampler), ("batch_sampler", batch_sampler)
    for name, value in given:
        if value is not None:
            raise ValueError(
                f"DataLoader with IterableDataset: expected unspecified {name} option, but got {name}={value}"
            )


def _check_samplers(batch_size, shuffle, sampler, batch_sampler, drop_last):
    if sampler is not None and shuffle:
        raise ValueError("sampler option is mutually exclusive with shuffle")
    if batch_sampler is not None and (batch_size != 1 or shuffle or sampler is not None or drop_last):
        raise ValueError("batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last")
    if batch_sampler is None and batch_size is None and drop_last:
        raise ValueError("batch_size=None option disables auto-batching and is mutually exclusive with drop_last")
