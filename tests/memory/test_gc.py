"""gc() and finish_gc(): what they free, count and report, and how a loop ends. What could hang is in test_gc_hangs.py."""

import pytest
from support.gc_helpers import Node, in_thread, no_loop_left

import pytorch_c as torch
from pytorch_c._memory import loops

pytestmark = pytest.mark.frees


@pytest.fixture(autouse=True)
def no_loops():
    with no_loop_left():
        yield


# ---- counting ----


def test_cycles_are_freed_and_counted():
    assert torch.gc().freed == 0
    Node(x=torch.ones(10), y=torch.ones(5))
    record = torch.gc()
    assert (record.freed, record.bytes_freed, record.survivors, record.bytes) == (2, 60, 0, 0)
    assert torch.gc().freed == 0
    torch.finish_gc()


def test_survivors_are_counted_not_waited_for():
    torch.gc()
    kept = torch.ones(10)
    first, second = torch.gc(), torch.gc()
    assert (first.survivors, first.bytes, first.freed) == (1, 40, 0)
    assert (second.survivors, second.bytes, second.freed) == (1, 40, 0)
    del kept
    assert torch.finish_gc().freed == 1


def test_what_is_older_than_the_loop_does_not_count():
    old = torch.ones(3)
    torch.gc()
    old.add_(1)
    assert torch.gc().survivors == 0
    torch.finish_gc()


def test_freed_by_the_last_reference_counts_too():
    torch.gc()
    torch.ones(3).add(1)
    assert torch.gc().freed == 2
    torch.finish_gc()


def test_the_design_loop_frees_what_the_iteration_before_left():
    weight = torch.randn(4, 4, requires_grad=True)
    before, records = torch.live_tensors(), []
    for _ in range(5):
        records.append(torch.gc())
        batch = torch.randn(8, 4)
        cost = (batch @ weight).sum()
        cost.backward()
        weight.data.sub_(weight.grad * 0.1)
        Node(x=cost)
    assert [record.survivors for record in records] == [0, 2, 2, 2, 2]
    assert all(record.freed >= 5 for record in records[2:])
    assert torch.finish_gc().survivors == 2
    del batch, cost
    assert torch.live_tensors() == before


def test_finish_without_a_loop_is_harmless():
    record = torch.finish_gc()
    assert (record.freed, record.survivors) == (0, 0)


def test_record_reads_well():
    assert repr(torch.finish_gc()) == "Record(freed=0, survivors=0, bytes=0, bytes_freed=0, seconds=0.000000)"


@pytest.mark.parametrize("timeout", [0, -1, True, "1", float("nan")])
def test_timeout_must_be_positive(timeout):
    for call in (torch.gc, torch.finish_gc, lambda timeout: torch.gc_each([], timeout)):
        with pytest.raises(ValueError, match="argument 'timeout' must be a number of seconds > 0 or None"):
            call(timeout=timeout)


@pytest.mark.parametrize("timeout", [None, 0.5, 10, 1e12])
def test_timeouts_that_are_fine(timeout):
    with torch.gc(timeout=timeout):
        Node(x=torch.ones(1))
        assert torch.gc(timeout=timeout).freed == 1


# ---- strict, and who holds what ----


def test_strict_lists_the_survivors():
    torch.gc()
    kept = torch.ones(2, 3, dtype=torch.float64)
    with pytest.raises(torch.SurvivorsError) as caught:
        torch.gc(strict=True)
    assert isinstance(caught.value, torch.Error)
    (one,) = caught.value.survivors
    assert (one.shape, one.dtype, str(one.device)) == ((2, 3), torch.float64, "cpu")
    assert "local 'kept' of test_strict_lists_the_survivors()" in str(caught.value)
    del kept
    assert torch.gc(strict=True).survivors == 0
    torch.finish_gc(strict=True)


def test_strict_finish_ends_the_loop():
    torch.gc()
    kept = [torch.ones(1)]
    with pytest.raises(torch.SurvivorsError, match="item 0 of a list of 1"):
        torch.finish_gc(strict=True)
    assert not loops._stack().loops
    del kept


def test_strict_lists_at_most_twenty():
    torch.gc()
    kept = [torch.ones(1) for _ in range(25)]
    with pytest.raises(torch.SurvivorsError, match="still referenced: 25\n(.*\n)*  and 5 more$") as caught:
        torch.finish_gc(strict=True)
    assert len(caught.value.survivors) == 20
    del kept


def test_survivors_know_where_and_by_what_they_were_made():
    torch.set_trace_tensors(True)
    try:
        torch.gc()
        kept = torch.relu(torch.ones(3))
        (one,) = torch.gc().details()
    finally:
        torch.set_trace_tensors(False)
        torch.finish_gc()
    assert one.op == "relu"
    assert one.site.startswith(__file__ + ":")
    assert "by relu made at" in repr(one)
    del kept


def test_survivors_know_their_gradient_function_without_tracing():
    torch.gc()
    x = torch.ones(3, requires_grad=True)
    y = x * 2
    assert {one.op and one.op.rstrip("01") for one in torch.gc().details()} == {None, "MulBackward"}
    torch.finish_gc()
    del y


module_level = {}
a_list, a_dict, an_object = [], {}, Node()


def _hold_in_closure(x):
    return lambda: x


def _hold_in_default(x):
    def function(y=x):
        return y

    return function


@pytest.mark.parametrize(
    ("hold", "text"),
    [
        (lambda x: [0, x], "item 1 of a list of 2"),
        (lambda x: (x,), "item 0 of a tuple of 1"),
        (lambda x: {"loss": x}, "'loss' of a dict of 1"),
        (lambda x: Node(hidden=x), "attribute 'hidden' of a Node"),
        (_hold_in_closure, "the closure of _hold_in_closure.<locals>.<lambda>()"),
        (_hold_in_default, "a default argument of _hold_in_default.<locals>.function()"),
        (lambda x: a_list.append(x), "item 0 of a list of 1"),
        (lambda x: an_object.__dict__.update(old=x), "attribute 'old' of a Node"),
        (lambda x: globals().update(in_module=x), "'in_module' of module "),
    ],
)
def test_survivors_know_who_holds_them(hold, text):
    torch.gc()
    holder = hold(torch.ones(1))
    (one,) = torch.gc().details()
    assert any(held.startswith(text) for held in one.referrers), one.referrers
    del holder
    a_list.clear()
    an_object.__dict__.pop("old", None)
    globals().pop("in_module", None)
    assert torch.finish_gc().survivors == 0


def test_describing_survivors_keeps_none_of_them():
    torch.gc()
    kept = torch.ones(1)
    record = torch.gc()
    assert len(record.details()) == 1
    del kept
    assert torch.gc(strict=True).freed == 1
    torch.finish_gc()
    assert record.details() == []


# ---- nesting, and the ways out ----


def test_with_block_ends_the_loop_and_has_its_numbers():
    with torch.gc() as record:
        Node(x=torch.ones(3))
        torch.gc()
        Node(x=torch.ones(2))
        kept = torch.ones(1)
    assert not loops._stack().loops
    assert (record.freed, record.survivors) == (1, 1)
    assert [one.shape for one in record.details()] == [(1,)]
    del kept


def test_loops_nest():
    torch.gc()
    outer = torch.ones(3)
    with torch.gc() as inner:
        kept = torch.ones(2)
        assert torch.gc().survivors == 1
    assert inner.survivors == 1
    record = torch.gc()
    assert record.survivors == 1, "the survivor of the inner loop is not the outer one's"
    Node(x=torch.ones(1))
    assert torch.gc().freed == 1
    assert torch.finish_gc().survivors == 1
    del outer, kept


def test_with_block_leaves_an_exception_alone():
    with pytest.raises(KeyError):
        with torch.gc(strict=True):
            kept = torch.ones(3)
            raise KeyError
    assert not loops._stack().loops
    del kept


def test_finishing_the_outer_loop_ends_the_inner_ones():
    with torch.gc():
        with_block = torch.gc().__enter__()
        assert len(loops._stack().loops) == 2
        del with_block
    assert not loops._stack().loops


def test_finish_in_the_block_is_harmless():
    with torch.gc():
        torch.finish_gc()
    assert not loops._stack().loops


def test_each_frees_between_items():
    loop, freed = torch.gc_each(torch.ones(2) for _ in range(4)), []
    for batch in loop:
        freed.append(loop.record.freed)
        Node(x=batch + 1)
    assert freed == [0, 1, 1, 1]
    assert loop.record.freed == 1
    assert not loops._stack().loops
    assert list(loop) == []


def test_each_does_not_count_its_items():
    for batch in torch.gc_each((torch.ones(2) for _ in range(4)), strict=True):
        batch.add_(1)


@pytest.mark.parametrize("way", ["break", "return", "raise"])
def test_each_ends_however_it_is_left(way):
    def train():
        for batch in torch.gc_each(torch.ones(2) for _ in range(4)):
            y = batch + 1
            if way == "break":
                break
            if way == "return":
                return y
            raise KeyError(y)

    try:
        train()
    except KeyError as error:
        # The traceback has the frame, the frame its variables, but no loop.
        assert error.__traceback__.tb_next.tb_frame.f_locals["y"] is error.args[0]
    assert not loops._stack().loops


def test_each_hands_on_what_the_iterable_raises():
    def loader():
        yield torch.ones(1)
        raise OSError("disk")

    with pytest.raises(OSError, match="disk"):
        for _ in torch.gc_each(loader()):
            pass
    assert not loops._stack().loops


def test_each_that_is_dropped_by_another_thread():
    loop = iter(torch.gc_each(range(5)))
    next(loop)
    box = [loop]
    del loop
    in_thread(box.clear)
    assert not loops._stack().loops
    x = torch.ones(1)  # counts under no loop now
    torch.gc()
    assert torch.gc().survivors == 0
    torch.finish_gc()
    del x
