"""One operator of the host's own, seen by all who call operators; NumPy says what comes out."""

from __future__ import annotations

import io
from types import SimpleNamespace

import numpy
import pytest

import pytorch_c as torch

DATA = numpy.linspace(-1, 2, 12, dtype=numpy.float32).reshape(3, 4)


def same(tensor, array):
    numpy.testing.assert_allclose(tensor.numpy(), array, rtol=1e-6)
    assert tensor.dtype == torch.float32


def cubed(x, by=2.0):
    return torch.from_numpy(numpy.asarray(x.detach().numpy() ** 3 * by))


def setup_context(ctx, inputs, output):
    x, ctx.by = inputs
    ctx.save_for_backward(x)


def backward(ctx, grad):  # ten times too large, so that it shows whose it is
    (x,) = ctx.saved_tensors
    return grad * x * x * (30 * ctx.by), None


def as_custom_op(rules):
    @torch.library.custom_op("everywhere::cubed", mutates_args=())
    def op(x: torch.Tensor, by: float = 2.0) -> torch.Tensor:
        return cubed(x, by)

    op.register_autograd(backward, setup_context=setup_context)

    @op.register_fake
    def _(x, by):
        return torch.empty_like(x)

    @op.register_vmap
    def _(info, in_dims, x, by):
        rules.append((info.batch_size, in_dims[0]))
        return op(x, by), in_dims[0]

    return op


def as_library(rules):
    lib = torch.library.Library("everywhere", "FRAGMENT")
    lib.define("cubed(Tensor x, float by=2.0) -> Tensor")
    lib.impl("cubed", cubed, "CPU")
    lib.impl("cubed", lambda x, by=2.0: torch.empty_like(x), "Meta")
    torch.library.register_autograd("everywhere::cubed", backward, setup_context=setup_context)

    @torch.library.register_vmap("everywhere::cubed")
    def _(info, in_dims, x, by):
        rules.append((info.batch_size, in_dims[0]))
        return torch.ops.everywhere.cubed(x, by), in_dims[0]

    return lib


@pytest.fixture(params=[as_custom_op, as_library])
def everywhere(request):
    """Returns what the rule for batches was asked; the operator is gone with the test."""
    from pytorch_c.library import _forget_before

    rules = []
    made = request.param(rules)
    yield SimpleNamespace(rules=rules)
    made._destroy() if isinstance(made, torch.library.Library) else _forget_before("everywhere::cubed")


def model(x):
    return torch.ops.everywhere.cubed(x * 2, 0.5) + 1


def expected(x=DATA):
    return (2 * x) ** 3 * 0.5 + 1


def slope(x=DATA):
    return (2 * x) ** 2 * 15 * 2


def gradient_of(function):
    x = torch.from_numpy(DATA.copy()).requires_grad_()
    y = function(x)
    same(y.detach(), expected())
    y.sum().backward()
    same(x.grad, slope())


def scripted():
    return torch.jit.script(model)


def traced():
    return torch.jit.trace(model, (torch.ones(3, 4),))


def test_by_name_and_in_autograd(everywhere):
    x = torch.from_numpy(DATA)
    for op in (torch.ops.everywhere.cubed, torch.ops.everywhere.cubed.default):
        same(op(x), DATA**3 * 2)
        same(op(x, by=3.0), DATA**3 * 3)
    gradient_of(model)


@pytest.mark.parametrize("compiled", [scripted, traced])
def test_in_programs(everywhere, compiled):
    program = compiled()
    assert "everywhere::cubed" in str(program.graph)
    for _ in range(3):  # the executor looks on at first, and then rewrites
        gradient_of(program)


@pytest.mark.parametrize("compiled", [scripted, traced])
def test_in_archives(everywhere, compiled):
    file = io.BytesIO()
    torch.jit.save(compiled(), file)
    file.seek(0)
    again = torch.jit.load(file)
    assert "everywhere::cubed" in str(again.graph)
    for _ in range(3):
        gradient_of(again)


def test_in_modules_of_torchscript(everywhere):
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = torch.nn.Parameter(torch.from_numpy(DATA.copy()))

        def forward(self, x):
            return torch.ops.everywhere.cubed(x * self.weight, 0.5)

    net = torch.jit.script(Net())
    net(torch.full((3, 4), 2.0)).sum().backward()
    same(net.weight.grad, slope())
    same(torch.jit.freeze(net.eval())(torch.full((3, 4), 2.0)).detach(), (2 * DATA) ** 3 * 0.5)


def test_meta_tensors_in_programs(everywhere):
    x = torch.empty(3, 4, device="meta")
    for function in (model, scripted(), traced()):
        y = function(x)
        assert (y.device.type, y.shape, y.dtype) == ("meta", (3, 4), torch.float32)


@pytest.mark.parametrize("dim", [0, 1])
def test_vmap_asks_its_rule(everywhere, dim):
    x = torch.from_numpy(DATA)
    same(torch.vmap(model, in_dims=dim, out_dims=dim)(x), expected())
    everywhere.rules.clear()
    op = torch.ops.everywhere.cubed
    same(torch.vmap(op, in_dims=dim, out_dims=dim)(x), DATA**3 * 2)
    assert everywhere.rules == [(DATA.shape[dim], dim)]


@pytest.mark.parametrize("compiled", [scripted, traced])
def test_vmap_of_programs(everywhere, compiled):
    same(torch.vmap(compiled())(torch.from_numpy(DATA)), expected())
    assert everywhere.rules == [(3, 0)]


def test_func_grad(everywhere):
    x = torch.from_numpy(DATA)
    same(torch.func.grad(lambda x: model(x).sum())(x), slope())
    each = torch.vmap(torch.func.grad(lambda row: model(row).sum()))(x)
    same(each, slope())
    assert everywhere.rules and all(size == 3 for size, _ in everywhere.rules)


@pytest.mark.parametrize("compiled", [scripted, traced])
def test_func_grad_of_programs(everywhere, compiled):
    program = compiled()
    same(torch.func.grad(lambda x: program(x).sum())(torch.from_numpy(DATA)), slope())


def test_in_profiles_and_traces(everywhere):
    for function in (model, scripted(), traced()):
        x = torch.from_numpy(DATA)
        with torch.profiler.trace() as found:
            function(x)
        assert "everywhere::cubed" in found.table()
        with torch.profiler.profile() as profile:
            function(x)
        assert [one.count for one in profile.key_averages() if one.key == "everywhere::cubed"] == [1]


def test_what_its_kernel_raises_is_that_of_the_program(everywhere):
    program = scripted()
    with pytest.raises(TypeError, match="sparse"):  # NumPy has none
        program(torch.from_numpy(DATA).to_sparse())


def test_a_program_outlives_its_operator():
    made = as_library([])
    ran, fresh = (
        torch.jit.script("def f(x):\n    return x") if False else scripted(),
        torch.jit.trace(model, (torch.ones(2),)),
    )
    ran(torch.ones(2))
    made._destroy()
    for program in (ran, fresh):
        with pytest.raises(RuntimeError, match="everywhere::cubed"):
            program(torch.ones(2))
    made = as_library([])
    same(ran(torch.from_numpy(DATA)), expected())
    made._destroy()
