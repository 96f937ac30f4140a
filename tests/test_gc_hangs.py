"""The catalogue of hangs: where "wait until every tensor is freed" never ends, gc() ends in bounded time.

Each test runs on a thread that must end within SECONDS.
"""

import asyncio
import contextlib
import functools
import gc
import queue
import subprocess
import sys
import threading
import time
import traceback

import pytest

import pytorch_c as torch
from pytorch_c import _collector, _gc

SECONDS = 20
pytestmark = pytest.mark.frees


class Node:
    def __init__(self, **attributes):
        self.me = self
        self.__dict__.update(attributes)


class Blocks(Node):
    """A cycle whose finalizer waits, in its collection, until the test lets it go."""

    def __init__(self, event):
        super().__init__(event=event)

    def __del__(self):
        self.event.wait(SECONDS)


def bounded(test):
    """Runs the test on a thread; one that does not end fails, and says where it hangs."""

    @functools.wraps(test)
    def run(*args, **kwargs):
        failed = []

        def body():
            try:
                test(*args, **kwargs)
            except BaseException as error:
                failed.append(error)

        thread = threading.Thread(target=body, daemon=True)
        thread.start()
        thread.join(SECONDS)
        if thread.is_alive():
            frame = sys._current_frames()[thread.ident]
            pytest.fail("hangs at\n" + "".join(traceback.format_stack(frame)))
        if failed:
            raise failed.pop()

    return run


@contextlib.contextmanager
def within(seconds):
    start = time.perf_counter()
    yield
    assert time.perf_counter() - start < seconds


# ---- tensors that are still wanted ----


def _loss_history(kept, x):
    kept.append(x.sum())


def _moving_average(kept, x):
    kept[:] = [kept[0] * 0.9 + x.mean() * 0.1 if kept else x.mean()]


def _hidden_state(kept, x):
    kept[:] = [torch.tanh(kept[0] + x) if kept else x]


def _replay_buffer(kept, x):
    kept.append((x, x.clone()))
    del kept[:-3]


@bounded
@pytest.mark.parametrize(
    ("keep", "survivors"), [(_loss_history, 6), (_moving_average, 1), (_hidden_state, 1), (_replay_buffer, 6)]
)
def test_tensor_kept_across_gc(keep, survivors):
    kept = []
    for _ in range(6):
        torch.gc()
        keep(kept, torch.ones(3))
    assert torch.finish_gc().survivors == survivors


@bounded
def test_variable_read_after_the_loop():
    for _ in range(3):
        torch.gc()
        cost = torch.ones(3).sum()
    assert torch.finish_gc().survivors == 1
    assert cost.item() == 3.0


@bounded
@pytest.mark.parametrize("hold", ["closure", "default", "queue", "attribute", "global"])
def test_tensor_in_a_hidden_place(hold):
    torch.gc()
    x, places = torch.ones(3), queue.Queue()
    if hold == "closure":
        held = lambda: x  # noqa: B023
    elif hold == "default":

        def held(y=x):
            return y
    elif hold == "queue":
        held = places.put(x)
    elif hold == "attribute":
        held = Node(x=x)
    else:
        held = None
        globals()["x_of_a_test"] = x
    if hold != "closure":
        del x
    record = torch.gc()
    assert record.survivors == 1
    assert record.details()[0].referrers, "nobody refers to it"
    globals().pop("x_of_a_test", None)
    torch.finish_gc()
    del held


@bounded
def test_strict_raises_at_once_instead_of_waiting():
    torch.gc()
    kept = torch.ones(3)
    with within(5), pytest.raises(torch.SurvivorsError):
        torch.gc(strict=True)
    del kept
    assert torch.finish_gc(strict=True).freed == 1


@bounded
def test_module_moved_within_an_iteration():
    model = torch.nn.Linear(3, 2)
    for _ in range(3):
        torch.gc()
        with torch.gc():
            model.to(dtype=torch.float64)
            model.to(torch.device("cpu"))
        model(torch.ones(1, 3, dtype=torch.float64)).sum().backward()
    assert torch.finish_gc().survivors >= 0
    assert not _gc._stack().loops


# ---- threads ----


@bounded
def test_another_thread_holds_a_tensor_of_the_loop():
    box, given, stop = queue.Queue(), threading.Event(), threading.Event()

    def hold():
        held = box.get()  # noqa: F841
        given.set()
        stop.wait(SECONDS)

    thread = threading.Thread(target=hold)
    thread.start()
    torch.gc()
    box.put(torch.ones(3))
    given.wait()
    record = torch.gc()
    assert record.survivors == 1
    assert any("local 'held' of hold()" in text for text in record.details()[0].referrers)
    stop.set()
    thread.join()
    del thread
    gc.collect()
    assert torch.finish_gc().survivors == 0


@bounded
def test_finish_on_another_thread():
    torch.gc()
    x = torch.ones(3)
    thread = threading.Thread(target=torch.finish_gc)
    thread.start()
    thread.join()
    assert torch.gc().survivors == 1
    del x
    assert torch.finish_gc().freed == 1


@bounded
def test_two_threads_each_in_a_loop():
    found, start = {}, threading.Barrier(2)

    def train(size):
        start.wait()
        freed = 0
        for _ in range(50):
            freed += torch.gc().freed
            Node(x=torch.ones(size))
        found[size] = freed + torch.finish_gc().freed

    threads = [threading.Thread(target=train, args=(size,)) for size in (1, 2)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert found == {1: 50, 2: 50}


@bounded
def test_loader_thread_makes_tensors_all_the_while():
    batches, stop = queue.Queue(4), threading.Event()

    def load():
        while not stop.is_set():
            with contextlib.suppress(queue.Full):
                batches.put(torch.ones(4), timeout=0.01)

    thread = threading.Thread(target=load)
    thread.start()
    for _ in range(20):
        torch.gc()
        y = batches.get() * 2
    assert torch.finish_gc().survivors == 1
    stop.set()
    thread.join()
    del y


@bounded
def test_threads_that_collect_all_the_while():
    stop = threading.Event()

    def collect():
        while not stop.is_set():
            gc.collect()

    threads = [threading.Thread(target=collect) for _ in range(2)]
    for one in threads:
        one.start()
    for _ in range(10):
        torch.gc(timeout=SECONDS / 2)
        Node(x=torch.ones(1))
    torch.finish_gc()
    stop.set()
    for one in threads:
        one.join()


# ---- exceptions and early ends ----


@bounded
def test_exception_between_gc_and_finish_with_its_traceback():
    def train():
        for i in range(5):
            torch.gc()
            x = torch.ones(3)
            if i == 2:
                raise KeyError(float(x.sum()))

    try:
        train()
    except KeyError as error:
        kept = error
    # The frame in the traceback keeps x, and the loop is still open.
    record = torch.gc()
    assert record.survivors >= 1
    assert _gc._stack().loops
    kept.__traceback__ = None
    del kept
    assert torch.finish_gc().survivors == 0


@bounded
def test_break_before_finish_and_another_loop():
    for _ in range(3):
        torch.gc()
        x = torch.ones(3)
        break
    for _ in range(3):
        torch.gc()
        x = torch.ones(2)
    assert torch.finish_gc().survivors == 1
    assert torch.finish_gc().survivors == 0
    del x


@bounded
def test_abandoned_loop_of_a_thread_that_ended():
    thread = threading.Thread(target=lambda: (torch.gc(), torch.ones(3)))
    thread.start()
    thread.join()
    del thread
    gc.collect()
    assert not gc.get_freeze_count()
    torch.gc()
    torch.finish_gc()


@bounded
def test_abandoned_generator():
    loop = torch.gc_each(range(3))
    for _ in loop:
        break
    assert _gc._stack().loops, "the generator is still there"
    del loop
    assert not _gc._stack().loops


# ---- finalizers ----


@bounded
@pytest.mark.parametrize("call", [torch.gc, torch.finish_gc])
def test_finalizer_that_blocks(call):
    event = threading.Event()
    torch.gc()
    Blocks(event)
    with within(5), pytest.raises(TimeoutError) as caught:
        call(timeout=0.3)
    assert "gc() waited 0.3 s for a garbage collection to end: the finalizer __del__() at " in str(caught.value)
    with within(5), pytest.raises(TimeoutError):  # it blocks still
        for _ in range(2):
            torch.gc(timeout=0.2)
    event.set()
    time.sleep(0.05)
    torch.finish_gc()
    assert not _gc._stack().loops


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
        within(5),
        pytest.raises(TimeoutError, match="thread 'a loader' is in one, perhaps in a finalizer that blocks"),
    ):
        torch.gc(timeout=0.3)
    event.set()
    thread.join()
    torch.finish_gc()


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
    with within(5):
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
        with within(5):
            Collects()
            gc.collect()
        if in_loop:
            torch.finish_gc()
    assert len(records) == 8
    assert not _gc._stack().loops
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
    with within(5):
        torch.gc()
    torch.finish_gc()
    Again.left = 1
    gc.collect()


@bounded
def test_no_thread_can_be_started(monkeypatch):
    def fails(*args):
        raise RuntimeError("can't start new thread")

    _collector.rest()
    monkeypatch.setattr(_collector._thread, "start_new_thread", fails)
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
class Node:
    def __init__(self): self.me, self.x = self, torch.ones(2)
{parent_code}
"""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)


def test_gc_in_a_child_forked_in_a_finalizer():
    ran = _forked("""
status = []
class Forks(Node):
    def __del__(self):
        child = os.fork()
        if not child:
            torch.gc(timeout=1)  # the collection that is under way is this one
            torch.finish_gc(timeout=1)
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
        inside.set(); event.wait(20)
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
        torch.gc(timeout=5)
    except TimeoutError as error:
        ok = "forked while another thread collected garbage" in str(error) and time.monotonic() - start < 4
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
