"""profiler.observe: Python's functions told of what runs, on every thread."""

import gc
import threading
import weakref

import pytest
import torch

import pytorch_c
from pytorch_c.profiler import RecordScope, observe, record_function


def names(function, **options):
    seen = []
    with observe(lambda event: seen.append(event.name), **options):
        function()
    return seen


def backward():
    x = pytorch_c.ones(2, requires_grad=True)
    (x * 3).sum().backward()


def test_begins_and_ends_nest():
    seen = []
    with observe(lambda e: seen.append(e.name) or len(seen), lambda e, state: seen.append((e.name, state))):
        pytorch_c.ones(2, 3).sum()
    open_ones = []
    for one in seen:
        if isinstance(one, str):
            open_ones.append(one)
        else:
            assert open_ones.pop() == one[0] and seen[one[1] - 1] == one[0]
    assert not open_ones and "aten::sum" in seen and "aten::fill_" in seen  # what ones() calls inside
    before = len(seen)
    pytorch_c.ones(2)
    assert len(seen) == before


def test_scopes():
    assert "MulBackward0" in names(backward, scopes=[RecordScope.BACKWARD_FUNCTION])
    assert "aten::mul" not in names(backward, scopes=[RecordScope.BACKWARD_FUNCTION])

    def ranges():
        with record_function("mine", "a text"):
            backward()

    assert names(ranges, scopes=[RecordScope.USER_SCOPE]) == ["mine"]
    seen = []
    with (
        observe(seen.append, scopes=[RecordScope.USER_SCOPE], inputs=True, ids=True),
        record_function("mine", "a text"),
    ):
        pass
    assert seen[0].values == ("a text",) and seen[0].scope == RecordScope.USER_SCOPE.value and seen[0].id > 0


def test_values_are_the_tensors_themselves():
    begun, ended = [], []
    x = pytorch_c.ones(2, 3, requires_grad=True)
    with observe(begun.append, lambda event, _: ended.append(event), inputs=True, outputs=True):
        y = pytorch_c.cat([x, x], 1)
    inputs = next(e.values for e in begun if e.name == "aten::cat")
    (output,) = next(e.values for e in ended if e.name == "aten::cat")
    assert [t.data_ptr() for t in inputs[0]] == [x.data_ptr()] * 2 and inputs[1] == 1
    assert inputs[0][0].requires_grad and output.data_ptr() == y.data_ptr()
    assert begun[0].sequence >= 0 and begun[0].thread > 0 and begun[0].overload == ""


def test_values_are_kept_no_longer_than_wanted():
    live = pytorch_c.live_tensors()
    with observe(lambda event: None, inputs=True, outputs=True):
        backward()
    gc.collect()
    assert pytorch_c.live_tensors() == live


def test_what_a_function_runs_is_not_observed():
    seen = []

    def begin(event):
        seen.append(event.name)
        pytorch_c.zeros(2).cosh()

    with observe(begin):
        pytorch_c.ones(2)
    assert "aten::ones" in seen and "aten::cosh" not in seen and "aten::zeros" not in seen


class Refused(Exception):
    pass


@pytest.mark.parametrize("where", ["begin", "end"])
def test_one_that_raises_fails_nothing(where):
    calls = []

    def fail(*given):
        calls.append(given[0].name)
        raise Refused(given[0].name)

    observer = observe(fail) if where == "begin" else observe(lambda e: e, fail)
    assert pytorch_c.ones(2).sum().item() == 2
    pytorch_c.ones(2).cosh()
    assert "aten::cosh" not in calls
    with pytest.raises(Refused, match="aten::"):
        observer.remove()
    observer.remove()  # given once
    with pytest.raises(Refused), observe(fail):
        pytorch_c.ones(2)
    with pytest.raises(ZeroDivisionError), observe(fail):
        pytorch_c.ones(2)
        raise ZeroDivisionError


def test_every_thread_or_one():
    def work():
        for _ in range(20):
            pytorch_c.ones(2).cosh()

    def in_threads():
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    assert names(in_threads).count("aten::cosh") == 80
    assert names(in_threads, this_thread=True) == []
    assert names(work, this_thread=True).count("aten::cosh") == 20
    removed = []
    observer = observe(lambda event: removed.append(event.name), this_thread=True)
    thread = threading.Thread(target=observer.remove)
    thread.start()
    thread.join()
    work()
    assert removed == []


def test_removed_while_threads_are_in_it():
    stop = threading.Event()

    def work():
        while not stop.is_set():
            backward()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(30):
            counts = [0, 0]

            def begin(event, counts=counts):
                counts[0] += 1

            with observe(begin, lambda event, state, counts=counts: None, inputs=True, outputs=True):
                backward()
            assert counts[0] > 0
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def test_functions_go_with_the_observer():
    class Begin:
        def __call__(self, event):
            self.last = event.name

    begin = Begin()
    gone = weakref.ref(begin)
    with observe(begin):
        pytorch_c.ones(2)
    assert begin.last
    del begin
    assert gone() is None


def test_torchs_own_operators_are_told_of():
    assert "aten::cosh" in names(lambda: torch.ones(2).cosh())


def test_a_part_of_the_events():
    def work():
        for _ in range(300):
            pytorch_c.ones(2)

    every = len(names(work))
    assert 0 < len(names(work, probability=0.3)) < every
    assert names(work, probability=0.0) == []


def test_wrong_arguments():
    with pytest.raises(TypeError, match="'begin' must be callable"):
        observe(3)
    with pytest.raises(TypeError, match="'end' must be callable"):
        observe(print, 3)
    with pytest.raises(TypeError, match="'scopes'"):
        observe(print, scopes=[7])
    with pytest.raises(ValueError, match="'probability'"):
        observe(print, probability=2.0)
    many = [observe(print, scopes=[RecordScope.STATIC_RUNTIME_OP]) for _ in range(64)]
    with pytest.raises(pytorch_c.TorchError, match="64 observers already"):
        observe(print)
    for one in many:
        one.remove()
