"""Programs of users of subclasses, modes, nodes, hooks and custom functions: the same values under torch and pytorch_c."""

import gc
import sys
import weakref

import pytest
from support.oracle import agree, all_of, raises

import pytorch_c


def _counting(t):
    class Counting(t.utils._python_dispatch.TorchDispatchMode):
        def __init__(self):
            super().__init__()
            self.seen = []

        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            self.seen.append(str(func))
            return func(*args, **(kwargs or {}))

    return Counting


def _units(t):
    """A subclass that carries a unit through functions."""

    class Unit(t.Tensor):
        unit = ""

        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            out = super().__torch_function__(func, types, args, kwargs or {})
            units = [one.unit for one in args if isinstance(one, cls)]
            if isinstance(out, cls):
                out.unit = "*".join(sorted(units)) if func in (t.mul, t.Tensor.mul) else (units or [""])[0]
            return out

    return Unit


def a_mode_sees_a_training_step(t):
    layer = t.nn.Linear(3, 2)
    with t.no_grad():
        for p in layer.parameters():
            p.fill_(0.5)
    sgd = t.optim.SGD(layer.parameters(), lr=0.1, foreach=False)
    with _counting(t)() as mode:
        layer(t.ones(4, 3)).sum().backward()
    sgd.step()
    # A gradient that somebody holds still, as some finalizer strategies have it, is copied and not taken.
    taken = {"aten.copy_.default", "aten.detach.default", "aten.new_empty_strided.default"}
    return sorted(set(mode.seen) - taken), [p.detach() for p in layer.parameters()]


def nested_modes_are_asked_from_the_inside(t):
    order = []

    class Named(t.utils._python_dispatch.TorchDispatchMode):
        def __init__(self, name):
            super().__init__()
            self.name = name

        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            order.append(self.name)
            return func(*args, **(kwargs or {}))

    with Named("outer"), Named("inner"):
        t.ones(2) + 1
    return order


def a_subclass_carries_its_attribute(t):
    Unit = _units(t)
    a, b = t.ones(2).as_subclass(Unit), t.full((2,), 3.0).as_subclass(Unit)
    a.unit, b.unit = "m", "s"
    c = t.mul(a, b)
    return type(c) is Unit, c.unit, (c + 1).unit, c.sum().unit, t.stack([a, a]).shape, isinstance(c.tolist(), list)


def saved_tensors_are_packed_in_order(t):
    packed = []

    def pack(x):
        packed.append(tuple(x.shape))
        return x.detach() * 2

    with t.autograd.graph.saved_tensors_hooks(pack, lambda x: x / 2):
        x = t.tensor([1.0, 2.0], requires_grad=True)
        y = (x * x).exp().sum()
    y.backward()
    return packed, x.grad


def tensors_saved_on_the_cpu_come_back(t):
    x = t.tensor([1.0, 2.0], requires_grad=True)
    with t.autograd.graph.save_on_cpu():
        y = (x * x).sin().sum()
    y.backward()
    return x.grad


@raises(RuntimeError)
def saved_tensors_may_be_refused(t):
    with t.autograd.graph.disable_saved_tensors_hooks("not here"), t.autograd.graph.saved_tensors_hooks(id, id):
        t.ones(2, requires_grad=True).exp()


def an_edge_is_kept_after_the_tensor(t):
    x = t.tensor([1.0, 2.0], requires_grad=True)
    y = x * 3
    edge = t.autograd.graph.get_gradient_edge(y)
    z = (y * y).sum()
    del y
    return t.autograd.grad(z, edge), edge.node.name(), edge.output_nr


def a_pass_begins_at_an_edge(t):
    x = t.tensor([1.0, 2.0], requires_grad=True)
    edge = t.autograd.graph.get_gradient_edge(x.exp())
    t.autograd.backward(edge, t.ones(2), inputs=[x])
    return x.grad


def _cube(t):
    class Cube(t.autograd.Function):
        @staticmethod
        def forward(x, power):
            return x**power, x.sign()

        @staticmethod
        def setup_context(ctx, inputs, output):
            x, ctx.power = inputs
            ctx.save_for_backward(x)
            ctx.mark_non_differentiable(output[1])
            ctx.set_materialize_grads(False)

        @staticmethod
        def backward(ctx, grad, of_sign):
            (x,) = ctx.saved_tensors
            return (None if grad is None else grad * ctx.power * x ** (ctx.power - 1)), None

        @staticmethod
        def vmap(info, in_dims, x, power):
            return Cube.apply(x, power), (in_dims[0], in_dims[0])

    return Cube


def a_function_with_setup_context(t):
    Cube = _cube(t)
    x = t.tensor([1.0, -2.0], requires_grad=True)
    y, sign = Cube.apply(x, 3)
    y.sum().backward()
    return x.grad, sign.requires_grad, sign, y.grad_fn.name()


def a_function_with_a_rule_for_vmap(t):
    Cube = _cube(t)
    x = t.arange(6.0).reshape(3, 2)
    grads = t.func.vmap(t.func.grad(lambda one: Cube.apply(one, 3)[0].sum()))(x)
    return t.func.vmap(lambda one: Cube.apply(one, 2)[0])(x), grads


def a_function_generates_its_rule(t):
    class Twice(t.autograd.Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(x):
            return x * 2

        @staticmethod
        def setup_context(ctx, inputs, output):
            pass

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    return t.func.vmap(Twice.apply)(t.arange(4.0)), t.func.grad(lambda x: Twice.apply(x).sum())(t.ones(3))


@raises(RuntimeError)
def once_differentiable_ends_the_graph(t):
    class Once(t.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        @t.autograd.function.once_differentiable
        def backward(ctx, grad):
            return 2 * ctx.saved_tensors[0] * grad

    x = t.ones(2, requires_grad=True)
    (g,) = t.autograd.grad(Once.apply(x).sum(), x, create_graph=True)
    g.sum().backward()


def a_function_in_place(t):
    class Double(t.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.mark_dirty(x)
            return x.mul_(2)

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    x = t.ones(2, requires_grad=True)
    y = x.clone()
    z = Double.apply(y)
    z.sum().backward()
    return z is y, x.grad, y._version


def _hooked(t, *hooks, pre=()):
    layer = t.nn.Linear(2, 2)
    with t.no_grad():
        layer.weight.fill_(0.5), layer.bias.fill_(1.0)
    for one in hooks:
        layer.register_full_backward_hook(one)
    for one in pre:
        layer.register_full_backward_pre_hook(one)
    return layer


def module_hooks_see_gradients(t):
    seen = []
    layer = _hooked(t, lambda m, given, made: seen.append((given, made)), pre=[lambda m, made: seen.append(made)])
    x = t.ones(3, 2, requires_grad=True)
    (layer(x) ** 2).sum().backward()
    return seen, x.grad, layer.weight.grad


def module_hooks_change_gradients(t):
    layer = _hooked(
        t,
        lambda m, given, made: (given[0] * 10,),
        lambda m, given, made: (given[0] + 1,),
        pre=[lambda m, made: (made[0] * 2,)],
    )
    x = t.ones(3, 2, requires_grad=True)
    layer(x).sum().backward()
    return x.grad, layer.weight.grad


@raises(RuntimeError)
def a_module_hook_that_gives_too_much(t):
    layer = _hooked(t, lambda m, given, made: (given[0], given[0]))
    layer(t.ones(1, 2, requires_grad=True)).sum().backward()


def an_optimizer_runs_in_the_backward_pass(t):
    layer = t.nn.Linear(2, 1)
    with t.no_grad():
        layer.weight.fill_(1.0), layer.bias.fill_(0.0)
    sgd = {p: t.optim.SGD([p], lr=0.5) for p in layer.parameters()}

    def step(p):
        sgd[p].step()
        sgd[p].zero_grad()

    for p in layer.parameters():
        p.register_post_accumulate_grad_hook(step)
    layer(t.ones(4, 2)).mean().backward()
    return layer.weight.detach(), layer.bias.detach(), layer.weight.grad


def hooks_of_several_gradients(t):
    x, y = t.ones(2, requires_grad=True), t.ones(2, requires_grad=True)
    found = []
    handle = t.autograd.graph.register_multi_grad_hook((x, y), lambda grads: found.append(grads))
    (x * 2 + y * 3).sum().backward()
    handle.remove()
    (x * 2 + y * 3).sum().backward()
    return found, x.grad


def nodes_are_walked_and_hooked(t):
    x = t.ones(2, requires_grad=True)
    y = (x * 2).exp()
    names, node = [], y.grad_fn
    while node is not None:
        names.append(node.name())
        node = node.next_functions[0][0] if node.next_functions else None
    y.grad_fn.metadata["mine"] = 1
    y.grad_fn.register_prehook(lambda grads: (grads[0] * 2,))
    y.grad_fn.register_hook(lambda given, made: (given[0] + 1,))
    y.sum().backward()
    return names, y.grad_fn.metadata, x.grad, y.grad_fn is y.grad_fn


def versions_may_be_kept(t):
    x = t.ones(2, requires_grad=True)
    with t.autograd.graph.allow_mutation_on_saved_tensors():
        y = x.clone()
        z = y.sin()
        y.mul_(3)
        z.sum().backward()
    return x.grad


@all_of(sys.modules[__name__], helpers=(_counting, _cube, _units))
def test_as_torch(scenario):
    agree(scenario)


@pytest.mark.skipif(pytorch_c.finalizer() in ("deferred", "explicit"), reason="tensors are freed later")
def test_a_gradient_with_an_attribute_is_freed_with_its_leaf():
    x = pytorch_c.ones(2, requires_grad=True)
    x.sum().backward()
    x.grad.of = x  # a cycle through the gradient, which torch does not free
    gone = weakref.ref(x)
    assert x.grad is x.grad and x.grad.of is x
    del x
    gc.collect()
    assert gone() is None
