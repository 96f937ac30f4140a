"""The catalogue of hangs, continued: finalizers that block or call gc(), asyncio tasks, forked children."""

import asyncio
import contextlib
import gc
import subprocess
import sys
import threading
import time
import weakref

import pytest
from support.gc_helpers import Blocks, Node, bounded, within
from support.project import HANG

import pytorch_c as torch
from pytorch_c._memory import collector, loops

pytestmark = pytest.mark.frees


@pytest.fixture
def limit():
    """Seconds, more than Python's collector takes for all that this process holds; its garbage is gone."""
    gc.collect()
    start = time.perf_counter()
    gc.collect()
    return 0.3 + 5 * (time.perf_counter() - start)


@contextlib.contextmanager
def let_go(event):
    """Whatever the block finds, what waits for the event goes on after it."""
    try:
        yield
    finally:
        event.set()
        time.sleep(0.05)
        torch.finish_gc()


# ---- finalizers ----


@bounded
@pytest.mark.parametrize("call", [torch.gc, torch.finish_gc])
def test_finalizer_that_blocks(call, limit):
    event = threading.Event()
    torch.gc()
    with let_go(event):
        Blocks(event)
        with within(HANG / 4), pytest.raises(TimeoutError) as caught:
            call(timeout=limit)
        waited = f"gc() waited {limit} s for a garbage collection to end: the finalizer __del__() at "
        assert waited in str(caught.value)
        with within(HANG / 4), pytest.raises(TimeoutError):  # it blocks still
            for _ in range(2):
                torch.gc(timeout=0.2)
    assert not loops._stack().loops


# ---- where the collection runs: on this thread, unless what is garbage would run Python code ----


def _cycle_of(*parts):
    Node(parts=parts)


def _generator(event):
    def waits():
        try:
            yield
        finally:
            event.wait(HANG)

    one = waits()
    next(one)
    _cycle_of(one)


def _callback(event):
    node = Node()
    event.reference = weakref.ref(node, lambda _: event.wait(HANG))


def _without_references(event):
    class Leaf:
        __slots__ = ()

        def __del__(self):
            event.wait(HANG)

    _cycle_of(Leaf())


def _older(event):
    event.box.me = event.box
    del event.box


def _subclass(event):
    class Waits(torch.Tensor):
        def __del__(self):
            event.wait(HANG)

    _cycle_of(torch.ones(2).as_subclass(Waits))


class _Box:
    pass


@bounded
@pytest.mark.parametrize("make", [Blocks, _generator, _callback, _without_references, _subclass, _older])
def test_finalizers_of_every_kind_keep_to_the_limit(make, limit):
    event = threading.Event()
    if make is _older:
        event.box = _Box()  # young is only what refers to it
        event.box.old = type("Old", (), {"__del__": lambda self: event.wait(HANG)})()
    torch.gc()
    with let_go(event):
        make(event)
        with within(HANG / 4), pytest.raises(TimeoutError, match="the finalizer .* blocks in "):
            if make is _older:
                torch.finish_gc(timeout=limit)  # which looks at everything
            torch.gc(timeout=limit)
    assert not loops._stack().loops


def _threads_of_collections(make):
    """Threads on which the collections of a gc() ran after make()."""
    seen = []

    def noted(phase, info):
        if phase == "start" and info["generation"] == 2:
            seen.append(threading.get_ident())

    torch.gc()
    held = make()
    gc.callbacks.append(noted)
    try:
        torch.gc(timeout=HANG)
    finally:
        gc.callbacks.remove(noted)
    torch.finish_gc()
    del held
    return {ident == threading.get_ident() for ident in seen}


def _tensors():
    x = torch.ones(3, requires_grad=True)
    Node(x=x, y=x * 2)


def _watched():
    return weakref.ref(Node(), lambda _: None)


def _quick():
    class Quick(Node):
        def __del__(self):
            pass

    Quick()


@bounded
@pytest.mark.parametrize(("make", "here"), [(_tensors, True), (_watched, False), (_quick, False)])
def test_collection_runs_here_unless_garbage_has_a_finalizer(make, here):
    assert _threads_of_collections(make) == {here}


@bounded
def test_finalizers_of_what_is_alive_do_not_matter():
    def held():
        lasts = iter(lambda: 1, 2)
        event = threading.Event()
        event.set()
        generator = (one for one in lasts)
        next(generator)
        garbage = []
        garbage.append(garbage)  # without any there is no collection
        return [generator, Blocks(event), open(__file__)]

    assert _threads_of_collections(held) == {True}


@bounded
def test_finalizer_that_blocks_another_threads_collection():
    event, inside = threading.Event(), threading.Event()

    class BlocksThere(Blocks):
        def __del__(self):
            inside.set()
            super().__del__()

    torch.gc()

    def collect_there():
        BlocksThere(event)
        gc.collect()

    thread = threading.Thread(target=collect_there, name="a loader")
    thread.start()
    inside.wait()
    with (
        let_go(event),
        within(HANG / 4),
        pytest.raises(TimeoutError, match="thread 'a loader' is in one, perhaps in a finalizer that blocks"),
    ):
        torch.gc(timeout=0.3)
    thread.join()


@bounded
def test_finalizer_that_needs_a_lock_of_the_caller():
    lock = threading.Lock()

    class Locks(Node):
        def __del__(self):
            with lock:
                pass

    torch.gc()
    with lock:
        Locks()
        with pytest.raises(TimeoutError):
            torch.gc(timeout=0.3)
    time.sleep(0.05)
    torch.finish_gc()


@bounded
@pytest.mark.parametrize("timeout", [10, None])
def test_gc_called_from_a_finalizer(timeout):
    records = []

    class Collects(Node):
        def __del__(self):
            records.append(torch.gc(timeout))
            records.append(torch.finish_gc(timeout))

    torch.gc()
    Collects(x=torch.ones(1))
    with within(HANG / 4):
        torch.gc(timeout)
    assert len(records) == 2
    torch.finish_gc()
    assert not gc.get_freeze_count()


@bounded
def test_gc_called_from_a_finalizer_in_an_automatic_collection():
    records = []

    class Collects(Node):
        def __del__(self):
            for _ in range(3):
                records.append(torch.gc())
            records.append(torch.finish_gc())

    for in_loop in (True, False):
        if in_loop:
            torch.gc()
        with within(HANG / 4):
            Collects()
            gc.collect()
        if in_loop:
            torch.finish_gc()
    assert len(records) == 8
    assert not loops._stack().loops
    assert not gc.get_freeze_count()


@bounded
def test_finalizer_that_raises(monkeypatch):
    class Raises(Node):
        def __del__(self):
            raise KeyError

    seen = []
    monkeypatch.setattr(sys, "unraisablehook", lambda info: seen.append(info.exc_type))
    torch.gc()
    Raises(x=torch.ones(1))
    assert torch.finish_gc().freed == 1
    assert seen == [KeyError]


@bounded
def test_finalizer_that_makes_more_garbage_each_time():
    class Again(Node):
        def __del__(self):
            Again.left -= 1
            if Again.left:
                Again(x=torch.ones(1))

    Again.left = 50
    torch.gc()
    Again(x=torch.ones(1))
    with within(HANG / 4):
        torch.gc()
    torch.finish_gc()
    Again.left = 1
    gc.collect()


@bounded
def test_no_thread_can_be_started(monkeypatch):
    def fails(*args):
        raise RuntimeError("can't start new thread")

    collector.rest()
    monkeypatch.setattr(collector._thread, "start_new_thread", fails)
    torch.gc()
    Node(x=torch.ones(1))
    assert torch.gc().freed == 1
    torch.finish_gc()


# ---- asyncio ----


@bounded
def test_tasks_each_in_a_loop_of_their_own():
    async def train(size):
        kept = []
        for _ in range(5):
            torch.gc()
            kept.append(torch.ones(size))
            await asyncio.sleep(0)
            Node(x=torch.ones(size))
        return torch.finish_gc().survivors

    async def main():
        return await asyncio.gather(*(train(size) for size in (1, 2, 3)))

    assert asyncio.run(main()) == [5, 5, 5]


# ---- fork ----


def _forked(parent_code):
    code = f"""
import gc, os, threading, time
import pytorch_c as torch
HANG = {HANG}
class Node:
    def __init__(self): self.me, self.x = self, torch.ones(2)
{parent_code}
"""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=HANG)


def test_gc_in_a_child_forked_in_a_finalizer():
    ran = _forked("""
status = []
class Forks(Node):
    def __del__(self):
        child = os.fork()
        if not child:
            torch.gc(HANG)  # the collection that is under way is this one
            torch.finish_gc(HANG)
            os._exit(0)
        status.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
torch.gc()
Forks()
torch.gc(); torch.finish_gc()
assert status == [0], status
""")
    assert (ran.returncode, ran.stderr) == (0, "")


def test_gc_in_a_child_forked_while_another_thread_collected():
    # Python's collector is off for ever in such a child; gc() says so instead of waiting.
    ran = _forked("""
inside, event = threading.Event(), threading.Event()
class Blocks(Node):
    def __del__(self):
        inside.set(); event.wait(HANG)
torch.gc()
def collects():
    Blocks()
    gc.collect()
thread = threading.Thread(target=collects); thread.start()
inside.wait()
child = os.fork()
if not child:
    start = time.monotonic()
    try:
        torch.gc(timeout=HANG / 2)
    except TimeoutError as error:
        ok = "forked while another thread collected garbage" in str(error) and time.monotonic() - start < HANG / 4
        os._exit(0 if ok else 1)
    os._exit(2)
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
event.set(); thread.join()
torch.gc(); torch.finish_gc()
assert status == 0, status
""")
    assert (ran.returncode, ran.stderr) == (0, "")


def test_exit_while_a_finalizer_blocks():
    ran = _forked("""
class Blocks(Node):
    def __del__(self):
        time.sleep(30)
torch.gc()
Blocks()
try:
    torch.gc(timeout=0.2)
except TimeoutError:
    print("ends")
""")
    assert ran.returncode == 0 and ran.stdout == "ends\n", ran.stderr
