"""Iterators that a DataLoader gives."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

from ..autograd._ranges import record_function
from .collate import pinned
from .dataset import IterableDataset
from .fetch import Ended, Failed, Raised


class OneByOne:
    """Makes a batch when it is asked for; one that cannot be made does not end the others."""

    def __init__(self, fetch: Callable[[Any], Any], indices: Iterator[Any]) -> None:
        self.fetch, self.indices = fetch, indices

    def __iter__(self) -> OneByOne:
        return self

    def __next__(self) -> Any:
        batch = self.fetch(next(self.indices))
        if batch is Ended:
            raise StopIteration
        return batch


class Batches:
    """The batches of one iteration; attributes have torch's names, by which libraries save how far a loop has come."""

    def __init__(self, loader: Any, batches: Iterator[Any], pin: bool, processes: list[Any] | None = None) -> None:
        self._batches, self._pin_memory = batches, pin
        if processes is not None:
            self._workers = processes
        self._dataset, self._dataset_kind = loader.dataset, loader._dataset_kind
        self._index_sampler, self._num_workers = loader._index_sampler, loader.num_workers
        self._IterableDataset_len_called = loader._IterableDataset_len_called
        self._promised = self._IterableDataset_len_called if isinstance(loader.dataset, IterableDataset) else None
        self._num_yielded = 0
        kind = "_MultiProcessing" if loader.num_workers else "_SingleProcess"
        self._profile_name = f"enumerate(DataLoader)#{kind}DataLoaderIter.__next__"

    def __iter__(self) -> Batches:
        return self

    def __len__(self) -> int:
        return len(self._index_sampler)

    def __next__(self) -> Any:
        with record_function(self._profile_name):
            batch = next(self._batches)
        if isinstance(batch, (Failed, Raised)):
            batch.throw()
        self._num_yielded += 1
        if self._promised is not None and self._num_yielded > self._promised:
            warnings.warn(
                f"Length of IterableDataset {self._dataset} was reported to be {self._promised}"
                f"(when accessing len(dataloader)), but {self._num_yielded} samples have been fetched. ",
                stacklevel=2,
            )
        return pinned(batch) if self._pin_memory else batch

    def close(self) -> None:
        """Ends the iteration, and the processes or threads that are its own."""
        if self._num_workers:
            self._batches.close()  # type: ignore[attr-defined]  # a generator
        self._batches = iter(())
