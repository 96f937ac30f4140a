"""Promises of every finalizer strategy, each as a function; test_finalizers.py runs them under each strategy.

    PYTORCH_C_FINALIZER=NAME python tests/memory/finalizer_promises.py

prints {promise: null or what went wrong} as JSON.
"""

import contextlib
import gc
import json
import os
import sys
import threading
import time
import traceback

import pytorch_c as torch
from pytorch_c import _ops
from pytorch_c._boundary import api

STRATEGY = torch.finalizer()
EXPLICIT = STRATEGY == "explicit"


class Node:
    """Something that can be in a cycle."""

    def __init__(self, **attributes):
        self.me = self
        self.__dict__.update(attributes)


def live():
    gc.collect()
    return torch.live_tensors()


def expect(found, wanted):
    assert found == wanted, f"{found!r}, not {wanted!r}"


def drop(*tensors):
    """Ends the tensors' life as the strategy does it."""
    if EXPLICIT:
        for one in tensors:  # noqa: F821 (deleted below)
            one.close()


def raises(error, function):
    try:
        function()
    except error:
        return True
    raise AssertionError(f"no {error.__name__}")


# ---- promises ----


def goes_with_the_last_reference():
    before = live()
    x = torch.ones(3)
    expect(torch.live_tensors(), before + 1)
    drop(x)
    del x
    expect(torch.live_tensors(), before)


def explicit_keeps_what_nobody_closes():
    before = live()
    torch.ones(3)
    expect(live(), before + EXPLICIT)


def goes_with_a_cycle():
    before = live()
    node = Node(x=torch.ones(3), y=[torch.ones(2)])
    drop(node.x, node.y[0])
    del node
    expect(live(), before)


def closed_once_however_often_closed():
    before = live()
    x = torch.ones(3)
    for _ in range(3):
        x.close()
        assert x.closed
    expect(torch.live_tensors(), before)
    del x
    expect(live(), before)


def closed_once_by_many_threads():
    before = live()
    tensors = [torch.ones(1) for _ in range(300)]
    barrier = threading.Barrier(6)

    def close_all():
        barrier.wait()
        for one in tensors:  # noqa: F821 (deleted below)
            one.close()

    sys.setswitchinterval(1e-6)
    threads = [threading.Thread(target=close_all) for _ in range(6)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    sys.setswitchinterval(0.005)
    expect(torch.live_tensors(), before)
    del tensors
    expect(live(), before)


def made_here_dropped_there():
    before = live()
    box = [torch.ones(3)]

    def end():
        drop(box[0])
        box.clear()

    thread = threading.Thread(target=end)
    thread.start()
    thread.join()
    expect(live(), before)


def usable_in_the_finalizers_of_its_cycle():
    before, seen = live(), []

    class Last(Node):
        def __del__(self):
            try:
                seen.append(self.x.item())
            except torch.ClosedTensorError:
                seen.append("closed")
            drop(self.x)

    Last(x=torch.tensor(7.0))
    gc.collect()
    # Tensor.__del__ is a finalizer of the same cycle, and may be first.
    assert seen == [7.0] or (STRATEGY == "del" and seen == ["closed"]), seen
    expect(live(), before)


def usable_when_its_cycle_comes_back():
    before, back = live(), []

    class Phoenix(Node):
        def __del__(self):
            back.append(self)

    Phoenix(x=torch.tensor(7.0))
    gc.collect()
    assert back[0].x.closed if STRATEGY == "del" else back[0].x.item() == 7.0
    drop(back[0].x)
    back.clear()
    expect(live(), before)


def finalizers_may_make_tensors():
    before, seen = live(), []

    class Last(Node):
        def __del__(self):
            x = torch.ones(3)
            seen.append(float(x.sum() if not EXPLICIT else 3.0))
            drop(x)

    for _ in range(20):
        Last()
    gc.collect()
    expect(seen, [3.0] * 20)
    expect(live(), before)


def survives_a_collection_at_every_step():
    before, old = live(), gc.get_threshold()
    gc.set_threshold(1)
    try:
        for i in range(200):
            node = Node(x=torch.ones(2))
            y = node.x + i
            expect(y.tolist(), [1.0 + i] * 2)
            drop(node.x, y)
            del node, y
    finally:
        gc.set_threshold(*old)
    expect(live(), before)


def pending_exception_is_kept():
    before = live()

    def fails():
        x = torch.ones(3)
        y = Node(x=torch.ones(3))
        drop(x, y.x)
        raise KeyError("mine")

    try:
        fails()
    except KeyError as error:
        expect(error.args, ("mine",))
        assert error.__context__ is None
        del error
    expect(live(), before)


def closing_waits_for_a_call_in_flight():
    before = live()
    for _ in range(3):
        x = torch.ones(1000, 1000)
        found = []

        def work(x=x, found=found):
            try:
                found.append(_ops.mm(x, x))
            except torch.ClosedTensorError:
                pass  # it was closed before the call

        thread = threading.Thread(target=work)
        thread.start()
        time.sleep(0.005)
        x.close()
        thread.join()
        for y in found:
            with torch.scope():
                expect(y[0, 0].item(), 1000.0)
            y.close()
        del thread, work, x, found
    expect(live(), before)


def a_handle_outlives_its_tensor():
    handle = torch.full((3,), 2.0)._h
    for _ in range(50):
        drop(torch.full((3,), 9.0))
    y = api.add_Tensor(handle, handle, 1)
    expect(y.tolist(), [4.0] * 3)
    drop(y)


def closed_tensor_raises():
    x, y = torch.ones(2, 2), torch.ones(2, 2)
    x.close()
    for use in (
        lambda: x + y, lambda: y + x, lambda: x.shape, lambda: x.item(), lambda: x[0], lambda: x.tolist(), lambda: repr(x.sum()),
        lambda: torch.mm(y, x), lambda: torch.cat([y, x]), lambda: x.add_(1), lambda: x.backward(), lambda: x.grad,
        lambda: y.copy_(x), lambda: x.__setitem__(0, 1.0), lambda: y.__setitem__(0, x),
    ):  # fmt: skip
        raises(torch.ClosedTensorError, use)
    repr(x), bool(x.closed)
    drop(y)


def arrays_keep_the_memory():
    before = live()
    x = torch.full((1000,), 3.0)
    array = x.numpy()
    x.close()
    del x
    others = [torch.full((1000,), 9.0) for _ in range(20)]
    assert (array == 3.0).all()
    drop(*others)
    del others, array
    expect(live(), before)


def memory_of_the_hosts_comes_back():
    import numpy as np

    before, gone = live(), []

    class Array(np.ndarray):
        def __del__(self):
            y = torch.ones(1)
            gone.append(float(y.item()))
            drop(y)

    x = torch.from_numpy(np.zeros(4, dtype=np.float32).view(Array))
    drop(x)
    del x
    live()
    expect(gone, [1.0])
    expect(live(), before)


def fork_leaves_each_its_own():
    before = live()
    x, dropped = torch.ones(3), torch.ones(3)
    drop(dropped)
    del dropped  # under `deferred` it is still to be closed
    child = os.fork()
    if not child:
        try:
            expect(x.tolist(), [1.0] * 3)
            y = x + 1
            drop(x, y)
            del x, y
            expect(live(), before)
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    expect(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
    expect(x.tolist(), [1.0] * 3)
    drop(x)
    del x
    expect(live(), before)


def scope_frees_what_was_made_inside():
    before = live()
    with torch.scope() as s:
        x, kept = torch.ones(3), s.keep(torch.ones(2))
        y = x + 1
        torch.ones(5)
    assert x.closed and y.closed and not kept.closed
    expect(kept.tolist(), [1.0, 1.0])
    expect(live(), before + 1)
    kept.close()
    expect(live(), before)


def scopes_nest():
    before = live()
    with torch.scope() as outer:
        with torch.scope() as inner:
            a, b, c = torch.ones(1), inner.keep(torch.ones(1)), torch.ones(1)
            outer_kept = outer.keep(inner.keep(c))
        assert a.closed and not b.closed and not c.closed
    assert b.closed and not outer_kept.closed
    outer_kept.close()
    expect(live(), before)


def scope_ends_with_an_exception():
    before = live()
    try:
        with torch.scope():
            x = torch.ones(3)
            raise KeyError("mine")
    except KeyError:
        pass
    assert x.closed
    expect(live(), before)


def gc_reports_what_went():
    before = live()
    torch.gc()
    node = Node(x=torch.ones(3))
    drop(node.x)
    del node
    record = torch.gc()
    expect((record.freed, record.bytes_freed, record.survivors), (1, 12, 0))
    expect(torch.finish_gc().survivors, 0)
    expect(live(), before)


def parameters_of_a_subclass():
    before = live()
    with torch.scope() if EXPLICIT else contextlib.nullcontext():
        p = torch.nn.Parameter(torch.ones(3))
        expect(p.tolist(), [1.0] * 3)
    del p
    expect(live(), before)


def counts_add_up():
    stats = torch.memory.stats()
    expect(stats["created"] - stats["closed"], stats["live"])
    assert stats["live"] >= 0 and stats["live_bytes"] >= 0


PROMISES = [
    goes_with_the_last_reference, explicit_keeps_what_nobody_closes, goes_with_a_cycle, closed_once_however_often_closed,
    closed_once_by_many_threads, made_here_dropped_there, usable_in_the_finalizers_of_its_cycle,
    usable_when_its_cycle_comes_back, finalizers_may_make_tensors, survives_a_collection_at_every_step,
    pending_exception_is_kept, closing_waits_for_a_call_in_flight, a_handle_outlives_its_tensor, closed_tensor_raises,
    arrays_keep_the_memory, memory_of_the_hosts_comes_back, fork_leaves_each_its_own, scope_frees_what_was_made_inside,
    scopes_nest, scope_ends_with_an_exception, gc_reports_what_went, parameters_of_a_subclass, counts_add_up,
]  # fmt: skip


def main():
    found = {}
    for promise in PROMISES:
        try:
            promise()
            found[promise.__name__] = None
        except BaseException:
            found[promise.__name__] = traceback.format_exc()
    print(json.dumps({"strategy": STRATEGY, "promises": found}))


if __name__ == "__main__":
    main()
