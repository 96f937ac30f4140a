"""autograd.Function as torch: values, gradients, saved tensors, what is refused (test_custom_functions_lifetime.py: the rest)."""

import inspect
import pickle
import sys

from support.oracle import agree, all_of, raises


def leaf(t, *values):
    return t.tensor(values or (1.0, -2.0, 3.0), requires_grad=True)


def make(t, **methods):
    """A Function with these static methods."""
    return type("Made", (t.autograd.Function,), {name: staticmethod(f) for name, f in methods.items()})


def cube(t):
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * 3 * x**2

    return make(t, forward=forward, backward=backward)


def identity(t, backward=lambda ctx, grad: grad):
    return make(t, forward=lambda ctx, x: x * 1, backward=backward)


# ---- as torch ----


def gradient(t):
    x = leaf(t)
    y = cube(t).apply(x)
    y.sum().backward()
    return y.detach(), y.requires_grad, y.grad_fn.name(), type(y.grad_fn).__name__, repr(y), x.grad


def double_backward(t):
    x = leaf(t)
    (g,) = t.autograd.grad(cube(t).apply(x).sum(), x, create_graph=True)
    (h,) = t.autograd.grad(g.sum(), x, create_graph=True)
    return g.detach(), h.detach(), t.autograd.grad(h.sum(), x)


def several_inputs_and_outputs(t):
    def forward(ctx, x, n, w, name="z"):
        ctx.save_for_backward(x, w)
        ctx.n = n
        return x * w, name, x.sum() * n

    def backward(ctx, g, nothing, s):
        x, w = ctx.saved_tensors
        return g * w + s * ctx.n, None, g * x, None

    x, w = leaf(t), leaf(t, 4.0, 5.0, 6.0)
    a, name, b = make(t, forward=forward, backward=backward).apply(x, 3, w)
    ((a * 2).sum() + b).backward()
    return a.detach(), name, b.detach(), x.grad, w.grad, len(a.grad_fn.next_functions), b.output_nr


def needs_input_grad(t):
    seen = []

    def forward(ctx, x, n, w):
        seen.append(ctx.needs_input_grad)
        return x * w

    def backward(ctx, g):
        seen.append(ctx.needs_input_grad)
        return g, None, None

    function = make(t, forward=forward, backward=backward)
    function.apply(leaf(t), 2, t.ones(3)).sum().backward()
    function.apply(t.ones(3), 2, t.ones(3))
    with t.no_grad():
        y = function.apply(leaf(t), 2, t.ones(3))
    return seen, y.requires_grad


def setup_context(t):
    def forward(x, scale=2, shift=1):
        return x * scale + shift

    def setup(ctx, inputs, output):
        ctx.inputs, ctx.shape = inputs[1:], tuple(output.shape)
        ctx.save_for_forward(output, None)

    def backward(ctx, g):
        return g * ctx.inputs[0], None, None

    x = leaf(t)
    function = make(t, forward=forward, setup_context=setup, backward=backward)
    y = function.apply(x, shift=5)
    y.sum().backward()
    return y.detach(), x.grad


def vjp_is_another_name(t):
    x = leaf(t)
    make(t, forward=lambda ctx, x: x * 2, vjp=lambda ctx, g: g * 2).apply(x).sum().backward()
    return x.grad


@raises(RuntimeError)
def both_names(t):
    def backward(ctx, g):
        return g

    def vjp(ctx, g):
        return g

    make(t, forward=lambda ctx, x: x * 2, vjp=vjp, backward=backward).apply(leaf(t)).sum().backward()


def two_outputs(t, materialize, seen):
    def forward(ctx, x):
        ctx.set_materialize_grads(materialize)
        return x * 1, x.sum()

    def backward(ctx, a, b):
        seen.append((a, b))
        return a if b is None else a + b

    return make(t, forward=forward, backward=backward)


def gradient_that_no_one_computed_is_zeros(t):
    x, seen = leaf(t), []
    two_outputs(t, True, seen).apply(x)[0].sum().backward()
    return seen, x.grad


def gradient_that_no_one_computed_is_none(t):
    x, seen = leaf(t), []
    two_outputs(t, False, seen).apply(x)[0].sum().backward()
    return seen, x.grad


def output_without_a_gradient(t):
    seen = []

    def forward(ctx, x):
        values, indices = x.sort()
        ctx.mark_non_differentiable(indices)
        ctx.save_for_backward(indices)
        return values, indices

    def backward(ctx, g, nothing):
        (indices,) = ctx.saved_tensors
        seen.append(nothing)
        return t.zeros_like(g).index_add(0, indices, g)

    x = leaf(t)
    values, indices = make(t, forward=forward, backward=backward).apply(x)
    (values * t.tensor([1.0, 10.0, 100.0])).sum().backward()
    return values.detach(), indices, values.requires_grad, indices.requires_grad, indices.grad_fn, seen, x.grad


def outputs_without_a_gradient_have_none(t):
    """AOTAutograd's functions say so of theirs."""
    seen = []

    def forward(ctx, x):
        a, b, c = x * 1, x * 2, x * 3
        ctx.mark_non_differentiable(b)
        before, ctx._materialize_non_diff_grads = ctx._materialize_non_diff_grads, False
        seen.append(before)
        return a, b, c

    def backward(ctx, a, b, c):
        seen.append((a, b, c))
        return a

    make(t, forward=forward, backward=backward).apply(leaf(t))[0].sum().backward()
    return seen


def float_output_without_a_gradient(t):
    def forward(ctx, x):
        a, b = x * 1, x * 2
        ctx.mark_non_differentiable(b)
        return a, b

    a, b = make(t, forward=forward, backward=lambda ctx, g, h: g + h).apply(leaf(t))
    return a.requires_grad, b.requires_grad


def add_one_in_place(t):
    def forward(ctx, x):
        x.add_(1)
        ctx.mark_dirty(x)
        return x

    return make(t, forward=forward, backward=lambda ctx, g: g * 2)


def input_changed_in_place(t):
    x = leaf(t)
    y = x * 1
    z = add_one_in_place(t).apply(y)
    version, same = y._version, z is y
    z.sum().backward()
    return same, version, y.grad_fn.name(), z.detach(), x.grad


@raises(RuntimeError)
def leaf_changed_in_place(t):
    add_one_in_place(t).apply(leaf(t))


@raises(RuntimeError)
def input_changed_in_place_that_another_step_saved(t):
    y = leaf(t) * 1
    z = y * y
    add_one_in_place(t).apply(y)
    z.sum().backward()


def view_changed_in_place(t):
    x = leaf(t)
    y = x * 1
    add_one_in_place(t).apply(y[:2])
    y.sum().backward()
    return y.detach(), x.grad


def input_returned_as_it_is(t):
    x = leaf(t)
    y = make(t, forward=lambda ctx, x: x, backward=lambda ctx, g: g * 5).apply(x)
    y.sum().backward()
    return y is x, y.is_leaf, y.grad_fn.name(), x.grad


def view_of_an_input_returned(t):
    x = leaf(t, 1.0, 2.0, 3.0, 4.0)
    y = make(t, forward=lambda ctx, x: x.view(2, 2), backward=lambda ctx, g: g.reshape(4) * 5).apply(x)
    y.sum().backward()
    return y.detach(), x.grad


@raises(RuntimeError)
def view_of_an_input_changed_afterwards(t):
    x = leaf(t, 1.0, 2.0, 3.0, 4.0) * 1
    y = make(t, forward=lambda ctx, x: x.view(2, 2), backward=lambda ctx, g: g.reshape(4) * 5).apply(x)
    y.add_(1)


def output_saved(t):
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y, None)
        return y

    def backward(ctx, g):
        y, nothing = ctx.saved_tensors
        return g * y

    x = leaf(t)
    (g,) = t.autograd.grad(make(t, forward=forward, backward=backward).apply(x).sum(), x, create_graph=True)
    return g.detach(), t.autograd.grad(g.sum(), x)


@raises(RuntimeError)
def saved_tensor_changed_in_place(t):
    x = leaf(t)
    y = cube(t).apply(x)
    with t.no_grad():
        x.add_(1)
    y.sum().backward()


@raises(RuntimeError)
def backward_twice(t):
    y = cube(t).apply(leaf(t)).sum()
    y.backward()
    y.backward()


def backward_twice_with_the_graph_retained(t):
    x = leaf(t)
    y = cube(t).apply(x).sum()
    y.backward(retain_graph=True)
    y.backward()
    return x.grad


def saved_tensors_of_the_node(t):
    y = cube(t).apply(leaf(t))
    return y.grad_fn.saved_tensors


@raises(RuntimeError)
def too_few_gradients(t):
    make(t, forward=lambda ctx, x, n: x * 1, backward=lambda ctx, g: g).apply(leaf(t), 2).sum().backward()


@raises(RuntimeError)
def too_many_gradients(t):
    identity(t, lambda ctx, g: (g, g)).apply(leaf(t)).sum().backward()


def nones_too_many(t):
    x = leaf(t)
    identity(t, lambda ctx, g: (g, None, None)).apply(x).sum().backward()
    return x.grad


@raises(RuntimeError)
def gradient_for_a_number(t):
    make(t, forward=lambda ctx, x, n: x * n, backward=lambda ctx, g: (g, g)).apply(leaf(t), 2).sum().backward()


@raises(RuntimeError)
def gradient_of_another_shape(t):
    identity(t, lambda ctx, g: g[:2]).apply(leaf(t)).sum().backward()


def gradient_that_broadcasts(t):
    x = leaf(t)
    identity(t, lambda ctx, g: t.ones(2, 3)).apply(x).sum().backward()
    return x.grad


def gradient_of_another_dtype(t):
    x = leaf(t)
    identity(t, lambda ctx, g: g.double()).apply(x).sum().backward()
    return x.grad


def gradient_none(t):
    x = leaf(t)
    (identity(t, lambda ctx, g: None).apply(x) + x).sum().backward()
    return x.grad


@raises(NotImplementedError)
def no_forward(t):
    t.autograd.Function.apply(leaf(t))


@raises(NotImplementedError)
def no_backward(t):
    make(t, forward=lambda ctx, x: x * 1).apply(leaf(t)).sum().backward()


@raises(RuntimeError, text=False)  # torch speaks of what it deprecated
def called_as_an_object(t):
    identity(t)()(leaf(t))


@raises(AttributeError)
def error_in_forward(t):
    make(t, forward=lambda ctx, x: x.no_such_method()).apply(leaf(t))


def once(t):
    return identity(t, t.autograd.function.once_differentiable(lambda ctx, g: g * 2))


def once_differentiable_once(t):
    x = leaf(t)
    once(t).apply(x).sum().backward()
    (g,) = t.autograd.grad((once(t).apply(x) ** 2).sum(), x, create_graph=True)
    return x.grad, g.detach(), g.requires_grad


@raises(RuntimeError)
def once_differentiable_twice(t):
    x = leaf(t)
    (g,) = t.autograd.grad((once(t).apply(x) ** 2).sum(), x, create_graph=True)
    g.sum().backward()


def functions_in_a_chain(t):
    x = leaf(t, 0.5, 0.25)
    y = x
    for _ in range(4):
        y = cube(t).apply(y) + y
    y.sum().backward()
    return x.grad


def function_calls_a_function(t):
    inner = cube(t)

    def forward(ctx, x):
        ctx.save_for_backward(x)
        with t.enable_grad():
            x = x.detach().requires_grad_()
            y = inner.apply(x)
            (ctx.g,) = t.autograd.grad(y.sum(), x)
        return y.detach()

    x = leaf(t)
    make(t, forward=forward, backward=lambda ctx, g: g * ctx.g).apply(x).sum().backward()
    return x.grad


def hook_on_an_output(t):
    x, seen = leaf(t), []
    y = cube(t).apply(x)
    y.register_hook(seen.append)
    y.grad_fn.register_hook(lambda i, o: seen.append((i, o)))
    y.sum().backward()
    return seen, x.grad


def inputs_as_keywords(t):
    def forward(ctx, x, w, n=2):
        return x * w * n

    x, w = leaf(t), leaf(t, 4.0, 5.0, 6.0)
    function = make(t, forward=forward, backward=lambda ctx, g: (g, g * 2, None))
    function.apply(x, n=3, w=w).sum().backward()
    return x.grad, w.grad


def apply_is_a_method_of_the_class(t):
    function, base, x = cube(t), t.autograd.Function, leaf(t)
    bound = function.apply
    y = bound.__func__(function, x)
    refused = []
    for given in ((), (2, x), (t.Tensor, x)):
        try:
            bound.__func__(*given)
        except (AttributeError, TypeError):
            refused.append(len(given))
    return (
        (y.detach(), type(y.grad_fn).__name__, refused, inspect.ismethod(bound), bound.__self__ is function),
        (bound.__func__ is base.apply.__func__, bound == function.apply, bound.__name__),
        (str(inspect.signature(bound)), pickle.loads(pickle.dumps(base.apply)) == base.apply),
        t._C._FunctionBase.__qualname__,
    )


@all_of(sys.modules[__name__], helpers=(cube, add_one_in_place, once))
def test_as_torch(scenario):
    agree(scenario)
