"""autograd.forward_ad as torch: levels, dual tensors, derivatives (the rest: test_forward_ad_*.py)."""

import sys

import pytest
import torch
from support.oracle import Code, agree, all_of, refusals

import pytorch_c
from pytorch_c.autograd import forward_ad


def pushed(t, func, *points, directions=None):
    """(value, derivative) of what func gives: in the directions, or along counted ones."""
    f = t.autograd.forward_ad
    if directions is None:
        directions = [(t.arange(one.numel()).reshape(one.shape) + 1).to(one.dtype) for one in points]
    with f.dual_level():
        out = func(*(f.make_dual(*pair) for pair in zip(points, directions)))
        return [tuple(f.unpack_dual(one)) for one in (out if isinstance(out, (tuple, list)) else (out,))]


def matrix(t, *shape, dtype="float32"):
    count = torch.Size(shape).numel()
    return t.linspace(-1.5, 2.0, count, dtype=getattr(t, dtype)).reshape(shape)


# ---- as torch ----


def operators(t):
    x, w = matrix(t, 2, 3), matrix(t, 3, 2)
    return [
        pushed(t, lambda x: x.sin() * x, x),
        pushed(t, t.mm, x, w),
        pushed(t, lambda x, w: x @ w.exp() + 2, x, w),
        pushed(t, lambda x: (x.sum(1), x.max(dim=0).values, x.prod()), x),
        pushed(t, lambda x: t.cat([x, x * 2]).sort(descending=True).values, x),
        pushed(t, lambda x: t.where(x > 0, x, x**2), x),
        pushed(t, lambda x: t.linalg.det(x @ x.mT + t.eye(2)), x),
        pushed(t, t.trace, matrix(t, 3, 3)),
    ]


def without_a_tangent(t):
    f, x = t.autograd.forward_ad, matrix(t, 3)
    before = tuple(f.unpack_dual(x))
    with f.dual_level() as level:
        dual = f.make_dual(x, x + 1)
        inside = [tuple(f.unpack_dual(one)) for one in (x, x * 2, dual > 0, dual.argmax(), dual.int())]
        plain = f.unpack_dual(f.unpack_dual(dual).primal).tangent
    return before, level, inside, plain, f.unpack_dual(dual * 2).tangent


def in_place(t):
    def change(x, w):
        y = x.clone()
        y.mul_(w).add_(1)
        y[0] = w[1] * 3
        y[1, 0].sin_()
        return y

    return pushed(t, change, matrix(t, 2, 3), matrix(t, 2, 3))


def in_place_on_what_has_no_tangent(t):
    buffer = t.zeros(2, 3)
    f = t.autograd.forward_ad
    with f.dual_level():
        buffer[1].copy_(f.make_dual(matrix(t, 3), t.ones(3)))
        inside = tuple(f.unpack_dual(buffer))
    return inside, tuple(f.unpack_dual(buffer))


def in_place_on_a_leaf_of_its_own(t):
    x = matrix(t, 3)
    values = pushed(t, lambda x: x.mul_(2), x)
    return values, x


def views(t):
    x = matrix(t, 2, 3, dtype="float64")
    return [
        pushed(t, lambda x: (x.t(), x[0], x[:, ::2], x.reshape(-1), x.diagonal(), x.expand(4, 2, 3)), x),
        pushed(t, lambda x: x.split(1), x),
        pushed(t, lambda x: x * x, x.t()),
        pushed(t, lambda x: x * x, x, directions=[t.ones(1, 1, dtype=t.float64).expand(2, 3)]),
        pushed(t, lambda x: x * x, x[:, ::2], directions=[matrix(t, 2, 2, dtype="float64").t()]),
    ]


def a_view_changed_in_place(t):
    f = t.autograd.forward_ad
    with f.dual_level():
        base = f.make_dual(matrix(t, 2, 3), t.ones(2, 3))
        row = base[1]
        row.mul_(f.make_dual(t.ones(3), t.full((3,), 5.0)))
        return tuple(f.unpack_dual(base)), tuple(f.unpack_dual(row))


def complex_numbers(t):
    z, v = t.tensor([1 + 2j, -0.5 + 1j]), t.tensor([0.5 - 1j, 2 + 0j])
    return [
        pushed(t, lambda z: z * z.conj() + z**2, z, directions=[v]),
        pushed(t, lambda z: (z.abs(), z.real, t.view_as_real(z)), z, directions=[v]),
        pushed(t, lambda x: t.fft.rfft(x), matrix(t, 4)),
        pushed(t, lambda z: z.exp(), z.conj(), directions=[v]),
    ]


def modules(t):
    nn, F, x = t.nn, t.nn.functional, matrix(t, 4, 6)
    t.manual_seed(0)
    net = nn.Sequential(nn.Linear(6, 5), nn.Tanh(), nn.LayerNorm(5), nn.Linear(5, 3), nn.Softmax(1))
    norm, picture = nn.BatchNorm2d(2), matrix(t, 2, 2, 3, 3)
    convolution = nn.Conv2d(2, 3, 2)
    return [
        pushed(t, net, x),
        pushed(t, lambda x: F.cross_entropy(x, t.tensor([0, 5, 2, 1])), x),
        pushed(t, lambda x: (F.gelu(x), F.logsigmoid(x), F.softplus(x), F.log_softmax(x, 0)), x),
        pushed(t, norm, picture),
        pushed(t, norm.eval(), picture),
        pushed(t, lambda x: F.max_pool2d(convolution(x), 2), picture),
        pushed(t, F.scaled_dot_product_attention, x, x, x),
        pushed(t, lambda x: F.embedding(t.tensor([3, 0, 3]), x), x),
    ]


def parameters_with_tangents(t):
    """Returns the derivative by the weights of a module that runs with dual tensors in place of its parameters."""
    f = t.autograd.forward_ad
    t.manual_seed(0)
    layer, x = t.nn.Linear(3, 2), matrix(t, 4, 3)
    with f.dual_level():
        duals = {name: f.make_dual(one, t.ones_like(one)) for name, one in layer.named_parameters()}
        out = t.nn.functional.linear(x, duals["weight"], duals["bias"])
        return [one.detach() for one in f.unpack_dual(out)]


def other_dtypes(t):
    x = matrix(t, 3)
    return [
        pushed(t, lambda x: x * 2, x, directions=[t.ones(3, dtype=t.float64)]),
        pushed(t, lambda x: x * 2, x.half(), directions=[t.ones(3).half()]),
        pushed(t, lambda x: x.double() * 2, x),
        pushed(t, lambda x: x + 1, t.ones(0), directions=[t.ones(0)]),
        pushed(t, lambda x: x.sin(), t.tensor(0.5), directions=[t.tensor(2.0)]),
    ]


def backward_through_the_derivative(t):
    """The derivative has a graph: a Hessian times a vector, reverse over forward."""
    f = t.autograd.forward_ad
    x, v = matrix(t, 3).requires_grad_(), t.tensor([1.0, 2.0, 3.0], requires_grad=True)
    with f.dual_level():
        derivative = f.unpack_dual((f.make_dual(x, v) ** 3).sum()).tangent
    return derivative.detach(), t.autograd.grad(derivative, (x, v))


def forward_over_reverse(t):
    def gradient(func):
        def of(*points):
            points = [one.requires_grad_() for one in points]
            with t.enable_grad():
                return t.autograd.grad(func(*points).sum(), points, create_graph=True)

        return of

    F, x = t.nn.functional, matrix(t, 4, 3, dtype="float64")
    target, weight = t.tensor([0, 2, -100, 1]), t.tensor([1.0, 2.0, 0.5], dtype=t.float64)
    norm = [t.zeros(3, dtype=t.float64), t.ones(3, dtype=t.float64)]
    found = [
        pushed(t, gradient(lambda x: x.sin() * x.exp()), x),
        pushed(t, gradient(lambda x: x.softmax(1) ** 2), x),
        pushed(t, gradient(lambda x: F.layer_norm(x, (3,), weight) ** 2), x),
        pushed(t, gradient(lambda x, w: F.layer_norm(x, (3,), w, w) ** 3), x, weight),
        pushed(t, gradient(lambda x: F.batch_norm(x, None, None, weight, training=True) ** 2), x),
        pushed(t, gradient(lambda x: F.batch_norm(x, *norm, weight, weight) ** 2), x),
        pushed(t, gradient(lambda x: F.logsigmoid(x)), x),
    ]
    for reduction in ("mean", "sum", "none"):
        loss = lambda x: F.cross_entropy(x, target, weight, reduction=reduction)  # noqa: B023
        found.append(pushed(t, gradient(loss), x))
    image, labels = matrix(t, 1, 3, 2, 2), t.tensor([[[0, 1], [2, 1]]])
    found.append(pushed(t, gradient(lambda x: F.cross_entropy(x, labels)), image))
    return [[tuple(one.detach() for one in pair) for pair in pairs] for pairs in found]


def recording_off(t):
    x, v = matrix(t, 3).requires_grad_(), t.ones(3)
    with t.no_grad():
        off = pushed(t, lambda x: x * x, x, directions=[v])
    with t.inference_mode():
        inference = pushed(t, lambda x: x * x, x, directions=[v])
    return [(one, none if none is None else none.requires_grad) for one, none in off + inference]


def printed(t):
    f, found = t.autograd.forward_ad, []
    with f.dual_level():
        for x in (matrix(t, 3), matrix(t, 3).requires_grad_(), matrix(t, 2, 2, dtype="float64"), t.tensor(2.0)):
            dual = f.make_dual(x, t.ones_like(x))
            found += [repr(dual), repr(dual * 2), repr(f.unpack_dual(dual)), repr(x), repr(dual > 0)]
    return found + [repr(dual)]


def as_a_decorator(t):
    f = t.autograd.forward_ad

    @f.dual_level()
    def derivative(x):
        return f.unpack_dual(f.make_dual(x, t.ones(3)) * 4).tangent

    return derivative(matrix(t, 3)), derivative(matrix(t, 3))


def levels(t):
    f = t.autograd.forward_ad
    first = f.enter_dual_level()
    dual = f.make_dual(t.ones(2), t.ones(2), level=first)
    before = [f.unpack_dual(one, level=level).tangent for one, level in ((dual, 0), (t.ones(2), 3), (dual, -1))]
    f.exit_dual_level(level=0)
    second = f.enter_dual_level()
    gone = f.unpack_dual(dual).tangent
    f.exit_dual_level()
    return first, second, before, gone


def switched_off(t):
    f = t.autograd.forward_ad
    with f.dual_level():
        dual = f.make_dual(matrix(t, 3), t.ones(3))
        with f._set_fwd_grad_enabled(False):
            off, inside = f._is_fwd_grad_enabled(), dual * 2
        return off, f._is_fwd_grad_enabled(), f.unpack_dual(inside).tangent, f.unpack_dual(dual * 2).tangent


@all_of(sys.modules[__name__])
def test_as_torch(scenario):
    agree(scenario)


# ---- what is refused ----

ones = lambda t, **options: t.ones(2, **options)

REFUSED = {
    NotImplementedError: {
        "sparse": lambda t, f: f.make_dual(ones(t).to_sparse(), ones(t)),
        "no formula": lambda t, f: t.unique(f.make_dual(ones(t), ones(t))),
    },
    RuntimeError: {
        "another size": lambda t, f: f.make_dual(ones(t), t.ones(3)),
        "level 1": lambda t, f: f.make_dual(ones(t), ones(t), level=1),
        "level -1": lambda t, f: f.make_dual(ones(t), ones(t), level=-1),
        "level 3 of a dual tensor": lambda t, f: f.unpack_dual(f.make_dual(ones(t), ones(t)), level=3),
        "a dual tensor once more": lambda t, f: f.make_dual(f.make_dual(ones(t), ones(t)), ones(t)),
        "a dual tensor as tangent": lambda t, f: f.make_dual(ones(t), f.make_dual(ones(t), ones(t))),
        "a second level": lambda t, f: f.enter_dual_level(),
        "a level within": lambda t, f: f.dual_level().__enter__(),
        "another level's end": lambda t, f: f.exit_dual_level(level=1),
        "dtypes by the operator": lambda t, f: t._make_dual(ones(t, dtype=t.int64), ones(t, dtype=t.int64), 0),
    },
    ValueError: {
        "a number of ints": lambda t, f: f.make_dual(ones(t, dtype=t.int64), ones(t)),
        "a tangent of ints": lambda t, f: f.make_dual(ones(t), ones(t, dtype=t.bool)),
    },
}


@pytest.mark.parametrize("call, raises", refusals(REFUSED))
def test_refused_as_by_torch(call, raises):
    def scenario(t):
        with t.autograd.forward_ad.dual_level():
            return call(t, t.autograd.forward_ad)

    agree(scenario, raises)


@pytest.mark.parametrize("call", ["exit_dual_level()", "exit_dual_level(level=0)", "make_dual(t.ones(2), t.ones(2))"])
def test_refused_without_a_level(call):
    agree(Code(f"t.autograd.forward_ad.{call}"), RuntimeError)


@pytest.mark.parametrize(
    "call, words",
    [
        ("make_dual(3, ONE)", "argument 'tensor' must be Tensor, not int"),
        ("make_dual(ONE, None)", "argument 'tangent' must be Tensor, not NoneType"),
        ("make_dual(ONE, ONE, level='a')", "argument 'level' must be int, not str"),
        ("unpack_dual(3)", "argument 'tensor' must be Tensor, not int"),
        ("unpack_dual(ONE, level=0.0)", "argument 'level' must be int, not float"),
        ("exit_dual_level(level=0.0)", "argument 'level' must be int, not float"),
    ],
)
def test_other_types_are_refused(call, words):
    with forward_ad.dual_level(), pytest.raises(TypeError, match=words):
        eval("forward_ad." + call, {"forward_ad": forward_ad, "ONE": pytorch_c.ones(2)})
    with pytest.raises(RuntimeError):
        forward_ad.exit_dual_level()  # the block's end was its end


def test_levels_that_no_int_holds_are_refused():
    x = pytorch_c.ones(2)
    with forward_ad.dual_level():
        for level in (2**63, 2**70):
            with pytest.raises((OverflowError, TypeError)):
                forward_ad.unpack_dual(x, level=level)
            with pytest.raises(RuntimeError, match="not the last one"):
                forward_ad.exit_dual_level(level=level)
