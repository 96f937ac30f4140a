"""Modes of __torch_function__ see that derivatives are recorded or not, as torch's see it."""

import pytest
import torch as theirs

import pytorch_c as ours


def seen(t):
    told = []

    class Mode(t.overrides.TorchFunctionMode):
        def __torch_function__(self, function, types, args=(), kwargs=None):
            if function is t._C._set_grad_enabled:
                told.append(args)
            return function(*args, **(kwargs or {}))

    @t.no_grad()
    def inside():
        told.append(t.is_grad_enabled())

    with Mode():
        with t.no_grad():
            with t.enable_grad():
                told.append(t.is_grad_enabled())
        inside()
        t.set_grad_enabled(False)
        with t.set_grad_enabled(True):
            told.append(t.is_grad_enabled())
        t._C._set_grad_enabled(True)
    with t.no_grad():
        told.append("outside of a mode nobody is told")
    return told


def test_modes_are_told_what_torchs_are():
    assert seen(ours) == seen(theirs)
    assert ours.is_grad_enabled() and theirs.is_grad_enabled()


def refusing(t):
    class Mode(t.overrides.TorchFunctionMode):
        def __torch_function__(self, function, types, args=(), kwargs=None):
            raise KeyError("told")

    return Mode()


@pytest.mark.parametrize("t", [ours, theirs])
def test_a_mode_that_raises_is_heard_and_the_block_is_not_entered(t):
    with pytest.raises(KeyError, match="told"), refusing(t), t.no_grad():
        pass
    assert t.is_grad_enabled()


def test_blocks_of_transforms_are_not_shown():
    class Mode(ours.overrides.TorchFunctionMode):
        def __torch_function__(self, function, types, args=(), kwargs=None):
            assert function is not ours._C._set_grad_enabled
            return function(*args, **(kwargs or {}))

    with Mode():
        found = ours.func.grad(lambda x: (x * x).sum())(ours.ones(2))
    assert found.tolist() == [2.0, 2.0]
