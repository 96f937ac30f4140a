"""Datasets: things with a length and a sample at each index, or with samples to iterate over (torch.utils.data.dataset)."""

from __future__ import annotations

import math
import warnings
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any, Generic, TypeVar

from .._ops import randperm
from .._tensor.generator import Generator
from .._tensor.tensor import Tensor

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Dataset(Generic[T_co]):
    """Base class of datasets: a subclass has `__getitem__(index)` and, for a DataLoader, `__len__()`.

    One that has `__getitems__(indices)`, a list of samples, is asked for a batch at once.
    """

    def __getitem__(self, index: Any) -> T_co:
        raise NotImplementedError(f"{type(self).__name__} has no __getitem__")

    def __add__(self, other: Dataset[Any]) -> Dataset[Any]:
        return ConcatDataset([self, other])


class IterableDataset(Dataset[T_co], Iterable[T_co]):
    """Base class of datasets without indices: a subclass has `__iter__()`, which gives the samples."""

    def __iter__(self) -> Iterator[T_co]:
        raise NotImplementedError(f"{type(self).__name__} has no __iter__")

    def __add__(self, other: Dataset[Any]) -> Dataset[Any]:
        return ChainDataset([self, other])


class TensorDataset(Dataset[tuple[Tensor, ...]]):
    """Samples are the rows of tensors of equal length: dataset[i] is (tensors[0][i], tensors[1][i], …).

    Raises ValueError when there is no tensor, one has no dimension, or their first sizes differ.
    """

    def __init__(self, *tensors: Tensor) -> None:
        if not tensors:
            raise ValueError("TensorDataset needs at least one tensor")
        shapes = [tuple(tensor.shape) for tensor in tensors]
        if not all(shapes) or len({shape[0] for shape in shapes}) > 1:
            raise ValueError(f"Size mismatch between tensors of a TensorDataset; their shapes are {shapes}")
        self.tensors = tensors

    def __getitem__(self, index: Any) -> tuple[Tensor, ...]:
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self) -> int:
        return self.tensors[0].shape[0]


def _samples(dataset, indices):
    """The samples of a dataset at a list of indices, at once where it can."""
    at_once = getattr(dataset, "__getitems__", None)
    if not callable(at_once):
        return [dataset[index] for index in indices]
    found = at_once(indices)
    if len(found) != len(indices):
        raise ValueError(f"Nested dataset's output size mismatch. Expected {len(indices)}, got {len(found)}")
    return found


class StackDataset(Dataset[Any]):
    """Samples of datasets of equal length side by side: a tuple of them, or a dict where they were given by name.

    Raises ValueError where there is none, both ways were used, or the lengths differ.
    """

    def __init__(self, *args: Dataset[Any], **kwargs: Dataset[Any]) -> None:
        if args and kwargs:
            raise ValueError(
                "Supported either ``tuple``- (via ``args``) or "
                "``dict``- (via ``kwargs``) like input/output, but both types are given."
            )
        if not args and not kwargs:
            raise ValueError("At least one dataset should be passed")
        self.datasets: Any = args or kwargs
        if len({len(dataset) for dataset in self._parts()}) > 1:
            raise ValueError("Size mismatch between datasets")

    def _parts(self):
        return list(self.datasets.values() if isinstance(self.datasets, dict) else self.datasets)

    def _sample(self, parts):
        return dict(zip(self.datasets, parts)) if isinstance(self.datasets, dict) else tuple(parts)

    def __getitem__(self, index: Any) -> Any:
        return self._sample([dataset[index] for dataset in self._parts()])

    def __getitems__(self, indices: list[int]) -> list[Any]:
        return [self._sample(parts) for parts in zip(*[_samples(dataset, indices) for dataset in self._parts()])]

    def __len__(self) -> int:
        return len(self._parts()[0])


class ConcatDataset(Dataset[T_co]):
    """The samples of datasets one after another; `a + b` makes it too.

    Raises ValueError where there is none or one has no indices, and for an index before the first sample.
    """

    def __init__(self, datasets: Iterable[Dataset[T_co]]) -> None:
        self.datasets = list(datasets)
        if not self.datasets:
            raise ValueError("datasets should not be an empty iterable")
        if any(isinstance(dataset, IterableDataset) for dataset in self.datasets):
            raise AssertionError("ConcatDataset does not support IterableDataset")
        self.cumulative_sizes = self.cumsum(self.datasets)

    @staticmethod
    def cumsum(sequence: Iterable[Any]) -> list[int]:
        """Returns the number of samples up to and with each dataset."""
        return list(accumulate(len(dataset) for dataset in sequence))

    @property
    def cummulative_sizes(self) -> list[int]:
        """Returns cumulative_sizes with a FutureWarning: torch's name before it was spelled right."""
        warnings.warn(
            "`cummulative_sizes` attribute is renamed to `cumulative_sizes`", category=FutureWarning, stacklevel=2
        )
        return self.cumulative_sizes

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]

    def __getitem__(self, idx: int) -> T_co:
        if idx < 0:
            if -idx > len(self):
                raise ValueError("absolute value of index should not exceed dataset length")
            idx += len(self)
        which = bisect_right(self.cumulative_sizes, idx)
        if which == len(self.datasets):
            raise IndexError(f"index {idx} is out of range for {len(self)} samples")
        return self.datasets[which][idx - (self.cumulative_sizes[which - 1] if which else 0)]


class ChainDataset(IterableDataset[T_co]):
    """The samples of iterable datasets one after another; `a + b` makes it too. ValueError for another dataset."""

    def __init__(self, datasets: Iterable[Dataset[T_co]]) -> None:
        self.datasets = datasets

    def _iterables(self):
        for dataset in self.datasets:
            if not isinstance(dataset, IterableDataset):
                raise AssertionError("ChainDataset only supports IterableDataset")
            yield dataset

    def __iter__(self) -> Iterator[T_co]:
        for dataset in self._iterables():
            yield from dataset

    def __len__(self) -> int:
        return sum(map(len, self._iterables()))


class Subset(Dataset[T_co]):
    """The samples of a dataset at the given indices, in that order.

    A subclass with its own `__getitem__` needs its own `__getitems__`, which a DataLoader asks; else
    NotImplementedError.
    """

    def __init__(self, dataset: Dataset[T_co], indices: Sequence[int]) -> None:
        self.dataset = dataset
        self.indices = indices
        own = type(self)
        if own.__getitem__ is not Subset.__getitem__ and own.__getitems__ is Subset.__getitems__:
            raise NotImplementedError(f"{own.__name__} overrides __getitem__ but not __getitems__")

    def __getitem__(self, idx: Any) -> T_co:
        if isinstance(idx, list):
            return self.dataset[[self.indices[i] for i in idx]]
        return self.dataset[self.indices[idx]]

    def __getitems__(self, indices: list[int]) -> list[T_co]:
        return _samples(self.dataset, [self.indices[i] for i in indices])

    def __len__(self) -> int:
        return len(self.indices)


def _lengths(count, fractions):
    """Whole lengths that add up to count; what is left over goes to the first ones, one each."""
    for i, fraction in enumerate(fractions):
        if fraction < 0 or fraction > 1:
            raise ValueError(f"Fraction at index {i} is not between 0 and 1")
    found = [math.floor(count * fraction) for fraction in fractions]
    for i in range(count - sum(found)):
        found[i % len(found)] += 1
    for i, length in enumerate(found):
        if length == 0:
            warnings.warn(f"Length of split at index {i} is 0. This might result in an empty dataset.", stacklevel=3)
    return found


def random_split(
    dataset: Dataset[T], lengths: Sequence[int | float], generator: Generator | None = None
) -> list[Subset[T]]:
    """The samples of a dataset dealt out at random: a Subset for each of the lengths, or of fractions that add up to 1.

    generator: where the order comes from, the global one if None; torch's own order for torch's seed.
    Raises ValueError where the lengths do not add up to that of the dataset.
    """
    count = len(dataset)  # type: ignore[arg-type]
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        lengths = _lengths(count, lengths)
    if sum(lengths) != count:
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    order = randperm(count, generator=generator).tolist()
    ends = list(accumulate(lengths))
    return [Subset(dataset, order[int(end - length) : int(end)]) for end, length in zip(ends, lengths)]
