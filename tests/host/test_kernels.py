"""Kernels that py_impl() registers, under torch's Python dispatcher: as under torch, and none is asked outside of it."""

import gc

import pytest
import torch

import pytorch_c

LIBRARIES = [pytest.param(torch, id="torch"), pytest.param(pytorch_c, id="pytorch_c")]


@pytest.fixture
def kernel(request):
    """Registers a kernel of one operator for the CPU, and takes it away."""
    added = []

    def add(t, op, key, function):
        op.py_impl(getattr(t._C.DispatchKey, key))(function)
        added.append((op, getattr(t._C.DispatchKey, key)))

    yield add
    for op, key in added:
        del op.py_kernels[key]
        op._dispatch_cache.clear()


@pytest.mark.parametrize("t", LIBRARIES)
@pytest.mark.parametrize("key", ["CPU", "AutogradCPU", "CompositeExplicitAutograd"])
def test_a_kernel_runs_in_the_block_alone(t, key, kernel):
    def doubled(a, b, **rest):
        return t.add(a, b)

    kernel(t, t.ops.aten.mul.Tensor, key, doubled)
    x = t.full((2,), 3.0)
    expected = 9.0 if key == "CompositeExplicitAutograd" else 6.0  # libtorch's own for the CPU comes first
    assert t.mul(x, x).tolist() == [9, 9]
    with t._C._EnablePythonDispatcher():
        assert t.mul(x, x).tolist() == [expected] * 2
        with t._C._DisablePythonDispatcher():
            assert t.mul(x, x).tolist() == [9, 9]
        assert t.mul(x, x).tolist() == [expected] * 2
    assert t.mul(x, x).tolist() == [9, 9]


@pytest.mark.parametrize("t", LIBRARIES)
def test_operators_below_an_operator_are_asked_too(t, kernel):
    kernel(t, t.ops.aten.mm.default, "CPU", lambda a, b: t.zeros(a.shape[0], b.shape[1]))
    x, w = t.ones(2, 3, requires_grad=True), t.ones(4, 3)
    with t._C._EnablePythonDispatcher():
        y = t.nn.functional.linear(x, w)
        assert y.tolist() == [[0.0] * 4] * 2 and y.requires_grad
        assert t.linalg.lstsq(t.eye(3), t.ones(3, 1)).solution.tolist() == [[1], [1], [1]]


@pytest.mark.parametrize("t", LIBRARIES)
def test_the_guard_ends_with_its_object(t, kernel):
    kernel(t, t.ops.aten.mul.Tensor, "CPU", lambda a, b: t.add(a, b))
    guard, x = t._C._EnablePythonDispatcher(), t.full((2,), 3.0)
    assert t.mul(x, x).tolist() == [6, 6]
    del guard
    gc.collect()
    assert t.mul(x, x).tolist() == [9, 9]


@pytest.mark.parametrize("t", LIBRARIES)
def test_an_exception_of_a_kernel_comes_out(t, kernel):
    def fails(a, b):
        raise KeyError("mine")

    kernel(t, t.ops.aten.mul.Tensor, "CPU", fails)
    with pytest.raises(KeyError, match="mine"), t._C._EnablePythonDispatcher():
        t.mul(t.ones(1), t.ones(1))
    assert t.mul(t.ones(1), t.ones(1)).item() == 1
