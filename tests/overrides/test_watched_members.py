"""Members of Tensor that ask modes: put there when a mode is entered, taken away when none was for a while."""

from __future__ import annotations

import threading

import pytest

import pytorch_c as t
from pytorch_c._tensor import overriding

watch = overriding._watch


class Mode(t.overrides.TorchFunctionMode):
    def __init__(self):
        super().__init__()
        self.seen = 0

    def __torch_function__(self, function, types, arguments=(), options=None):
        self.seen += 1
        return function(*arguments, **(options or {}))


def use(x, count):
    for _ in range(count):
        assert x.shape == (2, 3) and x.dim() == 2 and not x.is_cuda


def unwatched():
    """A tensor, after so many uses that Tensor has its own members."""
    x = t.ones(2, 3)
    use(x, watch.most)
    assert not watch.on
    return x


def test_members_are_those_of_before():
    with Mode():
        pass  # which finds members that are made at their first use
    x = unwatched()
    before = dict(vars(t.Tensor))
    for _ in range(2):
        with Mode() as mode:
            use(x, 1)
        assert mode.seen == 3 and watch.on
        assert vars(t.Tensor) != before
        unwatched()
        assert dict(vars(t.Tensor)) == before


def test_they_stay_for_twice_as_many_uses_each_time():
    unwatched()
    most = watch.most
    with Mode():
        pass
    x = t.ones(2, 3)
    use(x, most // 3 - 10)
    assert watch.on
    use(x, 20)
    assert not watch.on and watch.most == 2 * most


def test_uses_within_a_mode_do_not_take_them_away():
    x = unwatched()
    with Mode() as mode:
        use(x, watch.most)
        assert watch.on and mode.seen == 3 * watch.most
        use(x, 1)
        assert mode.seen == 3 * watch.most + 3


def test_a_mode_of_another_thread_keeps_them():
    x, entered, leave, found = unwatched(), threading.Event(), threading.Event(), []

    def other():
        with Mode() as mode:
            entered.set()
            leave.wait(60)
            use(x, 1)
            found.append(mode.seen)

    thread = threading.Thread(target=other)
    thread.start()
    entered.wait(60)
    use(x, watch.most)
    assert watch.on
    leave.set()
    thread.join()
    assert found == [3]
    unwatched()


def test_what_a_program_puts_there_stays(monkeypatch):
    unwatched()
    with Mode():
        pass
    monkeypatch.setattr(t.Tensor, "is_cuda", property(lambda self: "mine"))
    x = t.ones(2, 3)
    for _ in range(watch.most):
        x.dim()
    assert not watch.on and x.is_cuda == "mine"


def test_a_mode_that_uses_members_itself():
    x = unwatched()

    class Curious(Mode):
        def __torch_function__(self, function, types, arguments=(), options=None):
            self.seen += 1
            for _ in range(watch.most):
                arguments[0].dim()
            return function(*arguments, **(options or {}))

    most = watch.most
    with Curious() as mode:
        assert x.ndim == 2 and x.ndim == 2
    assert mode.seen == 2 and watch.on and watch.most == most


@pytest.fixture(autouse=True)
def _as_before():
    """The number of uses that other tests of this process have come to."""
    most, watch.most = watch.most, 1000
    yield
    if watch.on:
        unwatched()
    watch.most = most


@pytest.mark.parametrize("before", [True, False])
def test_a_class_made_while_they_are_there_asks_when_they_have_gone(before):
    """A class took the asking members of Tensor itself for its own, and lost them with the mode."""
    (watch.begin if before else watch._end)()

    class Asked(t.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            said.append(func.__name__)
            return super().__torch_function__(func, types, args, kwargs)

    for after in (True, False, True):
        (watch.begin if after else watch._end)()
        said = []
        x = t.ones(2, 2).as_subclass(Asked)
        x.detach(), x.size(), x.unflatten(0, (1, 2)), x.requires_grad
        assert said == ["detach", "size", "unflatten", "__get__"]
    watch._end()
