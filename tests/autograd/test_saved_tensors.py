"""Hooks on saved tensors, on several gradients, versions, and what a Function's ctx has, against torch."""

import gc
import threading
import weakref

import pytest
import torch
from support.oracle import agree

import pytorch_c
from pytorch_c import live_tensors

LIBRARIES = (pytorch_c, torch)


def leaf(library, start=1.0):
    return (library.arange(3.0) + start).requires_grad_()


def packed_and_unpacked(library):
    said = []

    def pack(tensor):
        said.append(("pack", tensor.shape, tensor.requires_grad, tensor.tolist()))
        return tensor.detach().numpy().copy()

    def unpack(array):
        said.append(("unpack", array.tolist()))
        return library.from_numpy(array)

    x = leaf(library)
    with library.autograd.graph.saved_tensors_hooks(pack, unpack):
        y = (x * x).exp()
    said.append("backward")
    y.sum().backward()
    return said, x.grad


def nested(library):
    said = []
    hooks = library.autograd.graph.saved_tensors_hooks
    note = lambda name: (lambda tensor: said.append(name) or tensor, lambda tensor: said.append("un" + name) or tensor)
    x = leaf(library)
    with hooks(*note("outer")):
        a = x.sin()
        with hooks(*note("inner")):
            b = a.cos()
        c = b.exp()
    d = c.sigmoid()
    d.sum().backward()
    return said, x.grad


def retained(library):
    count = []
    x = leaf(library)
    with library.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: count.append(1) or t):
        y = x.exp().sum()
    y.backward(retain_graph=True)
    y.backward()
    return len(count), x.grad


def twice_differentiable(library):
    x = leaf(library)
    with library.autograd.graph.saved_tensors_hooks(lambda t: t * 1, lambda t: t / 1):
        (first,) = library.autograd.grad(x.pow(3).sum(), x, create_graph=True)
        (second,) = library.autograd.grad(first.sum(), x)
    return first.detach(), second


def custom_function(library):
    said = []

    class Square(library.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            out = x * x
            ctx.save_for_backward(x, out)
            return out

        @staticmethod
        def backward(ctx, grad):
            x, out = ctx.saved_tensors
            return 2 * x * grad

    x = leaf(library)
    with library.autograd.graph.saved_tensors_hooks(lambda t: said.append(t.tolist()) or t, lambda t: t):
        y = Square.apply(x)
    y.sum().backward()
    return said, x.grad


def saved_on_cpu(library):
    x = leaf(library)
    with library.autograd.graph.save_on_cpu():
        y = x.exp() * x
    with library.autograd.graph.save_on_cpu(pin_memory=True, device_type="cuda"):
        z = x * y
    z.sum().backward()
    return x.grad


@pytest.mark.parametrize(
    "case", [packed_and_unpacked, nested, retained, twice_differentiable, custom_function, saved_on_cpu]
)
def test_hooks_are_called_as_in_torch(case):
    agree(case)


def test_both_libraries_in_turns():
    """Each library's hooks see its own tensors, whoever installed first."""
    seen = {name: [] for name in ("ours", "theirs")}

    def run(library, name):
        x = leaf(library)
        with library.autograd.graph.saved_tensors_hooks(lambda t: seen[name].append(type(t)) or t, lambda t: t):
            y = x.exp()
        y.sum().backward()
        return x.grad.tolist()

    for _ in range(2):
        assert run(pytorch_c, "ours") == run(torch, "theirs")
    assert set(seen["ours"]) == {pytorch_c.Tensor} and set(seen["theirs"]) == {torch.Tensor}
    assert len(seen["ours"]) == len(seen["theirs"])


# ---- errors ----


def raising_pack(library):
    def pack(tensor):
        raise KeyError("pack")

    x = leaf(library)
    with library.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        x.exp()


def as_numbers(tensor):
    return tensor.tolist()  # libtorch keeps what was packed where unpacking fails, torch's too


def raising_unpack(library):
    def unpack(numbers):
        raise KeyError("unpack")

    x = leaf(library)
    with library.autograd.graph.saved_tensors_hooks(as_numbers, unpack):
        y = x.exp()
    y.sum().backward()


def unpacks_no_tensor(library):
    x = leaf(library)
    with library.autograd.graph.saved_tensors_hooks(as_numbers, lambda numbers: 3):
        y = x.exp()
    y.sum().backward()


def changes_its_input(library):
    x = leaf(library)
    with library.autograd.graph.saved_tensors_hooks(lambda t: t.add_(1), lambda t: t):
        (x * 1).exp()


def disabled(library):
    graph = library.autograd.graph
    with graph.disable_saved_tensors_hooks("not here"), graph.saved_tensors_hooks(lambda t: t, lambda t: t):
        pass


def disabled_inside(library):
    graph = library.autograd.graph
    with graph.saved_tensors_hooks(lambda t: t, lambda t: t), graph.disable_saved_tensors_hooks("not here"):
        pass


@pytest.mark.parametrize(
    "case, raises",
    [
        (raising_pack, KeyError),
        (raising_unpack, KeyError),
        (unpacks_no_tensor, TypeError),
        (changes_its_input, RuntimeError),
        (disabled, RuntimeError),
        (disabled_inside, RuntimeError),
    ],
)
def test_errors_are_torchs(case, raises):
    agree(case, raises=raises, text=case is not changes_its_input)
    x = leaf(pytorch_c)
    x.exp().sum().backward()  # no hooks are left
    assert x.grad is not None


def test_disabling_ends_with_its_block():
    graph = pytorch_c.autograd.graph
    with graph.disable_saved_tensors_hooks("outer"):
        with graph.disable_saved_tensors_hooks("inner"):
            pass
        with pytest.raises(RuntimeError, match="outer"):
            graph.saved_tensors_hooks(lambda t: t, lambda t: t).__enter__()
    with graph.saved_tensors_hooks(lambda t: t, lambda t: t):
        pass
    with pytest.raises(TypeError, match="'pack_hook' must be callable"):
        graph.saved_tensors_hooks(3, lambda t: t)
    with pytest.raises(RuntimeError, match="no saved tensor hooks"):
        graph.saved_tensors_hooks(lambda t: t, lambda t: t).__exit__(None, None, None)


def test_threads_have_hooks_of_their_own():
    seen = []

    def work():
        leaf(pytorch_c).exp()

    with pytorch_c.autograd.graph.saved_tensors_hooks(lambda t: seen.append(1) or t, lambda t: t):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert seen == []


def test_what_was_packed_goes_with_the_graph():
    class Packed:
        pass

    held = []

    def pack(tensor):
        made = Packed()
        made.array = tensor.detach().numpy().copy()
        held.append(weakref.ref(made))
        return made

    gc.collect()
    before = live_tensors()
    x = leaf(pytorch_c)
    hooks = pytorch_c.autograd.graph.saved_tensors_hooks(pack, lambda made: pytorch_c.from_numpy(made.array))
    with hooks:
        y = x.exp() * x
    assert len(held) == 3 and all(one() is not None for one in held)
    y.sum().backward()
    del x, y
    gc.collect()
    assert all(one() is None for one in held) and live_tensors() == before


# ---- several gradients ----


def all_gradients(library):
    said = []
    a, b, c = (leaf(library, n) for n in (1.0, 2.0, 3.0))
    handle = library.autograd.graph.register_multi_grad_hook((a, b, c), lambda grads: said.append(list(grads)))
    (a * b).sum().backward()
    (a + b * c).sum().backward()
    handle.remove()
    (a * b * c).sum().backward()
    return [[None if g is None else g.tolist() for g in grads] for grads in said]


def any_gradient(library):
    said = []
    a, b = leaf(library), leaf(library, 2.0)
    middle = a * 2
    hook = lambda grad: said.append(grad.tolist())
    library.autograd.graph.register_multi_grad_hook((a, b, middle), hook, mode="any")
    for _ in range(2):
        (a * 2 * b).sum().backward()
    (middle * b).sum().backward()
    return len(said), said


def of_inner_tensors(library):
    said = []
    x = leaf(library)
    inner = [x.sin(), x.cos()]
    library.autograd.graph.register_multi_grad_hook(inner, lambda grads: said.append([g.tolist() for g in grads]))
    (inner[0] * inner[1]).sum().backward()
    return said


def bad_mode(library):
    library.autograd.graph.register_multi_grad_hook((leaf(library),), print, mode="some")


def no_gradient(library):
    library.autograd.graph.register_multi_grad_hook((library.ones(2),), print)


@pytest.mark.parametrize("case", [all_gradients, any_gradient, of_inner_tensors])
def test_hooks_on_several_gradients(case):
    agree(case)


def test_bad_hooks_on_several_gradients():
    agree(bad_mode, raises=ValueError)
    with pytest.raises(RuntimeError, match="doesn't require gradient"):
        no_gradient(pytorch_c)


# ---- versions, threads, contexts ----


def test_increment_version():
    def run(library):
        x, y = library.ones(2), library.ones(3)
        library.autograd.graph.increment_version(x)
        library.autograd.graph.increment_version([x, y])
        return x._version, y._version

    agree(run)

    def noticed(library):
        x = leaf(library)
        y = x * 1
        z = y.exp() * y
        library.autograd.graph.increment_version(y)
        z.sum().backward()

    agree(noticed, raises=RuntimeError, text=False)

    def of_inference(library):
        with library.inference_mode():
            x = library.ones(2)
        library.autograd.graph.increment_version(x)
        return x

    agree(of_inference)
    with pytest.raises(TypeError, match="to be a tensor"):
        pytorch_c.autograd.graph.increment_version([3])


def test_multithreading_is_a_state():
    from pytorch_c._boundary import api

    mode = pytorch_c.autograd.set_multithreading_enabled
    assert api.multithreading_enabled()
    with mode(False):
        assert not api.multithreading_enabled()
        with mode(True):
            assert api.multithreading_enabled()
        assert not api.multithreading_enabled()
    assert api.multithreading_enabled()
    mode(False)
    assert not api.multithreading_enabled()
    mode(True)


def test_attributes_of_ctx_are_the_nodes():
    def run(library):
        class Scale(library.autograd.Function):
            @staticmethod
            def forward(ctx, x, factor):
                ctx.opts = {"factor": factor}
                ctx.factor = factor
                return x * factor

            @staticmethod
            def backward(ctx, grad):
                return grad * ctx.factor, None

        y = Scale.apply(leaf(library), 3)
        found = y.grad_fn.opts, y.grad_fn.factor, hasattr(y.grad_fn, "other"), y.grad_fn.needs_input_grad
        y.sum().backward()
        return found, y.grad_fn.opts, hasattr((y * 2).grad_fn, "opts")

    agree(run)
    with pytest.raises(AttributeError, match="'MulBackward0' object has no attribute 'opts'"):
        (leaf(pytorch_c) * 2).grad_fn.opts  # noqa: B018


@pytest.mark.parametrize("lib", [pytorch_c, torch], ids=["pytorch_c", "torch"])
def test_hooks_that_a_backward_pass_begins_or_ends_are_those_of_before_it(lib):
    seen = []
    hooks = lib.autograd.graph.saved_tensors_hooks(lambda x: x, lambda x: (hooks.__exit__(), x)[1])
    inner = lib.autograd.graph.saved_tensors_hooks(
        lambda x: (seen.append(1), x)[1], lambda x: (inner.__enter__(), x)[1]
    )
    with hooks:
        x = lib.ones(2, requires_grad=True)
        x.sin().sum().backward()  # leaves the hooks, which are there again
        with inner:
            x.sin().sum().backward()  # begins further ones, which are gone
        seen.clear()
        x.sin()
        assert not seen
    with lib.autograd.graph.disable_saved_tensors_hooks("none is left"):
        pass
