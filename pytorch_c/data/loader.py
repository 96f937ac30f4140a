"""Batches of a dataset."""

from collections.abc import Mapping, Sequence

from .. import Generator, Tensor, arange, empty, float64, int64, randperm, stack, tensor
from .dataset import TensorDataset


class DataLoader:
    """Batches of batch_size samples; a new order in each iteration when shuffle is set.

    The order comes from generator, or else from the global seed, and is the one that torch's DataLoader takes.
    collate_fn makes a batch of a list of samples (`default_collate` otherwise). A last batch that is not full
    is left out when drop_last is set. Everything happens in the calling thread, when the next batch is asked for.

    Batches of a TensorDataset are lists of tensors, picked from the whole tensors with one call each,
    on the device where these are; they share no memory with the dataset.
    """

    def __init__(self, dataset, batch_size=1, shuffle=False, *, collate_fn=None, drop_last=False, generator=None):
        if not isinstance(batch_size, int) or batch_size < 1:
            raise ValueError(f"batch_size must be a positive int, not {batch_size!r}")
        self.dataset = dataset
        self.batch_size = batch_size
        self.shuffle = bool(shuffle)
        self.collate_fn = collate_fn
        self.drop_last = bool(drop_last)
        self.generator = generator

    def __len__(self):
        full, rest = divmod(len(self.dataset), self.batch_size)
        return full + (rest > 0 and not self.drop_last)

    def __iter__(self):
        order = self._order()
        if isinstance(self.dataset, TensorDataset) and self.collate_fn is None:
            yield from self._rows(order)
        else:
            yield from self._samples(order.tolist())
        if self.shuffle and self.generator is not None:
            # torch draws once more as it runs out; the next iteration's order depends on it.
            randperm(len(order), generator=self.generator)

    def _order(self):
        """The indices of all samples, in the order of this iteration: int64 (n,)."""
        count = len(self.dataset)
        # torch draws a seed for its worker processes first, and its permutation from a generator of its own.
        _draw_seed(self.generator)
        if not self.shuffle:
            return arange(count)
        generator = self.generator
        if generator is None:
            generator = Generator().manual_seed(_draw_seed(None))
        return randperm(count, generator=generator)

    def _rows(self, order):
        """Batches of a TensorDataset."""
        tensors = self.dataset.tensors
        # One copy of the order a device, not one a batch.
        orders = {tensor.device: order.to(tensor.device) for tensor in tensors}
        for batch in range(len(self)):
            start = batch * self.batch_size
            stop = min(start + self.batch_size, len(order))
            yield [tensor.index_select(0, orders[tensor.device][start:stop]) for tensor in tensors]

    def _samples(self, order):
        """Batches of any dataset."""
        collate = self.collate_fn or default_collate
        for batch in range(len(self)):
            start = batch * self.batch_size
            yield collate([self.dataset[index] for index in order[start : start + self.batch_size]])


def _draw_seed(generator):
    return empty((), dtype=int64).random_(generator=generator).item()


def default_collate(samples):
    """One batch of a list of samples.

    Tensors and arrays are stacked, numbers become a tensor, strings stay as they are, and sequences and mappings
    of these are collated element by element.

    Raises TypeError for anything else, ValueError when the samples' lengths differ.
    """
    first = samples[0]
    if isinstance(first, Tensor):
        return stack(list(samples))
    if isinstance(first, float):
        return tensor(samples, dtype=float64)
    if isinstance(first, int):
        return tensor(samples)
    if isinstance(first, (str, bytes)):
        return samples
    if hasattr(first, "__array__"):
        return stack([tensor(sample) for sample in samples])
    if isinstance(first, Mapping):
        return {key: default_collate([sample[key] for sample in samples]) for key in first}
    if isinstance(first, Sequence):
        return _collate_sequences(first, samples)
    raise TypeError(
        f"samples of type {type(first).__name__} need a collate_fn: "
        "only tensors, arrays, numbers, strings, and sequences and mappings of them make a batch"
    )


def _collate_sequences(first, samples):
    if any(len(sample) != len(first) for sample in samples):
        raise ValueError(f"samples of a batch must have the same length, not {[len(sample) for sample in samples]}")
    columns = [default_collate(column) for column in zip(*samples)]
    # A named tuple keeps its names.
    return type(first)(*columns) if hasattr(first, "_fields") else columns
