"""Ways of a DataLoader from the indices of its sampler to a batch."""

from __future__ import annotations

from itertools import islice
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
        self.samples, self.loader = iter(dataset), loader

    def __call__(self, index: Any) -> Any:
        if self.loader.batch_sampler is None:
            for sample in self.samples:
                return self.loader.collate_fn(sample)
            return Ended
        batch = list(islice(self.samples, len(index)))
        if not batch or (self.loader.drop_last and len(batch) < len(index)):
            return Ended
        return self.loader.collate_fn(batch)


def fetcher(dataset: Any, loader: Any) -> Map | Iterable:
    return (Iterable if isinstance(dataset, IterableDataset) else Map)(dataset, loader)
