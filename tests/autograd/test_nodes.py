"""Nodes as torch's: what they save by name, calls of them, passes by edges, and a custom function's context as its node."""

import gc
import sys

import pytest
import torch
from support.oracle import agree, all_of

import pytorch_c
from pytorch_c._boundary import api


def leaf(t, *values):
    return t.tensor(values or (1.0, -2.0, 3.0), requires_grad=True)


def saved_of(node):
    return {name: getattr(node, name) for name in dir(node) if name.startswith("_saved_")}


def saved_by_a_product(t):
    x, w = leaf(t), leaf(t, 4.0, 5.0, 6.0)
    return saved_of((x * w).grad_fn)


def saved_by_operators_of_many_kinds(t):
    x, image = t.ones(2, 3, requires_grad=True), t.ones(1, 1, 4, 4, requires_grad=True)
    made = [
        t.stack([x, x], 1),
        x.sum(0),
        t.addmm(x, t.ones(2, 2), x, beta=2, alpha=3),
        t.nn.functional.conv2d(image, t.ones(1, 1, 2, 2)),
        t.nn.functional.max_pool2d(image, 2),
        x.clamp(-1, 1),
        t.nn.functional.gelu(x, approximate="tanh"),
        x[t.tensor([0, 1])],
    ]
    return [saved_of(one.grad_fn) for one in made]


def saved_is_the_tensor_itself(t):
    x = leaf(t)
    y = x.exp()
    return (x * x).grad_fn._saved_self is x, y.grad_fn._saved_result is y


def saved_is_freed(t):
    y = leaf(t).exp()
    y.sum().backward()
    try:
        return y.grad_fn._saved_result
    except RuntimeError as error:
        return str(error)[:60]


def a_call_of_a_node(t):
    y = leaf(t) * 2
    return y.grad_fn(t.ones(3)), y.grad_fn.next_functions[0][0].requires_grad


def gradients_by_edges(t):
    x = leaf(t)
    y = x * x
    edge, end = t.autograd.graph.get_gradient_edge(y), t.autograd.graph.get_gradient_edge(x)
    out = (y * 3).sum()
    found = t.autograd.grad(out, (edge, end, x), retain_graph=True)
    return found, t.autograd.grad(edge, x, grad_outputs=t.ones(3)), len(end)


def a_pass_from_an_edge_adds_to_leaves(t):
    x = leaf(t)
    t.autograd.backward(t.autograd.graph.get_gradient_edge((x * x).sum()))
    return x.grad


def callbacks_run_at_the_end_of_a_pass(t):
    x, order = leaf(t), []
    engine = t.autograd.Variable._execution_engine
    y = x * 2
    y.register_hook(lambda grad: engine.queue_callback(lambda: order.append("end")))
    x.register_hook(lambda grad: order.append("leaf"))
    y.sum().backward()
    return order


def the_engine_itself(t):
    x = leaf(t)
    engine = t.autograd.Variable._execution_engine
    return engine.run_backward((x * x,), (t.ones(3),), False, False, (x,)), engine.is_checkpoint_valid()


def a_context_is_its_node(t):
    seen = []

    class Twice(t.autograd.Function):
        @staticmethod
        def forward(ctx, x, factor):
            ctx.factor = factor
            ctx.save_for_backward(x)
            seen.append(ctx)
            return x * factor

        @staticmethod
        def backward(ctx, grad):
            seen.append(ctx is seen[0])
            return grad * ctx.factor, None

    x = leaf(t)
    y = Twice.apply(x, 2)
    node = y.grad_fn
    y.sum().backward(retain_graph=True)
    return (
        node is seen[0],
        seen[1],
        node.factor,
        node.needs_input_grad,
        node.saved_tensors,
        node.name(),
        type(node).__name__,
        [type(base).__name__ for base in type(node).__mro__[:2]],
        isinstance(node, t.autograd.graph.Node),
        isinstance(node, t.autograd.function.BackwardCFunction),
        len(node.next_functions),
        x.grad,
    )


def mutation_of_saved_tensors(t):
    with t.autograd.graph.allow_mutation_on_saved_tensors():
        x = leaf(t)
        y = x.clone()
        out = (y**2).sum()
        y.sin_()
        out.backward()
    return x.grad


def hooks_of_one_saved_tensor(t):
    x = leaf(t)
    y = x.exp().square()
    raw = y.grad_fn._raw_saved_self
    raw.register_hooks(lambda saved: saved * 2, lambda packed: packed / 4)
    y.sum().backward()
    return isinstance(raw, t._C._autograd.SavedTensor), x.grad


def hooks_of_a_list_of_saved_tensors(t):
    x = leaf(t)
    index = t.tensor([2, 0, 0])
    y = x[index]
    (raw,) = y.grad_fn._raw_saved_indices
    raw.register_hooks(lambda saved: saved, lambda packed: t.tensor([1, 1, 1]))
    y.sum().backward()
    return x.grad


def hooks_of_what_a_function_has_saved(t):
    class Square(t.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x, None)
            return x * x

        @staticmethod
        def backward(ctx, grad):
            return 2 * ctx.saved_tensors[0] * grad

    x = leaf(t)
    y = Square.apply(x)
    raw = y.grad_fn._raw_saved_tensors
    raw[0].register_hooks(lambda saved: saved, lambda packed: packed * 10)
    for bad in (raw[0], raw[1]):  # which has hooks, and which is None
        try:
            bad.register_hooks(lambda saved: saved, lambda packed: packed)
        except RuntimeError:
            continue
        return "not refused"
    y.sum().backward()
    try:
        return x.grad, y.grad_fn._raw_saved_tensors
    except RuntimeError as error:
        return x.grad, str(error)[:60]


def unpacked_saved_tensors(t):
    x = leaf(t)
    y = x * x.exp()
    raw = y.grad_fn._raw_saved_self
    index = t.tensor([2, 0, 0])
    picked = x[index]  # torch's saved tensors do not keep their node
    (of_list,) = picked.grad_fn._raw_saved_indices
    found = [raw.unpack() is x, of_list.unpack() is index]
    y.sum().backward()
    try:
        raw.unpack()
    except RuntimeError as error:
        return found, str(error)[:60]


def tensors_that_a_program_saves(t):
    x = leaf(t)
    y = x * 2
    save = t._C._autograd._make_saved_tensor
    found = [save(x, is_output=False).unpack() is x, save(y, False).unpack() is y, save(x, True).unpack() is x]
    with t.autograd.graph.saved_tensors_hooks(lambda saved: saved * 2, lambda packed: packed + 1):
        hooked = save(y, False)
    own = save(x.detach(), False)
    own.register_hooks(lambda saved: saved * 3, lambda packed: packed)
    changed = t.zeros(2)
    stale = save(changed, False)
    changed.add_(1)
    for call in (stale.unpack, save(y, True).unpack, lambda: save(x, False, True), lambda: save(1, False)):
        try:
            found.append(call())
        except (RuntimeError, TypeError) as error:
            found.append(type(error) is TypeError)
    return found, hooked.unpack(), own.unpack()


def metadata_of_results(t):
    values, _ = t.ones(2, 3, dtype=t.float64, requires_grad=True).max(0)
    (found,) = {tuple(one.shape) for one in values.grad_fn._input_metadata if one.shape is not None}
    first = values.grad_fn._input_metadata[0]
    return found, first.dtype, str(first.device), first.is_nested_tensor


def gradients_that_do_not_fit(t):
    x = leaf(t)
    edge = t.autograd.graph.get_gradient_edge(x.exp())
    found = []
    for outputs, options in (
        (x.exp(), dict(grad_outputs=t.ones(2))),
        (x.exp(), dict(grad_outputs=t.ones(4, 2), is_grads_batched=True)),
        (x.exp(), dict(grad_outputs=t.ones(3, dtype=t.complex64))),
        ((x.sum() * 1j), {}),
        (edge, dict(grad_outputs=t.ones(2))),
        (x.sum(), dict(allow_unused=False, materialize_grads=True)),
    ):
        try:
            t.autograd.grad(outputs, x, **options)
        except (RuntimeError, ValueError) as error:
            found.append((str(error)[:60], isinstance(error, ValueError)))
    return found


def zeros_in_place_of_a_gradient_by_edges(t):
    x, y = leaf(t), leaf(t)
    edge = t.autograd.graph.get_gradient_edge(x * 1)
    try:
        t.autograd.grad(x.sum(), edge, materialize_grads=True)
    except RuntimeError as error:
        refused = str(error)[:60]
    return refused, t.autograd.grad(edge, [x, y], t.ones(3), materialize_grads=True)


def hook_after_a_leaf_that_returns_something(t):
    x = leaf(t)
    x.register_post_accumulate_grad_hook(lambda p: p.grad)
    try:
        x.sum().backward()
    except RuntimeError as error:
        return str(error)


def what_is_not_to_be_deleted(t):
    x = leaf(t)
    found = []
    for name in ("data", "requires_grad"):
        try:
            delattr(x, name)
        except RuntimeError:
            found.append(name)
    return found


def order_that_is_set(t):
    x = leaf(t)
    first, second = x * 2, x * 3
    ran = []
    for name, one in (("first", first), ("second", second)):
        one.grad_fn.register_prehook(lambda grads, name=name: ran.append(name))
    first.grad_fn._set_sequence_nr(second.grad_fn._sequence_nr() + 1)
    (first + second).sum().backward()
    return ran


def nodes_that_are_made(t):
    x = leaf(t)
    undefined = t._C._functions.UndefinedGrad()(x)
    ((undefined * 2) + x).sum().backward()
    late = t._C._functions.DelayedError(b"not twice", 1)(x)
    try:
        late.sum().backward()
    except RuntimeError as error:
        return x.grad, type(late.grad_fn).__name__, str(error)


def within_a_pass(t):
    x = leaf(t)
    y = x * 2
    seen = []

    def hook(grad):
        seen.append(t._C._autograd._get_current_graph_task_keep_graph())
        seen.append(type(t._C._current_autograd_node()).__name__)

    y.register_hook(hook)
    y.sum().backward(retain_graph=True)
    return seen, t._C._current_autograd_node()


def a_reference_that_keeps_nothing(t):
    x = leaf(t)
    y = x * 2
    weak = t._C._WeakTensorRef(y)
    z = y * y
    del y
    kept = weak.expired()  # the graph has it
    del z
    return kept, weak.expired()


@all_of(sys.modules[__name__])
def test_as_torch(scenario):
    agree(scenario)


def test_every_node_saves_what_torch_says():
    names = [name for name in dir(torch._C._functions) if "Backward" in name]
    theirs = {
        name: {one[7:] for one in dir(getattr(torch._C._functions, name)) if one.startswith("_saved_")}
        for name in names
    }
    assert len(names) > 600
    assert {name: set(filter(None, api.node_saved_names(name).split(","))) for name in names} == theirs


def test_classes_by_name():
    y = leaf(pytorch_c) * 2
    assert pytorch_c._C._functions.MulBackward0 is type(y.grad_fn)
    with pytest.raises(AttributeError, match="NothingBackward0"):
        pytorch_c._C._functions.NothingBackward0  # noqa: B018


def test_next_functions_by_any_name():
    def ways(library):
        node = (leaf(library) * 2).grad_fn
        made_now = "_".join(["next", "functions"])  # another object than the name in the source
        return [
            [(type(one).__name__, number) for one, number in found]
            for found in (node.next_functions, getattr(node, made_now), type(node).next_functions.__get__(node))
        ]

    assert ways(pytorch_c) == ways(torch)
    assert ("NoneType", 0) in ways(pytorch_c)[0]


def test_a_call_with_other_gradients_is_refused():
    node = (leaf(pytorch_c) * 2).grad_fn
    with pytest.raises(TypeError, match="expected 1 arguments, got 2 instead"):
        node(pytorch_c.ones(3), None)
    with pytest.raises(TypeError, match="argument 0 is not a Tensor but int"):
        node(3)


@pytest.mark.frees
def test_a_node_with_a_hook_on_itself_is_collected():
    node = (leaf(pytorch_c) * 2).grad_fn
    node.register_hook(lambda given, made, own=node: None)
    del node
    gc.collect()
