"""Calls that keep the GIL: of operators that are brief because their tensors are small."""

import sys
import threading
import time

import pytest
from pytorch_c.utils._python_dispatch import TorchDispatchMode

import pytorch_c as torch
from pytorch_c._boundary import _core as core
from pytorch_c._boundary.handle import numbers

SMALL, LARGE = torch.ones(3, 3), torch.ones(400, 400)
KEPT = {
    "sum of two": lambda: SMALL + SMALL,
    "product": lambda: SMALL @ SMALL,
    "method": lambda: SMALL.sum(0),
    "view": lambda: SMALL[0].expand(10**6, 3),
    "index": lambda: (SMALL[0], SMALL[:, 1:], SMALL[SMALL > 0]),
    "number": lambda: SMALL[0, 0].item(),
    "data": lambda: torch.tensor([[1.0, 2.0], [3.0, 4.0]]),
    "list": lambda: torch.cat([SMALL, SMALL]),
    "recorded": lambda: (SMALL * SMALL.clone().requires_grad_()).relu(),
    "factory": lambda: (torch.zeros(3, 3), torch.full((), 2.0), torch.empty(0), torch.ones_like(SMALL)),
    "out": lambda: torch.add(SMALL, SMALL, out=torch.empty(3, 3)),
}
LET_GO = {
    "large": lambda: LARGE @ LARGE,
    "large, of the other argument": lambda: torch.mm(SMALL[:, :1].expand(3, 400), LARGE),
    "batch that looks small": lambda: torch.vmap(lambda x: x @ x)(torch.ones(300, 32, 32)),
    "long list": lambda: torch.stack([SMALL] * 2000),
    "factory of a large one": lambda: torch.zeros(2000, 2000),
}


@pytest.fixture
def progress():
    """A function that says whether another thread came to run beside a repeated call, as one without the GIL lets it."""
    counted, end = [0], threading.Event()

    def count():
        while not end.is_set():
            counted[0] += 1
            time.sleep(0)

    def during(call, times):
        start = counted[0]
        for _ in range(times):
            call()
            if counted[0] != start:
                return True
        return False

    before = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    thread = threading.Thread(target=count)
    thread.start()
    try:
        yield during
    finally:
        end.set()
        sys.setswitchinterval(before)
        thread.join(60)


@pytest.mark.parametrize("call", KEPT.values(), ids=KEPT)
def test_a_call_with_small_tensors_keeps_the_gil(call, progress):
    call()
    assert not progress(call, 300)


class Mode(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return func(*args, **kwargs or {})


class Asked(torch.Tensor):
    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        return torch.ones(2)


def test_of_what_asks_python_only_the_call_itself_lets_go(progress):
    asked = torch.ones(2).as_subclass(Asked)
    with Mode():
        assert numbers([1.0], -1, False) is None
        assert progress(lambda: SMALL + SMALL, 1000)
    assert progress(lambda: SMALL[0] * asked, 1000)
    assert numbers([1.0], -1, False) is not None
    for call in KEPT.values():
        assert not progress(call, 100)


@pytest.mark.parametrize("call", LET_GO.values(), ids=LET_GO)
def test_any_other_lets_go_of_it(call, progress):
    assert progress(call, 1000)


def test_small_tensors():
    small = core.call("tensor_is_small")
    assert all(map(small, [torch.ones(()), torch.ones(1024), torch.ones(3).requires_grad_(), torch.ones(3, 3).t()]))
    others = [
        torch.ones(1025),
        torch.ones(1).expand(2000),
        torch.ones(3, device="meta"),
        torch.ones(3).to_sparse(),
        torch.nested.nested_tensor([torch.ones(3)]),
        torch.quantize_per_tensor(torch.ones(3), 1.0, 0, torch.quint8),
    ]
    assert not any(map(small, others))
    torch.vmap(lambda row: (others.append(small(row)), row)[1])(torch.ones(3, 3))
    assert others[-1] is False
