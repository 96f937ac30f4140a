"""Globals, closures, defaults and arguments of functions, and functions as arguments."""

import functools

import torch

from .compiling import X, calls

G_INT, G_TENSOR, G_LIST, G_DICT = 3, torch.ones(3), [1, 2], {"a": 1}


def helper_fn(x):
    return x + 1


def globals_int(compiled):
    global G_INT
    G_INT = 3
    g = compiled(lambda x: x + G_INT)
    yield from calls(g, X, X)
    G_INT = 4
    yield g(X)
    G_INT = 3
    yield g(X)
    G_INT = "a" and 2.5
    yield g(X)
    G_INT = 3


def globals_tensor(compiled):
    global G_TENSOR
    G_TENSOR = torch.ones(3)
    g = compiled(lambda x: x + G_TENSOR)
    yield from calls(g, X, X)
    G_TENSOR = torch.ones(3)
    yield g(X)
    G_TENSOR = torch.ones(1)
    yield g(X)
    G_TENSOR = torch.ones(3, dtype=torch.float64)
    yield g(X)


def globals_list(compiled):
    global G_LIST, G_DICT
    G_LIST = [1, 2]
    g = compiled(lambda x: x + G_LIST[0] + G_DICT["a"])
    yield from calls(g, X, X)
    G_LIST.append(3)
    yield g(X)
    G_LIST[0] = 9
    yield g(X)
    G_DICT["b"] = 1
    yield g(X)
    G_DICT["a"] = 2
    yield g(X)
    G_DICT.clear()
    G_DICT["a"] = 1


def globals_fn(compiled):
    global helper_fn
    old = helper_fn
    g = compiled(lambda x: helper_fn(x))
    yield from calls(g, X, X)
    helper_fn = lambda x: x + 2
    yield g(X)
    helper_fn = old
    yield g(X)


def closures(compiled):
    n, t, items = (1, torch.ones(3), [1])

    def f(x):
        return x + n + t + items[0]

    g = compiled(f)
    yield from calls(g, X, X)
    n = 2
    yield g(X)
    t = torch.ones(3)
    yield g(X)
    t = torch.ones(1)
    yield g(X)
    items[0] = 4
    yield g(X)
    items.append(3)
    yield g(X)


def defaults(compiled):

    def h(x, a=1, *, b=2):
        return x + a + b

    g = compiled(lambda x: h(x))
    yield from calls(g, X, X)
    h.__defaults__ = (5,)
    yield g(X)
    h.__kwdefaults__ = {"b": 7}
    yield g(X)
    h.__kwdefaults__ = {"b": 2}
    h.__defaults__ = (1,)
    yield g(X)


def default_tensors(compiled):

    def h(x, a=torch.ones(3)):  # noqa: B008
        return x + a

    g = compiled(h)
    yield from calls(g, X, X)
    yield g(X, torch.ones(3))
    yield g(X, torch.ones(1))


def kwargs(compiled):

    def h(x, **k):
        return x + sum(k.values())

    g = compiled(h)
    yield g(X, a=1, b=2)
    yield g(X, a=1, b=2)
    yield g(X, b=2, a=1)
    yield g(X, a=1)


def varargs(compiled):

    def h(*a):
        return sum(a)

    yield from calls(compiled(h), (X, X + 1), (X, X + 1), (X, X + 1, X + 2), (X, 1))


def partials(compiled):

    def h(a, x):
        return x + a

    g = compiled(lambda x, p: p(x))
    p = functools.partial(h, 1)
    yield from calls(
        g,
        (X, p),
        (X, p),
        (X, functools.partial(h, 1)),
        (X, functools.partial(h, 2)),
        (X, functools.partial(h, x=X, a=1) if False else p),
    )


def fn_args(compiled):
    a = lambda x: x + 1
    b = lambda x: x + 2
    yield from calls(
        compiled(lambda x, f: f(x)), (X, a), (X, a), (X, b), (X, torch.sin), (X, torch.cos), (X, torch.sin)
    )


def fn_factory(compiled):

    def make(n):

        def inner(x):
            return x + n

        return inner

    yield from calls(compiled(lambda x, f: f(x)), (X, make(1)), (X, make(1)), (X, make(2)))


def disable_function(compiled):
    g = compiled(lambda x: x + 1)
    yield g(X)
    with torch._C.DisableTorchFunctionSubclass():
        yield g(X)
    with torch._C.DisableTorchFunction():
        yield g(X)
    yield g(X)


def nested_fn_closure(compiled):

    def outer(k):

        def inner(x):
            return x * k

        return inner

    fs = [outer(1), outer(2)]
    g = compiled(lambda x, i: fs[i](x))
    yield g(X, 0)
    yield g(X, 0)
    yield g(X, 1)
    fs[0] = outer(7)
    yield g(X, 0)


CHANGES = [
    globals_int, globals_tensor, globals_list, globals_fn, closures, defaults, default_tensors, kwargs, varargs, partials, fn_args, fn_factory, disable_function, nested_fn_closure,
]  # fmt: skip
