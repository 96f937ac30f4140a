"""autograd.Function: what is refused, how it fails, in many threads, and that nothing stays."""

import gc
import threading
import weakref

import pytest
from support.oracle import settle
from test_custom_functions import cube, identity, leaf, make

import pytorch_c


def test_the_very_exception_of_backward_comes_out():
    errors = [LookupError("mine")]
    name = id(errors[0])

    def backward(ctx, grad):
        raise errors.pop()

    with pytest.raises(LookupError) as caught:
        identity(pytorch_c, backward).apply(leaf(pytorch_c)).sum().backward()
    assert id(caught.value) == name


@pytest.mark.parametrize("name", ["save_for_backward", "mark_dirty", "mark_non_differentiable"])
def test_marks_take_tensors_only(name):
    def forward(ctx, x):
        getattr(ctx, name)(x, 3)

    with pytest.raises(TypeError, match=rf"{name} can only .* variables, but argument 1 is of type int"):
        make(pytorch_c, forward=forward).apply(leaf(pytorch_c))


def test_a_gradient_that_is_no_tensor_is_named():
    with pytest.raises(TypeError, match="MadeBackward: expected Tensor or None, got int"):
        identity(pytorch_c, lambda ctx, g: 3).apply(leaf(pytorch_c)).sum().backward()


def test_a_closed_input_raises():
    x = leaf(pytorch_c)
    x.close()
    with pytest.raises(pytorch_c.ClosedTensorError):
        cube(pytorch_c).apply(x)


def kept_context():
    contexts = []

    def forward(ctx, x):
        ctx.save_for_backward(x)
        contexts.append(ctx)
        return x * 1

    def backward(ctx, grad):
        assert ctx.saved_tensors[0].tolist() == [1, -2, 3]
        return grad

    return contexts, make(pytorch_c, forward=forward, backward=backward)


@pytest.mark.frees
def test_a_context_that_outlives_its_node_says_so():
    contexts, function = kept_context()
    y = function.apply(leaf(pytorch_c))
    assert contexts[0] is y.grad_fn and contexts[0].saved_tensors[0].tolist() == [1, -2, 3]
    y.sum().backward()
    with pytest.raises(RuntimeError, match="second time"):
        contexts[0].saved_tensors  # noqa: B018
    del y
    settle()
    with pytest.raises(RuntimeError, match="saved tensors are gone"):
        contexts[0].saved_tensors  # noqa: B018


class Held(list):
    """An object that can be referred to weakly."""


@pytest.mark.frees
@pytest.mark.parametrize("run", [True, False])
def test_context_and_tensors_go_with_the_graph(run):
    settle()
    held, before = Held(), pytorch_c.live_tensors()
    gone = weakref.ref(held)

    def forward(ctx, x, held):
        y = x.exp()
        ctx.held = held
        ctx.save_for_backward(x, y, y * 2)
        return y

    function = make(pytorch_c, forward=forward, backward=lambda ctx, g: (g * ctx.saved_tensors[1], None))
    y = function.apply(leaf(pytorch_c), held)
    del held
    assert gone() is not None
    if run:
        y.sum().backward()
    del y
    settle()
    assert gone() is None and pytorch_c.live_tensors() == before


@pytest.mark.frees
def test_a_context_without_a_graph_goes_at_once():
    contexts, function = kept_context()
    with pytorch_c.no_grad():
        function.apply(leaf(pytorch_c))
    gone = weakref.ref(contexts.pop())
    assert gone() is None


@pytest.mark.frees
def test_saved_tensors_go_after_the_pass():
    contexts, function = kept_context()
    x = leaf(pytorch_c)
    y = function.apply(x * 1)
    settle()
    bytes_before = pytorch_c.live_bytes()
    y.sum().backward()
    settle()
    assert pytorch_c.live_bytes() <= bytes_before + x.nbytes  # its gradient has no handle yet
    contexts.clear()


def test_many_threads_run_one_function():
    function, errors = cube(pytorch_c), []

    def work():
        try:
            for _ in range(50):
                x = leaf(pytorch_c)
                function.apply(x).sum().backward()
                assert x.grad.tolist() == [3, 12, 27]
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    gc.collect()
    assert not errors


def test_one_node_in_two_threads():
    x, errors = leaf(pytorch_c), []
    y = cube(pytorch_c).apply(x).sum()

    def work():
        try:
            for _ in range(50):
                (g,) = pytorch_c.autograd.grad(y, x, retain_graph=True)
                assert g.tolist() == [3, 12, 27]
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not errors
