"""Uses of forward mode: functional.jacobian and hessian, gradcheck, second derivatives."""

import subprocess
import sys

import pytest
import torch
from support.oracle import agree, refusals
from support.project import HANG
from test_autograd_functional import number, pair, point, scalar, two
from test_custom_functions import make

import pytorch_c
from pytorch_c.autograd import forward_ad

# ---- functional ----

POINTS = {
    "one of each": (lambda x: x.exp() * x[0], point),
    "a number": (number, lambda t: t.tensor(2.0)),
    "two of each": (pair, two),
    "a list of outputs": (lambda x: tuple(x.unbind()), point),
    "no derivative": (lambda x: (x.argmax(), x > 0, x.new_ones(2)), point),
    "some without elements": (lambda x, y: x * 2 + y.sum(), lambda t: (t.zeros(0), t.ones(2))),
    "a graph": (lambda x: x**3, lambda t: point(t).requires_grad_()),
    "complex to real": (lambda x: (x.abs(), x * x), lambda t: t.tensor([1 + 2j, 0.5 - 1j])),
    "to another dtype": (lambda x: x.double() ** 2, point),
    "in place": (lambda x: x.mul_(2), lambda t: t.ones(2)),
}
NO_POINTS = {
    TypeError: {"no tensor": (lambda x: x, lambda t: 3)},
    ValueError: {"inputs of ints": (lambda x: x * 2, lambda t: t.arange(3))},
}
FORWARD = dict(vectorize=True, strategy="forward-mode")
REFUSED = {
    NotImplementedError: {"create_graph": dict(FORWARD, create_graph=True)},
    RuntimeError: {"strict": dict(FORWARD, strict=True)},
}


@pytest.mark.parametrize("name", POINTS)
def test_jacobian_in_forward_mode_is_torchs(name):
    func, inputs = POINTS[name]

    def scenario(t):
        found = leaves(t.autograd.functional.jacobian(func, inputs(t), **FORWARD))
        return [one.detach().contiguous() for one in found], [one.requires_grad for one in found]

    agree(scenario)


def leaves(nested):
    """The tensors of tuples of tuples, or of torch's lists."""
    return [one for row in nested for one in leaves(row)] if isinstance(nested, (tuple, list)) else [nested]


@pytest.mark.parametrize("point_of, raises", refusals(NO_POINTS))
def test_points_that_jacobian_refuses_in_forward_mode(point_of, raises):
    func, inputs = point_of
    agree(lambda t: t.autograd.functional.jacobian(func, inputs(t), **FORWARD), raises)


@pytest.mark.parametrize("options, raises", refusals(REFUSED))
def test_what_jacobian_refuses_in_forward_mode(options, raises):
    agree(lambda t: t.autograd.functional.jacobian(number, point(t), **options), raises)


def test_forward_mode_needs_vectorize_as_in_torch():
    for t in (pytorch_c, torch):
        for name, option in (("jacobian", "strategy"), ("hessian", "outer_jacobian_strategy")):
            function = getattr(t.autograd.functional, name)
            with pytest.raises(NotImplementedError, match="only implemented for"):
                function(number, point(t), **{option: "forward-mode"})
            with pytest.raises(AssertionError, match="Expected strategy to be either"):
                function(number, point(t), vectorize=True, **{option: "sideways"})


def test_jacobian_in_forward_mode_within_a_level_is_refused():
    for t in (pytorch_c, torch):
        with t.autograd.forward_ad.dual_level(), pytest.raises(RuntimeError, match="Nested forward mode"):
            t.autograd.functional.jacobian(number, point(t), **FORWARD)


@pytest.mark.parametrize("func, inputs", [(number, point), (scalar, two), (lambda x: x.softmax(0)[0].prod(), point)])
def test_hessian_in_forward_mode_is_torchs(func, inputs):
    def scenario(t):
        return t.autograd.functional.hessian(func, inputs(t), vectorize=True, outer_jacobian_strategy="forward-mode")

    agree(scenario)


def test_a_function_that_fails_leaves_no_level_open():
    for function in ("jacobian", "hessian"):
        option = {"jacobian": "strategy", "hessian": "outer_jacobian_strategy"}[function]
        with pytest.raises(ZeroDivisionError):
            getattr(pytorch_c.autograd.functional, function)(
                lambda x: 1 / 0, point(pytorch_c), vectorize=True, **{option: "forward-mode"}
            )
        with forward_ad.dual_level() as level:
            assert level == 0


# ---- gradcheck ----


def doubles(t, *values):
    return t.tensor(values or (0.5, -1.0, 2.0), dtype=t.float64, requires_grad=True)


def complexes(t):
    return t.tensor([1 + 2j, 0.5 - 1j], dtype=t.complex128, requires_grad=True)


def with_jvp(t, derivative):
    """A cube whose forward derivative is what is given."""

    def forward(ctx, x):
        ctx.save_for_backward(x)
        ctx.save_for_forward(x)
        return x**3

    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * 3 * x**2

    return make(t, forward=forward, backward=backward, jvp=derivative).apply


def half_defined(t):
    """A product whose jvp forgets a term where a tangent is not there."""

    def forward(ctx, x, y):
        ctx.save_for_forward(x, y)
        ctx.set_materialize_grads(False)
        return x * y

    def jvp(ctx, dx, dy):
        x, y = ctx.saved_tensors
        return dx * y + dy * x if dx is not None and dy is not None else t.zeros_like(x)

    return make(t, forward=forward, jvp=jvp).apply


CHECKED = {
    "an operator": lambda t: (t.tanh, doubles(t)),
    "two inputs": lambda t: (lambda x, y: (x * y, (x / y).sum()), (doubles(t), doubles(t, 1.0, 2.0, 3.0))),
    "an input that needs none": lambda t: (t.mul, (doubles(t), t.ones(3))),
    "complex": lambda t: (lambda z: z * z.conj() + z**2, complexes(t)),
    "complex to real": lambda t: (lambda z: z.abs(), complexes(t)),
    "real to complex": lambda t: (t.fft.rfft, doubles(t)),
    "0-dim": lambda t: (t.exp, doubles(t)[0].detach().requires_grad_()),
    "an output of ints": lambda t: (lambda x: (x * 2, x.argmax()), doubles(t)),
    "layer_norm": lambda t: (lambda x: t.nn.functional.layer_norm(x, (3,)), doubles(t)),
    "a jvp": lambda t: (with_jvp(t, lambda ctx, dx: dx * 3 * ctx.saved_tensors[0] ** 2), doubles(t)),
    "a false jvp": lambda t: (with_jvp(t, lambda ctx, dx: dx * 2 * ctx.saved_tensors[0] ** 2), doubles(t)),
    "a jvp that is cut off": lambda t: (lambda x: x.clone().copy_(x.data), doubles(t)),
    "a jvp that needs every tangent": lambda t: (half_defined(t), (doubles(t), doubles(t, 1.0, 2.0, 3.0))),
}


@pytest.mark.parametrize("undefined", [True, False])
@pytest.mark.parametrize("name", CHECKED)
def test_gradcheck_finds_what_torchs_finds(name, undefined):
    found = []
    for t in (pytorch_c, torch):
        t.manual_seed(0)
        func, inputs = CHECKED[name](t)
        options = dict(check_forward_ad=True, check_backward_ad=False, check_undefined_grad=undefined)
        found.append(t.autograd.gradcheck(func, inputs, raise_exception=False, **options))
    assert found[0] is found[1]


def test_gradgradcheck_forward_over_reverse():
    for t in (pytorch_c, torch):
        t.manual_seed(0)
        options = dict(check_fwd_over_rev=True, check_rev_over_rev=False, check_undefined_grad=False)
        assert t.autograd.gradgradcheck(lambda x: x.exp() * x, doubles(t), **options)
        function = with_jvp(t, lambda ctx, dx: dx * 3 * ctx.saved_tensors[0] ** 2)
        assert t.autograd.gradgradcheck(function, doubles(t), **options)


def test_a_check_of_nothing_is_refused():
    for t in (pytorch_c, torch):
        with pytest.raises(AssertionError, match="at least one of check_forward_ad or check_backward_ad"):
            t.autograd.gradcheck(t.sin, doubles(t), check_backward_ad=False)
        with pytest.raises(AssertionError, match="at least one of check_fwd_over_rev or check_rev_over_rev"):
            t.autograd.gradgradcheck(t.sin, doubles(t), check_rev_over_rev=False)
        with pytest.raises(AssertionError, match="requires check_rev_over_rev"):
            t.autograd.gradgradcheck(t.sin, doubles(t), check_fwd_over_rev=True, check_rev_over_rev=False)


def test_a_false_forward_derivative_is_shown():
    func, x = CHECKED["a false jvp"](pytorch_c)
    with pytest.raises(RuntimeError, match="forward mode mismatch for output 0 with respect to input 0"):
        pytorch_c.autograd.gradcheck(func, x, check_forward_ad=True)


# ---- without torch ----

# torch's Python registers decompositions in the libtorch that it shares with us here;
# alone, ours stand for them. The other way to the same numbers is backward, twice.
ALONE = """
import sys
import pytorch_c as t
from pytorch_c.autograd import forward_ad, functional

F = t.nn.functional
t.manual_seed(0)
t.set_default_dtype(t.float64)
x, v = t.randn(4, 3), t.randn(4, 3)
w, target = t.rand(3) + 0.5, t.tensor([0, 2, -100, 1])
image, labels = t.randn(2, 3, 2, 2), t.tensor([[[0, 1], [2, 1]], [[1, 1], [0, -100]]])
CASES = {
    "softmax": (lambda x: (x.softmax(1) ** 2).sum(), x),
    "log_softmax": (lambda x: (x.log_softmax(0) ** 2).sum(), x),
    "layer_norm": (lambda x: (F.layer_norm(x, (3,), w, w) ** 3).sum(), x),
    "layer_norm of weights": (lambda w: (F.layer_norm(x, (3,), w, w * w) ** 3).sum(), w),
    "layer_norm of all": (lambda x: (F.layer_norm(x, (4, 3)) ** 3).sum(), x),
    "batch_norm": (lambda x: (F.batch_norm(x, None, None, w, w, training=True) ** 3).sum(), x),
    "batch_norm of weights": (lambda w: (F.batch_norm(x, None, None, w, w * w, training=True) ** 3).sum(), w),
    "batch_norm at rest": (lambda x: (F.batch_norm(x, w, w) ** 3).sum(), x),
    "batch_norm of images": (lambda x: (F.batch_norm(x, None, None, training=True) ** 3).sum(), image),
    "logsigmoid": (lambda x: (F.logsigmoid(x) ** 2).sum(), x),
    "trace": (lambda x: (x[:3] ** 2).trace() ** 2, x),
    "cross_entropy": (lambda x: F.cross_entropy(x, target) ** 2, x),
    "cross_entropy, weighted": (lambda x: F.cross_entropy(x, target, w, reduction="sum") ** 2, x),
    "cross_entropy, each": (lambda x: (F.cross_entropy(x, target, w, reduction="none") ** 2).sum(), x),
    "cross_entropy of one": (lambda x: F.cross_entropy(x[0], target[1]) ** 2, x),
    "cross_entropy of images": (lambda x: F.cross_entropy(x, labels, w) ** 2, image),
}
for name, (func, at) in CASES.items():
    along = t.randn(at.shape)
    _, wanted = functional.hvp(func, at, along)
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(at.detach().requires_grad_(), along)
        first = t.autograd.grad(func(dual), dual, create_graph=True)[0]
        found = forward_ad.unpack_dual(first).tangent
        value = forward_ad.unpack_dual(func(dual)).tangent
    slope = (functional.vjp(func, at)[1] * along).sum()
    assert t.allclose(found, wanted) and found.count_nonzero() > 0, (name, found, wanted)
    assert t.allclose(value, slope), (name, value, slope)
assert "torch" not in sys.modules
print(len(CASES))
"""


def test_second_derivatives_without_torchs_python():
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, timeout=HANG)
    assert (done.stdout, done.stderr) == ("16\n", "")
