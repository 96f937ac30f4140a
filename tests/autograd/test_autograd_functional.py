"""autograd.functional, gradcheck and anomaly mode, as torch."""

import re
import subprocess
import sys

import pytest
import torch
from support.oracle import agree, all_of, raises, refusals

import pytorch_c


def point(t):
    return t.tensor([[0.5, -1.0], [2.0, 0.25]])


def two(t):
    return point(t), t.tensor([1.5, -0.5])


def scalar(x, y):
    return (x.exp() * y).sum() + (y**3).sum()


def pair(x, y):
    return x * y + 1, (x * x).sum(1)


def number(x):
    return (x**3).sum()


def names(f):
    return f.__name__


# (function of autograd.functional, what to differentiate, inputs of t, v of t)
PRODUCTS = {
    "vjp of a number": ("vjp", number, point, None),
    "vjp": ("vjp", lambda x: x.exp().sum(1), point, lambda t: t.tensor([1.0, 2.0])),
    "vjp of a pair": ("vjp", pair, two, lambda t: (t.ones(2, 2), t.tensor([1.0, 2.0]))),
    "vjp that does not depend": ("vjp", lambda x, y: x.sum(), two, None),
    "jvp of a number": ("jvp", lambda x: x * t_like(x, [1.0, 2.0]), lambda t: t.tensor(3.0), None),
    "jvp": ("jvp", lambda x: x.exp().sum(1), point, lambda t: t.ones(2, 2)),
    "jvp of a pair": ("jvp", pair, two, lambda t: (t.ones(2, 2), t.tensor([1.0, 2.0]))),
    "jvp that is linear": ("jvp", lambda x: x * 3, point, lambda t: t.ones(2, 2)),
    "vhp": ("vhp", number, point, lambda t: t.ones(2, 2)),
    "vhp of two": ("vhp", scalar, two, lambda t: (t.ones(2, 2), t.tensor([1.0, 2.0]))),
    "vhp of a number": ("vhp", lambda x: x**4, lambda t: t.tensor(2.0), None),
    "hvp": ("hvp", number, point, lambda t: t.ones(2, 2)),
    "hvp of two": ("hvp", scalar, two, lambda t: (t.ones(2, 2), t.tensor([1.0, 2.0]))),
    "hvp that is linear": ("hvp", lambda x: (x * 3).sum(), point, lambda t: t.ones(2, 2)),
}
REFUSED = {
    RuntimeError: {
        "wrong length of v": ("vjp", pair, two, lambda t: (t.ones(2, 2),)),
        "wrong size of v": ("vjp", number, point, lambda t: t.ones(3)),
        "wrong size in v": ("jvp", pair, two, lambda t: (t.ones(2, 2), t.ones(3))),
        "v of several": ("jvp", number, point, lambda t: (t.ones(2, 2), t.ones(2, 2))),
        "no v": ("vjp", lambda x: x * 2, point, None),
        "no v for jvp": ("jvp", number, point, None),
        "no v for vhp": ("vhp", number, point, None),
        "no number": ("vhp", lambda x: x * 2, point, lambda t: t.ones(2, 2)),
        "two outputs": ("hvp", lambda x: (x.sum(), x.sum()), point, lambda t: t.ones(2, 2)),
    },
    TypeError: {
        "no tensor out": ("vjp", lambda x: 3, point, None),
        "no tensor in": ("vjp", number, lambda t: [1.0], None),
        "no tensor among those in": ("vjp", pair, lambda t: (t.ones(2), 3), None),
    },
}


def t_like(x, values):
    return x.new_tensor(values)


def product(t, function, func, inputs, v, **options):
    return getattr(t.autograd.functional, function)(func, inputs(t), *([v(t)] if v else []), **options)


@pytest.mark.parametrize("name", PRODUCTS)
def test_product_as_torch(name):
    agree(lambda t: product(t, *PRODUCTS[name]))


@pytest.mark.parametrize("given, raises", refusals(REFUSED))
def test_product_refused_as_by_torch(given, raises):
    agree(lambda t: product(t, *given), raises)


@pytest.mark.parametrize("name", PRODUCTS)
def test_product_with_a_graph_as_torch(name):
    function, func, inputs, v = PRODUCTS[name]

    def scenario(t):
        given = inputs(t)
        leaves = [one.requires_grad_() for one in (given if isinstance(given, tuple) else (given,))]
        outputs, product = getattr(t.autograd.functional, function)(
            func, given, *([v(t)] if v else []), create_graph=True
        )
        products = product if isinstance(product, tuple) else (product,)
        needs = [one.requires_grad for one in products]
        total = sum((one * one).sum() for one in products)
        grads = t.autograd.grad(total, leaves, allow_unused=True) if total.requires_grad else None
        return needs, [one.detach() for one in products], grads

    agree(scenario)


# ---- as torch ----


def jacobian_of_one(t):
    return t.autograd.functional.jacobian(lambda x: x.exp().sum(1), point(t))


def jacobian_of_two_inputs(t):
    return t.autograd.functional.jacobian(lambda x, y: x * y, two(t))


def jacobian_of_two_outputs(t):
    return t.autograd.functional.jacobian(lambda x: (x * 2, x.sum()), point(t))


def jacobian_of_both(t):
    return t.autograd.functional.jacobian(pair, two(t))


def jacobian_of_a_constant(t):
    return t.autograd.functional.jacobian(lambda x: t.ones(2), point(t))


def jacobian_that_is_vectorized(t):
    return t.autograd.functional.jacobian(pair, two(t), vectorize=True)


def jacobian_with_a_graph(t):
    x = point(t).requires_grad_()
    found = t.autograd.functional.jacobian(lambda x: x**3, x, create_graph=True)
    return found.requires_grad, found.detach(), t.autograd.grad((found * found).sum(), x)


def jacobian_of_an_input_that_requires_grad_has_no_graph(t):
    return t.autograd.functional.jacobian(lambda x: x**3, point(t).requires_grad_()).requires_grad


def jacobian_under_no_grad(t):
    with t.no_grad():
        return t.autograd.functional.jacobian(lambda x: x**3, point(t))


def jacobian_of_a_function_that_catches_its_input(t):
    x = point(t).requires_grad_()
    return t.autograd.functional.jacobian(lambda y: y * x, x)


def hessian_of_one(t):
    return t.autograd.functional.hessian(number, point(t))


def hessian_of_two(t):
    return t.autograd.functional.hessian(scalar, two(t))


def hessian_of_a_tuple_of_one(t):
    return t.autograd.functional.hessian(number, (point(t),))


def hessian_with_a_graph(t):
    x = point(t).requires_grad_()
    found = t.autograd.functional.hessian(number, x, create_graph=True)
    return found.requires_grad, t.autograd.grad(found.sum(), x)


def hessian_of_a_linear_function(t):
    return t.autograd.functional.hessian(lambda x: (x * 2).sum(), point(t))


@raises(RuntimeError)
def hessian_of_no_number(t):
    t.autograd.functional.hessian(lambda x: x * 2, point(t))


@raises(RuntimeError)
def hessian_of_a_tuple_out(t):
    t.autograd.functional.hessian(lambda x: (x.sum(),), point(t))


@raises(AssertionError, text=False)  # torch adds a hint
def strategy_that_is_unknown(t):
    t.autograd.functional.jacobian(number, point(t), strategy="sideways")


def strict(call):
    """Asserts that strict mode refuses a function, whatever the words."""
    try:
        call()
    except RuntimeError as error:
        return "strict mode" in str(error)


def strict_mode(t):
    f, x, v = t.autograd.functional, point(t), t.ones(2, 2)
    constant, linear = (lambda x: t.ones(())), (lambda x: (x * 3).sum())
    return [
        strict(lambda: f.jacobian(constant, x, strict=True)),
        strict(lambda: f.jacobian(lambda x, y: x * 2, (x, x), strict=True)),
        strict(lambda: f.jacobian(linear, x, strict=True, create_graph=True)),
        strict(lambda: f.vjp(constant, x, strict=True)),
        strict(lambda: f.jvp(constant, x, v, strict=True)),
        strict(lambda: f.vhp(linear, x, v, strict=True)),
        strict(lambda: f.hvp(linear, x, v, strict=True)),
        strict(lambda: f.hessian(linear, x, strict=True)),
        f.jacobian(number, x, strict=True),
        f.hessian(number, x, strict=True),
        f.vhp(number, x, v, strict=True),
        f.hvp(number, x, v, strict=True),
        f.jvp(number, x, v, strict=True),
    ]


@all_of(sys.modules[__name__], helpers=(point, two))
def test_as_torch(scenario):
    agree(scenario)


# ---- gradcheck ----


def doubles(t, *shape):
    return t.linspace(0.3, 2.0, torch.Size(shape).numel(), dtype=t.float64).reshape(shape).requires_grad_()


def wrong(t, twice=False):
    """A square with a false derivative, or with a false second one."""

    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * 2 * x.detach() if twice else grad * 3 * x

    methods = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    return type("Wrong", (t.autograd.Function,), methods).apply


CHECKED = {
    "mm": lambda t: (t.mm, (doubles(t, 2, 3), doubles(t, 3, 2))),
    "one tensor": lambda t: (t.tanh, doubles(t, 3)),
    "two outputs": lambda t: (lambda x: (x.sin(), x.sum()), doubles(t, 2, 2)),
    "an output that needs no gradient": lambda t: (lambda x: (x * 2, t.ones(2)), doubles(t, 2)),
    "an output of ints": lambda t: (lambda x: (x * 2, x.argmax()), doubles(t, 2)),
    "an input that needs none": lambda t: (t.mul, (doubles(t, 3), t.ones(3))),
    "a number among the inputs": lambda t: (t.pow, (doubles(t, 3), 3)),
    "0-dim": lambda t: (t.exp, doubles(t)),
    "empty": lambda t: (t.exp, doubles(t, 0)),
    "complex": lambda t: (
        lambda x: x * x.conj() + x**2,
        t.tensor([1 + 2j, 0.5 - 1j], dtype=t.complex128).requires_grad_(),
    ),
    "complex to real": lambda t: (lambda x: x.abs(), t.tensor([1 + 2j, 0.5 - 1j], dtype=t.complex128).requires_grad_()),
    "real to complex": lambda t: (lambda x: t.fft.rfft(x), doubles(t, 4)),
    "a view": lambda t: (lambda x: x.t()[0], doubles(t, 2, 3)),
    "a false derivative": lambda t: (wrong(t), doubles(t, 3)),
    "a derivative cut off": lambda t: (lambda x: x.detach() * x, doubles(t, 3)),
    "a false second derivative": lambda t: (wrong(t, True), doubles(t, 3)),
}


@pytest.mark.parametrize("name", CHECKED)
@pytest.mark.parametrize("check", ["gradcheck", "gradgradcheck"])
def test_check_finds_what_torchs_finds(name, check):
    found = []
    for t in (pytorch_c, torch):
        t.manual_seed(0)
        func, inputs = CHECKED[name](t)
        found.append(getattr(t.autograd, check)(func, inputs, raise_exception=False))
    assert found[0] is found[1]


def test_a_false_derivative_is_shown():
    with pytest.raises(RuntimeError, match="Jacobian mismatch for output 0 with respect to input 0"):
        pytorch_c.autograd.gradcheck(wrong(pytorch_c), doubles(pytorch_c, 3))


def test_inputs_are_as_before_a_check():
    x = doubles(pytorch_c, 3)
    before = x.tolist()
    pytorch_c.autograd.gradcheck(pytorch_c.sin, x)
    assert x.tolist() == before and x.grad is None


def test_a_backward_that_cannot_do_without_a_gradient_is_found():
    def backward(ctx, grad):
        return grad * 1

    methods = {
        "forward": staticmethod(lambda ctx, x: ctx.set_materialize_grads(False) or x * 1),
        "backward": staticmethod(backward),
    }
    function = type("Needs", (pytorch_c.autograd.Function,), methods)
    with pytest.raises((RuntimeError, TypeError)):
        pytorch_c.autograd.gradcheck(function.apply, doubles(pytorch_c, 2))


def test_what_a_check_cannot_do_is_refused():
    x = doubles(pytorch_c, 2)
    with pytest.raises(ValueError, match="at least one input tensor to require gradient"):
        pytorch_c.autograd.gradcheck(pytorch_c.sin, x.detach())
    with pytest.warns(UserWarning, match="is not a double precision"):
        pytorch_c.autograd.gradcheck(pytorch_c.sin, x.detach().float().requires_grad_(), eps=1e-2, atol=1e-2)


def test_a_check_of_what_a_sparse_tensor_masks():
    x = pytorch_c.eye(2, dtype=pytorch_c.double).to_sparse().requires_grad_()
    assert pytorch_c.autograd.gradcheck(lambda x: x.to_dense(masked_grad=True).sum(), [x], masked=True)
    with pytest.raises(RuntimeError, match="Jacobian mismatch"):
        pytorch_c.autograd.gradcheck(lambda x: x.to_dense(masked_grad=True).sum(), [x], masked=False)


# ---- anomaly mode ----


def bad_root(t):
    x = t.tensor([-1.0, 4.0], requires_grad=True)
    x.sqrt().sum().backward()


@pytest.mark.parametrize("mode", ["detect_anomaly()", "set_detect_anomaly(True)"])
def test_a_nan_raises_in_anomaly_mode(mode):
    for t in (torch, pytorch_c):
        with pytest.warns(UserWarning, match="Error detected in SqrtBackward0"):
            with eval("t.autograd." + mode), pytest.raises(RuntimeError, match="SqrtBackward0.*returned nan"):
                assert t.is_anomaly_enabled() and t.is_anomaly_check_nan_enabled()
                bad_root(t)
        assert not t.is_anomaly_enabled()
        bad_root(t)


def test_anomaly_mode_without_a_look_for_nan(capfd):
    with pytorch_c.autograd.set_detect_anomaly(True, check_nan=False):
        assert not pytorch_c.is_anomaly_check_nan_enabled()
        bad_root(pytorch_c)
    with pytorch_c.autograd.set_detect_anomaly(False):
        assert not pytorch_c.is_anomaly_enabled()


STACKS = """
import sys, warnings
import {package} as t


def root(x):
    return x.sqrt()


def failing(recorded, make):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        try:
            with t.autograd.set_detect_anomaly(recorded):
                last = make()
            with t.autograd.set_detect_anomaly(True):
                last.sum().backward()
        except RuntimeError as error:
            print(error)
        print(*(str(one.message).partition(" (Triggered")[0] for one in found), sep="\\n")


def leaf(*values):
    return t.tensor(values, requires_grad=True)


def of_second_order():
    x = leaf(0.0, 4.0)
    (slope,) = t.autograd.grad(root(x).sum(), x, create_graph=True)
    return slope * 0


failing(True, lambda: root(leaf(-1.0, 4.0)))
failing(False, lambda: root(leaf(-1.0, 4.0)))
failing(True, of_second_order)
"""


def test_anomaly_mode_names_the_lines_of_the_forward_pass(tmp_path):
    """Warnings are torch's, in processes without the other library."""
    said = []
    for package in ("torch", "pytorch_c"):
        path = tmp_path / "program.py"
        path.write_text(STACKS.format(package=package))
        ran = subprocess.run([sys.executable, path], capture_output=True, text=True, timeout=600)
        assert ran.returncode == 0, ran.stderr
        frames = r'  File "(?!.*program\.py")[^\n]*\n(    [^\n]*\n)*'  # of the package's own
        said.append(re.sub(frames, "", ran.stdout))
    assert said[0] == said[1]
    assert "return x.sqrt()" in said[1] and "No forward pass information available" in said[1]
    assert "Previous calculation was induced by SqrtBackward0" in said[1]


def test_anomaly_mode_takes_bools():
    for arguments, name in (((1,), "enabled"), ((True, 1), "check_nan")):
        with pytest.raises(TypeError, match=f"argument '{name}' must be bool, not int"):
            pytorch_c.set_anomaly_enabled(*arguments)
    with pytest.warns(UserWarning, match="only be enabled for debugging"):
        pytorch_c.autograd.detect_anomaly()
