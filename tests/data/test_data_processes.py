"""DataLoader with num_workers: processes with torch's order and seeds, no copies, and an error for one that dies."""

import gc
import multiprocessing
import os
import random
import resource
import signal
import time

import numpy as np
import pytest
import torch
import torch.utils.data
from support import sending

import pytorch_c
import pytorch_c.multiprocessing as mp
from pytorch_c.data import DataLoader, IterableDataset, TensorDataset, get_worker_info


class Numbers:
    """Samples that say where they were made, and with which random numbers."""

    def __init__(self, t, d):
        self.t, self.d = t, d

    def __len__(self):
        return 9

    def __getitem__(self, index):
        info = self.d.get_worker_info()
        return index, info.id, info.num_workers, info.seed, self.t.rand(2), random.random(), np.random.rand()


class Shards:
    """Each worker gives its own part of 0 … 9."""

    def __iter__(self):
        info = get_worker_info() or torch.utils.data.get_worker_info()
        yield from range(10)[info.id :: info.num_workers]


class OurShards(Shards, IterableDataset):
    pass


class TheirShards(Shards, torch.utils.data.IterableDataset):
    pass


class Doing:
    """Samples of which one does something else."""

    def __init__(self, what, at=3, count=6):
        self.what, self.at, self.count = what, at, count

    def __len__(self):
        return self.count

    def __getitem__(self, index):
        if index == self.at:
            self.what()
        return pytorch_c.full((4,), float(index))


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def leave():
    os._exit(3)


def fail():
    raise KeyError("sample 3")


def plain(one):
    return [plain(part) for part in one] if isinstance(one, (list, tuple)) else one.tolist()


@pytest.fixture(autouse=True)
def nothing_is_left():
    """No process, no segment and no descriptor is left of a loop."""
    names, count = sending.segments(), sending.descriptors()
    yield
    gc.collect()
    end = time.monotonic() + 10
    while multiprocessing.active_children() and time.monotonic() < end:
        time.sleep(0.02)
    assert multiprocessing.active_children() == [] and sending.descriptors() == count
    assert sending.gone(names)


@pytest.mark.parametrize("settings", [{}, {"prefetch_factor": 1}, {"batch_size": None}, {"persistent_workers": True}])
@pytest.mark.parametrize("workers", [1, 3])
def test_order_and_seeds_are_torchs(workers, settings):
    settings = {"batch_size": 2, "shuffle": True, "num_workers": workers} | settings
    found = []
    np.random.seed(0)
    for t, d in ((pytorch_c, pytorch_c.data), (torch, torch.utils.data)):
        t.manual_seed(5)  # they have one generator
        loader = d.DataLoader(Numbers(t, d), **settings)
        found.append(
            [
                [plain(torch.tensor(x) if isinstance(x, (int, float)) else x) for x in b]
                for _ in range(2)
                for b in loader
            ]
        )
        del loader
    assert found[0] == found[1]


def test_a_stream_is_shared_out_as_torchs():
    ours = [b.tolist() for b in DataLoader(OurShards(), 2, num_workers=2)]
    theirs = [b.tolist() for b in torch.utils.data.DataLoader(TheirShards(), 2, num_workers=2)]
    assert ours == theirs == [[0, 2], [1, 3], [4, 6], [5, 7], [8], [9]]


@pytest.mark.parametrize("strategy", ["file_descriptor", "file_system"])
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_batches_come_without_a_copy_by_any_start_method(method, strategy):
    mp.set_sharing_strategy(strategy)
    try:
        rows = TensorDataset(pytorch_c.arange(6.0).reshape(6, 1), pytorch_c.arange(6))
        batches = list(DataLoader(rows, 2, num_workers=2, multiprocessing_context=method))
    finally:
        mp.set_sharing_strategy("file_descriptor")
    assert [y.tolist() for _, y in batches] == [[0, 1], [2, 3], [4, 5]]
    # Where a fresh interpreter has its own default strategy, too.
    assert all(x.is_shared() for x, _ in batches)


def collated_and_where(samples):
    batch = pytorch_c.data.default_collate(samples)
    return batch, batch.is_shared()


def test_a_batch_is_collated_in_shared_memory():
    rows = pytorch_c.arange(6.0).reshape(3, 2)
    (batch, where), _ = DataLoader(rows, 2, num_workers=1, collate_fn=collated_and_where)
    assert where and batch.tolist() == [[0, 1], [2, 3]]
    assert not pytorch_c.data.default_collate(list(rows)).is_shared()


QUANTIZED = [pytorch_c.quantize_per_tensor(pytorch_c.ones(2) * i, 0.5, 0, pytorch_c.quint8) for i in range(2)]
OTHERS = {
    "quantized": (QUANTIZED, lambda batch: batch.dequantize()),
    "one requires grad": ([pytorch_c.ones(2), pytorch_c.ones(2, requires_grad=True)], lambda batch: batch.detach()),
    "dtypes": ([pytorch_c.ones(2), pytorch_c.ones(2, dtype=pytorch_c.float64)], lambda batch: batch),
}


@pytest.mark.parametrize("kind", OTHERS)
def test_a_worker_collates_what_the_loop_collates(kind):
    samples, after = OTHERS[kind]

    def collate(some):
        return after(pytorch_c.data.default_collate(some))

    by_loop, by_worker = (
        next(iter(DataLoader(samples, 2, num_workers=n, collate_fn=collate, multiprocessing_context=how)))
        for n, how in ((0, None), (1, "fork"))
    )
    assert by_loop.dtype is by_worker.dtype and by_loop.tolist() == by_worker.tolist()


def few_descriptors(_):
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))


class Parts:
    """Samples of a hundred tensors each: more than 64 descriptors hold."""

    def __len__(self):
        return 2

    def __getitem__(self, index):
        return [pytorch_c.ones(3) for _ in range(100)]


class Functions(Parts):
    def __getitem__(self, index):
        return lambda: index


@pytest.mark.parametrize(
    "rows, error, words",
    [(Parts(), RuntimeError, "Too many open files.*raise the limit"), (Functions(), Exception, "pickle.*lambda")],
)
def test_a_batch_that_cannot_be_sent_is_an_error_that_says_why(rows, error, words):
    loader = DataLoader(rows, batch_size=None, num_workers=1, worker_init_fn=few_descriptors)
    with pytest.raises(error, match=rf"(?s)in DataLoader worker process 0.*{words}"):
        list(loader)


@pytest.mark.parametrize(
    "what, words", [(die, "is killed by signal: SIGKILL"), (leave, "unexpectedly with exit code 3")]
)
def test_a_worker_that_dies_is_an_error_within_seconds(what, words):
    begun = time.monotonic()
    with pytest.raises(RuntimeError, match=rf"DataLoader worker \(pid \d+\) .*{words}"):
        list(DataLoader(Doing(what), num_workers=2))
    assert time.monotonic() - begun < 10


def test_a_worker_that_is_killed_from_outside_is_an_error():
    batches = iter(DataLoader(Doing(fail, at=-1, count=10_000), num_workers=2))
    next(batches)
    for child in multiprocessing.active_children():
        os.kill(child.pid, signal.SIGKILL)
    with pytest.raises(RuntimeError, match="SIGKILL"):
        list(batches)


def test_an_error_of_a_worker_is_raised_with_its_traceback():
    batches = iter(DataLoader(Doing(fail), num_workers=2))
    assert [next(batches).sum().item() for _ in range(3)] == [0, 4, 8]
    with pytest.raises(KeyError) as raised:
        next(batches)
    text = str(raised.value)
    assert "Caught KeyError in DataLoader worker process 1.\nOriginal Traceback" in text and "sample 3" in text


def test_an_error_of_worker_init_fn_is_raised():
    def init(worker):
        raise OSError(f"worker {worker}")

    with pytest.raises(OSError, match="worker 0"):
        list(DataLoader(range(3), num_workers=2, worker_init_fn=init))


@pytest.mark.parametrize("persistent", [False, True])
def test_a_loop_may_be_left_early(persistent):
    loader = DataLoader(Doing(fail, at=-1, count=50), num_workers=2, persistent_workers=persistent)
    for _ in range(3):
        for batch in loader:  # noqa: B007
            break
        assert batch.tolist() == [[0, 0, 0, 0]]
    assert len(list(loader)) == 50
    del loader, batch


def test_large_indices_and_batches_do_not_wait_for_each_other():
    big = [list(range(30_000))] * 4
    found = list(DataLoader(range(30_000), batch_sampler=big, num_workers=1, collate_fn=list, prefetch_factor=4))
    assert found == big


def test_timeout_and_out_of_order():
    class Slow(Doing):
        def __getitem__(self, index):
            time.sleep(0.6 if index == 0 else 0)
            return index

    with pytest.raises(RuntimeError, match="DataLoader timed out after 0.05 seconds"):
        list(DataLoader(Slow(fail), num_workers=1, timeout=0.05))
    found = [one.item() for one in DataLoader(Slow(fail), num_workers=2, in_order=False)]
    assert sorted(found) == [0, 1, 2, 3, 4, 5] and found[0] != 0


@pytest.mark.parametrize("context, kind", [("no", ValueError), (3, TypeError)])
def test_a_wrong_context_is_refused(context, kind):
    with pytest.raises(kind, match="multiprocessing_context"):
        DataLoader("ab", num_workers=1, multiprocessing_context=context)
    with pytest.raises(ValueError, match="can only be used with num_workers > 0"):
        DataLoader("ab", multiprocessing_context="fork")


@pytest.mark.parametrize("workers", [0, 1, 2])
@pytest.mark.parametrize("d", [pytorch_c.data, torch.utils.data], ids=["pytorch_c", "torch"])
def test_samples_of_a_stream_come_without_batches(d, workers):
    class Stream(d.IterableDataset):
        def __iter__(self):
            info = d.get_worker_info()
            return iter(range(info.id if info else 0, 20, info.num_workers if info else 1))

    loader = d.DataLoader(Stream(), batch_size=None, num_workers=workers, persistent_workers=bool(workers))
    assert list(loader) == list(range(20)) == list(loader)


class Places:
    """Samples that say in which process they were made."""

    def __init__(self, d):
        self.d = d

    def __len__(self):
        return 6

    def __getitem__(self, index):
        info = self.d.get_worker_info()
        return info.id, os.getpid(), info.worker_method, info.rng is None


@pytest.mark.parametrize("d", [pytorch_c.data, torch.utils.data], ids=["pytorch_c", "torch"])
def test_an_iteration_names_its_processes(d):
    iterator = iter(d.DataLoader(Places(d), batch_size=None, num_workers=2))
    pids = [one.pid for one in iterator._workers]
    assert [*iterator] == [[i % 2, pids[i % 2], "multiprocessing", True] for i in range(6)]
    assert not hasattr(iter(d.DataLoader(Places(d))), "_workers")


class Counted(list):
    """A sampler that counts what it has given."""

    given = 0

    def __iter__(self):
        for one in list.__iter__(self):
            self.given += 1
            yield one


@pytest.mark.parametrize("workers", [0, 2])
def test_samplers_are_asked_ahead_as_by_torchs_loader(workers):
    def counts(t, data):
        sampler = Counted(range(24))
        batches = iter(data.DataLoader(data.TensorDataset(t.arange(24.0)), 4, sampler=sampler, num_workers=workers))
        at_first = sampler.given
        next(batches)
        return at_first, sampler.given

    assert counts(pytorch_c, pytorch_c.data) == counts(torch, torch.utils.data) == ((16, 20) if workers else (0, 4))


@pytest.mark.parametrize("workers", [0, 2])
def test_the_order_is_drawn_when_torchs_loader_draws_it(workers):
    def order(t, data):
        loader = data.DataLoader(data.TensorDataset(t.arange(24.0)), 4, shuffle=True, num_workers=workers)
        t.manual_seed(0)
        batches = iter(loader)
        t.manual_seed(5)
        return [batch.tolist() for (batch,) in batches]

    assert order(pytorch_c, pytorch_c.data) == order(torch, torch.utils.data)
