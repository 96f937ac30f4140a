"""Operators that a Library composes of others (CompositeImplicitAutograd), with torch as the oracle."""

import importlib

import pytest
from support.oracle import agree

KEYS = ["", "CompositeImplicitAutograd", "CompositeExplicitAutograd"]


def _scoped(t, key, **kernels):
    """A Library with the operator op, x * x in a function for the key and x * 3 in kernels for others; op."""
    space = f"composed_{t.__name__}"
    lib = t.library.Library(space, "DEF")
    lib.define("op(Tensor x, float by=1.0) -> Tensor")
    lib.impl("op", lambda x, by=1.0: x * x * by, key)
    for other in kernels:
        lib.impl("op", lambda x, by=1.0: x * 3, other)
    return lib, getattr(t.ops, space).op


@pytest.mark.parametrize("key", KEYS[:2])
def test_gradients_are_those_of_its_operators(key):
    def gradients(t):
        lib, op = _scoped(t, key)
        try:
            x = t.tensor([1.0, 2.0], requires_grad=True)
            y = op(x, by=2.0)
            first = t.autograd.grad(y.sum(), x, create_graph=True)[0]
            second = t.autograd.grad(first.sum(), x)[0]
            tangent = t.func.jvp(op, (x.detach(),), (t.ones(2),))
            by_row = t.func.vmap(t.func.grad(lambda x: op(x).sum()))(t.ones(3, 2))
            rows = t.func.vmap(op)(t.ones(3, 2))
            return type(y.grad_fn).__name__, first, second, tangent, by_row, rows, t.func.hessian(op)(t.ones(2))
        finally:
            lib._destroy()

    agree(gradients)


PAIRS = [
    (key, other) for key in KEYS for other in ("", "CPU", "CompositeExplicitAutograd") if not key or key != other
]  # no key has two kernels


@pytest.mark.parametrize(("key", "other"), PAIRS)
def test_modes_are_asked_for_its_operators(key, other):
    def asked(t):
        lib, op = _scoped(t, key, **dict.fromkeys(other.split()))
        seen = []

        class Mode(t.utils._python_dispatch.TorchDispatchMode):
            def __torch_dispatch__(self, function, types, args=(), kwargs=None):
                seen.append(function.__name__)
                return function(*args, **(kwargs or {}))

        try:
            found = []
            for place in ("cpu", "meta"):
                for derived in (True, False):
                    x = t.ones(2, device=place, requires_grad=derived)
                    with Mode():
                        found.append(op(x).requires_grad)
                    with t.inference_mode(), Mode():
                        op(t.ones(2, device=place))
                    with t._C._AutoDispatchBelowAutograd(), Mode():
                        op(x)
            return seen, found
        finally:
            lib._destroy()

    agree(asked)


@pytest.mark.parametrize("key", KEYS)
def test_what_is_told_of_it(key):
    def told(t):
        lib, op = _scoped(t, key)
        names = ("CompositeImplicitAutograd", "CompositeExplicitAutograd", "CPU", "Meta", "Autograd")
        one = op.default
        try:
            keys = [one.has_kernel_for_dispatch_key(getattr(t._C.DispatchKey, name)) for name in names]
            made = one.decompose(t.full((2,), 3.0), by=2.0)
            return keys, one._can_decompose(), made if made is not NotImplemented else None
        finally:
            lib._destroy()

    agree(told)


@pytest.mark.parametrize("key", KEYS)
def test_traces_and_programs_have_its_operators(key):
    def traced(t):
        lib, op = _scoped(t, key)
        make_fx = importlib.import_module(f"{t.__name__}.fx.experimental.proxy_tensor").make_fx

        def called(graph):
            return [str(one.target).rpartition(f"{t.__name__}.")[2] for one in graph.nodes if one.op == "call_function"]

        try:
            return [
                called(make_fx(op.default, pre_dispatch=early, tracing_mode="real")(t.ones(2)).graph)
                for early in (False, True)
            ]
        finally:
            lib._destroy()

    agree(traced)


@pytest.mark.parametrize("name", ["op", "aten::linear"])
def test_a_kernel_for_meta_is_refused(name):
    def refused(t):
        lib, _ = _scoped(t, "")
        try:
            lib.impl(name, lambda x, by=1.0: x, "Meta")
        finally:
            lib._destroy()

    agree(refused, RuntimeError)
