"""With blocks of torch's own in programs: what runs in them is changed or recorded, here and in torch."""

import io

import pytest
import torch

import pytorch_c
from pytorch_c import jit


def recorded(x):
    with pytorch_c.autograd.profiler.record_function("block"):
        y = x @ x
    return y + 1


def lowered(x):
    with pytorch_c.autocast("cpu", dtype=pytorch_c.bfloat16):
        y = x @ x
    return y


def lowered_by_default(x):
    with pytorch_c.autocast(device_type="cpu", enabled=True):
        y = x @ x
    return y


def lowered_by_device(x):
    with pytorch_c.cpu.amp.autocast():
        y = x @ x
    return y


def not_lowered(x):
    with pytorch_c.cuda.amp.autocast(enabled=False):
        y = x @ x
    return y


def in_torch(program):
    return torch.jit.load(io.BytesIO(program.save_to_buffer()))


@pytest.mark.parametrize(
    ("function", "dtype"),
    [
        (lowered, "bfloat16"),
        (lowered_by_default, "bfloat16"),
        (lowered_by_device, "bfloat16"),
        (not_lowered, "float32"),
    ],
)
def test_autocast_lowers_what_runs_in_it(function, dtype):
    program = jit.script(function)
    for _ in range(3):
        found = program(pytorch_c.ones(3, 3))
        assert found.dtype == getattr(pytorch_c, dtype)
        assert found.tolist() == [[3.0] * 3] * 3
        theirs = in_torch(program)(torch.ones(3, 3))
        assert theirs.dtype == getattr(torch, dtype)


def test_a_block_is_recorded():
    program = jit.script(recorded)
    with pytorch_c.profiler.profile() as profile:
        found = program(pytorch_c.ones(3, 3))
    assert found.tolist() == [[4.0] * 3] * 3
    assert "block" in {one.key for one in profile.key_averages()}
    other = in_torch(program)
    with torch.profiler.profile() as profile:
        other(torch.ones(3, 3))
    assert "block" in {one.key for one in profile.key_averages()}


def test_classes_are_named_as_torchs_are():
    code = jit.script(recorded).code + jit.script(lowered).code + jit.script(lowered_by_device).code
    for name in ("autograd.profiler.record_function", "amp.autocast_mode.autocast", "cpu.amp.autocast_mode.autocast"):
        assert f"__torch__.torch.{name}.__new__" in code
