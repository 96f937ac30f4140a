"""Objects that the collections of gc()'s loops look at: the freeze, what was frozen and becomes garbage, and what it costs."""

import gc
import sys
import types
import weakref

import pytest
from support.gc_helpers import Node, in_thread, no_loop_left
from support.project import HANG

import pytorch_c as torch
from pytorch_c._boundary.handle import core
from pytorch_c._memory import looks, loops

pytestmark = pytest.mark.frees


def objects_of_a_tensor():
    """Returns how many objects the collector has for each tensor: under some strategies the finalizer's too."""
    before = len(gc.get_objects())
    kept = [torch.ones(1) for _ in range(100)]
    return (len(gc.get_objects()) - before) // len(kept)


@pytest.fixture(autouse=True)
def no_loops():
    with no_loop_left():
        yield


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


def test_freeze_that_is_renewed_between_a_sweep_and_its_promotion_is_undone():
    with torch.gc():
        mark = loops._stack().loops[-1].mark.handle
        core.thaw()  # as another thread does, which looks at everything
        gc.freeze()
        core.sweep(mark, True)
        gc.unfreeze()
        core.freeze_again()
        core.promote(1_000_000)
    assert gc.get_freeze_count() == 0


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
    monkeypatch.setattr(looks, "_MANY", 200)
    monkeypatch.setattr(looks, "SLOW", 0.0)
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
    monkeypatch.setattr(looks, "_MANY", 200)
    monkeypatch.setattr(looks, "SLOW", 0.0)
    frozen = 2000 * objects_of_a_tensor()
    monkeypatch.setattr(looks, "_python_gc", types.SimpleNamespace(get_freeze_count=lambda: frozen))
    torch.gc()
    most = 0
    for _ in range(30):
        kept = [Node(x=torch.ones(1)) for _ in range(300)]
        most = max(most, torch.gc().survivors)
    assert 300 < most < 2000
    del kept
    assert torch.finish_gc().survivors == 0


def test_a_buffer_that_grows_is_frozen_with_each_call(monkeypatch):
    monkeypatch.setattr(looks, "SLOW", 0.0)
    of_two_iterations = 1500 * objects_of_a_tensor()
    torch.gc()
    buffer, seen = [], []
    for _ in range(12):
        buffer += [torch.ones(1) for _ in range(600)]
        seen.append(len(gc.get_objects()))
        torch.gc()
    assert max(seen[:4]) > of_two_iterations > max(seen[4:]), "of the last iteration alone"
    buffer.clear()
    assert torch.finish_gc().survivors == 0


def test_what_a_trial_keeps_is_no_buffer_and_found_at_its_end(monkeypatch):
    monkeypatch.setattr(looks, "SLOW", 0.0)
    torch.gc()
    for _ in range(3):
        model = Node(x=[torch.ones(1) for _ in range(600)])
        for _ in range(6):
            assert torch.gc().survivors == 600
        del model
        assert torch.gc().freed == 600
    assert torch.finish_gc().survivors == 0


@pytest.mark.parametrize("kept", [7, 90, 450])
def test_a_buffer_that_grows_slowly_is_frozen_from_time_to_time(monkeypatch, kept):
    monkeypatch.setattr(looks, "SLOW", 0.0)
    torch.gc()
    buffer, seen = [], []
    for _ in range(6000 // kept):
        buffer += [torch.ones(1) for _ in range(kept)]
        seen.append(len(gc.get_objects()))
        torch.gc()
    assert max(seen) < 2500 * objects_of_a_tensor(), "of 6000"
    buffer.clear()
    assert torch.finish_gc().survivors == 0


def test_a_large_model_beside_a_history_is_found_at_its_end(monkeypatch):
    monkeypatch.setattr(looks, "SLOW", 0.0)
    torch.gc()
    for _ in range(3):
        model, history = Node(x=[torch.ones(1) for _ in range(3000)]), []
        for step in range(30):
            history.append(torch.ones(1))
            assert torch.gc().survivors == 3001 + step
        del model
        assert torch.gc().freed == 3000
        history.clear()
    assert torch.finish_gc().survivors == 0


def test_cycles_in_what_grows_are_found(monkeypatch):
    for name, value in (("SLOW", 0.0), ("_MANY", 1_000_000)):  # for growth alone
        monkeypatch.setattr(looks, name, value)
    torch.gc()
    kept, buffer = None, []
    for _ in range(8):
        buffer += [torch.ones(1) for _ in range(600)]
        kept = Node(x=torch.ones(1))  # garbage in the next iteration
        before = len(buffer)
        assert torch.gc().survivors == before + 1
    del kept, buffer
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
    now, plain = [1000.0], looks.collect_everything

    def look(timeout):
        clock.looks += 1
        collect = looks.collector.collect
        with monkeypatch.context() as patch:
            patch.setattr(looks.collector, "collect", lambda timeout: (go_on(1.0), collect(timeout)))
            plain(timeout)

    def go_on(seconds):
        now[0] += seconds

    def clock():
        return now[0]

    clock.go_on, clock.looks = go_on, 0
    for name, value in (("clock", clock), ("collect_everything", look), ("_looked", -1e9), ("_look_took", 0.0)):
        monkeypatch.setattr(looks, name, value)
    return clock


def test_a_look_that_found_nothing_is_not_repeated_because_a_buffer_grows(monkeypatch, clock):
    for name, value in (("_MANY", 200), ("SLOW", -1.0), ("_rest_until", -1e9)):
        monkeypatch.setattr(looks, name, value)
    monkeypatch.setattr(looks, "_python_gc", types.SimpleNamespace(get_freeze_count=lambda: 2000))
    torch.gc()
    buffer = []
    for rest, found in ((0.0, 1), (49.0, 1), (2.0, 2)):  # a look takes a second
        clock.go_on(rest)
        for _ in range(10):
            buffer += [[torch.ones(1)] for _ in range(600)]
            torch.gc()
        assert clock.looks == found
    buffer.clear()
    assert torch.finish_gc().survivors == 0


# Under the other strategies a tensor refers to its finalizer, so that a collection has to look at it.
BARE = pytest.mark.skipif(
    torch.finalizer() not in ("weakref", "del", "deferred"), reason="needs a strategy whose tensors refer to nothing"
)


@BARE
def test_a_buffer_of_tensors_that_cannot_be_garbage_is_no_reason_to_look_at_everything(monkeypatch, clock):
    for name, value in (("_MANY", 200), ("SLOW", -1.0), ("_rest_until", -1e9)):
        monkeypatch.setattr(looks, name, value)
    monkeypatch.setattr(looks, "_python_gc", types.SimpleNamespace(get_freeze_count=lambda: 2000))
    torch.gc()
    buffer, linked = [], []
    for _ in range(30):
        buffer += [(torch.ones(1), 3, "up") for _ in range(600)]
        torch.gc()
    assert clock.looks == 0
    linked.append(weakref.ref(buffer[0][0]))
    buffer[0][0].me = buffer[0]  # a cycle after all
    buffer.clear()
    torch.gc()
    assert linked[0]()
    clock.go_on(looks._LONG + 0.1)
    torch.gc()
    assert linked[0]() is None
    assert torch.finish_gc().survivors == 0


def _collections(step):
    """Returns how many collections there are in a gc() after a step of a loop that keeps 3,000 tensors."""
    ran, kept = [], [torch.ones(1) for _ in range(10)]
    torch.gc()
    kept += [torch.ones(1) for _ in range(3000)]
    step(kept)
    gc.disable()
    gc.callbacks.append(lambda phase, info: ran.append(info["generation"]) if phase == "start" else None)
    try:
        record = torch.gc()
    finally:
        gc.enable()
        gc.callbacks.pop()
        torch.finish_gc()
    return ran.count(2), record


@BARE
@pytest.mark.skipif(not getattr(sys, "_is_gil_enabled", lambda: True)(), reason="needs the GIL")
def test_gc_collects_where_something_can_be_garbage():
    assert _collections(lambda kept: kept.append(kept[0]))[0] == 0
    ran, record = _collections(lambda kept: Node(x=torch.ones(1)))
    assert (ran, record.freed) == (1, 1)
    ran, record = _collections(lambda kept: Node(x=(torch.ones(1), kept)))
    assert (ran, record.freed) == (1, 1)
    ran, record = _collections(lambda kept: setattr(torch.ones(1), "me", Node(x=kept)))
    assert ran == 1


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
    clock.go_on(looks._LONG + 0.1)
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
    """Returns how many objects the collector has before it, after each gc() of the loop."""
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
