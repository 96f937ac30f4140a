"""Sizes, marks, views and attributes of tensors, and tensors that are one."""

import torch

from .compiling import X, calls


def d(n, *dims):
    """Rows of four, with dimensions that are marked as dynamic."""
    t = torch.ones(n, 4)
    for i in dims:
        torch._dynamo.mark_dynamic(t, i)
    return t


def mark_dynamic(compiled):
    yield from calls(compiled(lambda x: x + x.shape[0]), d(3, 0), d(4, 0), d(5), d(6, 0, 1), d(7, 1))


def mark_dynamic_late(compiled):
    yield from calls(compiled(lambda x: x + x.shape[0]), d(3), d(3, 0), d(5, 0), d(3))


def mark_static(compiled):

    def d(n):
        t = torch.ones(n, 4)
        torch._dynamo.mark_static(t, 0)
        return t

    yield from calls(compiled(lambda x: x + x.shape[0]), d(3), d(4), d(5), d(3), torch.ones(3, 4))


def mark_unbacked(compiled):

    def d(n):
        t = torch.ones(n, 4)
        torch._dynamo.decorators.mark_unbacked(t, 0)
        return t

    yield from calls(compiled(lambda x: x + 1), d(3), d(4), d(5), torch.ones(3, 4))


def maybe_mark(compiled):

    def d(n):
        t = torch.ones(n, 4)
        torch._dynamo.maybe_mark_dynamic(t, 0)
        return t

    yield from calls(compiled(lambda x: x + 1), d(3), d(4), d(5), torch.ones(3, 4), torch.ones(9, 4))


def aliased(compiled):
    a, b = (torch.ones(3), torch.ones(3))
    yield from calls(compiled(lambda x, y: x + y), (a, b), (a, b), (a, a), (b, b), (b, a))


def aliased3(compiled):
    a, b, c = (torch.ones(3) for _ in range(3))
    yield from calls(
        compiled(lambda x, y, z: x + y + z), (a, b, c), (c, b, a), (a, b, a), (b, a, b), (a, a, a), (a, b, b)
    )


def views(compiled):
    a = torch.ones(8)

    def f(x, y):
        x.add_(1)
        return x + y

    yield from calls(compiled(f), (a[:4], a[4:]), (a[:4], a[4:]), (a[:4], a[2:6]), (a[:4], torch.ones(4)))


def duplicate_inputs(compiled):
    a, b = (torch.ones(3), torch.ones(3))

    def f(items):
        return items[0] + items[1] + items[2]

    yield from calls(compiled(f), ([a, b, a],), ([a, b, a],), ([b, a, b],), ([a, b, b],), ([a, a, a],))


def grads(compiled):
    p = torch.ones(3, requires_grad=True)
    g = compiled(lambda p: p.detach() if p.grad is None else p.detach() + p.grad)
    yield g(p)
    yield g(p)
    p.grad = torch.ones(3)
    yield g(p)
    p.grad = torch.ones(3)
    yield g(p)
    p.grad = None
    yield g(p)


def tensor_attrs(compiled):
    t = torch.ones(3)
    t.foo = 3
    g = compiled(lambda t: t * t.foo)
    yield g(t)
    yield g(t)
    t.foo = 4
    yield g(t)


def many_tensors(compiled):
    ts = [torch.ones(3) for _ in range(12)]
    g = compiled(lambda *a: sum(a))
    yield g(*ts)
    yield g(*reversed(ts))
    yield g(*ts[:-1], ts[0])


def two_tensor(compiled):

    class TT(torch.Tensor):
        @staticmethod
        def __new__(cls, a, b):
            r = torch.Tensor._make_wrapper_subclass(
                cls,
                a.shape,
                dtype=a.dtype,
                device=a.device,
                strides=a.stride(),
                storage_offset=a.storage_offset(),
                requires_grad=a.requires_grad,
            )
            r.a, r.b = (a, b)
            return r

        def __init__(self, a, b):
            pass

        def __tensor_flatten__(self):
            return (["a", "b"], None)

        @staticmethod
        def __tensor_unflatten__(inner, meta, size, stride):
            return TT(inner["a"], inner["b"])

        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            aa = torch.utils._pytree.tree_map_only(TT, lambda x: x.a, args)
            bb = torch.utils._pytree.tree_map_only(TT, lambda x: x.b, args)
            return TT(func(*aa, **kwargs or {}), func(*bb, **kwargs or {}))

    g = compiled(lambda x: x + 1)
    yield g(TT(torch.ones(3), torch.ones(3)))
    yield g(TT(torch.ones(3), torch.ones(3)))
    yield g(TT(torch.ones(4), torch.ones(4)))
    yield g(TT(torch.ones(5), torch.ones(5)))
    yield g(torch.ones(3))


def dim_equal(compiled):
    g = compiled(lambda x, y: x + 1 if x.shape[0] == y.shape[0] else x - 1, dynamic=True)
    for a, b in ((3, 4), (4, 5), (5, 5), (6, 6), (6, 7)):
        yield g(torch.ones(a), torch.ones(b))


def item_scalar(compiled):
    g = compiled(lambda x, y: x * y)
    for v in (torch.tensor(2.0), torch.tensor(3.0), torch.tensor(3)):
        yield g(X, v)


def chained_views_mut(compiled):
    base = torch.zeros(10)

    def f(a, b):
        a.mul_(2)
        b.add_(1)
        return a + b

    g = compiled(f)
    for p in ((base[:5], base[5:]), (base[:5], base[4:9]), (torch.ones(5), torch.ones(5)), (base[1:6], base[2:7])):
        yield g(*p)


def memory_format(compiled):
    g = compiled(lambda x: x + 1)
    a = torch.ones(2, 3, 4, 5)
    yield g(a)
    yield g(a.to(memory_format=torch.channels_last))
    yield g(a)


def conj_neg(compiled):
    a = torch.ones(3, dtype=torch.complex64)
    g = compiled(lambda x: x + 1)
    yield g(a)
    yield g(a.conj())
    yield g(a)


def marked_gradients(compiled):
    """Gradients that are there at the start have symbols as sizes, too."""
    g = compiled(lambda x, y: x * y.grad + y)
    for rows in (8, 6, 5):
        x, y = torch.ones(rows, 4), torch.ones(rows, 4, requires_grad=True)
        y.grad = torch.ones(rows, 4)
        torch._dynamo.mark_dynamic(x, 0)
        torch._dynamo.mark_dynamic(y, 0)
        yield g(x, y)


def inference_tensors(compiled):
    g = compiled(lambda x: x + 1)
    yield g(X)
    with torch.inference_mode():
        t = torch.ones(2, 3)
    yield g(t)
    with torch.inference_mode():
        yield g(t)


CHANGES = [
    mark_dynamic, mark_dynamic_late, mark_static, mark_unbacked, maybe_mark, aliased, aliased3, views, duplicate_inputs, grads, tensor_attrs, many_tensors, two_tensor, dim_equal, item_scalar, chained_views_mut, memory_format, conj_neg, marked_gradients, inference_tensors,
]  # fmt: skip
