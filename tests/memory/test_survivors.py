"""Reports of gc() about survivors: by which operator they were made, and who holds them."""

import collections
import gc
import types

import numpy as np
import pytest
from support.gc_helpers import no_loop_left

import pytorch_c as torch

pytestmark = pytest.mark.frees


@pytest.fixture(autouse=True)
def no_loops():
    with no_loop_left():
        yield


def details(make):
    """Returns what is said of what make() returns."""
    torch.gc()
    held = make()
    found = torch.gc().details()
    held = None  # noqa: F841
    assert torch.finish_gc().survivors == 0
    return found


# ---- the operator ----


@pytest.mark.parametrize(
    ("op", "make"),
    [
        ("add", lambda a: a + a),
        ("add", lambda a: 1 + a),
        ("mul", lambda a: a * 2),
        ("gt", lambda a: a > 0),
        ("eq", lambda a: a == a),  # noqa: PLR0124
        ("matmul", lambda a: a @ a),
        ("neg", lambda a: -a),
        ("pow", lambda a: a**2),
        ("getitem", lambda a: a[0]),
        ("getitem", lambda a: a[:, 1:]),
        ("detach", lambda a: a.detach()),
        ("data", lambda a: a.data),
        ("to", lambda a: a.to(torch.float64)),
        ("to", lambda a: a.long()),
        ("sum", lambda a: a.sum()),
        ("Parameter", torch.nn.Parameter),
        ("Buffer", torch.nn.Buffer),
        ("ones", lambda a: torch.ones(2)),
        ("tensor", lambda a: torch.tensor([1.0])),
        ("relu", lambda a: torch.nn.functional.relu(a)),
        ("from_numpy", lambda a: torch.from_numpy(np.ones(2))),
    ],
)
def test_operator_that_made_it(op, make):
    a = torch.ones(2, 2)
    torch.set_trace_tensors(True)
    try:
        (one,) = details(lambda: make(a))
    finally:
        torch.set_trace_tensors(False)
    assert one.op == op
    assert one.site.startswith(__file__ + ":")


def test_parameters_of_a_module():
    torch.set_trace_tensors(True)
    try:
        found = details(lambda: torch.nn.Linear(2, 2))
    finally:
        torch.set_trace_tensors(False)
    assert [one.op for one in found] == ["Parameter", "Parameter"]


# ---- the holders ----


def _array_of_objects():
    array = np.empty(3, dtype=object)
    array[1] = torch.ones(2)
    return array


def _array_in_a_list():
    return [_array_of_objects()]


def _exception():
    def fails(held):
        raise KeyError

    try:
        fails(torch.ones(2))
    except KeyError as error:
        return error


def _exception_from_deeper():
    def calls():
        held = torch.ones(2)  # noqa: F841
        return _exception_raised()

    def _exception_raised():
        raise OSError

    try:
        calls()
    except OSError as error:
        return error


class Plain:
    pass


class Slotted:
    __slots__ = ("empty", "x")


def _slots():
    made = Slotted()
    made.x = torch.ones(2)
    return made


def _suspended():
    def generator():
        held = torch.ones(2)
        yield held.shape

    made = generator()
    next(made)
    return made


def _dict_in_an_object():
    made = Plain()
    made.kept = {"a": torch.ones(2)}
    return made


def _module():
    made = types.ModuleType("made_here")
    made.x = torch.ones(2)
    return made


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: {torch.ones(2): 1}, "a key of a dict of 1"),
        (_slots, "attribute 'x' of a Slotted"),
        (_suspended, "local 'held' of generator() line "),
        (_dict_in_an_object, "'a' of attribute 'kept' of a Plain"),
        (_module, "'x' of module made_here"),
        (lambda: type("Made", (), {"x": torch.ones(2)}), "'x' of a class of module "),
        (lambda: collections.deque([1, torch.ones(2)]), "item 1 of a deque of 2"),
        (lambda: torch.nn.PReLU(1), "'weight' of attribute '_parameters' of a PReLU"),
        (_array_of_objects, "item 1 of an array of 3 objects (local 'held' of details())"),
        (_array_in_a_list, "item 1 of an array of 3 objects in a list"),
        (_exception, "local 'held' of fails() line "),
        (_exception_from_deeper, "local 'held' of calls() line "),
    ],
)
def test_holder_is_named(make, text):
    (one,) = details(make)
    assert any(held.startswith(text) for held in one.referrers), one.referrers


@pytest.mark.parametrize(("make", "kind"), [(_exception, "KeyError"), (_exception_from_deeper, "OSError")])
def test_traceback_is_named_by_its_exception(make, kind):
    (one,) = details(make)
    assert any(held.endswith(f", in the traceback of a {kind}") for held in one.referrers), one.referrers


@pytest.mark.parametrize(
    ("make", "place"),
    [
        (lambda: torch.ones(2).numpy(), " (local 'held' of details())"),
        (lambda: np.asarray(torch.ones(2))[1:], " (local 'held' of details())"),
        (lambda: [np.asarray(torch.ones(2))], " in a list"),
        (lambda: memoryview(torch.ones(2).numpy()), " (local 'held' of details())"),
    ],
)
def test_array_over_the_memory_of_a_tensor_that_is_gone(make, place):
    np.asarray(torch.ones(2))  # the first one loads what the others use
    (one,) = details(make)
    assert one.shape == (2,) and one.dtype == torch.float32
    assert one.referrers == [f"a NumPy array over its memory{place}"]


# ---- behind a freeze of the user's ----


def test_holder_that_the_user_froze_before_the_loop():
    holder = []
    gc.freeze()
    try:
        torch.gc()
        holder.append(torch.ones(2))
        young, count = [[]], gc.get_freeze_count()
        with pytest.raises(torch.SurvivorsError, match="item 0 of a list of 1"):
            torch.gc(strict=True)
        assert abs(gc.get_freeze_count() - count) < 10
        assert any(one is young for one in gc.get_objects()), "what was not frozen is not frozen now"
        assert not any(one is holder for one in gc.get_objects())
        holder.clear()
        torch.finish_gc()
    finally:
        gc.unfreeze()


def test_survivor_that_the_user_froze_in_the_loop():
    try:
        torch.gc()
        kept = [torch.ones(2)]
        gc.freeze()
        with pytest.raises(torch.SurvivorsError, match="item 0 of a list of 1"):
            torch.gc(strict=True)
        assert not any(one is kept for one in gc.get_objects())
        kept.clear()
        torch.finish_gc()
    finally:
        gc.unfreeze()
