"""Scopes: what they free, what they keep. test_finalizers.py runs them under each strategy as well."""

import asyncio
import contextlib
import contextvars
import threading

import pytest

import pytorch_c as torch


def test_frees_at_the_end_what_is_still_referenced():
    with torch.scope():
        x = torch.ones(3)
        y = x[0]
        assert not x.closed
    assert x.closed and y.closed
    with pytest.raises(torch.ClosedTensorError):
        x + 1


def test_keeps_what_it_is_told_to():
    with torch.scope() as s:
        x = s.keep(torch.ones(3))
        y = s.keep([torch.ones(1), {"a": (torch.ones(2),)}])
        old = s.keep(3)
    assert x.tolist() == [1.0] * 3
    assert not y[0].closed and not y[1]["a"][0].closed and old == 3
    for one in (x, y[0], y[1]["a"][0]):
        one.close()


def test_what_is_older_stays():
    x = torch.ones(3)
    with torch.scope() as s:
        s.keep(x)
        x.add_(1)
    assert x.tolist() == [2.0] * 3
    x.close()


def test_kept_tensors_belong_to_the_outer_scope():
    with torch.scope() as outer:
        with torch.scope() as inner:
            x, y = inner.keep(torch.ones(1)), inner.keep(torch.ones(1))
        assert not x.closed
        outer.keep(y)
    assert x.closed and not y.closed
    y.close()


def test_module_and_optimizer_can_be_kept():
    with torch.scope() as s:
        model = s.keep(torch.nn.Linear(2, 1))
        optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
        model(torch.ones(1, 2)).sum().backward()
        optimizer.step()
        s.keep(optimizer)
    before = model.weight.tolist()
    with torch.scope() as s:
        optimizer.zero_grad()
        model(torch.ones(1, 2)).sum().backward()
        optimizer.step()
    assert model.weight.tolist() != before
    with torch.scope() as s:  # and away, under every strategy
        for one in [*model.parameters(), *(v for state in optimizer.state.values() for v in state.values())]:
            one.close()


def test_train_step_in_a_scope_leaves_nothing():
    with torch.scope() as s:
        weight = s.keep(torch.randn(3, 3, requires_grad=True))
        before = torch.live_tensors()
        for _ in range(3):
            with torch.scope():
                (torch.randn(2, 3) @ weight).sum().backward()
                weight.data.sub_(weight.grad * 0.1)
                weight.grad = None
            assert torch.live_tensors() == before - 0
    weight.close()


def test_parameters_made_inside_are_freed():
    with torch.scope():
        p = torch.nn.Parameter(torch.ones(3))
    assert p.closed


@pytest.mark.parametrize("error", [KeyError, KeyboardInterrupt, SystemExit])
def test_ends_with_an_exception(error):
    with contextlib.suppress(error):
        with torch.scope():
            x = torch.ones(3)
            raise error
    assert x.closed


def test_counts_only_this_thread():
    made = []
    with torch.scope():
        thread = threading.Thread(target=lambda: made.append(torch.ones(3)))
        thread.start()
        thread.join()
    assert not made[0].closed
    made[0].close()


def test_counts_only_this_task_and_those_it_starts():
    async def makes(scoped):
        if scoped:
            with torch.scope():
                x = torch.ones(1)
                await asyncio.sleep(0.01)
                return x
        await asyncio.sleep(0.001)
        return torch.ones(1)

    async def parent():
        with torch.scope():
            return await asyncio.gather(makes(False))

    async def main():
        return await asyncio.gather(makes(True), makes(False), parent())

    scoped, free, (child,) = asyncio.run(main())
    assert scoped.closed and not free.closed and child.closed
    free.close()


def test_scope_that_ended_elsewhere_is_no_more():
    async def late(box):
        await asyncio.sleep(0.01)
        box.append(torch.ones(1))

    async def main():
        box = []
        with torch.scope():
            task = asyncio.ensure_future(late(box))
        await task
        return box[0]

    x = asyncio.run(main())
    assert not x.closed
    x.close()


def test_misuse_raises():
    s = torch.scope()
    with pytest.raises(RuntimeError, match="this scope is not open"):
        s.keep(torch)
    with s:
        with pytest.raises(RuntimeError, match="this scope is open already"):
            s.__enter__()
    with pytest.raises(RuntimeError, match="this scope is not open"):
        s.keep(1)


def test_costs_nothing_when_closed():
    from pytorch_c._boundary.handle import core

    before = core.count_scopes(0)
    with torch.scope():
        assert core.count_scopes(0) == before + 1
    assert core.count_scopes(0) == before


@pytest.mark.frees
def test_long_scope_does_not_remember_what_is_gone():
    with torch.scope() as s:
        kept = [torch.ones(1) for _ in range(10)]
        for _ in range(5000):
            torch.ones(1)
        assert len(s._made) < 2500
    assert all(one.closed for one in kept)


def test_keeping_one_of_many():
    with torch.scope() as s:
        many = [torch.ones(1) for _ in range(3000)]
        for one in many[::100]:
            s.keep(one)
    assert [i for i, one in enumerate(many) if not one.closed] == list(range(0, 3000, 100))
    for one in many:
        one.close()


# ---- generators and coroutines: a scope is the frame's that opened it ----


def _batches(count=3):
    with torch.scope():
        for i in range(count):
            x = torch.full((2,), float(i))
            yield x
            assert not x.closed


def test_generators_scope_leaves_its_callers_tensors_alone():
    made = []
    for x in _batches():
        made.append((x, x + 1))
    assert [(x.closed, y.closed) for x, y in made] == [(True, False)] * 3
    for _, y in made:
        y.close()


def test_callers_scope_and_the_generators_own_each_their_own():
    batches = _batches()
    first = next(batches)
    with torch.scope():
        second, own = next(batches), first + 1
    assert own.closed and not second.closed and not first.closed
    batches.close()
    assert first.closed and second.closed


def test_kept_in_the_callers_scope_while_a_generator_is_suspended():
    with torch.scope() as outer:
        batches = _batches()
        next(batches)
        with torch.scope() as inner:
            y = inner.keep(torch.ones(1))
        batches.close()
        assert not y.closed
        outer.keep(y)
    y.close()


def test_kept_by_the_outer_scope_while_the_inner_one_is_open():
    with torch.scope() as outer:
        with torch.scope() as inner:
            x = outer.keep(inner.keep(torch.ones(1)))
        assert not x.closed
    assert not x.closed
    x.close()


def test_scope_in_a_function_that_a_generator_calls():
    def makes():
        with torch.scope():
            return torch.ones(1)

    def generator():
        with torch.scope():
            yield makes(), torch.ones(1)

    for inner, own in generator():
        assert inner.closed and not own.closed
    assert own.closed


def test_context_managers_generator_opens_it_for_the_block():
    @contextlib.contextmanager
    def step():
        with torch.scope() as s:
            yield s

    def generator():
        with step() as s, contextlib.ExitStack() as stack:
            stack.enter_context(torch.scope())
            yield torch.ones(1)
            s.keep([])

    with step():
        x = torch.ones(1)
    assert x.closed
    for own in generator():  # noqa: B007
        y = torch.ones(1)
    assert own.closed and not y.closed
    y.close()


def test_asynchronous_context_managers_generator_opens_it_for_the_block():
    @contextlib.asynccontextmanager
    async def step():
        with torch.scope():
            await asyncio.sleep(0)
            yield

    async def main():
        async with step():
            x = torch.ones(1)
            await asyncio.sleep(0)
            y = torch.ones(1)
        return x.closed, y.closed

    assert asyncio.run(main()) == (True, True)


def test_asynchronous_generators_scope_leaves_its_callers_tensors_alone():
    async def batches():
        with torch.scope():
            await asyncio.sleep(0)
            yield torch.ones(1)

    async def main():
        return [(x, x + 1) async for x in batches()]

    ((x, y),) = asyncio.run(main())
    assert x.closed and not y.closed
    y.close()


def test_coroutine_that_is_driven_by_hand():
    class Switch:
        def __await__(self):
            yield

    async def makes(box):
        with torch.scope():
            box.append(torch.ones(1))
            await Switch()
            box.append(torch.ones(1))

    box = []
    coroutine = makes(box)
    coroutine.send(None)
    x = torch.ones(1)
    with contextlib.suppress(StopIteration):
        coroutine.send(None)
    assert [one.closed for one in box] == [True, True] and not x.closed
    x.close()


def test_generator_that_is_dropped_in_its_scope():
    batches = _batches()
    x = next(batches)
    del batches
    assert x.closed
    y = torch.ones(1)
    assert not y.closed
    y.close()


def test_generator_that_opens_the_first_scope_of_a_thread():
    # The thread has no context yet, whose id the scope could note.
    made = []

    def run():
        for x in _batches():
            made.append((x, x + 1))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert [(x.closed, y.closed) for x, y in made] == [(True, False)] * 3
    for _, y in made:
        y.close()


def test_what_inherits_the_context_of_a_suspended_generator():
    async def batches():
        with torch.scope():
            yield torch.ones(1)

    async def makes():
        return torch.ones(1)

    async def main():
        plain, asynchronous = _batches(), batches()
        next(plain), await asynchronous.__anext__()
        task = await asyncio.create_task(makes())
        copied = contextvars.copy_context().run(torch.ones, 1)
        plain.close(), await asynchronous.aclose()
        return task, copied

    task, copied = asyncio.run(main())
    assert not task.closed and not copied.closed
    task.close(), copied.close()


def test_task_that_a_coroutine_waits_for_in_its_scope():
    async def makes():
        return torch.ones(1)

    async def main():
        with torch.scope():
            x = await asyncio.create_task(makes())
            assert not x.closed
        return x

    assert asyncio.run(main()).closed


def test_a_scope_says_what_its_end_freed():
    with torch.scope() as s:
        held = [torch.ones(10), torch.ones(20)]
        held.append(s.keep(torch.ones(30)))
        torch.ones(5).close()
    assert (s.freed, s.bytes_freed, s.kept) == (2, 120, 1)
    assert repr(s) == "<scope: 2 tensors freed, 120 bytes, 1 kept>" and not held[2].closed
