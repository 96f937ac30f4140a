"""gradcheck along random directions and under vmap, against torch's."""

import pytest
import torch
from support.oracle import agree

import pytorch_c

LIBRARIES = (pytorch_c, torch)


def doubles(t, *shape):
    return t.linspace(0.3, 2.0, torch.Size(shape).numel(), dtype=t.float64).reshape(shape).requires_grad_()


def complexes(t):
    return t.tensor([1 + 2j, 0.5 - 1j], dtype=t.complex128).requires_grad_()


def function_of(t, backward=2.0, jvp=2.0, twice=True, batched=True):
    """A square whose derivatives have these factors; with batched=False its backward looks at numbers."""

    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.save_for_forward(x)
        return x * x

    def back(ctx, grad):
        (x,) = ctx.saved_tensors
        if not batched and float(grad.sum()) > 1e9:
            return None
        return grad * backward * (x if twice else x.detach())

    methods = {
        "forward": staticmethod(forward),
        "backward": staticmethod(back),
        "jvp": staticmethod(lambda ctx, dx: dx * jvp * ctx.saved_tensors[0]),
    }
    return type("Square", (t.autograd.Function,), methods).apply


CHECKED = {
    "mm": lambda t: (t.mm, (doubles(t, 2, 3), doubles(t, 3, 2))),
    "one tensor": lambda t: (t.tanh, doubles(t, 3)),
    "two outputs": lambda t: (lambda x: (x.sin(), x.sum()), doubles(t, 2, 2)),
    "an output of ints": lambda t: (lambda x: (x * 2, x.argmax()), doubles(t, 2)),
    "an input that needs none": lambda t: (t.mul, (doubles(t, 3), t.ones(3))),
    "a number among the inputs": lambda t: (t.pow, (doubles(t, 3), 3)),
    "0-dim": lambda t: (t.exp, doubles(t)),
    "complex": lambda t: (lambda x: x * x.conj() + x**2, complexes(t)),
    "complex to real": lambda t: (lambda x: x.abs(), complexes(t)),
    "real to complex": lambda t: (lambda x: t.fft.rfft(x), doubles(t, 4)),
    "a view": lambda t: (lambda x: x.t()[0], doubles(t, 2, 3)),
    "layer_norm": lambda t: (lambda x: t.nn.functional.layer_norm(x, (3,)), doubles(t, 2, 3)),
    "a false derivative": lambda t: (function_of(t, backward=3.0), doubles(t, 3)),
    "a derivative cut off": lambda t: (lambda x: x.detach() * x, doubles(t, 3)),
    "a false jvp": lambda t: (function_of(t, jvp=3.0), doubles(t, 3)),
    "a false second derivative": lambda t: (function_of(t, twice=False), doubles(t, 3)),
}
OPTIONS = {
    "fast": {"fast_mode": True},
    "fast forward": {"fast_mode": True, "check_forward_ad": True, "check_backward_ad": False},
    "batched": {"check_batched_grad": True},
    "batched forward": {"check_forward_ad": True, "check_batched_forward_grad": True},
    "all": {
        "fast_mode": True,
        "check_forward_ad": True,
        "check_batched_grad": True,
        "check_batched_forward_grad": True,
    },
}
# torch's vmap does not run custom Functions of this form; ours gives an error, too.
CUSTOM = ("a false derivative", "a false jvp", "a false second derivative")


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("name", CHECKED)
def test_gradcheck_finds_what_torchs_finds(name, options):
    found = []
    for t in LIBRARIES:
        t.manual_seed(0)
        func, inputs = CHECKED[name](t)
        try:
            found.append(t.autograd.gradcheck(func, inputs, raise_exception=False, **OPTIONS[options]))
        except RuntimeError as error:
            found.append(type(error).__name__ if name not in CUSTOM else "error")
    assert found[0] == found[1]


@pytest.mark.parametrize(
    "options",
    [
        {"fast_mode": True},
        {"fast_mode": True, "check_fwd_over_rev": True},
        {"check_batched_grad": True},
        {"gen_non_contig_grad_outputs": True},
    ],
    ids=str,
)
@pytest.mark.parametrize("name", [name for name in CHECKED if name != "a false jvp"])
def test_gradgradcheck_finds_what_torchs_finds(name, options):
    found = []
    for t in LIBRARIES:
        t.manual_seed(0)
        func, inputs = CHECKED[name](t)
        found.append(t.autograd.gradgradcheck(func, inputs, raise_exception=False, **options))
    assert found[0] is found[1]


def test_false_derivatives_are_shown():
    with pytest.raises(RuntimeError, match="Jacobian mismatch for output 0 with respect to input 0"):
        pytorch_c.autograd.gradcheck(function_of(pytorch_c, backward=3.0), doubles(pytorch_c, 3), fast_mode=True)
    with pytest.raises(RuntimeError, match="forward mode mismatch for output 0"):
        options = {"fast_mode": True, "check_forward_ad": True}
        pytorch_c.autograd.gradcheck(function_of(pytorch_c, jvp=3.0), doubles(pytorch_c, 3), **options)


def test_what_cannot_be_batched_is_found():
    with pytest.raises(RuntimeError, match="While computing batched gradients"):
        func = function_of(pytorch_c, batched=False)
        pytorch_c.autograd.gradcheck(func, doubles(pytorch_c, 3), check_batched_grad=True)


def batched_without_backward(t):
    t.autograd.gradcheck(t.sin, doubles(t, 2), check_batched_grad=True, check_forward_ad=True, check_backward_ad=False)


def batched_without_forward(t):
    t.autograd.gradcheck(t.sin, doubles(t, 2), check_batched_forward_grad=True)


def batched_without_reverse(t):
    options = {"check_fwd_over_rev": True, "check_rev_over_rev": False, "check_undefined_grad": False}
    t.autograd.gradgradcheck(t.sin, doubles(t, 2), check_batched_grad=True, **options)


@pytest.mark.parametrize("case", [batched_without_backward, batched_without_forward, batched_without_reverse])
def test_a_batched_check_needs_its_own(case):
    agree(case, raises=AssertionError)


def test_inputs_are_as_before_a_fast_check():
    x = doubles(pytorch_c, 3)
    before = x.tolist()
    pytorch_c.autograd.gradcheck(pytorch_c.sin, x, fast_mode=True, check_forward_ad=True)
    assert x.tolist() == before and x.grad is None
