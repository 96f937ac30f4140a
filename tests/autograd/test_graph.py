"""Nodes of the graph: their names, where they lead, hooks on them, and that they keep what they should."""

import gc
import re
import sys
import threading
import weakref

import pytest
import torch
from support.oracle import agree, all_of, raises, settle

import pytorch_c
from pytorch_c.autograd import graph

# ---- as torch ----


def leaf(t, *values):
    return t.tensor(values or (1.0, -2.0, 3.0), requires_grad=True)


def walk(node):
    """The graph as nested tuples: (name, ((next, which), …))."""
    if node is None:
        return None
    return node.name(), tuple((walk(one), number) for one, number in node.next_functions)


def graph_of_a_small_network(t):
    x, w, b = t.ones(2, 3), t.ones(4, 3, requires_grad=True), t.zeros(4, requires_grad=True)
    return walk(t.nn.functional.cross_entropy(t.relu(x @ w.t() + b), t.tensor([0, 1])).grad_fn)


def graph_of_two_outputs(t):
    a, b = leaf(t).split([1, 2])
    return walk((a.sum() + b.prod()).grad_fn), a.output_nr, b.output_nr


def graph_of_a_view_changed_in_place(t):
    x = leaf(t) * 1
    x[0].mul_(2)
    return walk(x.grad_fn)


def names_of_classes(t):
    y = leaf(t) * 2
    accumulate = y.grad_fn.next_functions[0][0]
    return [type(n).__name__ for n in (y.grad_fn, accumulate)] + [y.grad_fn.name(), accumulate.name()]


def shown(t):
    y = leaf(t) * 2
    return [re.sub("0x[0-9a-f]+", "0x", repr(n)) for n in (y.grad_fn, y.grad_fn.next_functions[0][0])], repr(y)


def same_node_is_the_same_object(t):
    x = leaf(t)
    y, z = x * 2, x + 1
    a, b = (one.grad_fn.next_functions[0][0] for one in (y, z))
    return y.grad_fn is y.grad_fn, y.grad_fn == z.grad_fn, a is b, len({a, b, y.grad_fn}), a == 3


def leaves_have_none(t):
    return leaf(t).grad_fn, t.ones(2).grad_fn, leaf(t).detach().grad_fn


def variable_of_the_end(t):
    x = leaf(t)
    end = (x * 2).grad_fn.next_functions[0][0]
    return end.variable, end.next_functions


def variable_of_another_node(t):
    return hasattr((leaf(t) * 2).grad_fn, "variable")


def metadata_stays_with_the_node(t):
    y = leaf(t) * 2
    y.grad_fn.metadata["key"] = [1]
    y.grad_fn.metadata["key"].append(2)
    y.sum().backward()
    return y.grad_fn.metadata["key"], (y + 1).grad_fn.metadata


def hook_of_a_node_sees_both_sides(t):
    x, w, seen = leaf(t), leaf(t, 4.0, 5.0, 6.0), []
    y = x * w
    y.grad_fn.register_hook(lambda inputs, outputs: seen.append((inputs, outputs)))
    (y * 2).sum().backward()
    return seen


def hook_of_a_node_replaces_the_gradients(t):
    x, w = leaf(t), leaf(t, 4.0, 5.0, 6.0)
    y = x * w
    y.grad_fn.register_hook(lambda inputs, outputs: (inputs[0] * 10, None))
    y.grad_fn.register_hook(lambda inputs, outputs: (inputs[0] + 1, inputs[1]))
    y.sum().backward()
    return x.grad, w.grad


def hook_of_a_node_sees_none(t):
    x, seen = leaf(t), []
    y = x * t.ones(3)
    y.grad_fn.register_hook(lambda inputs, outputs: seen.append(inputs))
    y.sum().backward()
    return seen


def prehook_replaces_the_gradients(t):
    x, seen = leaf(t), []
    y = x * 2
    y.grad_fn.register_prehook(lambda outputs: (outputs[0] * 10,))
    y.grad_fn.register_prehook(lambda outputs: seen.append(outputs))
    handle = y.grad_fn.register_prehook(lambda outputs: (outputs[0] * 1000,))
    handle.remove()
    y.sum().backward()
    return seen, x.grad


def hooks_that_hang_more_on_their_node(t):
    x, seen = leaf(t, *map(float, range(40))), []
    parts = x.split(2)

    def before(grads):
        node.metadata["seen"] = len(grads)
        node.register_hook(lambda i, o: seen.append("late"))

    def first(grad):
        for part in parts[1:]:
            part.register_hook(lambda g: None)

    node = parts[0].grad_fn
    handles = [node.register_prehook(before), parts[0].register_hook(first)]
    sum(part.sum() for part in parts).backward()
    for handle in handles:
        handle.remove()  # they refer to what they hang on
    return x.grad, node.metadata["seen"], seen


def order_of_all_hooks(t):
    x, order = leaf(t), []
    y = x * 2
    y.register_hook(lambda g: order.append("tensor"))
    y.grad_fn.register_hook(lambda i, o: order.append("after"))
    y.grad_fn.register_prehook(lambda o: order.append("before"))
    end = y.grad_fn.next_functions[0][0]
    end.register_hook(lambda i, o: order.append("after the leaf"))
    end.register_prehook(lambda o: order.append("before the leaf"))
    x.register_post_accumulate_grad_hook(lambda p: order.append("post"))
    y.sum().backward()
    return order


@raises(TypeError)
def hook_that_returns_no_tuple(t):
    y = leaf(t) * 2
    y.grad_fn.register_hook(lambda i, o: i[0])
    y.sum().backward()


@raises(TypeError)
def prehook_that_returns_a_number(t):
    y = leaf(t) * 2
    y.grad_fn.register_prehook(lambda o: (3,))
    y.sum().backward()


@raises(RuntimeError)
def hook_that_gives_a_gradient_where_none_was(t):
    y = leaf(t) * t.ones(3)
    y.grad_fn.register_hook(lambda i, o: (i[0], i[0]))
    y.sum().backward()


def gradients_of_an_edge_in_batches(t):
    x = t.tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = x * x
    edges = t.autograd.graph.get_gradient_edge(y), t.autograd.graph.get_gradient_edge(x)
    by_tensor = t.autograd.grad(edges[0], x, t.eye(3), is_grads_batched=True, retain_graph=True)
    return by_tensor, t.autograd.grad(edges[0], edges[1], t.eye(3), is_grads_batched=True)


def edge_of_a_leaf_and_of_an_inner_tensor(t):
    x = leaf(t)
    a, b = (x * 2).split([1, 2])
    edges = [t.autograd.graph.get_gradient_edge(one) for one in (x, a, b)]
    return [(edge.node.name(), edge.output_nr) for edge in edges]


@raises(RuntimeError)
def edge_of_a_tensor_that_needs_none(t):
    t.autograd.graph.get_gradient_edge(t.ones(2))


def versions_and_outputs(t):
    x = leaf(t)
    y = x * 1
    y.add_(1)
    a, b = y.max(0)
    return x._version, y._version, x.output_nr, a.output_nr, x.is_leaf, y.is_leaf, b.grad_fn


@all_of(sys.modules[__name__])
def test_as_torch(scenario):
    agree(scenario)


# ---- operators with numbers leave torch's nodes ----

WITH_NUMBERS = """x + 2|2 + x|x - 2|2 - x|x * 2|2 * x|x / 2|2 / x|x // 2|2 // x|x % 2|2 % x|x ** 2|2 ** x|x ** 2.5|x * True|x * 2j
t.add(x, 2)|t.add(x, 2, alpha=3)|t.sub(x, 2, alpha=2)|t.mul(x, 2.5)|t.mul(2, x)|t.div(x, 2)|t.div(2, x)|t.true_divide(x, 2)
t.div(x, 2, rounding_mode='floor')|t.div(x, 2, rounding_mode='trunc')|t.floor_divide(x, 2)|t.multiply(x, 2)|t.divide(x, 2)
t.divide(x, 2, rounding_mode='floor')|t.subtract(x, 2)|t.rsub(x, 2)|t.fmod(x, 2)|t.remainder(x, 2)|t.remainder(2, x)|t.pow(x, 2)
t.pow(2, x)|t.float_power(x, 2)|t.float_power(2, x)|t.xlogy(x, 2)|t.xlogy(2, x)|t.special.xlog1py(x, 2)|t.copysign(x, -1)
t.clamp(x, 1)|t.clamp(x, max=2)|t.clamp_min(x, 1)|t.clamp_max(x, 1)|t.lerp(x, x, 0.5)|t.where(x > 1, x, 2)|t.where(x > 1, 2.0, x)
t.masked_fill(x, x > 1, 2)|t.addcmul(x, x, x, value=2)|t.fill(x, 2)|t.threshold(x, 1, 2)|t.index_fill(x, 0, t.tensor([0]), 2.0)
x.add(2)|x.clone().add_(2)|x.clone().sub_(2)|x.clone().mul_(2)|x.clone().div_(2)|x.clone().div_(2, rounding_mode='floor')
x.clone().multiply_(2)|x.clone().divide_(2)|x.clone().subtract_(2)|x.clone().true_divide_(2)|x.clone().floor_divide_(2)
x.clone().fmod_(2)|x.clone().remainder_(2)|x.clone().pow_(2)|x.clone().fill_(2)|x.clone().divide_(2, rounding_mode='trunc')"""


@pytest.mark.parametrize("code", [code for line in WITH_NUMBERS.splitlines() for code in line.split("|")])
def test_a_number_leaves_the_node_that_torch_names(code):
    ours, theirs = (
        walk(eval(code, {"t": t, "x": t.tensor([1.0, 2.0, 3.0], requires_grad=True)}).grad_fn)
        for t in (pytorch_c, torch)
    )
    assert ours == theirs


# ---- errors ----


@pytest.mark.parametrize("register", ["register_hook", "register_prehook"])
def test_the_very_exception_of_a_hook_comes_out(register):
    errors = [LookupError("mine")]
    name = id(errors[0])

    def hook(*grads):
        raise errors.pop()

    y = leaf(pytorch_c) * 2
    getattr(y.grad_fn, register)(hook)
    with pytest.raises(LookupError) as caught:
        y.sum().backward()
    assert id(caught.value) == name and caught.value.args == ("mine",)


@pytest.mark.parametrize("register", ["register_hook", "register_prehook"])
def test_what_cannot_be_called_is_named_at_once(register):
    with pytest.raises(TypeError, match="argument 'fn' must be callable, not str"):
        getattr((leaf(pytorch_c) * 2).grad_fn, register)("f")


def test_a_tuple_of_another_length_is_refused():
    y = leaf(pytorch_c) * 2
    y.grad_fn.register_prehook(lambda grads: (*grads, None))
    with pytest.raises(RuntimeError, match=r"incorrect number of values \(got 2, but expected 1\)"):
        y.sum().backward()


def test_nodes_are_not_made_by_hand():
    with pytest.raises(TypeError, match="abstract class"):
        graph.Node()
    with pytest.raises(TypeError, match="cannot create 'MulBackward0' instances"):
        type((leaf(pytorch_c) * 2).grad_fn)("name")


def test_the_edge_of_what_is_no_tensor_is_refused():
    with pytest.raises(TypeError, match="argument 'tensor' must be Tensor, not int"):
        graph.get_gradient_edge(3)


def test_grad_fn_of_a_closed_tensor_raises():
    y = leaf(pytorch_c) * 2
    y.close()
    with pytest.raises(pytorch_c.ClosedTensorError):
        y.grad_fn  # noqa: B018


# ---- lifetime ----


class Held(list):
    """An object that can be referred to weakly."""


@pytest.mark.frees
def test_a_node_keeps_its_graph_and_nothing_keeps_the_node():
    gc.collect()
    settle()
    before = pytorch_c._boundary.library.lib.ptc_live_handles()
    y = leaf(pytorch_c) * 2
    node, held = y.grad_fn, Held()
    node.metadata["held"] = held
    gone = weakref.ref(held)
    del y, held
    assert gone() is not None and node.next_functions[0][0].variable.tolist() == [1, -2, 3]
    del node
    gc.collect()
    settle()
    assert gone() is None and pytorch_c._boundary.library.lib.ptc_live_handles() == before


@pytest.mark.frees
def test_a_deep_graph_goes_without_a_deep_stack():
    x = leaf(pytorch_c)
    y = x
    for _ in range(30000):
        y = y + 1
    node = y.grad_fn
    del y
    assert node.name() == "AddBackward0"
    del node


def test_nodes_are_looked_at_from_many_threads():
    y, found = leaf(pytorch_c) * 2, []

    def look():
        for _ in range(300):
            found.append(y.grad_fn.next_functions[0][0].name())

    threads = [threading.Thread(target=look) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert set(found) == {"torch::autograd::AccumulateGrad"} and len(found) == 1200
