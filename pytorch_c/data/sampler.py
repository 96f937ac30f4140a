"""Samplers: in which order a DataLoader takes the samples of a dataset (torch.utils.data.sampler).

Random ones give torch's own order for torch's seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Sized
from itertools import islice
from typing import Generic, TypeVar

from .._ops import arange, cat, empty, multinomial, randint, randperm
from .._tensor.data import as_tensor
from .._tensor.dtype import float64, int64
from .._tensor.generator import Generator
from .._tensor.tensor import Tensor

T_co = TypeVar("T_co", covariant=True)


def draw_seed(generator: Generator | None = None) -> int:
    """A seed for a generator or for workers, as torch draws it: one int64."""
    return empty((), dtype=int64).random_(generator=generator).item()


def _is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


class Sampler(Generic[T_co]):
    """Base class: a subclass has `__iter__`, which gives indices or batches of them, and may have `__len__`."""

    def __iter__(self) -> Iterator[T_co]:
        raise NotImplementedError(f"{type(self).__name__} has no __iter__")


class SequentialSampler(Sampler[int]):
    """0, 1, 2, … to the length of data_source."""

    def __init__(self, data_source: Sized) -> None:
        self.data_source = data_source

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))

    def _orders(self):
        yield arange(len(self.data_source))

    def __len__(self) -> int:
        return len(self.data_source)


class RandomSampler(Sampler[int]):
    """The indices of data_source in a random order; with replacement, drawn independently of each other.

    num_samples: how many, the length of data_source if None; more of them start over in a new order.
    generator: where the numbers come from; None draws a seed for one from the global generator.
    Raises TypeError for a replacement that is no bool, ValueError for a num_samples below 1.
    """

    def __init__(
        self,
        data_source: Sized,
        replacement: bool = False,
        num_samples: int | None = None,
        generator: Generator | None = None,
    ) -> None:
        self.data_source = data_source
        self.replacement = replacement
        self._num_samples = num_samples
        self.generator = generator
        if not isinstance(replacement, bool):
            raise TypeError(f"replacement should be a boolean value, but got replacement={replacement}")
        if not isinstance(self.num_samples, int) or self.num_samples <= 0:
            raise ValueError(f"num_samples should be a positive integer value, but got num_samples={self.num_samples}")

    @property
    def num_samples(self) -> int:
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self) -> Iterator[int]:
        for order in self._orders():
            yield from order.tolist()

    def _orders(self):
        """The indices as int64 tensors, one after another."""
        count, wanted = len(self.data_source), self.num_samples
        generator = self.generator
        if generator is None:
            generator = Generator().manual_seed(draw_seed())
        if self.replacement:
            for _ in range(wanted // 32):  # torch draws them by 32
                yield randint(count, (32,), generator=generator)
            yield randint(count, (wanted % 32,), generator=generator)
            return
        for _ in range(wanted // count):
            yield randperm(count, generator=generator)
        # torch draws this one also where nothing of it is used, and the next order depends on it.
        yield randperm(count, generator=generator)[: wanted % count]

    def __len__(self) -> int:
        return self.num_samples


class SubsetRandomSampler(Sampler[int]):
    """The given indices in a random order."""

    def __init__(self, indices: Sequence[int], generator: Generator | None = None) -> None:
        self.indices = indices
        self.generator = generator

    def __iter__(self) -> Iterator[int]:
        for i in randperm(len(self.indices), generator=self.generator).tolist():
            yield self.indices[i]

    def __len__(self) -> int:
        return len(self.indices)


class WeightedRandomSampler(Sampler[int]):
    """num_samples of the indices of weights, each as likely as its weight; without replacement, each once at most.

    weights: numbers, or a tensor (n,), which need not add up to one; kept as float64.
    Raises ValueError for weights of another shape, for a num_samples below 1 and a replacement that is no bool.
    """

    def __init__(
        self,
        weights: Sequence[float] | Tensor,
        num_samples: int,
        replacement: bool = True,
        generator: Generator | None = None,
    ) -> None:
        if not _is_count(num_samples):
            raise ValueError(f"num_samples should be a positive integer value, but got num_samples={num_samples}")
        if not isinstance(replacement, bool):
            raise ValueError(f"replacement should be a boolean value, but got replacement={replacement}")
        self.weights = as_tensor(weights, dtype=float64)
        if self.weights.ndim != 1:
            raise ValueError(
                f"weights should be a 1d sequence but given weights have shape {tuple(self.weights.shape)}"
            )
        self.num_samples = num_samples
        self.replacement = replacement
        self.generator = generator

    def __iter__(self) -> Iterator[int]:
        drawn = multinomial(self.weights, self.num_samples, self.replacement, generator=self.generator)
        yield from drawn.tolist()

    def __len__(self) -> int:
        return self.num_samples


class BatchSampler(Sampler[list[int]]):
    """Lists of batch_size indices of another sampler; the last may be shorter, or is left out with drop_last.

    sampler: a Sampler, or any iterable. Raises ValueError for a batch_size below 1 and a drop_last that is no bool.
    """

    def __init__(self, sampler: Sampler[int] | Iterable[int], batch_size: int, drop_last: bool) -> None:
        if not _is_count(batch_size):
            raise ValueError(f"batch_size should be a positive integer value, but got batch_size={batch_size}")
        if not isinstance(drop_last, bool):
            raise ValueError(f"drop_last should be a boolean value, but got drop_last={drop_last}")
        self.sampler = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self) -> Iterator[list[int]]:
        indices = iter(self.sampler)
        while batch := list(islice(indices, self.batch_size)):
            if len(batch) == self.batch_size or not self.drop_last:
                yield batch

    def __len__(self) -> int:
        full, rest = divmod(len(self.sampler), self.batch_size)  # type: ignore[arg-type]
        return full + (rest > 0 and not self.drop_last)

    def _tensors(self):
        """The batches as int64 tensors, where the sampler's indices are tensors already; else as lists.

        Slices of whole orders: a list of ints for each batch would cost more than picking its rows.
        """
        if type(self.sampler) not in (SequentialSampler, RandomSampler):
            yield from self
            return
        rest = empty((0,), dtype=int64)
        for order in self.sampler._orders():
            order = cat([rest, order]) if rest.shape[0] else order
            full = order.shape[0] // self.batch_size * self.batch_size
            if full:
                yield from order[:full].split(self.batch_size)
            rest = order[full:]
        if rest.shape[0] and not self.drop_last:
            yield rest
