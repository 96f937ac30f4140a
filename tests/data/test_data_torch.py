"""Samplers, datasets and DataLoader beside torch.utils.data: the same samples in the same order, the same errors."""

import collections
import functools
import importlib
import inspect
import warnings

import numpy
import pytest
import torch.utils.data  # noqa: F401
from support.oracle import LIBRARIES, agree, refusals

import pytorch_c
import pytorch_c.utils.data


def plain(value):
    """Nested values of either library as Python's own, with types and dtypes."""
    if hasattr(value, "tolist"):
        return str(value.dtype).replace("torch.", "").replace("pytorch_c.", ""), value.tolist()
    if isinstance(value, dict):
        return type(value).__name__, {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, collections.deque)):
        return type(value).__name__, [plain(item) for item in value]
    return value


def case(program):
    """Returns what a program gives, and the state of the generators after it."""

    def run(library):
        generator = library.Generator().manual_seed(3)
        found = plain(program(library, library.utils.data, generator))
        return found, library.rand(1).item(), library.rand(1, generator=generator).item()

    return run


def rows(library, count=10):
    return library.utils.data.TensorDataset(library.arange(count * 2).view(count, 2), library.arange(count))


def stream(d, *numbers):
    class Stream(d.IterableDataset):
        def __iter__(self):
            return iter(numbers)

        def __len__(self):
            return len(numbers)

    return Stream()


def tenfold(d):
    class Tenfold(d.ConcatDataset):
        @staticmethod
        def cumsum(sequence):
            return [10 * len(one) for one in sequence]

    return Tenfold


Point = collections.namedtuple("Point", "x y")

PROGRAMS = {
    # samplers
    "sequential": lambda t, d, g: [*d.SequentialSampler("abc")],
    "random": lambda t, d, g: [[*d.RandomSampler(range(9))] for _ in range(2)],
    "random, generator": lambda t, d, g: [[*d.RandomSampler(range(9), generator=g)] for _ in range(2)],
    "random, replacement": lambda t, d, g: [*d.RandomSampler(range(9), True, generator=g)],
    "random, replacement, 70": lambda t, d, g: [*d.RandomSampler(range(9), True, 70, g)],
    "random, 25 of 9": lambda t, d, g: [*d.RandomSampler(range(9), num_samples=25, generator=g)],
    "random, 4 of 9": lambda t, d, g: [*d.RandomSampler(range(9), num_samples=4)],
    "random, length": lambda t, d, g: [len(d.RandomSampler(range(9), num_samples=n)) for n in (None, 4)],
    "subset": lambda t, d, g: [[*d.SubsetRandomSampler([5, 7, 9, 11])] for _ in range(2)],
    "subset, generator": lambda t, d, g: [*d.SubsetRandomSampler("abcdef", g)],
    "weighted": lambda t, d, g: [*d.WeightedRandomSampler([0.1, 0.9, 0.4, 3, 0], 6)],
    "weighted, once each": lambda t, d, g: [*d.WeightedRandomSampler(t.tensor([0.1, 0.9, 3.0]), 3, False, g)],
    "weighted, too many": lambda t, d, g: len(d.WeightedRandomSampler([1.0], 3)),
    "batches": lambda t, d, g: [*d.BatchSampler(d.SequentialSampler(range(10)), 3, False)],
    "batches, drop_last": lambda t, d, g: [*d.BatchSampler(range(10), 3, True)],
    "batches, lengths": lambda t, d, g: [len(d.BatchSampler(range(10), n, b)) for n in (3, 5) for b in (True, False)],
    # datasets
    "stack": lambda t, d, g: [d.StackDataset(rows(t), range(10))[3], len(d.StackDataset(range(4)))],
    "stack, named": lambda t, d, g: [*d.DataLoader(d.StackDataset(a=rows(t), b=range(10)), 4)],
    "stack, batch": lambda t, d, g: d.StackDataset(d.Subset(range(9), [3, 4]), "ab").__getitems__([1, 0]),
    "concat": lambda t, d, g: [d.ConcatDataset(["ab", "", "cde"])[i] for i in (0, 1, 2, 4, -1, -5)],
    "concat, of a subclass": lambda t, d, g: tenfold(d)(["ab", "cde"]).cumulative_sizes,
    "concat, sizes": lambda t, d, g: d.ConcatDataset.cumsum(["ab", "", "cde"]),
    "concat, length": lambda t, d, g: [len(d.ConcatDataset(["ab", "cde"])), (rows(t) + rows(t, 3)).cumulative_sizes],
    "chain": lambda t, d, g: [*(stream(d, 1, 2) + stream(d, 3))],
    "chain, length": lambda t, d, g: len(d.ChainDataset([stream(d, 1, 2), stream(d, 3)])),
    "subset of a list": lambda t, d, g: [d.Subset("abc", [2, 0])[1], d.Subset("abc", [2, 0]).__getitems__([0, 1])],
    "split": lambda t, d, g: [(len(s), s.indices) for s in d.random_split(range(10), [3, 7])],
    "split, generator": lambda t, d, g: [[*s] for s in d.random_split(range(30), [0.3, 0.3, 0.4], g)],
    "split, remainder": lambda t, d, g: [len(s) for s in d.random_split(range(11), [0.5, 0.5])],
    # loaders
    "loader, sampler": lambda t, d, g: [*d.DataLoader(rows(t), 3, sampler=d.SubsetRandomSampler([1, 2, 5, 6], g))],
    "loader, list as sampler": lambda t, d, g: [*d.DataLoader(rows(t), 2, sampler=[4, 0, 4])],
    "loader, batch_sampler": lambda t, d, g: [*d.DataLoader(rows(t), batch_sampler=[[1, 2], [0]])],
    "loader, weighted": lambda t, d, g: [*d.DataLoader(rows(t), 4, sampler=d.WeightedRandomSampler([1.0] * 10, 10))],
    "loader, no batches": lambda t, d, g: [*d.DataLoader(rows(t, 2), None)],
    "loader, no batches, arrays": lambda t, d, g: [*d.DataLoader([numpy.ones(2), {"x": numpy.float32(3)}], None)],
    "loader, no batches, own": lambda t, d, g: [*d.DataLoader([1, 2], None, collate_fn=str)],
    "loader, stream": lambda t, d, g: [[*d.DataLoader(stream(d, 1, 2, 3), n)] for n in (1, 2, None)],
    "loader, stream, drop_last": lambda t, d, g: [*d.DataLoader(stream(d, 1, 2, 3), 2, drop_last=True)],
    "loader, stream, length": lambda t, d, g: [len(d.DataLoader(stream(d, 1, 2, 3), n)) for n in (1, 2, None)],
    "loader, shuffled": lambda t, d, g: [[*d.DataLoader(rows(t), 3, True, drop_last=b)] for b in (True, False)],
    "loader, split": lambda t, d, g: [[*d.DataLoader(s, 2, True)] for s in d.random_split(rows(t), [4, 6])],
    "loader, lengths": lambda t, d, g: [
        len(d.DataLoader("abcde", n, drop_last=b)) for n in (2, 5) for b in (0 > 1, True)
    ],
    "loader, drawn again": lambda t, d, g: [
        [*d.DataLoader(rows(t), n, sampler=d.RandomSampler(range(9), True, 70, g), drop_last=b)]
        for n in (5, 40, 100)
        for b in (True, False)
    ],
    "loader, 25 of 9": lambda t, d, g: [*d.DataLoader(rows(t), 4, sampler=d.RandomSampler(range(9), False, 25))],
    "loader, in order": lambda t, d, g: [*d.DataLoader(rows(t), 4, sampler=d.SequentialSampler(range(9)))],
    "worker": lambda t, d, g: d.get_worker_info(),
    # collate and convert
    "collate, ordered": lambda t, d, g: d.default_collate([collections.OrderedDict(a=1), collections.OrderedDict(a=2)]),
    "collate, range": lambda t, d, g: d.default_collate([range(2), range(2)]),
    "collate, deque": lambda t, d, g: d.default_collate([collections.deque([1, 2.5])] * 2),
    "collate, arrays": lambda t, d, g: d.default_collate([numpy.ones((2, 1), "int16")] * 2),
    "collate, numbers": lambda t, d, g: d.default_collate([(numpy.float32(1), numpy.bool_(True), numpy.int64(2))] * 2),
    "convert": lambda t, d, g: d.default_convert(
        [1, "a", (numpy.ones(1), b"b"), Point(numpy.int8(1), None), {"k": numpy.zeros(2)}]
    ),
    "convert, text array": lambda t, d, g: type(d.default_convert(numpy.array(["a"]))).__name__,
    "convert, range": lambda t, d, g: [
        d.default_convert(range(2)),
        d.default_convert(collections.deque([numpy.ones(1)])),
    ],
}
REFUSED = {
    RuntimeError: {
        "collate, unequal": lambda t, d, g: d.default_collate([[1], [1, 2]]),
        "collate, sparse": lambda t, d, g: d.default_collate([t.eye(2).to_sparse()]),
    },
    TypeError: {
        "random, no bool": lambda t, d, g: d.RandomSampler("abc", 1),
        "collate, text array": lambda t, d, g: d.default_collate([numpy.array(["a"])]),
        "collate, object": lambda t, d, g: d.default_collate([None]),
    },
    ValueError: {
        "random, empty": lambda t, d, g: d.RandomSampler([]),
        "random, no count": lambda t, d, g: d.RandomSampler("abc", num_samples=0),
        "weighted, no vector": lambda t, d, g: d.WeightedRandomSampler([[1.0], [2.0]], 1),
        "weighted, no count": lambda t, d, g: d.WeightedRandomSampler([1.0], True),
        "weighted, no bool": lambda t, d, g: d.WeightedRandomSampler([1.0], 1, "x"),
        "batches, no size": lambda t, d, g: d.BatchSampler(range(3), 0, False),
        "batches, bool size": lambda t, d, g: d.BatchSampler(range(3), True, False),
        "batches, no bool": lambda t, d, g: d.BatchSampler(range(3), 1, 1),
        "stack, none": lambda t, d, g: d.StackDataset(),
        "stack, unequal": lambda t, d, g: d.StackDataset([1], [1, 2]),
        "concat, before": lambda t, d, g: d.ConcatDataset(["ab"])[-3],
        "split, wrong sum": lambda t, d, g: d.random_split(range(10), [3, 6]),
        "split, wrong fraction": lambda t, d, g: d.random_split(range(10), [-0.5, 1.5]),
        "loader, sampler and shuffle": lambda t, d, g: d.DataLoader("ab", 1, True, [0]),
        "loader, batch_sampler and size": lambda t, d, g: d.DataLoader("ab", 2, batch_sampler=[[0]]),
        "loader, no batches, drop_last": lambda t, d, g: d.DataLoader("ab", None, drop_last=True),
        "loader, stream, sampler": lambda t, d, g: d.DataLoader(stream(d), sampler=[1]),
        "loader, stream, batch_sampler": lambda t, d, g: d.DataLoader(stream(d), batch_sampler=[1]),
        "loader, stream, shuffle": lambda t, d, g: d.DataLoader(stream(d), shuffle=True),
        "loader, workers below 0": lambda t, d, g: d.DataLoader("ab", num_workers=-1),
        "loader, timeout below 0": lambda t, d, g: d.DataLoader("ab", timeout=-1),
        "loader, persistent": lambda t, d, g: d.DataLoader("ab", persistent_workers=True),
        "loader, changed": lambda t, d, g: setattr(d.DataLoader("ab"), "batch_size", 2),
        "loader, empty and shuffled": lambda t, d, g: d.DataLoader([], shuffle=True),
    },
    (AssertionError, ValueError): {
        "concat, none": lambda t, d, g: d.ConcatDataset([]),
    },
    AssertionError: {
        "concat, stream": lambda t, d, g: d.ConcatDataset([stream(d, 1)]),
        "chain, no stream": lambda t, d, g: [*d.ChainDataset(["ab"])],
    },
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_as_torch(name):
    agree(case(PROGRAMS[name]))


@pytest.mark.parametrize("program, raises", refusals(REFUSED))
def test_refused_as_by_torch(program, raises):
    agree(case(program), raises)


def test_arguments_are_those_of_torch():
    for name in pytorch_c.utils.data.__all__:
        ours, theirs = (getattr(library.utils.data, name) for library in LIBRARIES)
        if not isinstance(ours, type) or ours.__init__ is not object.__init__:
            assert [*inspect.signature(ours).parameters] == [*inspect.signature(theirs).parameters], name


def test_an_array_in_a_container_leaves_the_sample_as_it_was():
    sample = {"x": numpy.ones(2)}
    pytorch_c.data.default_convert(sample)
    pytorch_c.data.default_collate([sample, sample])
    assert isinstance(sample["x"], numpy.ndarray)


def test_a_length_that_was_too_short_is_warned_of():
    class Short(pytorch_c.data.IterableDataset):
        def __iter__(self):
            return iter([1, 2])

        def __len__(self):
            return 1

    loader = pytorch_c.data.DataLoader(Short())
    assert len(list(loader)) == 2 and len(loader) == 1
    with pytest.warns(UserWarning, match="was reported to be 1"):
        list(loader)


def test_a_split_of_nothing_is_warned_of():
    with pytest.warns(UserWarning, match="Length of split at index 1 is 0"):
        pytorch_c.data.random_split(range(1), [0.9, 0.1])


def test_a_dataset_may_say_what_it_holds():
    class Numbers(pytorch_c.data.Dataset[int]):
        pass

    assert issubclass(Numbers, pytorch_c.data.Dataset)
    assert isinstance(pytorch_c.data.DataLoader[int](range(3)), pytorch_c.data.DataLoader)


def test_a_tensor_dataset_with_its_own_rows_is_asked_for_them():
    class Doubled(pytorch_c.data.TensorDataset):
        def __getitem__(self, index):
            return super().__getitem__(index)[0] * 2

    (batch,) = pytorch_c.data.DataLoader(Doubled(pytorch_c.arange(3)), 3)
    assert batch.tolist() == [0, 2, 4]


def test_a_subset_with_its_own_rows_needs_its_own_batches():
    class Own(pytorch_c.data.Subset):
        def __getitem__(self, idx):
            return idx

    with pytest.raises(NotImplementedError, match="Own overrides __getitem__ but not __getitems__"):
        Own("abc", [0])


class _Counted(pytorch_c.utils.data.IterableDataset):
    def __iter__(self):
        return iter(range(5))


@pytest.mark.parametrize("workers", [0, 2])
def test_torchs_own_iterator_goes_over_a_loader(workers):
    from pytorch_c.utils.data.dataloader import _BaseDataLoaderIter

    data = pytorch_c.utils.data.TensorDataset(pytorch_c.arange(10))
    iterator = pytorch_c.utils.data.DataLoader(data, 4, num_workers=workers)._get_iterator()
    assert isinstance(iterator, _BaseDataLoaderIter) and len(iterator) == 3
    assert [x.tolist() for (x,) in iterator] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]


@pytest.mark.parametrize("workers", [0, 2])
@pytest.mark.parametrize("library", [torch, pytorch_c], ids=lambda one: one.__name__)
def test_an_iteration_says_how_far_it_has_come(library, workers):
    iterator = iter(library.utils.data.DataLoader(range(10), 4, num_workers=workers))
    assert iter(iterator) is iterator and len(iterator) == 3 and iterator._num_yielded == 0
    next(iterator)
    assert iterator._num_yielded == 1 and len(list(iterator)) == 2 and iterator._num_yielded == 3


class _Broken:
    def __len__(self):
        return 6

    def __getitem__(self, index):
        if index == 2:
            raise OSError("a file that cannot be read")
        return index


_WORKERS = [(torch, 0, None), (torch, 2, None), (pytorch_c, 0, None), (pytorch_c, 2, None), (pytorch_c, 1, "threads")]


@pytest.mark.parametrize("library, workers, kind", _WORKERS)
def test_a_batch_that_cannot_be_made_does_not_end_the_others(library, workers, kind):
    loader = library.utils.data.DataLoader(_Broken(), 2, num_workers=workers, multiprocessing_context=kind)
    iterator = iter(loader)
    assert next(iterator).tolist() == [0, 1]
    with pytest.raises(OSError, match="cannot be read"):
        next(iterator)
    assert next(iterator).tolist() == [4, 5] and next(iterator, None) is None


@pytest.mark.parametrize("library", [torch, pytorch_c], ids=lambda one: one.__name__)
def test_a_dataset_is_asked_for_its_iterator_before_the_first_batch(library):
    class Asked(library.utils.data.IterableDataset):
        asked = 0

        def __iter__(self):
            Asked.asked += 1
            return iter(range(3))

    iterator = iter(library.utils.data.DataLoader(Asked(), 2))
    assert Asked.asked == 1 and [x.tolist() for x in iterator] == [[0, 1], [2]] and Asked.asked == 1


def test_a_class_may_give_another_iterator():
    from pytorch_c.utils.data.dataloader import DataLoader, _DatasetKind, _SingleProcessDataLoaderIter

    class Own(DataLoader):
        def _get_iterator(self):
            return _SingleProcessDataLoaderIter(self)

    loader = Own(_Counted(), 2)
    assert type(iter(loader)) is _SingleProcessDataLoaderIter
    assert [x.tolist() for x in loader] == [[0, 1], [2, 3], [4]]
    assert loader._dataset_kind == _DatasetKind.Iterable and loader._auto_collation
    assert Own([1, 2])._dataset_kind == _DatasetKind.Map and Own([1, 2], None)._auto_collation is False


@pytest.mark.parametrize("workers, kept", [(0, False), (2, False), (2, True)])
@pytest.mark.parametrize("library", [torch, pytorch_c], ids=lambda one: one.__name__)
def test_a_replaced_method_of_torchs_iterators_is_called(monkeypatch, library, workers, kept):
    module = importlib.import_module(f"{library.__name__}.utils.data.dataloader")
    base, calls = module._BaseDataLoaderIter, []

    def skips_one(self, loader, own=base.__init__):
        own(self, loader)
        calls.append(next(self._sampler_iter))

    loader = library.utils.data.DataLoader(range(10), 4, num_workers=workers, persistent_workers=kept)
    with monkeypatch.context() as patch:
        patch.setattr(base, "__init__", functools.wraps(base.__init__)(skips_one))
        if not workers:
            assert [x.tolist() for x in loader] == [[4, 5, 6, 7], [8, 9]]
        again = [x.tolist() for x in loader]
        assert [x.tolist() for x in loader][-1] == again[-1] == [8, 9]
    assert calls == [[0, 1, 2, 3]] * (1 if kept else 2 if workers else 3)
    if not kept:
        assert [x.tolist() for x in loader][0] == [0, 1, 2, 3]


@pytest.mark.parametrize("library", [torch, pytorch_c], ids=lambda one: one.__name__)
def test_a_class_in_the_place_of_torchs_iterator_is_made(monkeypatch, library):
    module = importlib.import_module(f"{library.__name__}.utils.data.dataloader")

    class Own(module._SingleProcessDataLoaderIter):
        def _next_data(self):
            return super()._next_data() + 1

    monkeypatch.setattr(module, "_SingleProcessDataLoaderIter", Own)
    assert [x.tolist() for x in library.utils.data.DataLoader(range(3), 2)] == [[1, 2], [3]]


@pytest.mark.parametrize("library", [torch, pytorch_c], ids=lambda one: one.__name__)
def test_more_workers_than_processors_are_warned_of(monkeypatch, library):
    make = library.utils.data.DataLoader
    monkeypatch.setattr("os.sched_getaffinity", lambda process: {0})
    with pytest.warns(UserWarning, match="will create 2 worker processes in total"):
        make([1], num_workers=2)
    monkeypatch.delattr("os.sched_getaffinity")
    monkeypatch.setattr("os.cpu_count", lambda: 3)
    with pytest.warns(UserWarning, match="will create 4 worker processes in total"):
        make([1], num_workers=4)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        make([1], num_workers=3), make([1])
        if library is pytorch_c:
            make([1], num_workers=4, multiprocessing_context="threads")


def test_modules_of_torchs_name_are_attributes_of_the_package():
    from pytorch_c.utils.data import _utils, dataloader, dataset, distributed, sampler  # noqa: F401

    assert dataloader.DataLoader is pytorch_c.data.DataLoader
    assert distributed.DistributedSampler is pytorch_c.data.DistributedSampler


def test_torchs_module_of_collate_functions_is_that_of_the_loader(monkeypatch):
    class Weighed(int):
        pass

    def case(library):
        data = library.utils.data
        utils = importlib.import_module(f"{library.__name__}.utils.data._utils")
        collate, worker = (importlib.import_module(f"{utils.__name__}.{name}") for name in ("collate", "worker"))
        same = collate.default_collate is data.default_collate, collate.default_convert is data.default_convert
        found = [*same, worker.get_worker_info is data.get_worker_info]
        loader = data.DataLoader([{"a": Weighed(3), "b": 1.5}] * 2, 2)
        with monkeypatch.context() as patch:
            patch.setitem(collate.default_collate_fn_map, Weighed, lambda batch, *, collate_fn_map=None: sum(batch))
            found += [data.default_collate([Weighed(1), Weighed(4)]), *loader]
            patch.setattr(collate, "default_collate", len)
            found += data.DataLoader([1, 2, 3], 2)
        return plain([*found, *loader, data.default_collate([Weighed(1), Weighed(4)])])

    agree(case)


def test_workers_answer_torchs_module_of_workers():
    class Info(pytorch_c.utils.data.Dataset):
        def __len__(self):
            return 2

        def __getitem__(self, index):
            return importlib.import_module("pytorch_c.utils.data._utils.worker").get_worker_info().num_workers

    assert [one.tolist() for one in pytorch_c.utils.data.DataLoader(Info(), 2, num_workers=1)] == [[1, 1]]


@pytest.mark.parametrize(
    "settings", [{}, {"batch_size": 3}, {"batch_size": None}, {"batch_size": 3, "drop_last": True}]
)
@pytest.mark.parametrize("workers", [0, 1])
def test_a_stream_that_is_its_own_iterator_begins_once(settings, workers):
    def batches(library):
        class Stream(library.utils.data.IterableDataset):
            def __iter__(self):
                self.samples = iter(range(7))
                return self

            def __next__(self):
                return next(self.samples)

        loader = library.utils.data.DataLoader(Stream(), num_workers=workers, **settings)
        return [plain(one) for one, _ in zip(loader, range(20))]

    agree(batches)
