"""Layers above the operators leave nothing either: programs, profiles, operators of one's own, transforms, roads for memory."""

import gc
import io

import numpy as np
import pytest

import pytorch_c as torch
from pytorch_c import nn
from pytorch_c._boundary import api

pytestmark = pytest.mark.frees


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        return {"y": self.layer(x), "parts": [x, x + 1]}


def twice(x):
    return torch.relu(x) * 2


def script():
    x = torch.ones(2, 4, requires_grad=True)
    torch.jit.script(Net())(x)["y"].sum().backward()


def archive():
    made = torch.jit.load(io.BytesIO(TRACED))
    made(torch.ones(5)).tolist()
    with pytest.raises(RuntimeError):
        made("text")


def failing_program():
    for wrong in (torch.ones(2, 3), "text"):
        with pytest.raises((RuntimeError, TypeError)):
            torch.jit.script(Net())(wrong)
    with pytest.raises(RuntimeError):
        torch.jit.CompilationUnit("def f(x):\n  return nobody(x)")


def damaged_archive():
    archive = bytearray(torch.jit.script(Net()).save_to_buffer())
    with pytest.raises((RuntimeError, ValueError)):
        torch.jit.load(io.BytesIO(bytes(archive[: len(archive) // 2])))


def operator():
    lib = torch.library.Library("leaves_nothing", "DEF")
    lib.define("f(Tensor x) -> Tensor")
    lib.impl("f", lambda x: x + 1, "CPU")
    torch.ops.leaves_nothing.f(torch.ones(2))
    lib._destroy()


def transforms():
    x = torch.ones(3, 4)
    torch.func.vmap(torch.func.grad(lambda one: (one * one).sum()))(x)
    torch.func.jacrev(lambda one: one.sin())(torch.ones(3))
    torch.func.jvp(torch.sin, (x,), (x,))
    with pytest.raises(RuntimeError):
        torch.func.vmap(lambda one: one @ torch.ones(7, 7))(x)


def profile():
    with torch.profiler.profile(profile_memory=True) as found:
        (torch.ones(4, 4) @ torch.ones(4, 4)).sum()
    found.key_averages().table()
    with torch.profiler.trace() as listed:
        torch.ones(2) + 1
    listed.operators()


def checkpoint():
    layer, x = nn.Linear(4, 4), torch.ones(2, 4, requires_grad=True)
    torch.utils.checkpoint.checkpoint(layer, x, use_reentrant=False).sum().backward()


def hooks():
    x = torch.ones(3, requires_grad=True)
    y = x * 2
    y.register_hook(lambda grad: grad * y.detach())
    with torch.autograd.graph.saved_tensors_hooks(lambda one: one.numpy(), torch.from_numpy):
        (y * x).sum().backward()


def roads():
    x = torch.arange(6.0)
    torch.from_dlpack(np.from_dlpack(x)).add_(1)
    memoryview(x).tolist()
    torch.from_numpy(x.numpy()).untyped_storage().tolist()


# Of new functions libtorch keeps the programs to the end (docs/gc.md), so this one is traced once.
TRACED = torch.jit.trace(twice, torch.ones(3)).save_to_buffer()
FAMILIES = [script, archive, failing_program, damaged_archive, operator, transforms, profile, checkpoint, hooks, roads]


def counts():
    gc.collect()
    return torch.live_tensors(), api.live_handles(), torch.memory.storage_bytes()


@pytest.mark.parametrize("family", FAMILIES, ids=[one.__name__ for one in FAMILIES])
def test_a_round_leaves_nothing(family):
    for _ in range(3):  # what is kept once: compiled forms, tables
        family()
    before = counts()
    for _ in range(10):
        family()
    assert counts() == before
