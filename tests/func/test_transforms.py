"""torch.func's derivatives, with torch as the oracle: functions × transforms × nestings, and the texts of errors."""

import functools

import numpy
import pytest
import torch
from support.oracle import agree

import pytorch_c


def make(t, *size, seed=0):
    values = numpy.random.default_rng(seed).uniform(0.2, 1.5, size=size)
    return t.from_numpy(numpy.asarray(values))


# Of a vector of four numbers; smooth where it is used.
FUNCTIONS = {
    "sin": lambda t, x: x.sin(),
    "product": lambda t, x: x * x.flip(0),
    "softmax": lambda t, x: x.softmax(0),
    "logsumexp": lambda t, x: x.logsumexp(0, True),
    "matmul": lambda t, x: t.outer(x, x) @ x,
    "cumprod": lambda t, x: x.cumprod(0),
    "inverse": lambda t, x: t.linalg.inv(t.diag(x) + 0.1)[0],
    "norm": lambda t, x: t.linalg.norm(x)[None],
    "index": lambda t, x: x[t.tensor([0, 2, 2])] * x[1:],
    "where": lambda t, x: t.where(x > 0.7, x * x, x.exp()),
    "in place": lambda t, x: x.clone().mul_(2).add_(x),
    "view": lambda t, x: x.view(2, 2).t().reshape(4) ** 2,
    "cat": lambda t, x: t.cat([x, x.sqrt()]),
    "layer_norm": lambda t, x: t.nn.functional.layer_norm(x, (4,)),
    "gelu": lambda t, x: t.nn.functional.gelu(x),
    "constant": lambda t, x: x * t.tensor(3.0) + t.ones(4, dtype=t.float64),
    "detached": lambda t, x: x * x.detach(),
    "no_grad": lambda t, x: x * without_recording(t, x),
    "independent": lambda t, x: t.full((2,), 2.0, dtype=t.float64),
}


def without_recording(t, x):
    with t.no_grad():
        return x * 2


def total(f):
    return lambda x: f(x).sum()


def split(t, f):
    """A function of two vectors of two numbers, the second one in a container."""
    return lambda a, b: {"found": f(t.cat([a, b["x"]]))}


def pushed(t, f, x):
    return t.func.jvp(f, (x,), (x.cos(),))


def pulled(t, f, x):
    output, product = t.func.vjp(f, x)
    return output, product(output.cos())


TRANSFORMS = {
    "grad": lambda t, f, x: t.func.grad(total(f))(x),
    "grad_and_value": lambda t, f, x: t.func.grad_and_value(total(f))(x),
    "vjp": pulled,
    "jvp": pushed,
    "jacrev": lambda t, f, x: t.func.jacrev(f)(x),
    "jacrev in chunks": lambda t, f, x: t.func.jacrev(f, chunk_size=3)(x),
    "jacrev one by one": lambda t, f, x: t.func.jacrev(f, chunk_size=1)(x),
    "jacfwd": lambda t, f, x: t.func.jacfwd(f)(x),
    "hessian": lambda t, f, x: t.func.hessian(total(f))(x),
    "jacrev of jacrev": lambda t, f, x: t.func.jacrev(t.func.jacrev(f))(x),
    "grad of grad": lambda t, f, x: t.func.grad(lambda x: (t.func.grad(total(f))(x) * x).sum())(x),
    "jvp of grad": lambda t, f, x: pushed(t, t.func.grad(total(f)), x),
    "grad of jvp": lambda t, f, x: t.func.grad(lambda x: pushed(t, f, x)[1].sum())(x),
    "jvp of jvp": lambda t, f, x: pushed(t, lambda x: pushed(t, f, x)[1], x),
    "vmap of grad": lambda t, f, x: t.vmap(t.func.grad(total(f)))(t.stack([x, x * 0.9, x * 0.8])),
    "vmap of jvp": lambda t, f, x: t.vmap(lambda x: pushed(t, f, x))(t.stack([x, x * 0.9])),
    "grad of vmap": lambda t, f, x: t.func.grad(lambda x: t.vmap(f)(t.stack([x, x * 0.9])).sum())(x),
    "vmap of vjp": lambda t, f, x: t.vmap(lambda x: pulled(t, f, x))(t.stack([x, x * 0.9])),
    "vmap of hessian": lambda t, f, x: t.vmap(t.func.hessian(total(f)))(t.stack([x, x * 0.9])),
    "jacfwd of two": lambda t, f, x: t.func.jacfwd(split(t, f), (0, 1))(x[:2], {"x": x[2:]}),
    "jacrev of two": lambda t, f, x: t.func.jacrev(split(t, f), (1, 0))(x[:2], {"x": x[2:]}),
    "functionalize": lambda t, f, x: t.func.functionalize(f)(x),
    "functionalize grad": lambda t, f, x: t.func.grad(t.func.functionalize(total(f)))(x),
    "without views": lambda t, f, x: t.func.functionalize(f, remove="mutations_and_views")(x),
}


@pytest.mark.parametrize("transform", TRANSFORMS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_and_transforms(name, transform):
    agree(lambda t: TRANSFORMS[transform](t, functools.partial(FUNCTIONS[name], t), make(t, 4)), strides=False)


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name != "no_grad"])
def test_linearize(name):
    """torch traces what it computes forward: the same derivative, rounded otherwise. What stands under no_grad is a
    constant to a derivative backward alone."""
    f = functools.partial(FUNCTIONS[name], pytorch_c)
    x = make(pytorch_c, 4)
    output, along = pytorch_c.func.linearize(f, x)
    wanted = pytorch_c.func.jvp(f, (x,), (x.cos(),))
    pytorch_c.testing.assert_close((output, along(x.cos())), wanted)
    pytorch_c.testing.assert_close(along(x), pytorch_c.func.jvp(f, (x,), (x,))[1])


def test_linearize_runs_the_function_once():
    calls = []
    _, along = pytorch_c.func.linearize(lambda x: calls.append(1) or {"a": x.sin()}, make(pytorch_c, 3))
    assert [along(pytorch_c.ones(3, dtype=pytorch_c.float64))["a"].shape for _ in range(2)] == [(3,), (3,)]
    assert calls == [1]


# ---- arguments and results ----


def with_aux(t, x):
    return (x**2).sum(), {"seen": x * 2, "constant": t.ones(2)}


FORMS = {
    "argnums": lambda t: t.func.grad(lambda a, b: (a * b**2).sum(), 1)(make(t, 3), make(t, 3, seed=1)),
    "negative argnums": lambda t: t.func.grad(lambda a, b: (a * b**2).sum(), -1)(make(t, 3), make(t, 3, seed=1)),
    "several argnums": lambda t: t.func.grad(lambda a, b: (a * b**2).sum(), (1, 0))(make(t, 3), make(t, 3, seed=1)),
    "a dict": lambda t: t.func.grad(lambda d: (d["x"] * d["y"][0]).sum())({"x": make(t, 3), "y": [make(t, 3, seed=1)]}),
    "keywords": lambda t: t.func.grad(lambda a, scale: (a * scale).sum())(make(t, 3), scale=make(t, 3, seed=1)),
    "aux": lambda t: t.func.grad(functools.partial(with_aux, t), has_aux=True)(make(t, 3)),
    "value and aux": lambda t: t.func.grad_and_value(functools.partial(with_aux, t), has_aux=True)(make(t, 3)),
    "aux of jvp": lambda t: t.func.jvp(
        functools.partial(with_aux, t), (make(t, 3),), (make(t, 3, seed=1),), has_aux=True
    ),
    "aux of jacrev": lambda t: t.func.jacrev(functools.partial(with_aux, t), has_aux=True)(make(t, 3)),
    "aux of jacfwd": lambda t: t.func.jacfwd(functools.partial(with_aux, t), has_aux=True)(make(t, 3)),
    "aux of vjp": lambda t: pull(t, functools.partial(with_aux, t), make(t, 3)),
    "several results": lambda t: t.func.jacrev(lambda a: (a.sum(), [a * 2]))(make(t, 3)),
    "unused": lambda t: t.func.grad(lambda a, b: a.sum(), (0, 1))(make(t, 3), make(t, 2)),
    "0 dimensions": lambda t: t.func.hessian(lambda a: a**3)(make(t)),
    "larger shapes": lambda t: t.func.jacfwd(lambda a: a.sum(0))(make(t, 2, 3)),
    "vjp twice": lambda t: twice(t.func.vjp(lambda a: a.sin(), make(t, 3))[1], make(t, 3, seed=1)),
    "jacobian of a vjp": lambda t: t.func.jacrev(t.func.vjp(lambda a: a.sin(), make(t, 3))[1])(make(t, 3, seed=1)),
    "requires grad": lambda t: t.func.grad(lambda a: (a**2).sum())(make(t, 3).requires_grad_()).requires_grad,
    "through it": lambda t: through(t, make(t, 3).requires_grad_()),
    "no_grad around": lambda t: outside_no_grad(t, make(t, 3).requires_grad_()),
    "inference around": lambda t: outside_inference(t, make(t, 3)),
    "closure": lambda t: closure(t, make(t, 3), make(t, 3, seed=1)),
    "random": lambda t: t.vmap(t.func.grad(lambda a: (a * t.rand(3)).sum()), randomness="different")(make(t, 2, 3)),
    "same numbers": lambda t: t.vmap(t.func.grad(lambda a: (a * t.rand(3)).sum()), randomness="same")(make(t, 2, 3)),
    "random directions": lambda t: t.func.jacfwd(lambda a: a * t.rand(3), randomness="same")(make(t, 3)),
    "written input": lambda t: written(t, make(t, 4)),
    "written view": lambda t: written(t, make(t, 4), remove="mutations_and_views"),
    "unwrapped": lambda t: peeked(t, make(t, 3)),
    "unwrapped once": lambda t: peeked(t, make(t, 3), recurse=False),
    "texts": lambda t: texts(t, make(t, 2)),
}


def pull(t, f, x):
    output, product, aux = t.func.vjp(f, x, has_aux=True)
    return output, product(t.ones_like(output)), aux


def twice(product, x):
    return product(x), product(x)


def through(t, x):
    return t.autograd.grad(t.func.grad(lambda a: (a**3).sum())(x).sum(), x)


def outside_no_grad(t, x):
    with t.no_grad():
        found = t.func.grad(lambda a: (a**3).sum())(x)
    return found, found.requires_grad


def outside_inference(t, x):
    with t.inference_mode():
        found = t.func.grad(lambda a: (a**3).sum())(x)
        return found.clone(), t.func.vjp(lambda a: a.sin(), x)[1](x)[0].clone(), found.is_inference()


def closure(t, x, w):
    """Uses a value that is no argument: a constant of the level, which may have a graph outside."""
    w.requires_grad_()
    found = t.func.grad(lambda a: (a * w).pow(2).sum())(x)
    return found, t.autograd.grad(found.sum(), w)


def written(t, x, **options):
    def f(x):
        y = x[:2]
        y.mul_(3)
        return y + 1, x.view(2, 2).t()

    return t.func.functionalize(f, **options)(x), x


# Functions that give their argument other sizes, which are to be seen outside.
RESHAPED = {
    "larger": lambda x: x.resize_(10).fill_(2),
    "smaller": lambda x: x.resize_(2).add_(1),
    "unsqueeze_": lambda x: x.unsqueeze_(0).add_(1),
    "transpose_": lambda x: x.t_(),
    "transpose_ and write": lambda x: x.t_().mul_(2).sum(),
    "part": lambda x: x[1:].unsqueeze_(0).add_(1),
}


@pytest.mark.parametrize("name", RESHAPED)
def test_functionalize_gives_arguments_their_new_sizes(name):
    def run(t):
        x = make(t, 2, 3).clone()  # its memory can be resized
        found = t.func.functionalize(RESHAPED[name])(x)
        return found, x, x.shape, x.stride()

    agree(run)


def peeked(t, x, **options):
    seen = []

    def look(one):
        seen.append(t.func.debug_unwrap(one, **options))
        return one.sin()

    t.func.grad(total(t.vmap(look)))(x)
    return [one.clone() if options.get("recurse", True) else t.func.debug_unwrap(one).clone() for one in seen]


def texts(t, x):
    seen = []
    t.func.grad(lambda a: seen.append(repr(a)) or t.vmap(lambda b: seen.append(repr(b)) or b.sum())(a).sum())(x)
    t.func.functionalize(lambda a: seen.append(repr(a)) or a)(x)
    t.func.grad(lambda a: seen.append(a) or a.sum())(x)
    return seen[:-1]


@pytest.mark.parametrize("name", FORMS)
def test_arguments_and_results(name):
    agree(FORMS[name], strides=False)


# ---- errors ----

ERRORS = {
    "a vector": (lambda t: t.func.grad(lambda a: a)(make(t, 3)), RuntimeError),
    "no tensor": (lambda t: t.func.grad(lambda a: 3)(make(t, 3)), RuntimeError),
    "an int": (lambda t: t.func.grad(lambda a: a)(3), ValueError),
    "integers": (lambda t: t.func.grad(lambda a: a.sum())(t.arange(3)), RuntimeError),
    "argnums beyond": (lambda t: t.func.grad(lambda a: a.sum(), 1)(make(t, 3)), RuntimeError),
    "argnums twice": (lambda t: t.func.grad(lambda a: a.sum(), (0, 0))(make(t, 3)), RuntimeError),
    "no argnums": (lambda t: t.func.grad(lambda a: a.sum(), ())(make(t, 3)), RuntimeError),
    "argnums of text": (lambda t: t.func.grad(lambda a: a.sum(), "a")(make(t, 3)), RuntimeError),
    "argnum of text": (lambda t: t.func.grad(lambda a: a.sum(), ("a",))(make(t, 3)), RuntimeError),
    "no aux": (lambda t: t.func.grad(lambda a: a.sum(), has_aux=True)(make(t, 3)), RuntimeError),
    "aux of ints": (lambda t: t.func.grad(lambda a: (a.sum(), 3), has_aux=True)(make(t, 3)), RuntimeError),
    "vjp of an int": (lambda t: t.func.vjp(lambda a: 3, make(t, 3)), RuntimeError),
    "vjp of None": (lambda t: t.func.vjp(lambda a: None, make(t, 3)), RuntimeError),
    "vjp of integers": (lambda t: t.func.vjp(lambda a: a.long(), make(t, 3)), RuntimeError),
    "cotangents": (lambda t: t.func.vjp(lambda a: {"x": a}, make(t, 3))[1](make(t, 3)), RuntimeError),
    "jvp of no tuple": (lambda t: t.func.jvp(lambda a: a, make(t, 3), make(t, 3)), RuntimeError),
    "tangents": (lambda t: t.func.jvp(lambda a: a, (make(t, 3),), ([make(t, 3)],)), RuntimeError),
    "no primals": (lambda t: t.func.jvp(lambda: 3, (), ()), RuntimeError),
    "primals of ints": (lambda t: t.func.jvp(lambda a: a, (3,), (3,)), RuntimeError),
    "jvp of an int": (lambda t: t.func.jvp(lambda a: 3, (make(t, 3),), (make(t, 3),)), RuntimeError),
    "strict": (lambda t: t.func.jvp(lambda a: t.ones(3), (make(t, 3),), (make(t, 3),), strict=True), RuntimeError),
    "tangent's shape": (lambda t: t.func.jvp(lambda a: a, (make(t, 3),), (make(t, 2),)), RuntimeError),
    "jacrev of complex": (lambda t: t.func.jacrev(lambda a: a)(t.ones(2, dtype=t.complex64)), RuntimeError),
    "jacfwd of complex": (lambda t: t.func.jacfwd(lambda a: a + 1j)(make(t, 2)), RuntimeError),
    "chunk_size": (lambda t: t.func.jacrev(lambda a: a, chunk_size=0), ValueError),
    "remove": (lambda t: t.func.functionalize(lambda a: a, remove="all"), RuntimeError),
    "linearize": (lambda t: t.func.linearize(lambda a: a, make(t, 3))[1](make(t, 2)), RuntimeError),
    "linearize, dtype": (lambda t: t.func.linearize(lambda a: a, make(t, 3))[1](t.ones(3)), RuntimeError),
    "random": (lambda t: t.vmap(t.func.grad(lambda a: (a * t.rand(3)).sum()))(make(t, 2, 3)), RuntimeError),
    "write into a constant": (lambda t: write_outside(t, make(t, 3), make(t, 3)), RuntimeError),
    "requires_grad_ inside": (
        lambda t: t.func.grad(lambda a: (a * t.ones(3).requires_grad_()).sum())(make(t, 3)),
        RuntimeError,
    ),
    "hooks around": (lambda t: hooked(t, make(t, 3)), RuntimeError),
    "a level of its own": (lambda t: own_level(t, make(t, 3)), RuntimeError),
}


def hooked(t, x):
    with t.autograd.graph.saved_tensors_hooks(lambda a: a, lambda a: a):
        return t.func.grad(lambda a: a.sum())(x)


def write_outside(t, x, w):
    return t.vmap(lambda a: w.add_(a).sum())(x)


def own_level(t, x):
    with t.autograd.forward_ad.dual_level():
        return t.func.jvp(lambda a: a, (x,), (x,))


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name):
    case, raises = ERRORS[name]
    agree(case, raises=raises)


@pytest.mark.parametrize("name", ["grad", "jvp", "vmap", "functionalize"])
def test_no_level_stays_open(name):
    def fails(x):
        raise KeyError("inside")

    x = make(pytorch_c, 3)
    calls = {
        "grad": lambda: pytorch_c.func.grad(fails)(x),
        "jvp": lambda: pytorch_c.func.jvp(fails, (x,), (x,)),
        "vmap": lambda: pytorch_c.vmap(fails)(x),
        "functionalize": lambda: pytorch_c.func.functionalize(fails)(x),
    }
    with pytest.raises(KeyError):
        calls[name]()
    assert pytorch_c._boundary.api.vmap_depth() == 0
    assert pytorch_c._boundary.api.forward_level() == -1


def test_a_tensor_that_escaped_is_what_it_stood_for():
    kept = []
    x = make(pytorch_c, 3)
    pytorch_c.func.grad(lambda a: kept.append(a * 2) or a.sum())(x)
    assert (kept[0] + 1).tolist() == (x * 2 + 1).tolist()
    assert pytorch_c.func.debug_unwrap(kept[0]).tolist() == (x * 2).tolist()


def test_torch_has_no_more():
    assert set(torch.func.__all__) <= set(pytorch_c.func.__all__)
