"""Dicts, lists, iterators and what is kept in them."""

import collections
import enum
import types

import torch

from .compiling import Plain, X, calls


def odicts(compiled):
    Ordered = collections.OrderedDict
    a = Ordered(a=1, b=2)
    b = Ordered(a=1, b=2)
    b.move_to_end("a")
    yield from calls(
        compiled(lambda x, d: x + list(d.values())[0]), (X, a), (X, Ordered(a=1, b=2)), (X, Ordered(b=2, a=1)), (X, a)
    )


def ddicts(compiled):
    a = collections.defaultdict(int, a=1)
    b = collections.defaultdict(int, b=1)
    yield from calls(compiled(lambda x, d: x + d["a"]), (X, a), (X, a), (X, collections.defaultdict(int, a=1)), (X, b))


def dict_tensor_keys(compiled):
    k = torch.ones(1)
    k2 = torch.ones(1)
    f = compiled(lambda x, k, d: x + d[k])
    yield from calls(f, (X, k, {k: 1}), (X, k, {k: 1}), (X, k2, {k2: 1}))


def dict_obj_keys(compiled):
    p = Plain(1)
    q = Plain(2)
    yield from calls(compiled(lambda x, d: x + sum(d.values())), (X, {p: 1}), (X, {p: 1}), (X, {q: 1}), (X, {p: 2}))


def range_iterators(compiled):

    def adv(r, n):
        it = iter(r)
        for _ in range(n):
            next(it)
        return it

    yield from calls(
        compiled(lambda x, it: x + next(it)),
        (X, iter(range(3))),
        (X, iter(range(3))),
        (X, iter(range(4))),
        (X, adv(range(0, 9, 2), 1)),
        (X, adv(range(0, 9, 2), 1)),
        (X, iter(range(2, 9, 2))),
    )


def mappingproxies(compiled):
    M = types.MappingProxyType
    yield from calls(
        compiled(lambda x, d: x + d["a"]),
        (X, M({"a": 1})),
        (X, M({"a": 1})),
        (X, M({"a": 2})),
        (X, M({"a": 1, "b": 1})),
    )


def dict_subclass(compiled):

    class MD(dict):
        pass

    yield from calls(compiled(lambda x, d: x + d["a"]), (X, MD(a=1)), (X, MD(a=1)), (X, MD(a=2)), (X, {"a": 1}))


def list_subclass(compiled):

    class ML(list):
        pass

    yield from calls(compiled(lambda x, d: x + d[0]), (X, ML([1])), (X, ML([1])), (X, ML([2])), (X, [1]))


def constant_subclass(compiled):

    class Whole(int):
        pass

    class St(str):
        pass

    yield from calls(compiled(lambda x, n: x + n), (X, Whole(3)), (X, Whole(3)), (X, Whole(4)), (X, 3))


def user_iter(compiled):

    class It:
        def __init__(self, n):
            self.n = n

        def __iter__(self):
            return iter([self.n])

    yield from calls(compiled(lambda x, i: x + sum(i)), (X, It(1)), (X, It(1)), (X, It(2)))


def mutated_dict_attr(compiled):

    class Cfg:
        pass

    c = Cfg()
    c.d = {"x": {"y": [1, 2]}}
    g = compiled(lambda x: x * c.d["x"]["y"][1])
    yield g(X)
    c.d["x"]["y"][0] = 5
    yield g(X)
    c.d["x"]["y"][1] = 5
    yield g(X)
    c.d["z"] = 1
    yield g(X)
    c.d = {"x": {"y": [5, 5]}}
    yield g(X)
    c.d = {"x": {"y": (5, 5)}}
    yield g(X)


def enum_keys(compiled):

    class E(enum.Enum):
        A = 1
        B = 2

    g = compiled(lambda x, d: x + d[E.A])
    yield g(X, {E.A: 1})
    yield g(X, {E.A: 1, E.B: 2})
    yield g(X, {E.A: 2})


def string_ops(compiled):
    g = compiled(lambda x, s: x + len(s.split(",")))
    for s in ("a,b", "a,b", "a,c", "a"):
        yield g(X, s)


def big_dict(compiled):
    d = {i: i for i in range(100)}
    g = compiled(lambda x: x + d[7] + len(d))
    yield g(X)
    d[50] = 3
    yield g(X)
    d[7] = 8
    yield g(X)
    d[100] = 1
    yield g(X)


CHANGES = [
    odicts, ddicts, dict_tensor_keys, dict_obj_keys, range_iterators, mappingproxies, dict_subclass, list_subclass, constant_subclass, user_iter, mutated_dict_attr, enum_keys, string_ops, big_dict,
]  # fmt: skip
