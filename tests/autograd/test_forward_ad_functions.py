"""Custom functions with a jvp, as torch (test_custom_functions.py: without)."""

import sys

import pytest
from support.oracle import agree, all_of, refusals
from test_custom_functions import make
from test_forward_ad_uses import with_jvp

import pytorch_c
from pytorch_c.autograd import forward_ad


def double(ctx, x, *rest):
    return x * 2


def of_dual(t, rest=(), **methods):
    """Returns what a Function gives for a tensor with a tangent, unpacked."""
    f = t.autograd.forward_ad
    with f.dual_level():
        x = f.make_dual(t.tensor([1.0, -2.0]), t.tensor([3.0, 4.0]))
        out = make(t, **methods).apply(x, *rest)
        several = out if isinstance(out, tuple) else (out,)
        return [tuple(f.unpack_dual(one)) if isinstance(one, t.Tensor) else one for one in several]


def jvp_of_one(t):
    return of_dual(t, forward=double, jvp=lambda ctx, dx: dx * 2)


def jvp_gets_zeros_for_what_has_no_tangent(t):
    seen = []
    found = of_dual(t, (t.ones(2), 3, t.arange(2)), forward=double, jvp=lambda ctx, *d: seen.append(d) or d[0] * 2)
    return found, seen


def jvp_gets_none_instead(t):
    seen = []

    def forward(ctx, x, y):
        ctx.set_materialize_grads(False)
        return x * 2

    return of_dual(t, (t.ones(2),), forward=forward, jvp=lambda ctx, *d: seen.append(d) or d[0] * 2), seen


def jvp_sees_what_was_saved(t):
    f, seen = t.autograd.forward_ad, []

    def forward(ctx, x, y):
        ctx.save_for_backward(y)
        ctx.save_for_forward(x, None, y)
        ctx.z = 3
        seen.append((ctx.saved_for_forward[1], f.unpack_dual(x).tangent, f._is_fwd_grad_enabled(), t.is_grad_enabled()))
        return x * y * ctx.z

    def jvp(ctx, dx, dy):
        x, none, y = ctx.saved_tensors
        seen.append((none, ctx.needs_input_grad, f._is_fwd_grad_enabled(), t.is_grad_enabled()))
        return ctx.z * (dx * y + x * dy)

    return of_dual(t, (t.tensor([5.0, 6.0]),), forward=forward, jvp=jvp), seen, f._is_fwd_grad_enabled()


def jvp_sees_nothing_that_was_saved_for_backward(t):
    seen = []

    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    of_dual(t, forward=forward, jvp=lambda ctx, dx: seen.append(ctx.saved_tensors) or dx)
    return seen


def setup_context_saves_for_jvp(t):
    def setup_context(ctx, inputs, output):
        ctx.save_for_forward(output)

    return of_dual(
        t, forward=lambda x: x.exp(), setup_context=setup_context, jvp=lambda ctx, dx: dx * ctx.saved_tensors[0]
    )


def backward_and_jvp_together(t):
    """The Hessian times a vector through a custom function, and the gradient of its derivative."""
    f = t.autograd.forward_ad
    function = with_jvp(t, lambda ctx, dx: dx * 3 * ctx.saved_tensors[0] ** 2)
    x, v = t.tensor([1.0, -2.0], requires_grad=True), t.tensor([3.0, 4.0], requires_grad=True)
    with f.dual_level():
        out = function(f.make_dual(x, v))
        value, tangent = f.unpack_dual(out)
        (along,) = t.autograd.grad(function(f.make_dual(x, v)).sum(), x, create_graph=True)
        hvp = f.unpack_dual(along).tangent
    return value.detach(), tangent.detach(), hvp.detach(), t.autograd.grad(tangent.sum(), (x, v)), out.grad_fn.name()


def several_outputs(t):
    def forward(ctx, x):
        y = x > 0
        ctx.mark_non_differentiable(y)
        return x * 2, y, "text", x.sum()

    return of_dual(t, forward=forward, jvp=lambda ctx, dx: (dx * 2, None, None, dx.sum()))


def changed_in_place(t):
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    return of_dual(t, forward=forward, jvp=lambda ctx, dx: dx.mul_(2))


def a_view(t):
    return of_dual(t, forward=lambda ctx, x: x.view(2, 1), jvp=lambda ctx, dx: dx.view(2, 1))


def without_tangents_jvp_is_not_called(t):
    seen = []
    function = make(t, forward=double, jvp=lambda ctx, dx: seen.append(dx)).apply
    with t.autograd.forward_ad.dual_level():
        return function(t.ones(2)), seen


def twice_differentiated_once(t):
    """once_differentiable does not stand in the way of forward mode."""
    function = t.autograd.function.once_differentiable
    return of_dual(t, forward=double, backward=function(lambda ctx, g: g * 2), jvp=lambda ctx, dx: dx * 2)


@all_of(sys.modules[__name__])
def test_as_torch(scenario):
    agree(scenario)


def in_place(ctx, x):
    ctx.mark_dirty(x)
    return x.mul_(2)


def view(ctx, x):
    return x.view(2, 1)


REFUSED = {
    NotImplementedError: {
        "no jvp": dict(forward=double),
    },
    RuntimeError: {
        "None": dict(forward=double, jvp=lambda ctx, dx: None),
        "two for one": dict(forward=double, jvp=lambda ctx, dx: (dx, dx)),
        "none for one": dict(forward=double, jvp=lambda ctx, dx: ()),
        "a number": dict(forward=double, jvp=lambda ctx, dx: 3),
        "a list": dict(forward=double, jvp=lambda ctx, dx: [dx]),
        "another size": dict(forward=double, jvp=lambda ctx, dx: dx.sum()),
        "ints": dict(forward=double, jvp=lambda ctx, dx: dx.long()),
        "None for a view": dict(forward=view, jvp=lambda ctx, dx: None),
        "a copy for a view": dict(forward=view, jvp=lambda ctx, dx: dx.view(2, 1).clone()),
        "the tangent itself for the input itself": dict(forward=lambda ctx, x: x, jvp=lambda ctx, dx: dx),
        "another tensor for one changed in place": dict(forward=in_place, jvp=lambda ctx, dx: dx * 2),
        "a copy of one changed in place": dict(forward=in_place, jvp=lambda ctx, dx: dx.mul_(2).clone()),
        "None for one changed in place": dict(forward=in_place, jvp=lambda ctx, dx: None),
    },
    TypeError: {
        "too few parameters": dict(forward=double, jvp=lambda ctx: None),
    },
    ZeroDivisionError: {
        "its own error": dict(forward=double, jvp=lambda ctx, dx: 1 / 0),
    },
}


@pytest.mark.parametrize("methods, raises", refusals(REFUSED))
def test_refused_as_by_torch(methods, raises):
    agree(lambda t: of_dual(t, **methods), raises)


def test_save_for_forward_of_a_number_is_refused():
    """torch has an assertion without words for it."""
    with pytest.raises(TypeError, match=r"save_for_forward\(\): argument 0 must be Tensor, not int"):
        of_dual(pytorch_c, forward=lambda ctx, x: ctx.save_for_forward(3))


def test_a_level_that_ends_in_a_jvp_is_an_error():
    with pytest.raises(RuntimeError, match="positive number"):  # the block finds its level closed
        of_dual(pytorch_c, forward=double, jvp=lambda ctx, dx: forward_ad.exit_dual_level() or dx)
    with forward_ad.dual_level() as level:
        assert level == 0


def test_tensors_closed_in_a_jvp_are_missed_by_no_one():
    f = forward_ad
    with f.dual_level():
        x = f.make_dual(pytorch_c.ones(2), pytorch_c.ones(2))
        y = pytorch_c.ones(2)
        function = make(pytorch_c, forward=double, jvp=lambda ctx, dx, dy: x.close() or y.close() or dx * 2)
        assert f.unpack_dual(function.apply(x, y)).tangent.tolist() == [2, 2]
