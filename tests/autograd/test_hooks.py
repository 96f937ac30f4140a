"""Hooks on tensors: when they run and what they may do, as torch (errors and lifetime: test_hooks_lifetime.py)."""

import functools
import sys
from collections import OrderedDict

from support.oracle import agree, all_of, raises


def leaf(t, *values):
    return t.tensor(values or (1.0, -2.0, 3.0), requires_grad=True)


# ---- as torch ----


def hook_sees_the_gradient_of_a_leaf(t):
    x, seen = leaf(t), []
    x.register_hook(seen.append)
    (x * x).sum().backward()
    return seen, x.grad


def hook_replaces_the_gradient(t):
    x = leaf(t)
    y = x * 2
    y.register_hook(lambda g: g * 10)
    y.sum().backward()
    return x.grad


def hooks_run_in_order_each_with_what_the_last_one_made(t):
    x, seen = leaf(t), []
    x.register_hook(lambda g: g + 1)
    x.register_hook(seen.append)
    x.register_hook(lambda g: g * 3)
    x.register_hook(seen.append)
    x.sum().backward()
    return seen, x.grad


def removed_hook_does_not_run(t):
    x = leaf(t)
    first, second = x.register_hook(lambda g: g * 2), x.register_hook(lambda g: g * 5)
    first.remove()
    first.remove()
    x.sum().backward()
    second.remove()
    x.sum().backward()
    return x.grad


def handle_is_a_context_manager(t):
    x = leaf(t)
    with x.register_hook(lambda g: g * 7):
        x.sum().backward()
    x.sum().backward()
    return x.grad


def hook_removes_itself(t):
    x, calls = leaf(t), []

    def hook(grad):
        calls.append(grad)
        handle.remove()

    handle = x.register_hook(hook)
    x.register_hook(lambda g: g + 1)
    x.sum().backward()
    x.sum().backward()
    return calls, x.grad


def hook_registered_in_a_hook_runs_next_time(t):
    x, calls = leaf(t), []

    def hook(grad):
        if not calls:
            x.register_hook(lambda g: g * 100)
        calls.append(grad)

    handle = x.register_hook(hook)
    x.sum().backward()
    first = x.grad.clone()
    x.sum().backward()
    handle.remove()
    x._backward_hooks = None  # torch's cycle
    return calls, first, x.grad


def one_function_registered_twice_runs_twice(t):
    x = leaf(t)

    def double(grad):
        return grad * 2

    x.register_hook(double)
    x.register_hook(double)
    x.sum().backward()
    return x.grad


def hook_of_a_tensor_that_is_gone_still_runs(t):
    x, seen = leaf(t), []
    y = x * 3
    y.register_hook(seen.append)
    z = y.sum()
    del y
    z.backward()
    return seen, x.grad


def hook_runs_in_autograd_grad(t):
    x, seen = leaf(t), []
    y = x * 3
    y.register_hook(lambda g: g * 2)
    x.register_hook(seen.append)
    return t.autograd.grad(y.sum(), (x, y)), seen


def hooks_of_two_outputs_are_told_apart(t):
    x, seen = leaf(t, 3.0, 1.0, 2.0), []
    a, b = x.split(2)
    a.register_hook(lambda g: seen.append(("a", g)))
    b.register_hook(lambda g: seen.append(("b", g)))
    (a.sum() * 2 + b.sum() * 3).backward()
    return seen, x.grad


def gradient_of_a_hook_is_differentiable_with_create_graph(t):
    x, seen = leaf(t), []

    def hook(grad):
        seen.append((grad.requires_grad, t.is_grad_enabled()))
        return grad * grad

    y = x**3
    y.register_hook(hook)
    (g,) = t.autograd.grad((y * y).sum(), x, create_graph=True)
    return seen, g.detach(), t.autograd.grad(g.sum(), x)


def nothing_is_recorded_in_a_hook_otherwise(t):
    x, seen = leaf(t), []
    w = t.ones(3, requires_grad=True)
    x.register_hook(lambda g: seen.append((t.is_grad_enabled(), (w * g).requires_grad)))
    x.sum().backward()
    return seen


def hook_runs_backward_itself(t):
    x, w = leaf(t), leaf(t, 2.0)

    def hook(grad):
        with t.enable_grad():
            (w * grad.sum()).sum().backward()

    handle = x.register_hook(hook)
    (x * 2).sum().backward()
    handle.remove()
    return w.grad, x.grad


def hook_before_an_in_place_operation_sees_the_old_tensor(t):
    x, seen = leaf(t), []
    y = x * 1
    y.register_hook(lambda g: seen.append(("old", g)))
    y.mul_(5)
    y.register_hook(lambda g: seen.append(("new", g)))
    y.sum().backward()
    return seen, x.grad


def hook_together_with_retain_grad(t):
    x = leaf(t)
    y = x * 2
    y.retain_grad()
    y.register_hook(lambda g: g * 3)
    y.sum().backward()
    return y.grad, x.grad, y.retains_grad


@raises(RuntimeError)
def hook_on_a_tensor_that_needs_no_gradient(t):
    t.ones(2).register_hook(print)


@raises(TypeError)
def hook_that_returns_a_number(t):
    x = leaf(t)
    x.register_hook(lambda g: 3)
    x.sum().backward()


@raises(RuntimeError)
def hook_that_returns_another_shape(t):
    x = leaf(t)
    x.register_hook(functools.partial(t.sum))
    x.sum().backward()


@raises(TypeError, text=False)  # torch finds it in backward
def hook_that_is_not_callable(t):
    x = leaf(t)
    x.register_hook(3)
    x.sum().backward()


def post_hook_sees_the_sum(t):
    x, seen = leaf(t), []
    x.register_post_accumulate_grad_hook(lambda p: seen.append(p.grad.clone()))
    (x * 2).sum().backward()
    (x * 3).sum().backward()
    return seen


def post_hook_is_an_optimizer(t):
    x = leaf(t)
    handle = x.register_post_accumulate_grad_hook(lambda p: p.add_(p.grad, alpha=-0.5))
    (x * x).sum().backward()
    handle.remove()
    x.grad = None
    (x * x).sum().backward()
    return x.detach(), x.grad


def post_hook_clears_the_gradient(t):
    x = leaf(t)

    def clear(p):
        p.grad = None

    x.register_post_accumulate_grad_hook(clear)
    x.sum().backward()
    return x.grad is None


def post_hooks_run_after_hooks(t):
    x, order = leaf(t), []
    x.register_post_accumulate_grad_hook(lambda p: order.append("post"))
    x.register_post_accumulate_grad_hook(lambda p: order.append("post 2"))
    x.register_hook(lambda g: order.append("hook"))
    x.sum().backward()
    return order


@raises(RuntimeError)
def post_hook_on_a_tensor_that_needs_no_gradient(t):
    t.ones(2).register_post_accumulate_grad_hook(print)


@raises(RuntimeError)
def post_hook_on_a_tensor_that_is_no_leaf(t):
    (leaf(t) * 2).register_post_accumulate_grad_hook(print)


def hooks_are_listed(t):
    x = leaf(t)
    y = x * 2
    before = x._backward_hooks, y._backward_hooks, x._post_accumulate_grad_hooks
    first, _ = x.register_hook(lambda g: g), x.register_hook(lambda g: g * 3)
    y.register_hook(lambda g: g)
    x.register_post_accumulate_grad_hook(lambda p: None)
    counts = [len(one) for one in (x._backward_hooks, y._backward_hooks, x._post_accumulate_grad_hooks)]
    last = list(x._backward_hooks.values())[-1]
    first.remove()
    return before, counts, last(t.ones(1)), len(x._backward_hooks), x.name


def hooks_are_set_where_there_are_none(t):
    x = leaf(t)
    x._backward_hooks = {0: lambda g: g * 5}
    x.sum().backward()
    y = leaf(t)
    y._backward_hooks = None
    return x.grad, not y._backward_hooks


def hooks_are_set_and_deleted_by_their_keys(t):
    x = leaf(t)
    x._backward_hooks = OrderedDict(first=lambda g: g * 5)
    hooks = x._backward_hooks
    hooks["second"] = lambda g: g + 1
    (x * 1).sum().backward()
    del hooks["second"]
    (x * 1).sum().backward()
    hooks.popitem()
    (x * 1).sum().backward()
    return x.grad, not x._backward_hooks


@all_of(sys.modules[__name__])
def test_as_torch(scenario):
    agree(scenario)
