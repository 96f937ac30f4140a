"""Custom autograd.Functions inside of torch.func's functions, with torch as the oracle."""

import numpy
import pytest
from support.oracle import agree

import pytorch_c


def make(t, *size, seed=0):
    return t.from_numpy(numpy.random.default_rng(seed).uniform(0.2, 1.5, size=size))


def functions(t):
    """Functions whose derivatives are not what they should be, so that it shows who computed them."""

    class Made(t.autograd.Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(x, y, scale):
            return x * y * scale, x.sum(-1) + 0 * y.sum()

        @staticmethod
        def setup_context(ctx, inputs, output):
            x, y, ctx.scale = inputs
            ctx.save_for_backward(x, y)
            ctx.save_for_forward(x, y)

        @staticmethod
        def backward(ctx, first, second):
            x, y = ctx.saved_tensors
            return 10 * first * y * ctx.scale + second.unsqueeze(-1), 10 * first * x * ctx.scale, None

        @staticmethod
        def jvp(ctx, dx, dy, _):
            x, y = ctx.saved_tensors
            return 10 * (dx * y + dy * x) * ctx.scale, dx.sum(-1)

    class Ruled(t.autograd.Function):
        @staticmethod
        def forward(x):
            return x.exp()

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(output)
            ctx.save_for_forward(output)

        @staticmethod
        def backward(ctx, grad):
            return 3 * grad * ctx.saved_tensors[0]

        @staticmethod
        def jvp(ctx, tangent):
            return 3 * tangent * ctx.saved_tensors[0]

        @staticmethod
        def vmap(info, in_dims, x):
            assert info.batch_size == x.shape[in_dims[0]] and info.randomness in ("error", "same", "different")
            return Ruled.apply(x.movedim(in_dims[0], 0)), 0

    class Broadcasting(t.autograd.Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(x, y):
            return x + y

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.shapes = [one.shape for one in inputs]

        @staticmethod
        def backward(ctx, grad):
            return tuple(grad.sum_to_size(shape) * 2 for shape in ctx.shapes)

    return Made, Ruled, Broadcasting


def made(t):
    apply = functions(t)[0].apply
    return lambda x, y: (apply(x, y, 2.0)[0].sin() + apply(x, y, 2.0)[1]).sum()


def ruled(t):
    apply = functions(t)[1].apply
    return lambda x: (apply(x) * x).sum()


def broadcasting(t):
    apply = functions(t)[2].apply
    return lambda x, y: (apply(x, y) ** 2).sum()


CASES = {
    "grad": lambda t: t.func.grad(made(t), (0, 1))(make(t, 3), make(t, 3, seed=1)),
    "grad of grad": lambda t: t.func.grad(lambda x: t.func.grad(made(t))(x, x).sum())(make(t, 3)),
    "vjp": lambda t: t.func.vjp(made(t), make(t, 3), make(t, 3, seed=1))[1](t.tensor(2.0, dtype=t.float64)),
    "jvp": lambda t: t.func.jvp(made(t), (make(t, 3), make(t, 3)), (make(t, 3, seed=1), make(t, 3))),
    "jacrev": lambda t: t.func.jacrev(lambda x: functions(t)[0].apply(x, x * 2, 3.0)[0])(make(t, 3)),
    "jacfwd": lambda t: t.func.jacfwd(lambda x: functions(t)[0].apply(x, x * 2, 3.0)[0])(make(t, 3)),
    "hessian": lambda t: t.func.hessian(made(t))(make(t, 3), make(t, 3, seed=1)),
    "vmap": lambda t: t.vmap(made(t))(make(t, 2, 3), make(t, 2, 3, seed=1)),
    "vmap, one shared": lambda t: t.vmap(made(t), (0, None))(make(t, 2, 3), make(t, 3, seed=1)),
    "vmap, another dim": lambda t: t.vmap(lambda x, y: functions(t)[0].apply(x, y, 1.0), (1, 0), (1, 0))(make(t, 3, 2), make(t, 2, 3)),
    "vmap of grad": lambda t: t.vmap(t.func.grad(made(t), (0, 1)))(make(t, 2, 3), make(t, 2, 3, seed=1)),
    "vmap of grad, one shared": lambda t: t.vmap(t.func.grad(made(t), (0, 1)), (0, None))(make(t, 2, 3), make(t, 3, seed=1)),
    "grad of vmap": lambda t: t.func.grad(lambda x, y: t.vmap(made(t), (0, None))(x, y).sum(), (0, 1))(make(t, 2, 3), make(t, 3)),
    "vmap of vmap": lambda t: t.vmap(t.vmap(made(t), (0, None)), (None, 0))(make(t, 2, 3), make(t, 4, 3)),
    "grad of vmap of vmap": lambda t: t.func.grad(lambda x: t.vmap(t.vmap(made(t), (0, None)), (None, 0))(x, x * 2).sum())(make(t, 2, 3)),
    "vmap of jvp": lambda t: t.vmap(lambda x: t.func.jvp(lambda x: made(t)(x, x), (x,), (x,)))(make(t, 2, 3)),
    "jvp of vmap": lambda t: t.func.jvp(lambda x: t.vmap(lambda x: made(t)(x, x))(x), (make(t, 2, 3),), (make(t, 2, 3),)),
    "backward of vmap": lambda t: backward(t, make(t, 2, 3).requires_grad_(), lambda x: t.vmap(made(t), (0, None))(x, x[0]).sum()),
    "rule": lambda t: t.vmap(functions(t)[1].apply, 1, 1)(make(t, 3, 2)),
    "rule of grad": lambda t: t.vmap(t.func.grad(ruled(t)))(make(t, 2, 3)),
    "grad of rule": lambda t: t.func.grad(lambda x: t.vmap(ruled(t))(x).sum())(make(t, 2, 3)),
    "rule of hessian": lambda t: t.vmap(t.func.hessian(ruled(t)))(make(t, 2, 3)),
    "rule twice": lambda t: t.vmap(t.vmap(ruled(t)))(make(t, 2, 3, 4)),
    "rule without samples": lambda t: t.vmap(lambda x, y: x + ruled(t)(y), (0, None))(make(t, 2), make(t, 3)),
    "broadcasting": lambda t: t.vmap(t.func.grad(broadcasting(t), (0, 1)))(make(t, 2, 3), make(t, 2, 1)),
    "broadcast over": lambda t: t.func.grad(lambda x, y: t.vmap(broadcasting(t), (0, None))(x, y).sum(), (0, 1))(make(t, 4, 3), make(t, 1)),
    "no grad at the outer level": lambda t: outside_no_grad(t, make(t, 3).requires_grad_()),
}  # fmt: skip


def backward(t, x, f):
    return t.autograd.grad(f(x), x)


def outside_no_grad(t, x):
    with t.no_grad():
        found = t.func.grad(lambda x: made(t)(x, x))(x)
    return found, found.requires_grad


@pytest.mark.parametrize("name", CASES)
def test_custom_functions(name):
    agree(CASES[name], strides=False)


# ---- errors ----


def old_style(t):
    class Old(t.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    return Old.apply


def ruleless(t, rule=None, generate=False):
    class Some(t.autograd.Function):
        generate_vmap_rule = generate

        @staticmethod
        def forward(x):
            return x * 2

        @staticmethod
        def setup_context(ctx, inputs, output):
            pass

    if rule:
        Some.vmap = staticmethod(rule)
    return Some.apply


ERRORS = {
    "old style": lambda t: t.func.grad(lambda x: old_style(t)(x).sum())(make(t, 3)),
    "no rule": lambda t: t.vmap(ruleless(t))(make(t, 3)),
    "both": lambda t: t.vmap(ruleless(t, lambda info, dims, x: (x, 0), True))(make(t, 3)),
    "no tuple": lambda t: t.vmap(ruleless(t, lambda info, dims, x: x))(make(t, 3)),
    "three": lambda t: t.vmap(ruleless(t, lambda info, dims, x: (x, 0, 1)))(make(t, 3)),
    "dims": lambda t: t.vmap(ruleless(t, lambda info, dims, x: (x, (0, 1))))(make(t, 3)),
    "no derivative": lambda t: t.func.grad(lambda x: ruleless(t)(x).sum())(make(t, 3)),
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name):
    agree(ERRORS[name], raises=NotImplementedError if name == "no derivative" else RuntimeError)


def test_the_contexts_go():
    """The classes that a level makes for a Function are garbage afterwards."""
    import gc

    pytorch_c.vmap(pytorch_c.func.grad(made(pytorch_c)), (0, None))(make(pytorch_c, 2, 3), make(pytorch_c, 3))
    gc.collect()
    assert not [
        one for one in gc.get_objects() if type(one) is type and one.__name__ in ("MadeGenerated", "VmappedMade")
    ]
