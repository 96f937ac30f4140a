"""Operators of a Library without a derivative of their own: those of their kernels are recorded, as in torch."""

import itertools
import warnings

import pytest
import torch

import pytorch_c

NUMBERS = itertools.count()  # torch keeps what an operator of a name was
KERNELS = {
    "recorded": ("(Tensor x) -> Tensor", lambda t, x: x.sin()),
    "apart": ("(Tensor x) -> Tensor", lambda t, x: t.tensor(x.detach().numpy())),
    "both": ("(Tensor x) -> (Tensor, Tensor)", lambda t, x: (x.sin(), x.detach().clone())),
    "integers": ("(Tensor x) -> (Tensor, Tensor)", lambda t, x: (x.sin(), t.arange(2))),
    "list": ("(Tensor x) -> Tensor[]", lambda t, x: [x.sin(), x.detach().clone()]),
    "number": ("(Tensor x) -> (Tensor, int)", lambda t, x: (x.detach().clone(), 3)),
    "itself": ("(Tensor(a!) x) -> Tensor(a!)", lambda t, x: x.mul_(2)),
}


def derived(t, kind, key, mode):
    schema, kernel = KERNELS[kind]
    t._C._set_autograd_fallback_mode(mode)
    try:
        with t.library._scoped_library("underived", "FRAGMENT") as lib, warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            name = f"foo_{next(NUMBERS)}"
            lib.define(name + schema)
            lib.impl(name, lambda x: kernel(t, x), key)
            x = t.ones(2, requires_grad=True)
            found = getattr(t.ops.underived, name)(x * 1)
            given = [
                one for one in (found if isinstance(found, (tuple, list)) else [found]) if isinstance(one, t.Tensor)
            ]
            asked = [one.sum() for one in given if one.requires_grad]
            if asked:
                sum(asked).backward()
            return (
                [one.requires_grad for one in given],
                None if x.grad is None else x.grad.tolist(),
                [str(one.message).partition(": ")[2][:150] for one in seen],
            )
    finally:
        t._C._set_autograd_fallback_mode("warn")


@pytest.mark.parametrize("key", ["CPU", "CompositeExplicitAutograd", "CompositeImplicitAutograd"])
@pytest.mark.parametrize("mode", ["warn", "nothing"])
@pytest.mark.parametrize("kind", KERNELS)
def test_gradients_and_warnings_are_torchs(kind, key, mode):
    assert derived(pytorch_c, kind, key, mode) == derived(torch, kind, key, mode)


def test_transforms_see_the_operators_of_an_implicit_kernel():
    def made(t):
        with t.library._scoped_library("underived", "FRAGMENT") as lib:
            lib.define("foo(Tensor x, float by=2.0) -> Tensor")
            lib.impl("foo", lambda x, by=2.0: x.sin() * by, "CompositeImplicitAutograd")
            foo, x = t.ops.underived.foo, t.linspace(0, 1, 6).reshape(2, 3)
            found = [t.vmap(foo)(x), t.func.grad(lambda one: foo(one).sum())(x), t.func.jvp(foo, (x,), (x,))[1]]
            return [one.tolist() for one in found], type(foo(x.requires_grad_()).grad_fn).__name__

    assert made(pytorch_c) == made(torch)


def test_an_implicit_kernel_comes_before_a_registered_derivative():
    def made(t):
        with t.library._scoped_library("underived", "FRAGMENT") as lib:
            lib.define("own(Tensor x) -> Tensor")
            lib.impl("own", lambda x: x.sin(), "CompositeImplicitAutograd")
            t.library.register_autograd("underived::own", lambda ctx, grad: grad * 7, lib=lib)
            x = t.ones(2, requires_grad=True)
            t.ops.underived.own(x).sum().backward()
            return x.grad.tolist()

    assert made(pytorch_c) == made(torch)


def test_modes():
    for t in (torch, pytorch_c):
        assert t._C._get_autograd_fallback_mode() == "warn"
        with pytest.raises(RuntimeError, match="NYI"):
            t._C._set_autograd_fallback_mode("error")
        with pytest.raises(RuntimeError, match="Unsupported AutogradFallbackMode: loud"):
            t._C._set_autograd_fallback_mode("loud")
        with pytest.raises(TypeError):
            t._C._set_autograd_fallback_mode(3)
