"""The catalogue of hangs: where "wait until every tensor is freed" never ends, gc() ends in bounded time.

Those of finalizers, tasks and processes are in test_gc_finalizers.py.
"""

import contextlib
import gc
import queue
import threading

import pytest
from support.gc_helpers import Node, bounded, within
from support.project import HANG

import pytorch_c as torch
from pytorch_c._memory import loops

pytestmark = pytest.mark.frees


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
    with within(HANG / 4), pytest.raises(torch.SurvivorsError):
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
    assert not loops._stack().loops


# ---- threads ----


@bounded
def test_another_thread_holds_a_tensor_of_the_loop():
    box, given, stop = queue.Queue(), threading.Event(), threading.Event()

    def hold():
        held = box.get()  # noqa: F841
        given.set()
        stop.wait(HANG)

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
        torch.gc(timeout=HANG / 2)
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
    assert loops._stack().loops
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
    assert loops._stack().loops, "the generator is still there"
    del loop
    assert not loops._stack().loops
