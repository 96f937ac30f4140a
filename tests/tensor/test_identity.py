"""One Tensor for a tensor of libtorch's, as long as one is alive; torch does the same."""

import copy
import gc
import pickle
import threading

import pytest
import torch

import pytorch_c


def objects():
    """Returns how many Tensors there are. Weak references do not tell: of modes, they keep an object that is in the graph."""
    return sum(type(one) is pytorch_c.Tensor for one in gc.get_objects())


def test_a_gradient_is_one_object():
    w = pytorch_c.randn(3, requires_grad=True)
    (w * w).sum().backward()
    assert w.grad is w.grad
    given = pytorch_c.ones(3)
    w.grad = given
    assert w.grad is given
    del given
    before = objects()
    kept = w.grad
    assert objects() == before + 1
    del kept
    assert objects() == before, "a plain gradient needs no object while nobody looks at it"


# Each gives two objects that torch says are one.
SAME = (
    "x.contiguous(), x",
    "x.to(x.dtype), x",
    "x.to('cpu'), x",
    "x.float(), x",
    "x.type(x.dtype), x",
    "x.cpu(), x",
    "x[:]._base, x",
    "x.view(-1)._base, x",
    "x.view(-1).view(4, 4)._base, x",
    "x.resolve_conj(), x",
    "x.resolve_neg(), x",
    "x.add_(1), x",
    "x.zero_(), x",
    "x.requires_grad_(False), x",
    "torch.relu_(x), x",
    "torch.add(x, 1, out=x), x",
    "torch.sort(x, out=(x, torch.zeros(4, 4, dtype=torch.int64)))[0], x",
    "torch.nn.functional.dropout(x, 0.5, training=True, inplace=True), x",
    "torch.atleast_2d(x), x",
    "torch.atleast_2d([x, x])[1], x",
    "torch.stack([x, x], out=torch.zeros(2, 4, 4))._base, None",
    "x.expand_as(x)._base, x",
    "torch.conj(x), x",
    "torch.real(x), x",
    "x.positive(), x",
    "copy.copy([x])[0], x",
    "w.sum().grad_fn.next_functions[0][0].variable, w",
    "w.detach()._base, None",
)


@pytest.mark.parametrize("pair", SAME)
def test_what_is_one_object_in_torch_is_one_here(pair):
    def is_one(library):
        x, w = library.randn(4, 4), library.randn(4, 4, requires_grad=True)
        one, other = eval(pair, {"torch": library, "x": x, "w": w, "copy": copy})
        return one is other

    assert is_one(torch), "the row says what torch does not"
    assert is_one(pytorch_c)


def test_hooks_are_called_with_the_tensor_itself():
    w, seen = pytorch_c.randn(3, requires_grad=True), []
    hook = w.register_post_accumulate_grad_hook(seen.append)
    w.sum().backward()
    assert seen[0] is w
    hook.remove()


def test_a_custom_function_finds_what_it_has_saved():
    class Double(pytorch_c.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            found.extend(ctx.saved_tensors)
            return grad * 2

    found, x = [], pytorch_c.randn(3, requires_grad=True)
    Double.apply(x).sum().backward()
    assert found[0] is x


def test_a_closed_tensor_leaves_its_place():
    w = pytorch_c.randn(3, requires_grad=True)
    w.sum().backward()
    grad = w.grad
    grad.close()
    assert grad.closed
    assert w.grad is not grad
    assert not w.grad.closed


def test_a_closed_leaf_is_a_new_object_next_time():
    w = pytorch_c.randn(3, requires_grad=True)
    node = w.sum().grad_fn.next_functions[0][0]
    w.close()
    again = node.variable
    assert again is not w
    assert again is node.variable
    assert again.requires_grad


def test_an_object_that_goes_makes_room():
    w = pytorch_c.randn(3, requires_grad=True)
    node = w.sum().grad_fn.next_functions[0][0]
    before = objects()
    del w
    assert objects() == before - 1
    assert node.variable is not None


@pytest.mark.parametrize("made", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_copies_are_other_objects_and_stay_themselves(made):
    x = pytorch_c.nn.Parameter(pytorch_c.randn(3))
    y = made(x)
    assert y is not x
    assert y.contiguous() is y
    assert x.contiguous() is x


def test_the_data_of_a_tensor_may_change():
    x = pytorch_c.zeros(3)
    x.data = pytorch_c.ones(2)
    assert x.contiguous() is x
    assert x.view(-1)._base is x


def test_swapped_tensors_keep_their_places():
    x, y = pytorch_c.zeros(2), pytorch_c.ones(3)
    pytorch_c.utils.swap_tensors(x, y)
    assert x.float() is x
    assert y.float() is y
    assert x.shape == (3,)


def test_tables_by_object_find_gradients():
    model = pytorch_c.nn.Linear(2, 2)
    model(pytorch_c.ones(1, 2)).sum().backward()
    grads = {p.grad for p in model.parameters()}
    assert grads == {p.grad for p in model.parameters()}
    states = pytorch_c.utils.weak.WeakTensorKeyDictionary()
    kept = [p.grad for p in model.parameters()]
    for i, grad in enumerate(kept):
        states[grad] = i
    assert [states[p.grad] for p in model.parameters()] == [0, 1]


def test_threads_get_the_same_object():
    w = pytorch_c.randn(3, requires_grad=True)
    w.sum().backward()
    kept = w.grad
    found = []
    threads = [threading.Thread(target=lambda: found.extend(w.grad is kept for _ in range(200))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 800
    assert all(found)


def test_many_tensors_are_found_and_forgotten():
    base = pytorch_c.zeros(5000)
    rows = [base[i] for i in range(5000)]
    del rows[::3]
    gc.collect()
    rows += [base[i] for i in range(3000)]
    assert all(row.contiguous() is row and row.float() is row for row in rows)
    assert all(row._base is base for row in rows)
