"""Collectives over a store: what torch's give, and torch's and ours on one store."""

import threading
from datetime import timedelta

import pytest
import torch

import pytorch_c

MOMENT = timedelta(milliseconds=20)
OURS, THEIRS = pytorch_c.distributed, torch.distributed


@pytest.fixture
def pair():
    """Members 0 and 1 of two, ours and torch's, over one store of TCP."""
    served = OURS.TCPStore("127.0.0.1", 0, is_master=True)
    joined = THEIRS.TCPStore("127.0.0.1", served.port, is_master=False)
    return OURS._StoreCollectives(served, 0, 2), THEIRS._StoreCollectives(joined, 1, 2)


def together(*calls):
    """Returns what the calls return, each on a thread of its own."""
    found = {}
    threads = [threading.Thread(target=lambda i, call: found.update({i: call()}), args=one) for one in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [found[i] for i in range(len(calls))]


@pytest.mark.parametrize("rank", [0, 1])
def test_members_of_torchs_and_of_ours_speak_to_each_other(pair, rank):
    """Member number `rank` sends, the other one, of the other library, receives."""
    first, second = pair[rank], pair[1 - rank]
    own, other = (b"left", b"right")[:: 1 - 2 * rank]
    parts = [b"a\0b", b"c"][:: 1 - 2 * rank]
    assert together(lambda: first.broadcast_send("all", "x"), lambda: second.broadcast_recv("all")) == [None, b"x"]
    gathered = together(lambda: first.gather_recv("one", b"a\0b"), lambda: second.gather_send("one", "c"))
    assert gathered == [parts, None]
    sent = together(lambda: first.scatter_send("each", ["left", "right"]), lambda: second.scatter_recv("each"))
    assert sent == [own, other]
    assert together(lambda: first.all_gather("ag", b"a\0b"), lambda: second.all_gather("ag", "c")) == [parts] * 2
    assert together(lambda: first.all_sum("sum", 5), lambda: second.all_sum("sum", data=-7)) == [-2, -2]
    assert together(lambda: first.barrier("come", block=False), lambda: second.barrier("come")) == [None, None]


def test_one_member_alone_has_its_own_data():
    for d in (OURS, THEIRS):
        one = d._StoreCollectives(store=d.HashStore(), rank=0, world_size=1)
        assert isinstance(one, d._ControlCollectives)
        assert (one.all_gather("a", "x"), one.gather_recv("b", b"y"), one.scatter_send("c", ["z"])) == (
            [b"x"],
            [b"y"],
            b"z",
        )
        assert one.all_sum("d", 3) == 3 and one.barrier("e") is None


@pytest.mark.parametrize("kind", ["HashStore", "TCPStore"])
def test_who_has_not_come_is_told_as_torch_tells_it(kind):
    def failures(d):
        store = d.HashStore() if kind == "HashStore" else d.TCPStore("127.0.0.1", 0, is_master=True)
        one, before = d._StoreCollectives(store, 1, 4), store.timeout
        store.set("gather/2", "came")
        calls = [
            lambda: one.barrier("barrier", MOMENT),
            lambda: one.gather_recv("gather", "x", MOMENT),
            lambda: one.all_gather("all", "x", MOMENT),
            lambda: one.all_sum("sum", 1, MOMENT),
            lambda: one.broadcast_recv("one", MOMENT),
            lambda: one.scatter_recv("each", timeout=MOMENT),
        ]
        for call in calls:
            with pytest.raises(RuntimeError) as failed:
                call()
            yield str(failed.value).partition(", Wait")[0].partition(", wait")[0].lower().partition(" after")[0].strip()
        assert store.timeout == before

    wanted = [text.splitlines()[0] for text in failures(THEIRS)]
    assert wanted[1] == "gather failed -- missing ranks: 0, 3"
    assert [text.splitlines()[0] for text in failures(OURS)] == wanted


def test_a_member_that_does_not_come_is_an_error_of_the_store():
    one = OURS._StoreCollectives(OURS.HashStore(), 0, 2)
    with pytest.raises(OURS.DistStoreError, match="missing ranks: 1, "):
        one.barrier("key", MOMENT)


def test_a_key_is_given_once():
    for d in (OURS, THEIRS):
        one = d._StoreCollectives(d.HashStore(), 0, 1)
        one.broadcast_send("key", "x")
        for call in (one.broadcast_send, one.gather_send, one.gather_recv, one.all_gather):
            with pytest.raises(RuntimeError, match="Key key has already been used"):
                call("key", "x")
        with pytest.raises(RuntimeError, match="Key key has already been used"):
            one.barrier("key")


def test_what_cannot_be_is_said_of_its_argument():
    store = OURS.HashStore()
    for arguments, name in (((None, 0, 1), "store"), ((store, -1, 2), "rank"), ((store, 0, 0), "world_size")):
        with pytest.raises((TypeError, ValueError), match=f"argument '{name}'"):
            OURS._StoreCollectives(*arguments)
    one, beyond = OURS._StoreCollectives(store, 0, 2), OURS._StoreCollectives(store, 2, 2)
    for count in (1, 3):
        with pytest.raises(ValueError, match="argument 'data' must have a part for each of 2 members"):
            one.scatter_send("few", ["x"] * count)
    with pytest.raises(TypeError, match="argument 'data' must be a str or bytes, got int"):
        one.broadcast_send("number", 3)
    with pytest.raises(TypeError, match=r"datetime\.timedelta"):
        one.broadcast_send("time", "x", "soon")
    for call in (beyond.gather_recv, beyond.all_gather):
        with pytest.raises(ValueError, match="rank 2 is not among 2 members"):
            call(call.__name__, "x", MOMENT)
    with pytest.raises(TypeError, match="No constructor defined"):
        OURS._ControlCollectives()
