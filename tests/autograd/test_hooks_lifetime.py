"""Hooks on tensors: how they fail, in which thread they run, and that nothing of them stays."""

import functools
import gc
import subprocess
import sys
import threading
import traceback
import weakref

import pytest
from support.oracle import settle
from support.project import HANG

import pytorch_c
from pytorch_c.utils.hooks import RemovableHandle


def leaf(t, *values):
    return t.tensor(values or (1.0, -2.0, 3.0), requires_grad=True)


# ---- errors ----


class Mine(Exception):
    """Of no kind that a C library knows."""


@pytest.mark.parametrize("register", ["register_hook", "register_post_accumulate_grad_hook"])
def test_the_very_exception_of_a_hook_comes_out_with_its_traceback(register):
    x, raised = leaf(pytorch_c), []

    def failing_hook(tensor):
        raised.append(Mine("nein", 3))
        raise raised[0]

    getattr(x, register)(failing_hook)
    for run in (lambda: (x * 2).sum().backward(), lambda: pytorch_c.autograd.backward([x.sum()])):
        with pytest.raises(Mine) as caught:
            run()
        assert caught.value is raised.pop()
        assert traceback.extract_tb(caught.value.__traceback__)[-1].name == "failing_hook"
        assert caught.value.args == ("nein", 3)


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, StopIteration, MemoryError, GeneratorExit])
def test_any_exception_comes_out_as_itself(error):
    x = leaf(pytorch_c)

    def hook(grad):
        raise error

    with x.register_hook(hook), pytest.raises(error):
        x.sum().backward()
    x.sum().backward()
    assert x.grad.tolist() == [1, 1, 1]


def test_a_gradient_of_another_dtype_is_refused():
    x = leaf(pytorch_c)
    x.register_hook(lambda grad: grad.double())
    with pytest.raises(RuntimeError, match="has changed the type of value"):
        x.sum().backward()


def test_an_exception_without_a_text_comes_out():
    class Dumb(Exception):
        def __str__(self):
            raise ValueError("no text")

    def hook(grad):
        raise Dumb

    x = leaf(pytorch_c)
    x.register_hook(hook)
    with pytest.raises(Dumb):
        x.sum().backward()


def test_an_exception_passes_through_nested_passes():
    x, y = leaf(pytorch_c), leaf(pytorch_c)
    errors = [Mine("inner")]  # not kept by the hook: its traceback leads back to the hook
    name = id(errors[0])

    def inner(grad):
        raise errors.pop()

    def outer(grad):
        with pytorch_c.enable_grad():
            y.sum().backward()

    y.register_hook(inner)
    x.register_hook(outer)
    with pytest.raises(Mine) as caught:
        x.sum().backward()
    assert id(caught.value) == name and caught.value.args == ("inner",)


def test_a_closed_tensor_from_a_hook_raises():
    x, closed = leaf(pytorch_c), pytorch_c.ones(3)
    closed.close()
    x.register_hook(lambda grad: closed)
    with pytest.raises(pytorch_c.ClosedTensorError):
        x.sum().backward()


def test_a_hook_may_close_what_it_was_given():
    x = leaf(pytorch_c)
    x.register_hook(lambda grad: grad.close())
    x.register_hook(lambda grad: grad * 2)
    x.sum().backward()
    assert x.grad.tolist() == [2, 2, 2]


@pytest.mark.parametrize("register", ["register_hook", "register_post_accumulate_grad_hook"])
def test_what_cannot_be_called_is_named_at_once(register):
    with pytest.raises(TypeError, match="argument 'hook' must be callable, not int"):
        getattr(leaf(pytorch_c), register)(3)


# ---- lifetime and threads ----


class Held:
    """An object that a hook refers to."""

    def __call__(self, tensor):
        self.called = True


def held_by_a_hook(x, register="register_hook"):
    held = Held()
    handle = getattr(x, register)(held)
    return weakref.ref(held), handle


@pytest.mark.frees
@pytest.mark.parametrize("register", ["register_hook", "register_post_accumulate_grad_hook"])
def test_a_hook_goes_with_its_tensor_or_when_removed(register):
    x = leaf(pytorch_c)
    removed, handle = held_by_a_hook(x, register)
    stays, _ = held_by_a_hook(x, register)
    handle.remove()
    assert removed() is None
    x.sum().backward()
    assert stays().called
    del x
    settle()
    assert stays() is None
    handle.remove()  # after its tensor


@pytest.mark.frees
def test_a_hook_on_an_inner_tensor_goes_with_the_graph():
    x = leaf(pytorch_c)
    y = x * 2
    held, _ = held_by_a_hook(y)
    z = y.sum()
    del y
    assert held() is not None
    z.backward()
    del z
    settle()
    assert held() is None


@pytest.mark.frees
def test_many_failing_passes_leave_nothing():
    x = leaf(pytorch_c)

    def hook(grad):
        raise Mine

    x.register_hook(hook)
    gc.collect()
    before = pytorch_c.live_tensors(), pytorch_c._boundary.library.lib.ptc_live_handles()
    for _ in range(50):
        with pytest.raises(Mine):
            (x * 2).sum().backward()
    assert (pytorch_c.live_tensors(), pytorch_c._boundary.library.lib.ptc_live_handles()) == before


@pytest.mark.frees
def test_a_hook_that_refers_to_its_tensor_goes_once_removed():
    x = leaf(pytorch_c)
    handle = x.register_hook(functools.partial(pytorch_c.mul, x))
    x.sum().backward()
    gone = weakref.ref(x)
    handle.remove()
    del x, handle
    settle()
    assert gone() is None


def test_handle_is_torchs():
    x = leaf(pytorch_c)
    handle = x.register_hook(print)
    assert isinstance(handle, RemovableHandle) and isinstance(handle.id, int)
    layer = pytorch_c.nn.Linear(2, 2)
    assert isinstance(layer.register_forward_hook(print), RemovableHandle)
    handle.remove()


def test_passes_in_many_threads_run_their_hooks_there():
    seen, errors = [], []

    def work():
        me = threading.get_ident()
        try:
            for _ in range(50):
                x = leaf(pytorch_c)
                y = x * 2
                y.register_hook(lambda g: seen.append(threading.get_ident() == me) or g * 2)
                y.sum().backward()
                assert x.grad.tolist() == [4, 4, 4]
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert not errors and len(seen) == 200 and all(seen)


def test_hooks_come_and_go_while_another_thread_runs_backward():
    x, stop = leaf(pytorch_c), threading.Event()
    first = x.register_hook(lambda g: g)  # the list is there before two threads use it

    def change():
        while not stop.is_set():
            x.register_hook(lambda g: g * 1).remove()

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(200):
            x.grad = None
            x.sum().backward()
            assert x.grad.tolist() == [1, 1, 1]
    finally:
        stop.set()
        thread.join()
    first.remove()


# ---- cycles ----

SEEN = pytest.mark.skipif(
    pytorch_c.finalizer() != "weakref", reason="other strategies keep a reference of their own to each handle"
)


def cycle_of_a_leaf():
    x = leaf(pytorch_c)
    x.register_hook(lambda grad: grad * x)
    return x


def cycle_of_a_leaf_after():
    x = leaf(pytorch_c)
    x.register_post_accumulate_grad_hook(lambda p: x.detach() is None or None)
    return x


def cycle_of_an_inner_tensor():
    y = leaf(pytorch_c) * 2
    y.register_hook(lambda grad: grad * y)
    return y


def cycle_of_a_parameter():
    module = pytorch_c.nn.Linear(2, 2)
    module.weight.register_hook(lambda grad: grad * len(list(module.parameters())))
    return module.weight


def cycle_of_a_node():
    y = leaf(pytorch_c) * 2
    y.grad_fn.register_hook(lambda inputs, outputs: (inputs[0] * y, None))
    y.grad_fn.register_prehook(lambda outputs: (outputs[0] * y,))
    return y


def cycle_of_metadata():
    y = leaf(pytorch_c) * 2
    y.grad_fn.metadata["itself"] = y
    return y


def cycle_of_a_context():
    class Keeps(pytorch_c.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.y = y = x * 2
            return y

        @staticmethod
        def backward(ctx, grad):
            return grad * ctx.y

    return Keeps.apply(leaf(pytorch_c))


CYCLES = [f for name, f in list(vars().items()) if name.startswith("cycle_of")]


@SEEN
@pytest.mark.parametrize("make", CYCLES, ids=lambda f: f.__name__)
def test_the_collector_finds_what_refers_to_its_own_tensor(make):
    gc.collect()
    before = pytorch_c.live_tensors()
    gone = weakref.ref(make())
    assert gone() is not None
    gc.collect()
    assert gone() is None and pytorch_c.live_tensors() == before


@SEEN
@pytest.mark.parametrize("make", CYCLES, ids=lambda f: f.__name__)
def test_the_collector_leaves_alone_what_is_in_use(make):
    x = make()
    y = (x * 3).sum()  # the graph refers to it now
    gc.collect()
    del x
    for _ in range(3):
        gc.collect()
    y.backward()


@SEEN
def test_the_collector_runs_while_passes_do():
    stop, errors = threading.Event(), []

    def work():
        try:
            for _ in range(100):
                x = cycle_of_a_leaf()
                y = cycle_of_an_inner_tensor()
                (x * 2 + y).sum().backward()
                assert x.grad.tolist() == [2, -4, 6]
        except BaseException as error:
            errors.append(error)

    def collect():
        while not stop.is_set():
            gc.collect(0)

    threads = [threading.Thread(target=work) for _ in range(3)]
    collector = threading.Thread(target=collect)
    for one in (*threads, collector):
        one.start()
    for one in threads:
        one.join()
    stop.set()
    collector.join()
    assert not errors


# ---- the end of the process ----

AT_THE_END = """
import threading, time
import pytorch_c as t

x = t.ones(3, requires_grad=True)
x.register_hook(lambda grad: grad * 2)
y = x * 2
y.register_hook(lambda grad: grad * y)  # a cycle that is still there at the end
y.grad_fn.metadata["y"] = y

class Twice(t.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2

def passes():
    while True:
        Twice.apply(x).sum().backward()

for _ in range(2):
    threading.Thread(target=passes, daemon=True).start()
time.sleep(0.2)
"""


def test_a_process_ends_while_daemon_threads_run_hooks():
    for _ in range(4):
        done = subprocess.run([sys.executable, "-c", AT_THE_END], capture_output=True, text=True, timeout=HANG)
        assert done.returncode == 0 and not done.stderr, done
