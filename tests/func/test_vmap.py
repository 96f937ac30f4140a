"""torch.vmap, with torch as the oracle: values, gradients, random numbers, and texts of errors."""

import functools
import importlib
from collections import OrderedDict, defaultdict, namedtuple

import numpy
import pytest
import torch
from support.oracle import agree, refusals

import pytorch_c

Pair = namedtuple("Pair", "first second")


def make(t, *size, seed=0):
    values = numpy.random.default_rng(seed).normal(size=size).astype("float32")
    return t.from_numpy(values) if size else t.tensor(float(values))


# ---- operators on a sample ----

ONE = {
    "pointwise": lambda t, a: (a.sin() * 2 + a).relu(),
    "number": lambda t, a: 1 - a / 3,
    "promotion": lambda t, a: a.sum() + t.ones(2, dtype=t.float64),
    "sum": lambda t, a: a.sum(),
    "mean of a dim": lambda t, a: a.mean(-1),
    "max": lambda t, a: a.max(0),
    "argmax": lambda t, a: a.argmax(),
    "sort": lambda t, a: a.sort(-1, descending=True),
    "topk": lambda t, a: a.topk(2, 1),
    "cumsum": lambda t, a: a.cumsum(0),
    "matmul": lambda t, a: a @ a.t(),
    "inverse": lambda t, a: t.linalg.inv(a @ a.t() + t.eye(3)),
    "det": lambda t, a: t.linalg.det(a @ a.t()),
    "einsum": lambda t, a: t.einsum("ij,kj->ik", a, a),
    "softmax": lambda t, a: a.softmax(-1),
    "layer_norm": lambda t, a: t.nn.functional.layer_norm(a, (4,)),
    "cross_entropy": lambda t, a: t.nn.functional.cross_entropy(a, t.tensor([0, 3, 1])),
    "mse_loss": lambda t, a: t.nn.functional.mse_loss(a, t.zeros(3, 4)),
    "index": lambda t, a: a[1:, [0, 2]],
    "index of a tensor": lambda t, a: a[t.tensor([2, 0])],
    "one element": lambda t, a: a[1, -1],
    "where": lambda t, a: t.where(a > 0, a, -1.0),
    "gather": lambda t, a: a.gather(1, t.zeros(3, 1, dtype=t.int64)),
    "view": lambda t, a: a.reshape(2, 6).unsqueeze(0).transpose(1, 2),
    "cat": lambda t, a: t.cat([a, a], 1),
    "stack": lambda t, a: t.stack(list(a)),
    "pad": lambda t, a: t.nn.functional.pad(a, (1, 2)),
    "conv1d": lambda t, a: t.nn.functional.conv1d(a[None], t.ones(2, 3, 2)),
    "conv2d": lambda t, a: t.nn.functional.conv2d(a[None, None], t.ones(2, 1, 2, 2)),
    "pool": lambda t, a: t.nn.functional.max_pool2d(a[None], 2),
    "in place": lambda t, a: a.clone().add_(1).mul_(a),
    "set item": lambda t, a: set_first(a.clone()),
    "factory": lambda t, a: a + t.arange(4) + t.zeros_like(a),
    "without the sample": lambda t, a: t.ones(2),
    "shape": lambda t, a: a.new_full((a.dim(), len(a)), a.numel()),
    "complex": lambda t, a: t.view_as_real(t.fft.fft(a)),
    "histc": lambda t, a: a.histc(3),
    "no loop": lambda t, a: [row.sum() for row in a.unbind()],
    "dict": lambda t, a: {"sum": a.sum(), "both": (a, [a * 2])},
    "named tuple": lambda t, a: Pair(a.sum(), a.prod()),
}


def set_first(a):
    a[0] = 7
    return a


@pytest.mark.parametrize("name", ONE)
def test_each_sample(name):
    """Compares with torch, and with each sample alone."""
    together = agree(lambda t: t.vmap(functools.partial(ONE[name], t))(make(t, 5, 3, 4)))
    alone = ONE[name](pytorch_c, make(pytorch_c, 5, 3, 4)[2])
    flat = torch.utils._pytree.tree_leaves  # a Tensor of ours is a leaf to it
    for x, y in zip(flat(together), flat(alone), strict=True):
        pytorch_c.testing.assert_close(x[2], y)


# ---- what goes in and out ----

FORMS = {
    "two": lambda t: t.vmap(lambda a, b: a.dot(b))(make(t, 4, 3), make(t, 4, 3, seed=1)),
    "one shared": lambda t: t.vmap(lambda a, b: a @ b, (0, None))(make(t, 4, 3), make(t, 3, 2)),
    "another dim": lambda t: t.vmap(lambda a: a.cumsum(0), 1, 1)(make(t, 4, 3)),
    "from the end": lambda t: t.vmap(lambda a: a.cumsum(0), -1, -1)(make(t, 4, 3, 2)),
    "a list of dims": lambda t: t.vmap(lambda a: a[0] + a[1], ([0, 1],))([make(t, 4, 3), make(t, 3, 4)]),
    "a dict": lambda t: t.vmap(lambda d, b: d["x"] * d["y"] + b, ({"x": 0, "y": None}, None))({"x": make(t, 4), "y": make(t, 2)}, 1),
    "one dim for all": lambda t: t.vmap(lambda d: {"z": d["x"][0] + d["x"][1]}, 0)({"x": (make(t, 4), make(t, 4))}),
    "kinds of dicts": lambda t: t.vmap(lambda d: OrderedDict(b=d["a"], a=d["b"]), ({"a": 0, "b": 1},))(defaultdict(list, a=make(t, 3), b=make(t, 2, 3))),
    "a named tuple": lambda t: t.vmap(lambda p: p._replace(first=p.second), (Pair(0, 1),))(Pair(make(t, 3), make(t, 2, 3))),
    "keywords": lambda t: t.vmap(lambda a, scale: a * scale)(make(t, 3), scale=make(t, 3)),
    "out_dims": lambda t: t.vmap(lambda a: (a, {"k": a * 2}), out_dims=(1, {"k": 0}))(make(t, 4, 3)),
    "out_dims in a tuple": lambda t: t.vmap(lambda a: a, out_dims=(1,))(make(t, 4, 3)),
    "not batched": lambda t: t.vmap(lambda a: (a, 3, "x"), out_dims=(0, None, None))(make(t, 4)),
    "partial": lambda t: functools.partial(t.vmap, in_dims=1)(lambda a: a.sum())(make(t, 2, 3)),
    "nested": lambda t: t.vmap(t.vmap(lambda a: a.sum()))(make(t, 2, 3, 4)),
    "all pairs": lambda t: t.vmap(lambda a: t.vmap(lambda b: a.dot(b))(make(t, 5, 3, seed=2)))(make(t, 4, 3)),
    "inner dims": lambda t: t.vmap(t.vmap(lambda a, b: a - b, (0, None)), (None, 0), 1)(make(t, 4), make(t, 3)),
    "deep": lambda t: t.vmap(t.vmap(t.vmap(t.vmap(lambda a: a.sin().sum()))))(make(t, 2, 3, 2, 3, 4)),
    "a module": lambda t: t.vmap(lambda a: t.nn.functional.linear(a, make(t, 2, 3)))(make(t, 5, 4, 3)),
    "no samples": lambda t: t.vmap(lambda a: a.sum(0))(make(t, 0, 3, 2)),
    "chunks": lambda t: t.vmap(lambda a, b: (a * b).sum(0), (0, None), chunk_size=2)(make(t, 5, 3), make(t, 3)),
    "chunks of 1": lambda t: t.vmap(lambda a: {"x": a, "y": a[0]}, 1, {"x": 1, "y": 0}, chunk_size=1)(make(t, 2, 3)),
    "a large chunk": lambda t: t.vmap(lambda a: a * 2, chunk_size=9)(make(t, 2, 3)),
    "func": lambda t: t.func.vmap(lambda a: a * 2)(make(t, 2)),
    "in place, outside": lambda t: (x := make(t, 4, 3), t.vmap(lambda a: a.add_(1))(x)),
}  # fmt: skip


@pytest.mark.parametrize("name", FORMS)
def test_what_goes_in_and_out(name):
    agree(FORMS[name])


def test_it_looks_like_the_function():
    def named(a):
        """Said of it."""

    wrapped = pytorch_c.vmap(named)
    assert (wrapped.__name__, wrapped.__doc__) == ("named", "Said of it.")


def test_a_result_that_ignores_the_batch_goes_to_any_dimension():
    """torch expands before it moves, so that it has only the first one."""
    found = pytorch_c.vmap(lambda a: pytorch_c.arange(3), out_dims=-1)(pytorch_c.ones(2))
    assert found.tolist() == [[0, 0], [1, 1], [2, 2]]


# ---- gradients ----

GRADIENTS = {
    "through it": lambda t, x, w: t.vmap(lambda a: (a @ w).sin().sum())(x),
    "cross_entropy": lambda t, x, w: t.vmap(lambda a: t.nn.functional.cross_entropy(a @ w, t.tensor(1)))(x),
    "nested": lambda t, x, w: t.vmap(lambda a: t.vmap(lambda b: (a * b).exp())(w.t()))(x),
    "in chunks": lambda t, x, w: t.vmap(lambda a: a @ w, chunk_size=2)(x),
    "in place": lambda t, x, w: t.vmap(lambda a: (a @ w).mul_(2).exp_())(x),
    "linalg": lambda t, x, w: t.vmap(lambda a: t.linalg.norm(a) * t.linalg.det(w[:2]))(x),
    "no_grad": lambda t, x, w: t.vmap(lambda a: (a @ w).detach() * (a @ w))(x),
}


@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients(name):
    def both_gradients(t):
        x, w = make(t, 5, 3).requires_grad_(), make(t, 3, 2, seed=1).requires_grad_()
        found = GRADIENTS[name](t, x, w)
        first = t.autograd.grad(found.pow(2).sum(), (x, w), create_graph=True)
        second = t.autograd.grad(first[0].pow(2).sum(), (x, w), allow_unused=True)
        return found.detach(), first[0].detach(), first[1].detach(), second

    agree(both_gradients)


@pytest.mark.parametrize("create_graph", [False, True])
def test_derivatives_of_all_rows_at_once(create_graph):
    def rows(t):
        x = make(t, 4).requires_grad_()
        found = t.vmap(lambda v: t.autograd.grad(x.exp() * x.sum(), x, v, create_graph=create_graph)[0])(t.eye(4))
        return found.requires_grad, found.detach()

    agree(rows)


def jacobians(t, **more):
    x, y = make(t, 3, 2), make(t, 2, seed=1)
    return t.autograd.functional.jacobian(lambda x, y: (x.sin() @ y, x.sum(), y * 2, (x * y).prod()), (x, y), **more)


def hessians(t, **more):
    return t.autograd.functional.hessian(lambda x, y: (x.sin() @ y).prod(), (make(t, 3, 2), make(t, 2, seed=1)), **more)


@pytest.mark.parametrize("derivative", [jacobians, hessians])
@pytest.mark.parametrize("create_graph", [False, True])
def test_vectorized_derivatives(derivative, create_graph):
    values = torch.utils._pytree.tree_leaves  # what it does not know is a leaf
    ours, theirs = (derivative(t, vectorize=True, create_graph=create_graph) for t in (pytorch_c, torch))
    loop = derivative(pytorch_c, create_graph=create_graph)
    assert any(one.requires_grad for one in values(ours)) == create_graph
    for one, other, third in zip(values(ours), values(theirs), values(loop), strict=True):
        for like in (torch.from_numpy(third.detach().numpy()), other.detach()):
            torch.testing.assert_close(torch.from_numpy(one.detach().numpy()), like)


def test_vectorized_and_strict():
    with pytest.raises(RuntimeError, match="strict=True.*not supported together"):
        jacobians(pytorch_c, vectorize=True, strict=True)


# ---- random numbers ----

RANDOM = {
    "randn": lambda t, a: a + t.randn(3),
    "randn_like": lambda t, a: t.randn_like(a),
    "dropout": lambda t, a: t.nn.functional.dropout(a),
    "bernoulli": lambda t, a: a.sigmoid().bernoulli(),
    "in place": lambda t, a: a.clone().uniform_(),
    "randperm": lambda t, a: a + t.randperm(3),
    "multinomial": lambda t, a: a.softmax(0).multinomial(2),
    "rand and a dtype": lambda t, a: t.rand(2, dtype=t.float64),
    "randint": lambda t, a: t.randint(0, 9, (4,)),
    "chunked": lambda t, a: t.rand(2),
}


# Their probabilities differ from sample to sample, so that one draw does not do for all.
NOT_THE_SAME = ("bernoulli", "multinomial")


@pytest.mark.parametrize("randomness", ["error", "same", "different"])
@pytest.mark.parametrize("name", RANDOM)
def test_random_numbers(name, randomness):
    def batched(t):
        chunks = {"chunk_size": 2} if name == "chunked" else {}
        return t.vmap(functools.partial(RANDOM[name], t), randomness=randomness, **chunks)(make(t, 4, 3))

    is_refused = randomness == "error" or randomness == "same" and name in NOT_THE_SAME
    agree(batched, RuntimeError if is_refused else None)


# ---- mistakes ----

MISTAKES = {
    IndexError: {
        "out_dims out of range": lambda t: t.vmap(abs, out_dims=2)(make(t, 3)),
    },
    RuntimeError: {
        "randomness": lambda t: t.vmap(abs, randomness="any"),
        "item": lambda t: t.vmap(lambda a: a.item())(make(t, 3)),
        "float": lambda t: t.vmap(lambda a: a * float(a))(make(t, 3)),
        "if": lambda t: t.vmap(lambda a: a if a > 0 else -a)(make(t, 3)),
        "nonzero": lambda t: t.vmap(lambda a: a.nonzero())(make(t, 3)),
        "a mask": lambda t: t.vmap(lambda a: a[a > 0])(make(t, 3, 2)),
        "in place on what is shared": lambda t: t.vmap(lambda a: (lambda y: y.add_(a))(t.zeros(2)))(make(t, 3, 2)),
        "requires_grad_": lambda t: t.vmap(lambda a: a.requires_grad_())(make(t, 3)),
        "retain_grad": lambda t: t.vmap(lambda a: a.retain_grad())(make(t, 3)),
        "data": lambda t: t.vmap(lambda a: a.data)(make(t, 3)),
        "data_ptr": lambda t: t.vmap(lambda a: a.data_ptr())(make(t, 3)),
        "numpy": lambda t: t.vmap(lambda a: a.numpy())(make(t, 3)),
        "tolist": lambda t: t.vmap(lambda a: a.tolist())(make(t, 3, 2)),
        "a format": lambda t: t.vmap(lambda a: a.is_contiguous(memory_format=t.channels_last))(make(t, 3, 2)),
        "equal": lambda t: t.vmap(lambda a: t.equal(a, a))(make(t, 3)),
        "a wrong shape": lambda t: t.vmap(lambda a: a @ a)(make(t, 3, 2, 3)),
    },
    ValueError: {
        "chunk_size": lambda t: t.vmap(abs, chunk_size=0),
        "no inputs": lambda t: t.vmap(abs)(),
        "no batch": lambda t: t.vmap(abs, None)(make(t, 3)),
        "nothing batched": lambda t: t.vmap(abs, (None,))(make(t, 3)),
        "sizes": lambda t: t.vmap(max)(make(t, 3), make(t, 2)),
        "in_dims of a wrong type": lambda t: t.vmap(abs, [0])(make(t, 3)),
        "in_dims of another structure": lambda t: t.vmap(abs, (0, 0))(make(t, 3)),
        "in_dims of other keys": lambda t: t.vmap(abs, ({"a": 0, "b": [1]},))({"b": make(t, 3)}),
        "in_dims of a float": lambda t: t.vmap(abs, (0.5,))(make(t, 3)),
        "in_dims of no tensor": lambda t: t.vmap(max, 0)(make(t, 3), 2),
        "in_dims out of range": lambda t: t.vmap(abs, 1)(make(t, 3)),
        "in_dims of a number": lambda t: t.vmap(abs)(make(t)),
        "out_dims of a wrong type": lambda t: t.vmap(abs, out_dims="0")(make(t, 3)),
        "out_dims of another structure": lambda t: t.vmap(abs, out_dims=(0, 1))(make(t, 3)),
        "out_dims of other keys": lambda t: t.vmap(lambda a: {"x": a}, out_dims={"y": 0})(make(t, 3)),
        "a batch that is kept": lambda t: t.vmap(abs, out_dims=None)(make(t, 3)),
        "no tensor": lambda t: t.vmap(lambda a: 3)(make(t, 3)),
        "None": lambda t: t.vmap(lambda a: None)(make(t, 3)),
        "the name of a partial": lambda t: t.vmap(functools.partial(lambda b, a: 3, 1))(make(t, 3)),
    },
}


@pytest.mark.parametrize("call, raises", refusals(MISTAKES))
def test_mistakes(call, raises):
    agree(call, raises)
    assert pytorch_c.vmap(lambda a: a + 1)(pytorch_c.zeros(2)).tolist() == [1, 1]


# ---- steps that others replace ----


class Rows:
    """Tensors of one length, as a TensorDict: a leaf that says by itself what it is without its batch."""

    def __init__(self, **columns):
        self.columns = columns

    def each(self, function):
        return Rows(**{name: function(column) for name, column in self.columns.items()})


def test_steps_that_a_program_has_replaced_are_taken(monkeypatch):
    def case(t):
        steps = importlib.import_module(f"{t.__name__}._functorch.vmap")
        add, remove = steps._add_batch_dim, steps._remove_batch_dim

        def process(in_dims, args, func):
            return len(args[0].columns["x"]), None, args, None

        def create(dims, args, level, spec):
            return [rows.each(lambda column: add(column, 0, level)) for rows in args]

        def unwrap(found, out_dims, level, size, func):
            return found.each(lambda column: remove(column, level, size, 0))

        given = Rows(x=make(t, 3, 2), y=make(t, 3))
        before = t.vmap(t.sum)(make(t, 3, 2))
        with monkeypatch.context() as patch:
            for name, step in zip(
                ("process_batched_inputs", "create_batched_inputs", "unwrap_batched"), (process, create, unwrap)
            ):
                patch.setattr(steps, f"_{name}", step)
            found = t.vmap(lambda rows: Rows(z=rows.columns["x"].sum() * rows.columns["y"]))(given).columns["z"]
        return [found, before, t.vmap(t.sum)(make(t, 3, 2))]

    agree(case)


@pytest.mark.parametrize("name", ["grad", "grad_and_value", "jacrev", "vjp", "vmap"])
def test_a_class_of_tensors_is_kept_where_a_program_says_so(monkeypatch, name):
    """Wraps the step that gives each tensor its level, as PyPose's `retain_ltype` does."""

    def case(t):
        class Pose(t.Tensor):
            pass

        def keeps(step):
            def kept(tensor, *args, **kwargs):
                found = step(tensor, *args, **kwargs)
                return found.as_subclass(Pose) if isinstance(tensor, Pose) else found

            return kept

        def function(pose):
            seen.append(type(pose) is Pose)
            return (pose**2).sum().as_subclass(t.Tensor)

        def call():
            pose = make(t, 3, 2)[0].as_subclass(Pose) if name != "vmap" else make(t, 3, 2).as_subclass(Pose)
            if name == "vjp":
                return t.func.vjp(function, pose)[1](t.ones(()))[0]
            return getattr(t.func, name)(function)(pose)

        seen = []
        with monkeypatch.context() as patch:
            for file, step in ("eager_transforms", "_wrap_tensor_for_grad"), ("vmap", "_add_batch_dim"):
                steps = importlib.import_module(f"{t.__name__}._functorch.{file}")
                patch.setattr(steps, step, keeps(getattr(steps, step)))
            found = call()
        return [seen, *(one.as_subclass(t.Tensor) for one in (found if isinstance(found, tuple) else [found]))]

    assert agree(case)[0] == [True]
