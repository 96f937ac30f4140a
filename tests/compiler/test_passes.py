"""Backward passes that are compiled while they run: what is written down, how often, and what comes of it is torch's."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from support.programs import printed

import pytorch_c as torch

FILE = Path(__file__).with_name("passes.py")
NAMES = (
    "steps", "sizes", "accumulated", "asked_for", "hooked", "packed", "functions", "operators", "in_place",
    "compiled_forward", "again_computed", "refused", "not_numbers", "callbacks", "explained", "kept",
)  # fmt: skip


@cache
def found(library):
    """{program: findings} under one library."""
    return printed(FILE, library)


@pytest.mark.parametrize("name", NAMES)
def test_a_compiled_pass_is_the_one_of_torch(name):
    assert found("pytorch_c")[name] == found("torch")[name]


def test_every_program_is_compared():
    assert [*found("pytorch_c")] == [*NAMES]


@pytest.mark.parametrize(
    "name", ["nothing_is_held_once_passes_are_forgotten", "a_failed_pass_holds_nothing", "one_pass_at_a_time"]
)
def test_of_passes(name):
    """Each in a process without torch, beside which no program is captured."""
    command = [sys.executable, FILE.with_name("passes_lifetime.py"), name]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-3000:]


def test_a_compiler_must_be_callable():
    with pytest.raises(TypeError, match="argument 'compiler' must be callable or None, not int"):
        torch._C._dynamo.compiled_autograd.set_autograd_compiler(3, False)


def test_hooks_of_no_pass_are_not_called():
    with pytest.raises(RuntimeError, match="no compiled backward pass runs on this thread"):
        torch._C._dynamo.compiled_autograd.call_cpp_tensor_pre_hooks(0, torch.ones(1))
