"""Attributes and methods of objects and of their classes."""

import weakref

import torch
from torch import nn

from .compiling import Plain, X, calls


def objects(compiled):
    p = Plain(1)
    g = compiled(lambda x, o: x * o.a)
    yield from calls(g, (X, p), (X, p), (X, Plain(1)))
    p.a = 2
    yield g(X, p)
    p.b = 3
    yield g(X, p)
    p.a = X
    yield g(X, p)

    class Other(Plain):
        pass

    yield g(X, Other(1))


def class_attrs(compiled):

    class Q(Plain):
        k = 5

    q = Q(1)
    g = compiled(lambda x, o: x * o.k)
    yield from calls(g, (X, q), (X, q))
    Q.k = 6
    yield g(X, q)
    q.k = 7
    yield g(X, q)


def class_methods(compiled):

    class Q(Plain):
        def m(self, x):
            return x + 1

    q = Q(1)
    g = compiled(lambda x, o: o.m(x))
    yield from calls(g, (X, q), (X, q))
    Q.m = lambda self, x: x + 2
    yield g(X, q)
    q.m = lambda x: x + 3
    yield g(X, q)


def hasattrs(compiled):
    p = Plain(1)
    g = compiled(lambda x, o: x + 1 if hasattr(o, "zz") else x - 1)
    yield from calls(g, (X, p), (X, p))
    p.zz = 1
    yield g(X, p)
    p.zz = 2
    yield g(X, p)
    del p.zz
    yield g(X, p)


def properties(compiled):

    class Q(Plain):
        @property
        def dbl(self):
            return self.a * 2

    q = Q(1)
    g = compiled(lambda x, o: x * o.dbl)
    yield from calls(g, (X, q), (X, q))
    q.a = 4
    yield g(X, q)


def getattr_custom(compiled):

    class Q(Plain):
        def __getattr__(self, n):
            if n == "foo":
                return 5
            raise AttributeError(n)

    q = Q(1)
    g = compiled(lambda x, o: x * o.foo)
    yield from calls(g, (X, q), (X, q))
    q.foo = 4
    yield g(X, q)


def slots(compiled):

    class Q:
        __slots__ = ("a", "b")

    q = Q()
    q.a = 1
    q.b = 2
    g = compiled(lambda x, o: x * o.a)
    yield from calls(g, (X, q), (X, q))
    q.a = 4
    yield g(X, q)
    q.b = 4
    yield g(X, q)


def bound_methods(compiled):
    p, q = (Plain(2), Plain(3))
    yield from calls(compiled(lambda x, f: f(x)), (X, p.scale), (X, p.scale), (X, q.scale), (X, Plain(2).scale))


def method_compiled(compiled):
    p = Plain(2)
    g = compiled(p.scale)
    yield from calls(g, X, X)
    p.a = 3
    yield g(X)


def weakrefs(compiled):
    p = Plain(2)
    w = weakref.ref(p)
    g = compiled(lambda x, w: x * w().a)
    yield from calls(g, (X, w), (X, w))
    p.a = 3
    yield g(X, w)
    q = Plain(3)
    yield g(X, weakref.ref(q))


def staticm(compiled):

    class Q:
        @staticmethod
        def s(x):
            return x + 1

        @classmethod
        def c(cls, x):
            return x + cls.v

        v = 3

    g = compiled(lambda x, q: q.s(x) + q.c(x))
    q = Q()
    yield g(X, q)
    yield g(X, Q())
    Q.v = 4
    yield g(X, q)
    Q.s = staticmethod(lambda x: x + 9)
    yield g(X, q)


def inherit(compiled):

    class A:
        def m(self, x):
            return x + self.k

        k = 1

    class B(A):
        pass

    g = compiled(lambda x, q: q.m(x))
    b = B()
    yield g(X, b)
    A.k = 2
    yield g(X, b)
    B.k = 3
    yield g(X, b)
    del B.k
    yield g(X, b)
    A.m = lambda self, x: x + 100
    yield g(X, b)

    class D(B):
        pass

    yield g(X, D())


def super_call(compiled):

    class A(nn.Module):
        def __init__(self):
            super().__init__()
            self.w = nn.Parameter(torch.ones(3))

        def forward(self, x):
            return x * self.w

    class B(A):
        def forward(self, x):
            return super().forward(x) + 1

    m = B()
    g = compiled(m)
    yield g(X)
    yield g(X)
    m.w.requires_grad_(False)
    yield g(X)
    A.forward = lambda self, x: x
    yield g(X)


CHANGES = [
    objects, class_attrs, class_methods, hasattrs, properties, getattr_custom, slots, bound_methods, method_compiled, weakrefs, staticm, inherit, super_call,
]  # fmt: skip
