"""Arguments of backward(), grad() and of the engine below: what each takes, and what it says of the others, as torch."""

import collections
import sys

import pytest
from support.oracle import Code, agree, agree_on, all_of, cases, raises, refused, tensors

GRADS = "x = p.grad, u.grad, y.grad, z.grad"


def names(t):
    """p and u, leaves; y of three and z of one element, made of p; a, which requires no grad; G, ones; E, an edge."""
    p, u = t.ones(3, requires_grad=True), t.ones(2, requires_grad=True)
    y = p * t.tensor([1.0, 2.0, 3.0])
    return {
        **tensors(t),
        **{"p": p, "u": u, "y": y, "z": y.sum(), "a": t.tensor(1.0), "G": t.ones(3), "I": t.tensor(1.0)},
        "c": (p * 1j).sum(),
        "A": t.autograd,
        "E": t.autograd.graph.get_gradient_edge,
        "engine": t.autograd.Variable._execution_engine.run_backward,
        "collections": collections,
    }


TAKEN = """A.backward(z, inputs={'p': p})
A.backward(z, inputs=iter([p]))
A.backward(iter([z, z]))
A.backward({z: 1})
A.backward(())
A.backward([z], [None, None])
A.backward([y, z], [G, None, None])
A.backward(y, iter([G]))
A.backward(z, retain_graph=3)
A.backward(z, retain_graph=t.tensor(1))
A.backward(E(z), inputs=[y])
A.backward(E(z), inputs=[z, p])
A.backward(z, inputs=[y, E(p)])
A.backward(z, inputs=[u])
A.backward([y, E(z)], [G, None])
engine((z,), (I,), True, False, (), False, True)
engine((z,), (I,), True, False, (y,), False, True)
engine((z,), (G,), True, False, (E(p),), True, True)"""


@pytest.mark.parametrize("code", cases(TAKEN, "\n"))
def test_taken_by_backward(code):
    agree_on(f"{code}; {GRADS}", names=names)


GIVEN = """A.grad([z], p, [None, None])
A.grad([y, z], p, [G, None, G])
A.grad(y, iter([p]), iter([G]))
A.grad(iter([z]), {'a': p})
A.grad(z, {'a': E(p), 'b': p})
A.grad(z, [p, u], materialize_grads=1)
A.grad(z, [p, u], allow_unused=3)
A.grad(z, p, t.ones(2), is_grads_batched=True)
A.grad(E(y), p, t.ones(2, 3), is_grads_batched=True)
engine((z,), (I,), True, False, (p,))
engine((E(z), y), (I, G), True, False, (E(p), y))
engine((z,), (I,), True, False, (u,), True)
engine((z,), (G,), 2, False, (p,))"""


@pytest.mark.parametrize("code", cases(GIVEN, "\n"))
def test_given_by_grad(code):
    agree_on(code, names=names)


# Errors in the words of torch itself, which are compared.
SAID = """A.backward(z, inputs=())
A.backward(z, inputs={})
A.backward(z, inputs='')
A.backward(E(z), inputs=[])
z.backward(inputs=[])
A.backward(z, inputs=[p, 3])
A.backward(z, inputs=[E(p), None])
A.backward(z, inputs={'a': 'p'})
z.backward(inputs='ab')
A.backward(z, inputs=[p, a])
A.backward(E(z), inputs=[p, a])
A.backward(z, [])
A.backward(y, ())
z.backward([])
A.backward(E(y), [])
A.backward([z, z], [None])
A.backward([y, z], [G])
A.backward([y, z], [None, None])
A.backward(z, grad_variables=[])
A.backward(z, I, grad_variables=I)
A.backward(a)
A.backward([z, a])
A.backward([z, a], [None, None])
A.backward(I, I)
A.backward(E(y))
A.backward(c)
A.backward(E(c))
A.backward(y, t.ones(2))
A.backward(E(y), t.ones(2))
A.backward(y, t.ones(3, dtype=t.complex64))
A.grad(z, ())
A.grad(E(z), [])
A.grad(z, [3])
A.grad(z, [E(p), 3])
A.grad(z, {'a': 3})
A.grad(z, p, [])
A.grad([z, z], p, [None])
A.grad([y, z], p, [G])
A.grad([y, z], p, [None])
A.grad(a, p)
A.grad([E(z), a], p)
A.grad((), p)
A.grad(z, [p, u])
A.grad(E(z), [p, u])
A.grad(z, [p, E(u)])
A.grad(z, a)
A.grad(z, E(u), materialize_grads=True)
A.grad([z, y], p, [t.ones(2), None], is_grads_batched=True)
A.grad([z, y], p, [t.ones(2)], is_grads_batched=True)
engine([y], (G,), True, False, (p,))
engine((y,), [G], True, False, (p,))
engine((y,), (G,), True, False, [p])
engine((y,), (G,), True, False, None)
engine((z,), (None,), True, False, (p,))
engine((E(z),), (None,), True, False, (p,))
engine((3,), (None,), True, False, (p,))
engine((z,), (3,), True, False, (p,))
engine((z, z), (I,), True, False, (p,))
engine((z,), (I,), True, False, (3,))
engine((z,), (I,), True, False, (u,))
engine((z,), (I,), True, False, (a,), False, True)
engine((a,), (I,), True, False, (p,))
engine((), (), True, False, (p,))"""
SAID_OF_TYPES = """A.backward(z, inputs=collections.OrderedDict(p=p))
A.backward(z, inputs=collections.UserDict(p=p))
A.backward(z, inputs=collections.ChainMap({'p': p}))
A.grad(z, collections.OrderedDict(p=p))"""


@pytest.mark.parametrize("code, error", refused({RuntimeError: SAID, TypeError: SAID_OF_TYPES}, "\n"))
def test_in_torchs_words(code, error):
    agree(Code(code, names), error)


REFUSED = {
    TypeError: """A.backward(z, inputs=3)
A.backward(None)
A.backward(3)
A.backward(z, 3)
z.backward(3)
A.backward(z, retain_graph='a')
A.backward(z, retain_graph=1.5)
A.backward(z, create_graph=None)
A.backward([z], [None], create_graph=None)
z.backward(create_graph=[])
A.grad(z, None)
A.grad(None, p)
A.grad(3, p)
A.grad(z, p, 3)
A.grad(z, p, retain_graph=1.5)
A.grad(z, p, create_graph=None)
A.grad(z, p, allow_unused='a')
A.grad(z, p, materialize_grads='a')
engine((z,), (I,), 'a', False, (p,))
engine((z,), (I,), True, None, (p,))
engine((z,), (I,), True, False, (p,), True, 'a')
engine((z,), (I,), True)
engine((z,), (I,), True, False, (p,), foo=2)""",
    AssertionError: """A.backward([3])
A.backward([z, None])
A.backward([E(y), 3], [G, None])
A.backward('ab')
A.grad([None], p)
A.grad([z, 3], p)""",
    OverflowError: """engine((z,), (I,), -1, False, (p,))
A.backward(z, retain_graph=256)""",
    IndexError: "A.grad(y, p, t.ones(()), is_grads_batched=True) | A.grad(y, p, t.ones(0, 3), is_grads_batched=True)".split(
        " | "
    ),
    ValueError: """A.grad(z, p, is_grads_batched=True)
A.grad(E(z), p, is_grads_batched=True)
A.grad([z, y], p, [t.ones(2), t.ones(4, 3)], is_grads_batched=True)""",
    RuntimeError: """engine((z,), (I,), True, False)
A.grad(y, p, t.ones(2, 2), is_grads_batched=True)""",
    (IndexError, RuntimeError): "A.grad(y, p, [], is_grads_batched=True)",
}


@pytest.mark.parametrize("code, error", refused(REFUSED, "\n"))
def test_refused(code, error):
    agree_on(code, error, names=names)


NOT_INSIDE = """t.func.vmap(lambda q: z.backward())(t.ones(2))
t.func.grad(lambda q: A.backward(z))(t.ones(()))
t.func.jvp(lambda q: A.backward(3), (t.ones(2),), (t.ones(2),))
t.func.functionalize(lambda q: z.backward())(t.ones(2))"""


@pytest.mark.parametrize("code", cases(NOT_INSIDE, "\n"))
def test_not_inside_of_a_transform(code):
    agree(Code(code, names), RuntimeError)


# ---- classes and modes that are asked ----


class Told(list):
    def tell(self, t, function, args, kwargs):
        which = {t.autograd.backward: "backward", t.autograd.grad: "grad", t.Tensor.backward: "method"}.get(function)
        if which:
            given = {name: None if value is None else type(value).__name__ for name, value in (kwargs or {}).items()}
            self.append((which, [type(one).__name__ for one in args], sorted(given.items(), key=lambda one: one[0])))


def _asking(t, told):
    class Asking(t.Tensor):
        @classmethod
        def __torch_function__(cls, function, types, args=(), kwargs=None):
            told.tell(t, function, args, kwargs)
            return super().__torch_function__(function, types, args, kwargs or {})

    return t.ones(3).as_subclass(Asking).requires_grad_()


def classes_are_asked(t):
    told = Told()
    x, p = _asking(t, told), t.ones(3, requires_grad=True)
    (x * 2).sum().backward()
    t.autograd.backward((x * 2).sum())
    t.autograd.backward((p * 2).sum(), inputs=[x, p])
    (p * 2).sum().backward(inputs=[p, x])
    t.autograd.grad((x * 2).sum(), x)
    found = t.autograd.grad((x * 2).sum(), {"x": x})
    return told, list(found), [type(one).__name__ for one in found.values()], x.grad.tolist(), p.grad


def objects_that_stand_for_tensors_are_asked(t):
    class Like:
        @classmethod
        def __torch_function__(cls, function, types, args=(), kwargs=None):
            return function is t.autograd.backward, function is t.autograd.grad, len(args), sorted(kwargs)

    p = t.ones(3, requires_grad=True)
    backward, grad = t.autograd.backward, t.autograd.grad
    return [backward(Like()), backward([Like(), 3], inputs=p), grad(Like(), p), grad(p.sum(), [p, Like()])]


def modes_are_asked(t):
    told, p = Told(), t.ones(3, requires_grad=True)

    class Mode(t.overrides.TorchFunctionMode):
        def __torch_function__(self, function, types, args=(), kwargs=None):
            told.tell(t, function, args, kwargs)
            return function(*args, **(kwargs or {}))

    edge = t.autograd.graph.get_gradient_edge
    with Mode():
        (p * 2).sum().backward()
        t.autograd.backward((p * 2).sum(), inputs=p)
        t.autograd.backward(edge((p * 2).sum()))
        t.autograd.backward(edge((p * 2).sum()), inputs=[p])
        t.autograd.grad((p * 2).sum(), p)
        t.autograd.grad(edge((p * 2).sum()), edge(p))
    return told, p.grad


@raises(RuntimeError)
def a_mode_is_not_asked_for_no_inputs(t):
    class Mode(t.overrides.TorchFunctionMode):
        def __torch_function__(self, function, types, args=(), kwargs=None):
            return 3 if function is t.autograd.backward else function(*args, **(kwargs or {}))

    p = t.ones(3, requires_grad=True).sum()
    with Mode():
        t.autograd.backward(p, inputs=[])


@all_of(sys.modules[__name__], helpers=(names,))
def test_asked(scenario):
    agree(scenario)
