"""Blocks of freed storages, which each thread keeps for its next ones."""

import random
import threading
import time

import pytest

import pytorch_c as torch

KIB, MIB = 1 << 10, 1 << 20
MOST_SMALL = 64 * 8 * KIB + 64 * 4 * KIB  # of one thread: 8 KiB of each of 64 kinds, or two blocks
MOST_LARGER = 4 * MIB
MOST = MOST_SMALL + MOST_LARGER


@pytest.fixture(autouse=True)
def empty():
    torch.memory.trim()
    yield
    torch.memory.trim()


def pooled():
    return torch.memory.stats()["pooled_bytes"]


def test_a_dropped_storage_is_kept_once_and_not_counted_as_one():
    live = torch.memory.storage_bytes()
    x = torch.empty(100)
    address = x.data_ptr()
    assert pooled() == 0 and torch.memory.storage_bytes() > live
    del x
    assert pooled() == 448 and torch.memory.storage_bytes() == live  # 400 bytes in whole blocks of 64
    again = torch.empty(112)
    assert again.data_ptr() == address and pooled() == 0


@pytest.mark.parametrize(
    ("bytes", "room", "alignment"),
    [(1, 24, 16), (4, 24, 16), (24, 24, 16), (25, 40, 16), (41, 56, 16), (56, 56, 16), (57, 64, 64), (65, 128, 64)],
)
def test_a_block_of_few_bytes_takes_few(bytes, room, alignment):
    for _ in range(3):  # a new block, then the one that was kept
        x = torch.empty(bytes, dtype=torch.uint8)
        assert x.data_ptr() % alignment == 0
        assert pooled() == 0
        del x
        assert pooled() - room in (0, 16), "malloc does not split off less than its least chunk"


@pytest.mark.parametrize(
    ("bytes", "room"),
    [(4 * KIB + 1, 4 * KIB + 64), (4 * KIB + 64, 4 * KIB + 64), (100_000, 100_032), (256 * KIB, 256 * KIB)],
)
def test_a_larger_block_is_kept_for_its_own_size(bytes, room):
    x = torch.empty(bytes, dtype=torch.uint8)
    address = x.data_ptr()
    del x
    assert pooled() == room
    another = torch.empty(room + 1, dtype=torch.uint8)
    smaller = torch.empty(room - 64, dtype=torch.uint8)
    assert pooled() == room and address not in (another.data_ptr(), smaller.data_ptr())
    x = torch.empty(room, dtype=torch.uint8)
    assert x.data_ptr() == address and pooled() == 0


@pytest.mark.parametrize("bytes", [0, 257 * KIB, 10**6])
def test_other_sizes_are_given_back(bytes):
    x = torch.empty(bytes, dtype=torch.uint8)
    del x
    assert pooled() == 0


def test_a_thread_keeps_little():
    tensors = [torch.empty(n, dtype=torch.uint8) for n in range(1, 4 * KIB, 16) for _ in range(40)]
    del tensors
    assert 300 * KIB < pooled() <= MOST_SMALL


def test_a_thread_keeps_four_mebibytes_of_larger_blocks_those_of_today():
    for size in range(8 * KIB, 200 * KIB, 1000):  # each size for once, and more of them than there are shelves
        tensors = [torch.empty(size, dtype=torch.uint8) for _ in range(40)]
        del tensors
        assert pooled() <= MOST_LARGER
    assert pooled() > MOST_LARGER - 256 * KIB
    for _ in range(40):  # what is asked for now finds its place among those that are not
        tensors = [torch.empty(100 * KIB, dtype=torch.uint8) for _ in range(10)]
        addresses = {tensor.data_ptr() for tensor in tensors}
        del tensors
    assert torch.empty(100 * KIB, dtype=torch.uint8).data_ptr() in addresses
    assert pooled() <= MOST_LARGER


def test_trim_empties_the_pool_of_this_thread_at_once_and_of_another_at_its_next_storage():
    begin, made, trimmed = (threading.Event() for _ in range(3))
    found = []

    def other():
        x = torch.empty(10)
        del x
        begin.set()
        assert trimmed.wait(60)
        kept = torch.empty(1000)  # of another kind
        found.append(pooled())
        made.set()
        del kept

    thread = threading.Thread(target=other)
    thread.start()
    assert begin.wait(60)
    x = torch.empty(20)
    del x
    assert pooled() == 40 + 128
    torch.memory.trim()
    assert pooled() == 40
    trimmed.set()
    assert made.wait(60)
    thread.join()
    assert found == [0]


def test_a_thread_that_ends_leaves_nothing():
    def work():
        tensors = [torch.ones(n) for n in range(100)]
        del tensors

    for _ in range(20):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    deadline = time.monotonic() + 60  # join() returns before the thread has quite ended
    while pooled() and time.monotonic() < deadline:
        time.sleep(0.001)
    assert pooled() == 0


def test_all_threads_together_keep_64_mebibytes_of_larger_blocks():
    def work():
        tensors = [torch.empty(100 * KIB, dtype=torch.uint8) for _ in range(60)]
        del tensors
        full.wait(60)
        seen.wait(60)

    full, seen = threading.Barrier(31), threading.Barrier(31)
    threads = [threading.Thread(target=work) for _ in range(30)]
    for thread in threads:
        thread.start()
    full.wait(60)
    found = pooled()
    seen.wait(60)
    for thread in threads:
        thread.join()
    assert 50 * MIB <= found <= 64 * MIB + MOST_SMALL
    x = torch.empty(100 * KIB, dtype=torch.uint8)  # they have given their room back
    before = pooled()
    del x
    assert pooled() == before + 100 * KIB


def test_no_two_live_tensors_share_a_block():
    random.seed(0)
    live = []
    for step in range(4000):
        size = random.choice((random.randrange(1, 1100), random.randrange(1, 40) * 1000))
        live.append((step, torch.full((size,), step, dtype=torch.int64)))
        if len(live) > 60:
            value, tensor = live.pop(random.randrange(len(live)))
            assert (tensor == value).all()
    assert all((tensor == value).all() for value, tensor in live)


def test_what_one_thread_makes_and_another_drops_stays_whole():
    handed, errors = [], []

    def take():
        while True:
            while not handed:
                pass
            item = handed.pop(0)
            if item is None:
                return
            value, tensor = item
            if not (tensor == value).all():
                errors.append(value)

    thread = threading.Thread(target=take)
    thread.start()
    for value in range(3000):
        handed.append((value, torch.full((value % 200 + 1,), value)))
    handed.append(None)
    thread.join()
    assert not errors and pooled() <= MOST


def test_a_memory_profile_sees_each_allocation():
    torch.empty(10)
    with torch.profiler.profile(profile_memory=True) as profile:
        for _ in range(3):
            torch.empty(10)
    (row,) = [row for row in profile.key_averages() if row.key == "aten::empty"]
    assert row.count == 3 and row.cpu_memory_usage > 0
