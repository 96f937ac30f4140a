"""Loops of gc() beside each other, the freeze and its undoing, what a collection costs, and fork."""

import asyncio
import gc
import os
import subprocess
import sys
import types
import weakref

import pytest
from support.gc_helpers import Node, in_thread, no_loop_left
from support.project import HANG

import pytorch_c as torch
from pytorch_c._memory import loops

pytestmark = pytest.mark.frees


@pytest.fixture(autouse=True)
def no_loops():
    with no_loop_left():
        yield


# ---- threads and tasks ----


def test_other_threads_tensors_are_not_the_loops():
    torch.gc()
    theirs = in_thread(torch.ones, 3)
    assert torch.finish_gc().survivors == 0
    del theirs


def test_finish_on_another_thread_leaves_the_loop_alone():
    torch.gc()
    kept = torch.ones(3)
    assert in_thread(torch.finish_gc).survivors == 0
    assert torch.finish_gc().survivors == 1
    del kept


def test_thread_that_ends_in_its_loop_gives_the_freeze_back():
    def half_a_loop():
        torch.gc()
        assert gc.get_freeze_count()
        with_block = torch.gc().__enter__()
        return with_block.freed

    in_thread(half_a_loop)
    gc.collect()
    assert not gc.get_freeze_count()


async def _task(size, steps):
    found = []
    for _ in range(steps):
        found.append(torch.gc())
        await asyncio.sleep(0)
        x = torch.ones(size)
        Node(x=x)
        await asyncio.sleep(0)
        Node(x=torch.ones(size))
        del x
    found.append(torch.finish_gc())
    return [(record.freed, record.bytes_freed) for record in found]


def test_each_task_has_a_loop_of_its_own():
    async def main():
        return await asyncio.gather(*(_task(size, 3) for size in (1, 10, 100)))

    for size, found in zip((1, 10, 100), asyncio.run(main())):
        # What a task leaves may be freed in the collection of another one; none is counted there.
        assert sum(freed for freed, _ in found) == 6
        assert sum(size for _, size in found) == 6 * 4 * size


def test_task_without_a_loop_counts_for_the_one_that_started_it():
    async def step():
        await asyncio.sleep(0)
        return torch.ones(3)

    async def main():
        torch.gc()
        found = await asyncio.gather(step(), step())
        record = torch.finish_gc()
        return record.survivors, len(found)

    assert asyncio.run(main()) == (2, 2)


def test_task_that_is_abandoned_in_its_loop():
    async def forever():
        torch.gc()
        await asyncio.sleep(60)

    async def main():
        task = asyncio.ensure_future(forever())
        await asyncio.sleep(0.01)
        assert gc.get_freeze_count()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(main())
    gc.collect()
    assert not gc.get_freeze_count()


def test_thread_started_with_a_copied_context_counts_nothing():
    async def main():
        torch.gc()
        theirs = await asyncio.to_thread(torch.ones, 3)
        return torch.finish_gc().survivors, theirs

    assert asyncio.run(main())[0] == 0


# ---- generators ----


def _each(steps=3):
    for i in torch.gc_each(range(steps)):
        x = torch.ones(2)
        yield i
        del x


def _within(steps=3):
    with torch.gc():
        yield from range(steps)


@pytest.mark.parametrize("batches", [_each, _within])
def test_generators_loop_is_not_its_callers(batches):
    kept = []
    for i in batches():
        record = torch.gc()
        if i == 0:
            assert (record.freed, record.survivors) == (0, 0), "the first gc() of the caller marks"
        else:
            assert (record.freed, record.survivors) == (1, i)
        kept.append(torch.ones(3))
        Node(x=torch.ones(1))
    assert torch.finish_gc().survivors == 3
    assert not loops._stack().loops


def test_generators_loop_counts_its_own_only():
    found = []

    def batches():
        loop = torch.gc_each(range(4))
        for i in loop:
            found.append((loop.record.freed, loop.record.survivors))
            Node(x=torch.ones(1))
            yield i
        found.append((loop.record.freed, loop.record.survivors))

    kept = [torch.ones(3) for _ in batches()]
    assert found == [(0, 0), (1, 0), (1, 0), (1, 0), (1, 0)]
    del kept


def test_generator_that_is_dropped_ends_its_loop_alone():
    batches = _each()
    next(batches)
    torch.gc()
    kept = torch.ones(3)
    batches.close()
    assert len(loops._stack().loops) == 1
    assert torch.finish_gc().survivors == 1
    del kept


def test_loop_over_a_generator_around_gc_each_counts_what_its_body_makes():
    def progress(iterable):  # as tqdm does
        yield from iterable

    loop, kept = torch.gc_each(range(3)), []
    for _ in progress(loop):
        kept.append(torch.ones(3))
    assert loop.record.survivors == 3


def test_asynchronous_generators_loop_is_not_its_tasks():
    async def batches():
        for i in torch.gc_each(range(3)):
            await asyncio.sleep(0)
            yield i

    async def main():
        kept, found = [], []
        async for _ in batches():
            found.append(torch.gc().survivors)
            kept.append(torch.ones(3))
        return found, torch.finish_gc().survivors

    assert asyncio.run(main()) == ([0, 1, 2], 3)


# ---- the freeze ----


def test_loop_freezes_and_finish_undoes_it():
    torch.gc()
    assert gc.get_freeze_count() > 1000
    with torch.gc():
        pass
    assert gc.get_freeze_count() > 1000
    torch.finish_gc()
    assert gc.get_freeze_count() == 0


def test_last_loop_of_all_threads_undoes_the_freeze():
    torch.gc()
    in_thread(lambda: (torch.gc(), torch.finish_gc()))
    assert gc.get_freeze_count()
    torch.finish_gc()
    assert not gc.get_freeze_count()


def test_freeze_of_the_user_stays():
    gc.freeze()
    try:
        count = gc.get_freeze_count()
        with torch.gc():
            Node(x=torch.ones(1))
            assert torch.gc().freed == 1
        assert abs(gc.get_freeze_count() - count) < 100
    finally:
        gc.unfreeze()


def test_freeze_that_the_user_makes_in_the_loop_stays():
    try:
        with torch.gc():
            gc.freeze()
        assert gc.get_freeze_count()
    finally:
        gc.unfreeze()


def test_unfreeze_by_the_user_in_the_loop_is_harmless():
    with torch.gc():
        gc.unfreeze()
        Node(x=torch.ones(1))
        assert torch.gc().freed == 1


def test_callbacks_of_the_user_stay():
    before = list(gc.callbacks)
    with torch.gc():
        assert len(gc.callbacks) == len(before) + 1
    assert gc.callbacks == before
    with torch.gc():
        gc.callbacks.clear()
        Node(x=torch.ones(1))
        assert torch.gc(timeout=HANG).freed == 1
    assert gc.callbacks == []
    gc.callbacks[:] = before


def test_disabled_collector_stays_disabled():
    gc.disable()
    try:
        with torch.gc():
            Node(x=torch.ones(1))
            assert torch.gc().freed == 1
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_much_that_is_kept_is_frozen_too_and_found_in_the_end(monkeypatch):
    monkeypatch.setattr(loops, "_MANY", 200)
    monkeypatch.setattr(loops, "_SLOW", 0.0)
    torch.gc()
    buffer = [Node(x=torch.ones(1)) for _ in range(500)]
    before = gc.get_freeze_count()
    torch.gc()
    assert gc.get_freeze_count() > before + 500
    buffer.clear()
    assert torch.gc().survivors == 500, "frozen"
    assert torch.finish_gc().survivors == 0
    assert gc.get_freeze_count() == 0


def test_kept_cycles_are_found_while_the_loop_goes_on(monkeypatch):
    monkeypatch.setattr(loops, "_MANY", 200)
    monkeypatch.setattr(loops, "_SLOW", 0.0)
    monkeypatch.setattr(loops, "_python_gc", types.SimpleNamespace(get_freeze_count=lambda: 2000))
    torch.gc()
    most = 0
    for _ in range(30):
        kept = [Node(x=torch.ones(1)) for _ in range(300)]
        most = max(most, torch.gc().survivors)
    assert 300 < most < 2000
    del kept
    assert torch.finish_gc().survivors == 0


# ---- what was frozen and becomes garbage ----


class Frozen:
    """A tensor in a cycle, older than the loop that the test opens; alive() says whether it is still there."""

    def __init__(self):
        node = Node(x=torch.ones(1000))
        self.held, self.alive = [node], weakref.ref(node)


@pytest.fixture
def clock(monkeypatch):
    """The time that loops see: it goes on where the test says so, and by one second in each look at everything."""
    now, plain = [1000.0], loops._collect_everything

    def look(timeout):
        clock.looks += 1
        collect = loops.collector.collect
        with monkeypatch.context() as patch:
            patch.setattr(loops.collector, "collect", lambda timeout: (go_on(1.0), collect(timeout)))
            plain(timeout)

    def go_on(seconds):
        now[0] += seconds

    def clock():
        return now[0]

    clock.go_on, clock.looks = go_on, 0
    for name, value in (("_clock", clock), ("_collect_everything", look), ("_looked", -1e9), ("_look_took", 0.0)):
        monkeypatch.setattr(loops, name, value)
    return clock


def test_finish_frees_what_was_frozen(clock):
    frozen = Frozen()
    torch.gc()
    frozen.held.clear()
    torch.gc()
    assert frozen.alive(), "a gc() looks at what the loop made"
    torch.finish_gc()
    assert not frozen.alive()


@pytest.mark.parametrize("way", ["with", "each"])
def test_the_end_of_a_loop_frees_what_was_frozen_where_it_is_worth_its_time(clock, way):
    for since, there in ((1e6, False), (19.0, True), (2.0, False)):  # a look takes a second: a twentieth is 20
        frozen = Frozen()
        clock.go_on(since)
        if way == "with":
            with torch.gc():
                frozen.held.clear()
        else:
            for _ in torch.gc_each([1]):
                frozen.held.clear()
        assert bool(frozen.alive()) is there
    gc.collect()


def test_long_loop_looks_at_what_was_frozen_now_and_then(clock):
    frozen = Frozen()
    torch.gc()
    frozen.held.clear()
    torch.gc()
    assert frozen.alive()
    clock.go_on(loops._LONG + 0.1)
    torch.gc()
    assert not frozen.alive()
    assert gc.get_freeze_count()
    torch.finish_gc()


def test_looks_at_everything_take_a_small_part_of_a_loop(clock):
    torch.gc()
    for _ in range(1000):
        torch.gc()
        clock.go_on(1.0)
    assert clock.looks == 20  # a second each, and fifty between them
    torch.finish_gc()


def test_inner_loop_does_not_look_at_everything(clock):
    frozen = Frozen()
    torch.gc()
    frozen.held.clear()
    with torch.gc():
        pass
    assert frozen.alive()
    torch.finish_gc()


# ---- speed: a collection takes as long as there are objects to look at ----


def _looked_at(iterations, timeout=float(HANG)):
    """How many objects the collector has before it, after each gc() of the loop."""
    weight, most = torch.randn(3, 3, requires_grad=True), []
    for _ in range(iterations):
        torch.gc(timeout)
        most.append(len(gc.get_objects()))
        batch = torch.randn(2, 3)
        cost = (batch @ weight).sum()
        cost.backward()
    torch.finish_gc()
    del batch
    return most


def test_gc_does_not_look_at_what_is_older_than_the_loop():
    old = [[i] for i in range(300_000)]
    assert len(gc.get_objects()) > 300_000
    assert max(_looked_at(50)) < 10_000
    assert len(gc.get_objects()) > 300_000
    del old


def test_the_design_loop_does_not_slow_down_in_ten_thousand_iterations():
    counts = _looked_at(10_000)
    assert max(counts[-1000:]) <= max(counts[100:1100]) + 100


# ---- fork ----


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_forked_child_goes_on_with_the_loop():
    code = """
import gc, os, threading
import pytorch_c as torch
class Node:
    def __init__(self): self.me, self.x = self, torch.ones(2)
torch.gc(); Node(); torch.gc()
stop = threading.Event()
def other():
    torch.gc(); stop.wait(); torch.finish_gc()
thread = threading.Thread(target=other); thread.start()
Node()
child = os.fork()
record = torch.gc()
assert record.freed == 1, record
Node()
assert torch.finish_gc().freed == 1
if not child:
    assert not gc.get_freeze_count(), "the other thread's loop is not here"
    with torch.gc():
        Node()
        assert torch.gc().freed == 1
    os._exit(0)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
assert gc.get_freeze_count()
stop.set(); thread.join()
assert not gc.get_freeze_count()
"""
    ran = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=HANG)
    assert (ran.returncode, ran.stderr) == (0, "")
