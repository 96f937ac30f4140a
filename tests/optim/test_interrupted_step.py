"""An exception of a signal in the middle of `optimizer.step()`: what it leaves is seen by the counts in `state`."""

import random
import signal

import pytest

import pytorch_c as t
from pytorch_c import nn, optim

STEPS = 6
OPTIMIZERS = {
    "Adam": lambda some: optim.Adam(some, lr=0.1),
    "Adam foreach": lambda some: optim.Adam(some, lr=0.1, foreach=True),
    "Adam one by one": lambda some: optim.Adam(some, lr=0.1, foreach=False, fused=False),
    "AdamW": lambda some: optim.AdamW(some, lr=0.1),
    "Adagrad": lambda some: optim.Adagrad(some, lr=0.1),
    "RMSprop": lambda some: optim.RMSprop(some, lr=0.1),
    "Adadelta": lambda some: optim.Adadelta(some, lr=0.1),
}


class Stop(BaseException):
    pass


def trained(make):
    """(parameters, optimizer) of a model of 24 parameters whose gradients never change."""
    t.manual_seed(0)
    model = nn.Sequential(*(nn.Linear(4, 4) for _ in range(12)))
    some = list(model.parameters())
    optimizer = make([{"params": some[:10]}, {"params": some[10:], "lr": 0.2}])
    for one in some:
        one.grad = t.full_like(one, 0.5)
    return some, optimizer


def values(some):
    return [one.detach().tolist() for one in some]


def interrupted(step, delay):
    """Runs step(), which a signal's exception ends after `delay` seconds; returns whether it did."""

    def stop(*_):
        raise Stop

    old = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, delay)
        step()
        signal.setitimer(signal.ITIMER_REAL, 0)
        return False
    except Stop:
        return True
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


@pytest.mark.parametrize("name", OPTIMIZERS)
def test_an_interrupted_step_is_seen_by_its_counts(name):
    """If all counts are those of the steps that have ended, the parameters are exactly those of these steps."""
    some, optimizer = trained(OPTIMIZERS[name])
    after = [values(some)]
    for _ in range(STEPS):
        optimizer.step()
        after.append(values(some))
    draw, stopped, seen = random.Random(name), 0, 0
    for _ in range(60):
        some, optimizer = trained(OPTIMIZERS[name])
        done = 0
        while done < STEPS:
            if interrupted(optimizer.step, draw.uniform(1e-6, 3e-4)):
                stopped += 1
                break
            done += 1
        counts = {int(optimizer.state[one]["step"]) if "step" in optimizer.state[one] else 0 for one in some}
        if counts == {done}:
            assert values(some) == after[done]
        else:
            seen += 1
            assert counts <= {done, done + 1}
        for now, before, then in zip(values(some), after[done], after[min(done + 1, STEPS)]):
            assert now in (before, then)  # no parameter is half written
    assert stopped > 10
