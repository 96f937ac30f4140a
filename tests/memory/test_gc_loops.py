"""Loops of gc() beside each other: threads, tasks, generators, forked children."""

import asyncio
import gc
import os
import subprocess
import sys

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
        # Tensors that a task leaves may be freed in the collection of another one; none is counted there.
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


def test_task_that_is_born_while_a_generators_loop_is_suspended():
    def batches():
        loop = torch.gc_each(range(2))
        for _ in loop:
            yield loop

    async def makes():
        return torch.ones(3)

    async def main():
        each = batches()
        loop = next(each)
        kept = await asyncio.create_task(makes())
        next(each)
        each.close()
        return kept, loop.record.survivors

    assert asyncio.run(main())[1] == 0


# ---- fork ----


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.parametrize("within", [False, True], ids=["beside a loop", "while one begins"])
def test_forked_child_goes_on_with_the_loop(within):
    code = (
        f"WITHIN = {within}"
        + """
import gc, os, threading
import pytorch_c as torch
class Node:
    def __init__(self): self.me, self.x = self, torch.ones(2)
torch.gc(); Node(); torch.gc()
begun, go_on, stop = threading.Event(), threading.Event(), threading.Event()
def other():
    torch.gc(); begun.set(); stop.wait(); torch.finish_gc()
inside, core = threading.Event(), torch._memory.loops.core
class Core:
    def __getattr__(self, name): return getattr(core, name)
    def loop_begins(self):
        count = core.loop_begins(); inside.set()
        if threading.current_thread() is thread: go_on.wait()
        return count
if WITHIN: torch._memory.loops.core = Core()
thread = threading.Thread(target=other, daemon=True); thread.start()
(inside if WITHIN else begun).wait()
Node()
child = os.fork()
if child: go_on.set(); begun.wait()
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
    )
    ran = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, timeout=HANG)
    assert (ran.returncode, ran.stderr) == (0, "")
