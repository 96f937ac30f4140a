"""DataLoader with multiprocessing_context="threads": threads that make batches ahead of the loop."""

import threading
import time
import warnings

import pytest
from support.project import HANG

import pytorch_c
from pytorch_c import data
from pytorch_c.data import IterableDataset, TensorDataset, get_worker_info


def DataLoader(*args, **settings):
    """One whose workers, if there are any, are threads."""
    if settings.get("num_workers"):
        settings["multiprocessing_context"] = "threads"
    return data.DataLoader(*args, **settings)


class Shards(IterableDataset):
    """Each worker gives its own part of 0 … 9."""

    def __iter__(self):
        info = get_worker_info()
        yield from range(10)[info.id :: info.num_workers]


class Slow:
    """Samples whose first takes so many seconds, or until somebody sets `go`."""

    def __init__(self, seconds=0.5):
        self.go, self.seconds = threading.Event(), seconds

    def __getitem__(self, index):
        if index == 0:
            self.go.wait(self.seconds)
        return index

    def __len__(self):
        return 4


def lists(loader):
    return [batch.tolist() for batch in loader]


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_batches_are_those_of_no_workers(workers):
    rows = TensorDataset(pytorch_c.arange(11), pytorch_c.arange(11.0))
    expected, found = (
        [
            [[part.tolist() for part in batch] for batch in loader]
            for loader in [DataLoader(rows, 3, True, num_workers=n, generator=pytorch_c.Generator().manual_seed(1))]
            for _ in range(2)
        ]
        for n in (0, workers)
    )
    assert found == expected


def test_workers_of_a_stream_take_turns():
    assert lists(DataLoader(Shards(), 2, num_workers=2)) == [[0, 2], [1, 3], [4, 6], [5, 7], [8], [9]]
    assert list(DataLoader(Shards(), None, num_workers=3)) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]


def test_a_worker_has_its_number_its_seed_and_its_dataset():
    seen = {}
    numbers = list(range(8))

    def start(worker):
        info = get_worker_info()
        seen[worker] = (info.id, info.num_workers, info.seed, threading.get_ident())
        assert info.dataset == numbers and info.dataset is not numbers

    pytorch_c.manual_seed(0)
    list(DataLoader(numbers, num_workers=3, worker_init_fn=start))
    assert sorted(seen) == [0, 1, 2]
    assert {one[:2] for one in seen.values()} == {(0, 3), (1, 3), (2, 3)}
    assert [seen[i][2] - seen[0][2] for i in range(3)] == [0, 1, 2]
    assert threading.get_ident() not in {one[3] for one in seen.values()}
    assert get_worker_info() is None


@pytest.mark.parametrize("persistent, starts", [(False, 4), (True, 2)])
def test_persistent_workers_start_once(persistent, starts):
    started = []
    loader = DataLoader(range(4), num_workers=2, worker_init_fn=started.append, persistent_workers=persistent)
    assert lists(loader) == lists(loader) == [[0], [1], [2], [3]]
    assert len(started) == starts


def test_an_error_of_a_worker_is_raised_in_the_loop():
    class Bad:
        def __getitem__(self, index):
            if index == 2:
                raise KeyError("sample 2")
            return index

        def __len__(self):
            return 4

    batches = iter(DataLoader(Bad(), num_workers=2))
    assert [next(batches).item(), next(batches).item()] == [0, 1]
    with pytest.raises(KeyError, match="sample 2"):
        next(batches)


def test_an_error_of_worker_init_fn_is_raised_in_the_loop():
    def fail(worker):
        raise OSError(f"worker {worker}")

    with pytest.raises(OSError, match="worker 0"):
        list(DataLoader(range(3), num_workers=2, worker_init_fn=fail))


def threads():
    return {one for one in threading.enumerate() if one.name.startswith("pytorch_c_data")}


@pytest.mark.frees
@pytest.mark.parametrize("persistent", [False, True])
@pytest.mark.parametrize("workers", [1, 3])
def test_a_loop_may_be_left_early(workers, persistent):
    """With the loop go its batches, those in the making too, and the threads that nobody keeps."""
    before = pytorch_c.live_tensors()
    dataset = TensorDataset(pytorch_c.arange(100))
    loader = DataLoader(dataset, num_workers=workers, persistent_workers=persistent)
    others = threads()
    for _ in range(20):
        for _batch in loader:
            break
        del _batch
        assert pytorch_c.live_tensors() == before + 1
        assert len(threads() - others) == (workers if persistent else 0)


def test_a_loop_is_left_while_a_batch_takes_long(monkeypatch):
    monkeypatch.setattr("pytorch_c.data.workers.LEAVING", 0.01)
    going_on = threading.Event()

    class Stuck:
        def __getitem__(self, index):
            return index if index == 0 else going_on.wait()

        def __len__(self):
            return 4

    others = threads()
    for _ in DataLoader(Stuck(), num_workers=2):
        break
    left = threads() - others
    assert left
    going_on.set()
    for thread in left:
        thread.join(HANG)


def test_a_worker_does_not_wait_for_itself():
    """A loop that is left in a worker, as the collector may do there."""
    loops = []

    class Leaving:
        def __getitem__(self, index):
            if index:
                loops[0].close()
            return index

        def __len__(self):
            return 2

    loops.append(iter(DataLoader("ab", num_workers=1)))
    next(loops[0])
    assert lists(DataLoader(Leaving(), num_workers=1)) == [[0], [1]]


def test_prefetch_factor_bounds_what_is_made_ahead():
    made = []

    class Counted:
        def __getitem__(self, index):
            made.append(index)
            return index

        def __len__(self):
            return 50

    batches = iter(DataLoader(Counted(), num_workers=2, prefetch_factor=3))
    next(batches)
    time.sleep(0.1)
    assert len(made) <= 1 + 2 * 3
    batches.close()


def test_in_order_waits_for_the_first_batch():
    assert lists(DataLoader(Slow(), num_workers=2)) == [[0], [1], [2], [3]]


def test_out_of_order_takes_what_is_ready():
    slow = Slow(seconds=None)
    batches = iter(DataLoader(slow, num_workers=2, in_order=False))
    assert next(batches).tolist() == [1]
    slow.go.set()
    assert sorted(batch.item() for batch in batches) == [0, 2, 3]


def test_a_batch_that_takes_longer_than_timeout_raises():
    with pytest.raises(RuntimeError, match="DataLoader timed out after 0.01 seconds"):
        list(DataLoader(Slow(), num_workers=1, timeout=0.01))


@pytest.mark.parametrize("settings", [{"prefetch_factor": 2}, {"num_workers": 1, "prefetch_factor": 0}])
def test_prefetch_factor_is_checked(settings):
    with pytest.raises(ValueError, match="prefetch_factor option"):
        DataLoader("ab", **settings)


def test_pin_memory_without_a_device_warns():
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        batches = list(DataLoader(TensorDataset(pytorch_c.arange(2)), pin_memory=True))
    assert len(batches) == 2
    if not pytorch_c.cuda.is_available():
        assert "no accelerator is found" in str(said[0].message)
    else:
        assert all(batch[0].is_pinned() for batch in batches)
