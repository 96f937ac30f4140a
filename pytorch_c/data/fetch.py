"""Ways of a DataLoader from the indices of its sampler to a batch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .._tensor.data import tensor
from .._tensor.tensor import Tensor
from .collate import default_collate
from .dataset import IterableDataset, TensorDataset


def takes_rows(loader: Any) -> bool:
    """Returns whether batches are rows of whole tensors: one call for each tensor, not one for each sample."""
    plain = getattr(type(loader.dataset), "__getitem__", None) is TensorDataset.__getitem__
    return plain and loader.batch_sampler is not None and loader.collate_fn is default_collate


class Ended:
    """Answer of a worker whose IterableDataset has no more samples."""


@dataclass(frozen=True)
class Failed:
    """An exception that a worker process raised."""

    kind: type
    text: str

    def throw(self) -> None:
        """Raises it here, its words before those of the worker's traceback, as torch does."""
        try:
            error = self.kind(self.text)
        except Exception:
            error = RuntimeError(self.text)
        raise error from None


@dataclass
class Raised:
    """An exception of a thread of this process."""

    error: Exception | None

    def throw(self) -> None:
        """Raises it; nothing refers to it then, or its traceback would keep what its frames have."""
        error, self.error = self.error, None
        try:
            raise error  # type: ignore[misc]
        finally:
            del error


class Map:
    """Of a dataset with indices."""

    def __init__(self, dataset: Any, loader: Any) -> None:
        self.dataset, self.collate = dataset, loader.collate_fn
        self.batched = loader.batch_sampler is not None
        self.rows = takes_rows(loader)

    def __call__(self, index: Any) -> Any:
        if self.rows:
            places = index if isinstance(index, Tensor) else tensor(index)
            return [one.index_select(0, places.to(one.device)) for one in self.dataset.tensors]
        if not self.batched:
            return self.collate(self.dataset[index])
        if getattr(self.dataset, "__getitems__", None):
            return self.collate(self.dataset.__getitems__(index))
        return self.collate([self.dataset[i] for i in index])


class Iterable:
    """Of an IterableDataset, whose samples come in their own order."""

    def __init__(self, dataset: Any, loader: Any) -> None:
        self.samples, self.loader, self.ended = iter(dataset), loader, False

    def __call__(self, index: Any) -> Any:
        batched = self.loader.batch_sampler is not None
        wanted = len(index) if batched else 1
        batch = self.next(wanted)
        if not batch or (batched and self.loader.drop_last and len(batch) < wanted):
            return Ended
        return self.loader.collate_fn(batch if batched else batch[0])

    def next(self, count: int) -> list[Any]:
        """The next samples, fewer at the end; iter() is not called again, for it may begin anew."""
        batch: list[Any] = []
        try:
            while len(batch) < count and not self.ended:
                batch.append(next(self.samples))
        except StopIteration:
            self.ended = True
        return batch


def fetcher(dataset: Any, loader: Any) -> Map | Iterable:
    return (Iterable if isinstance(dataset, IterableDataset) else Map)(dataset, loader)
