"""Datasets and DataLoader, compared with torch.utils.data where that has the same."""

from collections import namedtuple

import numpy
import pytest
import torch
import torch.utils.data

import pytorch_c
from pytorch_c.data import DataLoader, Dataset, Subset, TensorDataset, default_collate

ROWS = 23


def dataset():
    return TensorDataset(pytorch_c.arange(ROWS * 2).view(ROWS, 2), pytorch_c.arange(ROWS))


def labels_of(batches):
    return [batch[1].tolist() for batch in batches]


class Squares(Dataset):
    """Samples made one at a time."""

    def __getitem__(self, index):
        return pytorch_c.tensor([float(index)]), index**2

    def __len__(self):
        return 5


# ---- datasets ----


def test_tensor_dataset():
    rows = dataset()
    assert len(rows) == ROWS
    values, label = rows[-1]
    assert values.tolist() == [44, 45] and label.item() == 22


@pytest.mark.parametrize(
    "tensors", [[], [pytorch_c.ones(())], [pytorch_c.ones(2), pytorch_c.ones(3)]], ids=["none", "no rows", "unequal"]
)
def test_tensor_dataset_refuses(tensors):
    with pytest.raises(ValueError, match="TensorDataset"):
        TensorDataset(*tensors)


def test_subset():
    some = Subset(dataset(), [5, 3])
    assert len(some) == 2 and some[1][1].item() == 3
    assert labels_of(DataLoader(some, 2)) == [[5, 3]]


def test_dataset_without_getitem():
    with pytest.raises(NotImplementedError, match="Dataset has no __getitem__"):
        Dataset()[0]


# ---- loader ----


@pytest.mark.parametrize("drop_last", [False, True])
@pytest.mark.parametrize("batch_size", [1, 4, ROWS, 100])
def test_batches_in_order(batch_size, drop_last):
    loader = DataLoader(dataset(), batch_size, drop_last=drop_last)
    batches = list(loader)
    stop = ROWS - ROWS % batch_size if drop_last else ROWS
    assert len(loader) == len(batches)
    assert sum(labels_of(batches), []) == list(range(stop))
    assert all(values[:, 1].tolist() == (2 * labels + 1).tolist() for values, labels in batches)


@pytest.mark.parametrize("given", [True, False], ids=["generator", "global seed"])
@pytest.mark.parametrize("shuffle", [False, True])
def test_order_is_that_of_torch(given, shuffle):
    def epochs(library, loader_class, rows):
        library.manual_seed(7)
        generator = library.Generator().manual_seed(3) if given else None
        loader = loader_class(rows, batch_size=4, shuffle=shuffle, generator=generator)
        return [labels_of(loader) for _ in range(3)] + [library.rand(1, generator=generator).item()]

    rows = torch.utils.data.TensorDataset(torch.arange(ROWS * 2).view(ROWS, 2), torch.arange(ROWS))
    expected = epochs(torch, torch.utils.data.DataLoader, rows)
    assert epochs(pytorch_c, DataLoader, dataset()) == expected


def test_every_epoch_has_another_order():
    loader = DataLoader(dataset(), ROWS, shuffle=True, generator=pytorch_c.Generator().manual_seed(1))
    first, second = labels_of(loader)[0], labels_of(loader)[0]
    assert first != second and sorted(first) == sorted(second) == list(range(ROWS))


def test_batches_share_no_memory_with_the_dataset():
    rows = dataset()
    for values, _ in DataLoader(rows, ROWS):
        values.zero_()
    assert rows.tensors[0][1].tolist() == [2, 3]


def test_loop_may_be_left_early():
    loader = DataLoader(dataset(), 4, shuffle=True)
    for _ in loader:
        break
    assert len(list(loader)) == 6


def test_samples_are_collated():
    inputs, targets = next(iter(DataLoader(Squares(), 3)))
    assert inputs.tolist() == [[0.0], [1.0], [2.0]] and targets.tolist() == [0, 1, 4]


def test_collate_fn_gets_the_samples():
    assert list(DataLoader([1, 2, 3], 2, collate_fn=sum)) == [3, 3]
    assert [len(batch) for batch in DataLoader(dataset(), 20, collate_fn=list)] == [20, 3]


@pytest.mark.parametrize("batch_size", [0, -1, 2.0, True])
def test_batch_size_must_be_a_positive_int(batch_size):
    with pytest.raises(ValueError, match="batch_size should be a positive integer value"):
        DataLoader(dataset(), batch_size)


# ---- default_collate ----

Point = namedtuple("Point", "x y")


def plain(batch):
    """A batch as plain lists, with dtypes, so that torch's and ours can be compared."""
    if hasattr(batch, "tolist"):
        return str(batch.dtype).replace("torch.", "").replace("pytorch_c.", ""), batch.tolist()
    if isinstance(batch, dict):
        return {key: plain(value) for key, value in batch.items()}
    if isinstance(batch, (list, tuple)):
        return type(batch).__name__, [plain(item) for item in batch]
    return batch


@pytest.mark.parametrize(
    "make",
    [
        lambda t: [t.ones(2), t.zeros(2)],
        lambda t: [1, 2],
        lambda t: [True, False],
        lambda t: [1.5, 2.5],
        lambda t: ["a", "b"],
        lambda t: [{"x": 1, "y": t.ones(1)}, {"x": 2, "y": t.zeros(1)}],
        lambda t: [(1, "a"), (2, "b")],
        lambda t: [[1, (2.0, "a")], [3, (4.0, "b")]],
        lambda t: [Point(1, 2), Point(3, 4)],
        lambda t: [numpy.float32([1, 2]), numpy.float32([3, 4])],
        lambda t: [numpy.int64(1), numpy.int64(2)],
    ],
)
def test_default_collate_equals_torch(make):
    assert plain(default_collate(make(pytorch_c))) == plain(torch.utils.data.default_collate(make(torch)))


def test_default_collate_names_the_type_it_cannot_take():
    with pytest.raises(TypeError, match="batch must contain tensors, .* found <class 'object'>"):
        default_collate([object()])


def test_default_collate_refuses_unequal_lengths():
    with pytest.raises(RuntimeError, match="should be of equal size"):
        default_collate([(1, 2), (3,)])
