"""backward, grad, the states that steer recording, and what they refuse."""

import threading

import pytest
import torch
from support.oracle import agree, agree_on, cases, refused

import pytorch_c

BACKWARD = """x.requires_grad_(); (x * x).sum().backward(); x = x.grad
x.requires_grad_(); (x * x).backward(t.ones(3, 4)); x = x.grad
x.requires_grad_(); (x * x).backward(gradient=t.ones(3, 4) * 2); x = x.grad
x.requires_grad_(); z = (x ** 2).sum(); z.backward(retain_graph=True); z.backward(); x = x.grad
x.requires_grad_(); (x * 2).sum().backward(); (x * 3).sum().backward(); x = x.grad
x.requires_grad_(); w = t.ones(3, 4, requires_grad=True); (x * w).sum().backward(inputs=[x]); x = (x.grad, w.grad)
x.requires_grad_(); w = t.ones(3, 4, requires_grad=True); (x * w).sum().backward(inputs=w); x = (x.grad, w.grad)
x.requires_grad_(); z = x * 2; z.sum().backward(inputs=[z]); x = x.grad
x.requires_grad_(); z = x * 2; z.retain_grad(); z.sum().backward(); x = (z.grad, x.grad, z.retains_grad)
x.requires_grad_(); z = (x ** 2).sum(); x.data.add_(1); z.backward(); x = x.grad, x._version, x.data._version, x.data.requires_grad
x.requires_grad_(); w = x * 1; w.data.zero_(); x = w, w._version, w.data.is_leaf, w.data.data_ptr() == w.data_ptr()
x.requires_grad_(); w = t.ones(2, requires_grad=True); x = t.autograd.grad(x.sum(), (x, w), materialize_grads=True)
x.requires_grad_(); w = t.ones(2, requires_grad=True); x = t.autograd.grad(x.sum(), (x, w), create_graph=True, materialize_grads=True)
x.requires_grad_(); x = t.autograd.grad(x ** 2, x, t.arange(24.0).view(2, 3, 4), is_grads_batched=True)
x.requires_grad_(); w = t.ones(2, requires_grad=True); x = t.autograd.grad([x.exp(), x.sum(0)], [x, w], [t.ones(2, 3, 4), t.ones(2, 4)], is_grads_batched=True, allow_unused=True)
x.requires_grad_(); x = t.autograd.grad(x.exp(), x, t.ones(2, 3, 4), is_grads_batched=True, create_graph=True)
x.requires_grad_(); z = t.autograd.grad(x.sum(), {"a": x}); x = list(z), z["a"]
x.requires_grad_(); w = x * 2; w.sum().backward(inputs={"a": x}); x = x.grad
x.requires_grad_(); t.autograd.backward(x * 2, grad_variables=t.ones(3, 4)); x = x.grad
x.requires_grad_(); t.autograd.backward(x * 2, t.ones(3, 4), None, False, None, [x]); x = x.grad
x.requires_grad_(); x.grad_dtype = t.float64; (x * 2).sum().backward(); x = x.grad_dtype, x.grad
x.requires_grad_(); x.grad_dtype = None; x.grad = t.ones(3, 4).double(); x = x.grad_dtype, x.grad
x = t.autograd.Variable(x, requires_grad=True); (x * 2).sum().backward(); x = x, x.grad, isinstance(x, t.autograd.Variable)
x = t.autograd.Variable(), t.autograd.Variable(x * 2), isinstance(3, t.autograd.Variable)
with t.autograd.grad_mode.no_grad(): x = t.autograd.Variable(x, volatile=True)
x.requires_grad_(); x.retain_grad(); x.sum().backward(); x = x.grad, x.retains_grad
x.requires_grad_(); (g,) = t.autograd.grad((x ** 3).sum(), x, create_graph=True); (g * g).sum().backward(); x = x.grad
x.requires_grad_(); (x ** 3).sum().backward(create_graph=True); x = x.grad.detach()
x.requires_grad_(); x = t.autograd.grad((x * 2).sum(), x)
x.requires_grad_(); x = t.autograd.grad((x * 2).sum(), [x, x])
x.requires_grad_(); x = t.autograd.grad([(x * 2).sum(), (x * 3).sum()], [x])
x.requires_grad_(); x = t.autograd.grad(x * 2, x, t.ones(3, 4))
x.requires_grad_(); x = t.autograd.grad(x * 2, x, grad_outputs=[t.ones(3, 4)])
x.requires_grad_(); x = t.autograd.grad([x * 2, x.sum()], x, [t.ones(3, 4), None])
x.requires_grad_(); w = t.ones(1, requires_grad=True); x = t.autograd.grad(x.sum(), [x, w], allow_unused=True)
x.requires_grad_(); t.autograd.backward([(x * 2).sum(), (x * 3).sum()]); x = x.grad
x.requires_grad_(); t.autograd.backward(x * 2, [t.ones(3, 4)]); x = x.grad
x.requires_grad_(); t.autograd.backward((x * 2, x.sum()), grad_tensors=(t.ones(3, 4), None)); x = x.grad
x.requires_grad_(); z = x.detach(); z *= 0; x = (x.sum() * 1, z.requires_grad, z.is_leaf)
x.requires_grad_(); x = (x * 2).detach_().requires_grad
x.requires_grad_(); x.data.add_(1); x = x.sum()
x.requires_grad_(); z = x * 1; z.add_(1); z.sum().backward(); x = x.grad
x.requires_grad = True; x = x.requires_grad
x.requires_grad_(False); x = x.requires_grad
x.requires_grad_(); x = (x * 2).is_leaf, x.is_leaf, v.is_leaf, (x * 2).requires_grad, (x > 0).requires_grad
x.requires_grad_(); x.grad = t.ones(3, 4); x.sum().backward(); x = x.grad
x.requires_grad_(); x.sum().backward(); x.grad = None; x = x.grad
x.requires_grad_(); x.sum().backward(); x.grad.zero_(); x = x.grad
x.requires_grad_(); x.sum().backward(); del x.grad; x = x.grad
z = x.to(t.complex64).requires_grad_(); (z * z.conj()).real.sum().backward(); x = z.grad
x.requires_grad_(); z = x.half(); (z * 2).sum().backward(); x = x.grad
x = t.full((2,), nan).requires_grad_(); (x * 0).sum().backward(); x = x.grad"""


@pytest.mark.parametrize("code", cases(BACKWARD, "\n"))
def test_as_torch(code):
    agree_on(code, strides=False)


MODES = """t.is_grad_enabled()
x.requires_grad_(); x = []; exec('with t.no_grad(): x.append(t.is_grad_enabled())'); x.append(t.is_grad_enabled())
x.requires_grad_(); z = t.no_grad()(lambda a: (a * 2).requires_grad)(x); x = z
x.requires_grad_(); z = t.enable_grad()(lambda a: (a * 2).requires_grad)(x); x = z
f = t.set_grad_enabled(False)(t.is_grad_enabled); x = f(), t.is_grad_enabled()
x = t.set_grad_enabled(True).mode, repr(t.set_grad_enabled(True))
x = t.no_grad()(dict)(a=1), t.no_grad().__enter__(), t.set_grad_enabled(True).__enter__()
x = t.no_grad(t.is_grad_enabled)(), t.inference_mode(t.is_inference_mode_enabled)(), t.inference_mode(False)(t.is_inference_mode_enabled)()
x.requires_grad_(); z = t.set_grad_enabled(False); x = (x * 2).requires_grad; t.set_grad_enabled(True)
x.requires_grad_(); t.inference_mode()(lambda: x.add_(1))()
z = t.inference_mode()(lambda: t.ones(2) * 2)(); x = z.is_inference(), z.requires_grad"""


@pytest.mark.parametrize("code", cases(MODES, "\n"))
def test_modes_as_torch(code):
    agree_on(code)


REFUSED = {
    RuntimeError: """x.requires_grad_(); z = (x ** 2).sum(); z.backward(); z.backward()
x.requires_grad_(); (x * 2).backward()
x.sum().backward()
x.requires_grad_(); (x * 2).backward(t.ones(2))
x.requires_grad_(); (x * 2).sum().backward(inputs=[])
x.requires_grad_(); z = (x ** 2).sum(); x.detach().add_(1); z.backward()
x.requires_grad_(); t.autograd.grad(x.exp(), x, t.ones(3, 4), is_grads_batched=True)
x.requires_grad_(); t.autograd.grad(x.sum(), {})
x.requires_grad_(); t.autograd.backward(x * 2, t.ones(3, 4), grad_variables=t.ones(3, 4))
x.grad_dtype = t.float16; x.grad = t.ones(3, 4)
x.requires_grad_(); x = (x * 2).grad_dtype
x.requires_grad_(); y = x * 2; y.grad_dtype = t.float64
x.requires_grad_(); x.sum().backward(); x.grad_dtype = t.float64
x.retain_grad()
x.requires_grad_(); x = t.autograd.grad(x * 2, x)
x.requires_grad_(); w = t.ones(1, requires_grad=True); t.autograd.grad(x.sum(), [x, w])
x.requires_grad_(); t.autograd.grad(x.sum(), v)
x.requires_grad_(); x.add_(1)
x.requires_grad_(); z = x.exp(); z.add_(1); z.sum().backward()
x.requires_grad_(); z = x[0]; z.add_(1)
y.requires_grad_()
y.requires_grad = True
x.requires_grad_(); (x * 2).requires_grad_(False)
x.requires_grad_(); z = x * 2; z.requires_grad = False
x = t.zeros(2, requires_grad=True, dtype=t.int64)
x.requires_grad_(); x.grad = t.ones(2)
x.requires_grad_(); x.grad = t.ones(3, 4, dtype=t.float64)
z = x.to(t.complex64).requires_grad_(); (z * z.conj()).sum().backward()""",
    TypeError: """t.set_grad_enabled(1)
x.requires_grad_(); (x * 2).backward(1)
t.autograd.Variable([1.0])
x.requires_grad_(); t.autograd.grad(1, x)
x.requires_grad_(); x.grad = 1""",
    ValueError: """x.requires_grad_(); t.autograd.grad(x.sum(), x, allow_unused=False, materialize_grads=True)
x.requires_grad_(); t.autograd.grad([x.exp(), x], x, [t.ones(2, 3, 4), t.ones(3, 3, 4)], is_grads_batched=True)
t.autograd.Variable(x, True, True)""",
    (RuntimeError, TypeError): ['x.grad_dtype = "float32"'],
}


@pytest.mark.parametrize("code, raises", refused(REFUSED, "\n"))
def test_refused(code, raises):
    agree_on(code, raises)


def test_modes_nest_and_are_restored():
    x = pytorch_c.ones(1, requires_grad=True)
    with pytorch_c.no_grad():
        assert not (x * 2).requires_grad
        with pytorch_c.enable_grad():
            assert (x * 2).requires_grad
            with pytorch_c.set_grad_enabled(False):
                assert not (x * 2).requires_grad
            assert (x * 2).requires_grad
        assert not (x * 2).requires_grad
    assert (x * 2).requires_grad


def test_mode_is_restored_after_an_exception():
    with pytest.raises(KeyError), pytorch_c.no_grad():
        raise KeyError
    assert pytorch_c.is_grad_enabled()


def test_decorators_keep_name_and_result():
    @pytorch_c.no_grad()
    def double(x):
        """Twice."""
        return x * 2 if x.numel() > 1 else double(pytorch_c.cat([x, x]))

    x = pytorch_c.ones(1, requires_grad=True)
    assert not double(x).requires_grad
    assert (double.__name__, double.__doc__) == ("double", "Twice.")

    @pytorch_c.no_grad
    def bare(x):
        return x * 2

    assert not bare(x).requires_grad and (x * 2).requires_grad


def test_set_grad_enabled_works_at_once():
    pytorch_c.set_grad_enabled(False)
    try:
        assert not pytorch_c.is_grad_enabled()
    finally:
        pytorch_c.set_grad_enabled(True)
    assert pytorch_c.is_grad_enabled()


def test_mode_belongs_to_the_thread():
    seen = []
    with pytorch_c.no_grad():
        thread = threading.Thread(target=lambda: seen.append(pytorch_c.is_grad_enabled()))
        thread.start()
        thread.join()
    assert seen == [True]


def test_torch_in_the_same_process_sees_the_mode():
    """One libtorch, one state."""
    with pytorch_c.no_grad():
        assert not torch.is_grad_enabled()


@pytest.mark.frees
def test_gradients_are_freed_with_their_tensor():
    before = pytorch_c.live_tensors()
    x = pytorch_c.ones(10, requires_grad=True)
    for _ in range(3):
        loss = (x * x).sum()
        loss.backward()
        x.grad = None
    del x, loss
    assert pytorch_c.live_tensors() == before


def test_backward_in_threads():
    results = []

    def work(scale):
        x = pytorch_c.ones(100, requires_grad=True)
        for _ in range(20):
            (x * scale).sum().backward()
        results.append((scale, x.grad[0].item()))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [(n, 20.0 * n) for n in range(1, 5)]


def test_names_of_nodes():
    x = pytorch_c.ones(1, requires_grad=True)
    assert x.grad_fn_name() is None
    assert (x + 1).grad_fn_name().startswith("AddBackward")
    assert "grad_fn=<MulBackward" in repr(x * 2)


@pytest.mark.parametrize("library", (torch, pytorch_c), ids=lambda one: one.__name__)
def test_a_decorated_generator_runs_each_step_in_the_mode(library):
    seen = []

    @library.no_grad()
    def steps(count):
        """Text of a graph."""
        for _ in range(count):
            try:
                seen.append((library.is_grad_enabled(), (yield library.is_grad_enabled())))
            except KeyError:
                seen.append("thrown")
        return "end"

    assert steps.__doc__ == "Text of a graph."
    running = steps(3)
    assert next(running) is False and library.is_grad_enabled()
    assert running.send(5) is False and library.is_grad_enabled()
    assert running.throw(KeyError()) is False and library.is_grad_enabled()
    with pytest.raises(StopIteration) as end:
        next(running)
    assert end.value.value == "end" and seen == [(False, 5), "thrown", (False, None)]
    left = steps(1)
    next(left)
    left.close()
    with pytest.raises(ZeroDivisionError):
        list(library.enable_grad()(lambda: 1 / 0)())
    assert library.is_grad_enabled()


def test_integers_that_shall_require_gradients_say_what_torch_says():
    with pytest.raises(RuntimeError) as theirs:
        torch.tensor(1).requires_grad_()
    with pytest.raises(RuntimeError) as ours:
        pytorch_c.tensor(1).requires_grad_()
    assert str(ours.value) == str(theirs.value)


def test_grad_is_the_object_that_python_has():
    w = pytorch_c.ones(3, requires_grad=True)
    w.sum().backward()
    held = w.grad
    assert w.grad is held
    w.grad = other = pytorch_c.zeros(3)
    assert w.grad is other and held.tolist() == [1.0] * 3
    other.close()
    assert w.grad is not other and w.grad.tolist() == [0.0] * 3
    w.grad.note = "kept by the gradient"
    assert w.grad.note == "kept by the gradient"
    w.grad = None
    assert w.grad is None


WORDS = {
    "unused": lambda t, x, y: t.autograd.grad(x.sum(), [x, y]),
    "no gradient": lambda t, x, y: t.autograd.grad(x.sum(), y.detach()),
    "more than a scalar's": lambda t, x, y: t.autograd.grad(x.sum(), x, t.ones(3)),
    "a row of it": lambda t, x, y: t.autograd.backward([x * 2], [t.ones(4, 2)]),
    "by the method": lambda t, x, y: x.sum().backward(t.ones(1)),
    "of a batch": lambda t, x, y: t.autograd.grad(x.sum(), y, t.ones(2), is_grads_batched=True),
}


@pytest.mark.parametrize("name", WORDS)
def test_what_does_not_fit_is_refused_in_torchs_words(name):
    def case(t):
        return WORDS[name](t, t.ones(2, requires_grad=True), t.ones(2, requires_grad=True))

    agree(case, raises=RuntimeError)
