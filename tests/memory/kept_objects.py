"""Objects with attributes, or of a class of the user's, that the graph keeps; test_kept_objects.py runs it under each strategy.

    PYTORCH_C_FINALIZER=NAME python tests/memory/kept_objects.py

prints {promise: null or what went wrong} as JSON.
"""

import gc
import json
import traceback
import weakref

import pytorch_c as torch

EXPLICIT = torch.finalizer() == "explicit"
PROMISES = []


class Own(torch.Tensor):
    """A class of the user's."""


def promise(check):
    PROMISES.append(check)
    return check


def settle():
    for _ in range(3):
        gc.collect()
        torch.zeros(1).close()  # what was put aside is closed before


def with_gradient():
    w = torch.randn(3, requires_grad=True)
    w.sum().backward()
    return w


def leaf_of(node):
    for following, _ in node.next_functions:
        if following is not None:
            found = following.variable if hasattr(following, "variable") else leaf_of(following)
            if found is not None:
                return found
    return None


@promise
def attributes_of_a_gradient_stay():
    w = with_gradient()
    w.grad.note = [1]
    settle()
    assert w.grad.note == [1]
    seen = weakref.ref(w.grad)
    assert seen() is w.grad
    w.sum().backward()
    assert w.grad.note == [1] and w.grad.tolist() == [2, 2, 2]
    w.grad = None
    settle()
    assert seen() is None


@promise
def a_plain_gradient_is_not_kept():
    w = with_gradient()
    seen = weakref.ref(w.grad)
    settle()
    assert EXPLICIT or seen() is None


@promise
def a_weak_reference_leads_to_an_open_tensor():
    w = with_gradient()
    w.grad.note = 1
    seen = weakref.ref(w.grad)
    assert seen().tolist() == [1, 1, 1]
    assert (seen() + 1).shape == (3,)
    assert torch.stack([seen(), seen()]).shape == (2, 3)
    assert not seen().closed
    assert seen()[0].item() == 1
    assert w[seen().long()].shape == (3,)


@promise
def a_leaf_of_a_class_comes_back_as_itself():
    x = torch.Tensor._make_subclass(Own, torch.randn(3), True)
    x.tag = "mine"
    y, seen = (x * 2).sum(), weakref.ref(x)
    del x
    settle()
    found = leaf_of(y.grad_fn)
    assert type(found) is Own and found.tag == "mine" and found is seen()
    found.close()
    del found
    y.close()
    del y
    settle()
    assert EXPLICIT or seen() is None


@promise
def a_parameter_stays_one():
    p = torch.nn.Parameter(torch.randn(2))
    y = p.sum()
    del p
    assert type(leaf_of(y.grad_fn)) is torch.nn.Parameter


@promise
def a_closed_gradient_comes_back_as_a_new_object():
    w = with_gradient()
    w.grad.note = 1
    seen = weakref.ref(w.grad)
    seen().close()
    assert not hasattr(w.grad, "note")
    assert not w.grad.closed


@promise
def the_collector_sees_through_a_gradient():
    model = torch.nn.Linear(2, 2)
    model(torch.ones(1, 2)).sum().close()
    loss = model(torch.ones(1, 2)).sum()
    loss.backward()
    loss.close()
    del loss
    model.weight.grad.model = model
    seen = weakref.ref(model)
    del model
    settle()
    assert EXPLICIT or seen() is None


@promise
def gc_frees_the_cycle_of_each_step():
    """model -> parameter -> gradient -> attribute -> model, in the loop that gc() is for."""
    before, seen = torch.live_tensors(), None
    torch.gc()
    for _ in range(5):
        model, x = torch.nn.Linear(8, 8), torch.ones(1, 8)
        y = model(x)
        loss = y.sum()
        loss.backward()
        model.weight.grad.model = model.bias.grad.model = model
        if EXPLICIT:
            for one in (model.weight.grad, model.bias.grad, *model.parameters(), x, y, loss):
                one.close()
            del one
        seen = weakref.ref(model)
        del model, x, y, loss
        torch.gc()
        assert seen() is None
    torch.finish_gc()
    assert EXPLICIT or torch.live_tensors() == before


@promise
def a_model_in_use_keeps_its_gradients():
    model = torch.nn.Linear(2, 2)
    model(torch.ones(1, 2)).sum().backward()
    model.weight.grad.model = model
    settle()
    assert model.weight.grad.model is model


@promise
def long_chains_end():
    before = None
    for _ in range(20_000):
        w = torch.ones(1, requires_grad=True)
        w.grad = torch.ones(1)
        w.grad.before, before = before, w
    before = w = None
    settle()


@promise
def threads_keep_and_find():
    import threading

    w = with_gradient()
    w.grad.count = 0
    wrong = []

    def work():
        for _ in range(300):
            grad = w.grad
            if not hasattr(grad, "count") or grad.tolist() != [1, 1, 1]:
                wrong.append(grad)
            del grad

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


if __name__ == "__main__":
    found = {}
    for check in PROMISES:
        try:
            check()
            found[check.__name__] = None
        except Exception:
            found[check.__name__] = traceback.format_exc()
    print(json.dumps({"strategy": torch.finalizer(), "promises": found}))
