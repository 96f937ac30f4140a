"""Calls that compile a function again, and calls that do not: what changes between them, of values, modules and settings.

python recompiling.py torch (or pytorch_c): prints {name: graphs that were compiled after each call} as JSON, and says of
each tree of guards whether its check and a walk along it agree. Frames are not evaluated: a call asks the guards that
torch's compiler has made for the calls before, and has the function compiled where none holds.
"""

import collections
import contextlib
import dataclasses
import enum
import functools
import importlib
import itertools
import json
import logging
import sys
import types
import weakref

import numpy as np

import pytorch_c

if sys.argv[1] == "pytorch_c":
    pytorch_c.install_as_torch()
import torch
import torch._dynamo
from torch import nn

logging.getLogger("torch._dynamo").setLevel(logging.CRITICAL)
convert_frame = importlib.import_module("torch._dynamo.convert_frame")
graphs = 0


def backend(graph, inputs):
    global graphs
    graphs += 1
    return graph.forward


class Frame:
    """A frame that is about to begin, as the callback looks at it."""

    f_lasti = -1

    def __init__(self, info):
        self.f_code, self.f_globals, self.f_locals = info.code, info.globals, info.locals
        self.f_builtins, self.closure = info.builtins, info.closure


class Guarded:
    """A function, and what was compiled of it."""

    def __init__(self, function, dynamic):
        torch._dynamo.reset()
        self.function, self.entries, self.frame_state = function, [], {}
        self.settings = (
            {} if dynamic is None else {"assume_static_by_default": not dynamic, "automatic_dynamic_shapes": False}
        )
        self.convert = convert_frame.convert_frame_assert(backend, one_graph=True)
        traced, _ = convert_frame.get_traced_fn(function)
        convert_frame.always_optimize_code_objects[traced.__code__] = True

    def __call__(self, *args, **kwargs):
        asked = self.function
        traced, module = convert_frame.get_traced_fn(asked)
        if torch._dynamo.trace_rules.check(
            traced.__code__
        ):  # a file of the library, which is inlined into another frame
            asked = torch._dynamo.external_utils.wrap_inline(asked)
            traced, module = convert_frame.get_traced_fn(asked)
        info = convert_frame._get_frame(asked, args, kwargs)
        run = types.FunctionType(self.code_for(info), traced.__globals__, closure=traced.__closure__)
        run.__defaults__, run.__kwdefaults__ = traced.__defaults__, traced.__kwdefaults__
        return run(*args, **kwargs) if module is None else run(module, *args, **kwargs)

    def code_for(self, info):
        for index, (manager, code) in enumerate(self.entries):
            holds, walked = manager.check(info.locals), manager.check_verbose(info.locals)
            assert holds == walked.result, f"check() gives {holds}, but {walked}"
            if holds:
                self.entries.insert(0, self.entries.pop(index))
                return code
        with torch._dynamo.config.patch(self.settings) if self.settings else contextlib.nullcontext():
            hooks = torch._dynamo.hooks.Hooks()
            found = self.convert(Frame(info), None, hooks, self.frame_state).guarded_code
        self.entries.insert(0, (found.guard_manager, found.code))
        return found.code


def compiled(function, dynamic=None):
    if sys.argv[1] == "torch":
        torch._dynamo.reset()
        return torch.compile(function, backend=backend, dynamic=dynamic, fullgraph=True)
    return Guarded(function, dynamic)


def calls(function, *given):
    for arguments in given:
        function(*(arguments if isinstance(arguments, tuple) else (arguments,)))
        yield


X = torch.ones(2, 3)
G_INT, G_TENSOR, G_LIST, G_DICT = 3, torch.ones(3), [1, 2], {"a": 1}


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class IColor(enum.IntEnum):
    A = 1
    B = 2


@dataclasses.dataclass
class DC:
    a: int
    t: torch.Tensor


@dataclasses.dataclass(frozen=True)
class FDC:
    a: int
    b: str = "x"


Point = collections.namedtuple("Point", "x y")


class Plain:
    k = 5

    def __init__(self, a):
        self.a = a

    def scale(self, x):
        return x * self.a


def helper_fn(x):
    return x + 1


class Mod(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.bn = nn.BatchNorm1d(3)
        self.register_buffer("buf", torch.ones(3))
        self.n = 2

    def forward(self, x):
        return self.bn(self.lin(x)) * self.buf + self.n


# {name: (function, arguments of its calls, dynamic)}
CALLS = {
    "ints": (lambda x, n: x + n, [(X, 1), (X, 1), (X, 2), (X, 3), (X, 0), (X, 1)], None),
    "ints_big": (lambda x, n: x + n, [(X, 10), (X, 20), (X, 30), (X, 10)], None),
    "bools": (lambda x, n: x + 1 if n else x - 1, [(X, True), (X, False), (X, True), (X, None), (X, 1)], None),
    "floats": (
        lambda x, n: x * n,
        [(X, 1.5), (X, 1.5), (X, 2.5), (X, 3.5), (X, float("nan")), (X, float("nan")), (X, float("inf"))],
        None,
    ),
    "nans": (lambda x, n: x * n, [(X, float("nan")), (X, float("nan")), (X, 2.5)], None),
    "complexes": (lambda x, n: x * n, [(X, 1j), (X, 1j), (X, 2j)], None),
    "complex_nans": (lambda x, n: x * n, [(X, complex("nan")), (X, complex("nan")), (X, 2j)], None),
    "strings": (lambda x, s: x + len(s), [(X, "a"), (X, "a"), (X, "".join(["a"])), (X, "bb"), (X, "a")], None),
    "nones": (lambda x, s: x if s is None else x + s, [(X, None), (X, X), (X, None), (X, 1)], None),
    "enums": (lambda x, c: x + c.value, [(X, Color.RED), (X, Color.RED), (X, Color.BLUE), (X, Color.RED)], None),
    "ienums": (lambda x, c: x + c, [(X, IColor.A), (X, IColor.A), (X, IColor.B)], None),
    "lists": (
        lambda x, items: x + items[0] + len(items),
        [(X, [1, 2]), (X, [1, 2]), (X, [1, 2, 3]), (X, [1, 3]), (X, [2, 2]), (X, (1, 2))],
        None,
    ),
    "lists_tensors": (
        lambda items: sum(items),
        [([X, X + 1],), ([X, X + 1],), ([X, X + 1, X + 2],), ([X, X],)],
        None,
    ),
    "tuples": (lambda x, items: x + items[0], [(X, (1, 2)), (X, (1, 2)), (X, (1, 3)), (X, (2, 3)), (X, (1,))], None),
    "nested": (
        lambda x, items: x + items[0]["a"][1],
        [(X, [{"a": (1, 2)}]), (X, [{"a": (1, 2)}]), (X, [{"a": (1, 3)}]), (X, [{"a": (1, 2), "b": 1}])],
        None,
    ),
    "dicts": (
        lambda x, d: x + d["a"],
        [(X, {"a": 1}), (X, {"a": 1}), (X, {"a": 2}), (X, {"a": 1, "b": 2}), (X, {"b": 2, "a": 1})],
        None,
    ),
    "dict_values": (
        lambda x, d: x + sum(d.values()),
        [(X, {"a": 1, "b": 2}), (X, {"a": 1, "b": 2}), (X, {"b": 2, "a": 1}), (X, {"a": 1, "b": 3}), (X, {"a": 1})],
        None,
    ),
    "dict_keys": (
        lambda x, d: x + len("".join(d)),
        [(X, {"a": 1, "b": 2}), (X, {"a": 1, "b": 2}), (X, {"b": 2, "a": 1}), (X, {"ab": 1, "b": 3})],
        None,
    ),
    "dict_contains": (
        lambda x, d: x + 1 if "a" in d else x,
        [(X, {"a": 1}), (X, {"a": 1}), (X, {"b": 2}), (X, {"b": 3}), (X, {"a": 5})],
        None,
    ),
    "dict_get": (
        lambda x, d: x + d.get("a", 7),
        [(X, {"a": 1}), (X, {"b": 1}), (X, {"a": 1, "b": 1}), (X, {})],
        None,
    ),
    "dict_tensors": (
        lambda d: d["a"] + d["b"],
        [({"a": X, "b": X + 1},), ({"a": X, "b": X + 1},), ({"b": X, "a": X + 1},), ({"a": X, "b": X},),
         ({"a": torch.ones(3), "b": X},)],
        None,
    ),
    "sets": (
        lambda x, s: x + 1 if 1 in s else x,
        [(X, {1, 2}), (X, {1, 2}), (X, {2, 1}), (X, {3}), (X, {1, 2, 3}), (X, frozenset({1}))],
        None,
    ),
    "set_iter": (lambda x, s: x + sum(s), [(X, {1, 2}), (X, {1, 2}), (X, {3}), (X, {1, 2, 3})], None),
    "frozensets": (
        lambda x, s: x + len(s),
        [(X, frozenset({1})), (X, frozenset({1})), (X, frozenset({2})), (X, frozenset({1, 2}))],
        None,
    ),
    "objects_of_dataclasses": (
        lambda d: d.t + d.a,
        [(DC(1, X),), (DC(1, X),), (DC(2, X),), (DC(1, torch.ones(5)),)],
        None,
    ),
    "frozen_dataclasses": (lambda x, d: x + d.a, [(X, FDC(1)), (X, FDC(1)), (X, FDC(2)), (X, FDC(1, "y"))], None),
    "namedtuples": (
        lambda x, d: x + d.x,
        [(X, Point(1, 2)), (X, Point(1, 2)), (X, Point(1, 3)), (X, Point(2, 2))],
        None,
    ),
    "requires_grad": (
        lambda x: x + 1,
        [(torch.ones(2),), (torch.ones(2),), (torch.ones(2, requires_grad=True),), (torch.ones(2),)],
        None,
    ),
    "dtypes": (
        lambda x: x + 1,
        [(torch.ones(2),), (torch.ones(2, dtype=torch.int64),), (torch.ones(2).double(),), (torch.ones(2).half(),),
         (torch.ones(2),)],
        None,
    ),
    "shapes": (
        lambda x: x * x.shape[0],
        [(torch.ones(2),), (torch.ones(2),), (torch.ones(3),), (torch.ones(4),), (torch.ones(1),),
         (torch.ones(0),), (torch.ones(2, 2),), (torch.ones(3, 3),), (torch.ones(7, 8),)],
        None,
    ),
    "strides": (
        lambda x: x + 1,
        [(torch.ones(2, 3),), (torch.ones(3, 2).t(),), (torch.ones(2, 3),), (torch.ones(4, 3)[::2],),
         (torch.ones(2, 6)[:, ::2],)],
        None,
    ),
    "dynamic_true": (
        lambda x, y: x.sum(0) + y,
        [(torch.ones(4, 3), torch.ones(3)), (torch.ones(5, 3), torch.ones(3)), (torch.ones(5, 7), torch.ones(7)),
         (torch.ones(1, 7), torch.ones(7)), (torch.ones(5, 1), torch.ones(7))],
        True,
    ),
    "dynamic_false": (lambda x: x + 1, [(torch.ones(4),), (torch.ones(5),), (torch.ones(6),)], False),
    "dynamic_branch": (
        lambda x: x + 1 if x.shape[0] > 5 else x - 1,
        [(torch.ones(4),), (torch.ones(5),), (torch.ones(6),), (torch.ones(7),), (torch.ones(3),)],
        True,
    ),
    "dynamic_mod": (
        lambda x: x.view(2, -1) + 1,
        [(torch.ones(4),), (torch.ones(6),), (torch.ones(8),), (torch.ones(10),)],
        None,
    ),
    "dynamic_ints": (
        lambda x, n: x[:n] + n,
        [(torch.ones(9), 3), (torch.ones(9), 4), (torch.ones(9), 5), (torch.ones(9), 12)],
        None,
    ),
    "iterators": (
        lambda x, it: x + next(it),
        [(X, iter((1, 2))), (X, iter((1, 2))), (X, iter((2, 2))), (X, iter((1, 2, 3)))],
        None,
    ),
    "counts": (
        lambda x, it: x + next(it),
        [(X, itertools.count(2)), (X, itertools.count(2)), (X, itertools.count(3))],
        None,
    ),
    "zips": (
        lambda x, items: x + sum((a * b for a, b in zip(items, items))),
        [(X, [1, 2]), (X, [1, 2]), (X, [1, 3])],
        None,
    ),
    "slices": (
        lambda x, s: x[s] + 1,
        [(torch.ones(9), slice(1, 3)), (torch.ones(9), slice(1, 3)), (torch.ones(9), slice(1, 4)),
         (torch.ones(9), slice(None))],
        None,
    ),
    "dtype_args": (
        lambda x, d: x.to(d),
        [(X, torch.float64), (X, torch.float64), (X, torch.float16), (X, torch.float64)],
        None,
    ),
    "device_args": (
        lambda x, d: x + torch.ones(3, device=d),
        [(X, torch.device("cpu")), (X, torch.device("cpu")), (X, "cpu")],
        None,
    ),
    "size_args": (
        lambda x, s: x.expand(s) + 1,
        [(X, torch.Size([2, 3])), (X, torch.Size([2, 3])), (X, torch.Size([4, 2, 3])), (X, torch.ones(2, 3).shape)],
        None,
    ),
    "numpy_arrays": (
        lambda a: a + 1,
        [(np.ones(3),), (np.ones(3),), (np.ones(4),), (np.ones(5),), (np.ones(3, dtype=np.float32),)],
        None,
    ),
    "numpy_scalars": (
        lambda x, a: x + a,
        [(X, np.float64(1.5)), (X, np.float64(1.5)), (X, np.float64(2.5)), (X, np.int64(2))],
        None,
    ),
    "numpy_two": (lambda a, b: a + b, [(np.ones(3), np.ones(3)), (np.ones(3), np.ones(3))], None),
    "parameters": (
        lambda x: x + 1,
        [(nn.Parameter(torch.ones(3)),), (nn.Parameter(torch.ones(3)),), (torch.ones(3),),
         (nn.Parameter(torch.ones(4)),), (nn.Parameter(torch.ones(3), requires_grad=False),)],
        None,
    ),
    "param_shapes": (
        lambda p, x: p + x,
        [(nn.Parameter(torch.ones(3)), 1), (nn.Parameter(torch.ones(4)), 1), (nn.Parameter(torch.ones(5)), 1)],
        None,
    ),
    "contiguous": (
        lambda x: x + 1 if x.is_contiguous() else x - 1,
        [(torch.ones(2, 3),), (torch.ones(3, 2).t(),), (torch.ones(4, 5),), (torch.ones(5, 4).t(),)],
        None,
    ),
    "zero_dim": (
        lambda x: x + 1,
        [(torch.ones(()),), (torch.ones(()),), (torch.ones(1),), (torch.ones(()).double(),)],
        None,
    ),
    "deques": (
        lambda x, d: x + d[0],
        [(X, collections.deque([1, 2])), (X, collections.deque([1, 2])), (X, collections.deque([2, 2])),
         (X, collections.deque([1]))],
        None,
    ),
    "class_args": (
        lambda x, c: x + 1 if issubclass(c, int) else x,
        [(X, int), (X, int), (X, bool), (X, str), (X, Plain)],
        None,
    ),
    "classes_of_objects": (
        lambda x, c: x + 1 if isinstance(c, Plain) else x,
        [(X, Plain(1)), (X, Plain(2)), (X, 3), (X, 3), (X, FDC(1))],
        None,
    ),
    "tuple_tensors": (lambda t: t[0] + t[1], [((X, X + 1),), ((X, X + 1),), ((X, X),), ((X, torch.ones(1)),)], None),
    "bytes": (lambda x, b: x + len(b), [(X, b"a"), (X, b"a"), (X, b"bb")], None),
    "equal_sizes": (
        lambda x, y: x + y,
        [(torch.ones(4), torch.ones(4)), (torch.ones(5), torch.ones(5)), (torch.ones(5), torch.ones(1)),
         (torch.ones(1), torch.ones(5)), (torch.ones(6), torch.ones(1))],
        True,
    ),
    "cat_dynamic": (
        lambda x, y: torch.cat([x, y]),
        [(torch.ones(4), torch.ones(4)), (torch.ones(4), torch.ones(5)), (torch.ones(3), torch.ones(6))],
        True,
    ),
}  # fmt: skip


# ---- calls with changes between them ----


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


def mark_dynamic(compiled):

    def d(n, *dims):
        t = torch.ones(n, 4)
        for i in dims:
            torch._dynamo.mark_dynamic(t, i)
        return t

    yield from calls(compiled(lambda x: x + x.shape[0]), d(3, 0), d(4, 0), d(5), d(6, 0, 1), d(7, 1))


def mark_dynamic_late(compiled):

    def d(n, *dims):
        t = torch.ones(n, 4)
        for i in dims:
            torch._dynamo.mark_dynamic(t, i)
        return t

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


def grad_mode(compiled):
    g = compiled(lambda x: x + 1)
    yield g(X)
    with torch.no_grad():
        yield g(X)
    yield g(X)
    with torch.inference_mode():
        yield g(X)
    with torch.no_grad():
        yield g(X)


def autocast(compiled):
    a = torch.ones(3, 3)
    g = compiled(lambda x: x @ x)
    yield g(a)
    with torch.autocast("cpu"):
        yield g(a)
    with torch.autocast("cpu", dtype=torch.float16):
        yield g(a)
    with torch.autocast("cpu", enabled=False):
        yield g(a)
    with torch.autocast("cpu", cache_enabled=False):
        yield g(a)
    yield g(a)


def default_dtype(compiled):
    g = compiled(lambda x: x + torch.ones(3))
    yield g(X)
    torch.set_default_dtype(torch.float64)
    yield g(X)
    torch.set_default_dtype(torch.float32)
    yield g(X)


def deterministic(compiled):
    g = compiled(lambda x: x + 1)
    yield g(X)
    torch.use_deterministic_algorithms(True)
    yield g(X)
    torch.use_deterministic_algorithms(True, warn_only=True)
    yield g(X)
    torch.use_deterministic_algorithms(False)
    yield g(X)


def modules(compiled):
    m = Mod()
    g = compiled(m)
    yield g(X)
    yield g(X)
    m.eval()
    yield g(X)
    m.train()
    yield g(X)
    m.n = 3
    yield g(X)
    m.lin.weight.requires_grad_(False)
    yield g(X)
    m.lin.weight.requires_grad_(True)
    yield g(X)
    m.lin.weight = nn.Parameter(torch.ones(3, 3))
    yield g(X)
    m.lin = nn.Linear(3, 3)
    yield g(X)
    m.lin = nn.Linear(3, 3, bias=False)
    yield g(X)
    m.buf = torch.ones(1)
    yield g(X)
    m.lin = nn.Identity()
    yield g(X)


def module_double(compiled):
    m = nn.Linear(3, 3)
    g = compiled(m)
    yield g(X)
    m.double()
    yield g(X.double())
    m.float()
    yield g(X)


def module_hooks(compiled):
    m = nn.Sequential(nn.Linear(3, 3), nn.ReLU())
    g = compiled(m)
    yield g(X)
    yield g(X)
    h = m[0].register_forward_hook(lambda mod, i, o: o + 1)
    yield g(X)
    h.remove()
    yield g(X)
    h = m.register_forward_pre_hook(lambda mod, i: (i[0] + 1,))
    yield g(X)


def module_lists(compiled):

    class M(nn.Module):
        def __init__(self):
            super().__init__()
            self.l = nn.ModuleList([nn.Linear(3, 3) for _ in range(3)])
            self.d = nn.ModuleDict({"a": nn.ReLU(), "b": nn.Tanh()})
            self.p = nn.ParameterList([nn.Parameter(torch.ones(3))])
            self.q = nn.ParameterDict({"k": nn.Parameter(torch.ones(3))})

        def forward(self, x):
            for m in self.l:
                x = m(x)
            for m in self.d.values():
                x = m(x)
            return x + self.p[0] + self.q["k"]

    m = M()
    g = compiled(m)
    yield g(X)
    yield g(X)
    m.l.append(nn.Linear(3, 3))
    yield g(X)
    m.d["c"] = nn.Sigmoid()
    yield g(X)
    m.d["a"] = nn.Tanh()
    yield g(X)
    m.p[0] = nn.Parameter(torch.ones(1))
    yield g(X)
    m.l[1] = nn.Identity()
    yield g(X)


def sequential(compiled):
    m = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Dropout(0.5))
    g = compiled(m)
    yield g(X)
    m.eval()
    yield g(X)
    m[2].p = 0.25
    yield g(X)
    m.train()
    yield g(X)
    m.append(nn.Tanh())
    yield g(X)
    m[1] = nn.Tanh()
    yield g(X)


def module_arg(compiled):
    a, b = (nn.Linear(3, 3), nn.Linear(3, 3))
    yield from calls(compiled(lambda m, x: m(x)), (a, X), (a, X), (b, X), (nn.Linear(3, 4), X), (nn.ReLU(), X), (a, X))


def module_shared(compiled):

    class M(nn.Module):
        def __init__(self):
            super().__init__()
            self.a = nn.Linear(3, 3)
            self.b = self.a

        def forward(self, x):
            return self.b(self.a(x))

    m = M()
    g = compiled(m)
    yield g(X)
    m.b = nn.Linear(3, 3)
    yield g(X)
    m.b = m.a
    yield g(X)


def tied_params(compiled):

    class M(nn.Module):
        def __init__(self):
            super().__init__()
            self.a = nn.Linear(3, 3)
            self.b = nn.Linear(3, 3)
            self.b.weight = self.a.weight

        def forward(self, x):
            return self.b(self.a(x))

    m = M()
    g = compiled(m)
    yield g(X)
    yield g(X)
    m.b.weight = nn.Parameter(torch.ones(3, 3))
    yield g(X)


def named_params(compiled):
    m = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))

    def f(x):
        for _, p in m.named_parameters():
            x = x + p.sum()
        return x

    g = compiled(f)
    yield g(X)
    yield g(X)
    m.append(nn.Linear(3, 3))
    yield g(X)
    m[0].bias = None
    yield g(X)


def attention(compiled):
    m = nn.MultiheadAttention(4, 2)
    a = torch.ones(3, 1, 4)
    g = compiled(lambda x: m(x, x, x)[0])
    yield g(a)
    yield g(a)
    yield g(torch.ones(5, 1, 4))
    m.eval()
    yield g(a)


def transformer_layer(compiled):
    m = nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0)
    a = torch.ones(3, 1, 4)
    g = compiled(m)
    yield g(a)
    yield g(a)


def conv(compiled):
    m = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.Flatten())
    a = torch.ones(1, 1, 5, 5)
    g = compiled(m)
    yield g(a)
    yield g(torch.ones(2, 1, 5, 5))
    yield g(torch.ones(3, 1, 5, 5))
    m.eval()
    yield g(a)


def optimizer_groups(compiled):
    p = nn.Parameter(torch.ones(3))
    o = torch.optim.SGD([p], lr=0.1)
    p.grad = torch.ones(3)

    def f(x):
        return x * o.param_groups[0]["lr"]

    g = compiled(f)
    yield g(X)
    yield g(X)
    o.param_groups[0]["lr"] = 0.2
    yield g(X)
    o.param_groups[0]["lr"] = 0.3
    yield g(X)


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


def function_modes(compiled):
    from torch.overrides import TorchFunctionMode

    class M(TorchFunctionMode):
        def __torch_function__(self, f, t, a=(), k=None):
            return f(*a, **k or {})

    class N(M):
        pass

    g = compiled(lambda x: x + 1)
    yield g(X)
    with M():
        yield g(X)
    with M():
        yield g(X)
    with N():
        yield g(X)
    with M(), N():
        yield g(X)
    yield g(X)


def disable_function(compiled):
    g = compiled(lambda x: x + 1)
    yield g(X)
    with torch._C.DisableTorchFunctionSubclass():
        yield g(X)
    with torch._C.DisableTorchFunction():
        yield g(X)
    yield g(X)


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


def many_tensors(compiled):
    ts = [torch.ones(3) for _ in range(12)]
    g = compiled(lambda *a: sum(a))
    yield g(*ts)
    yield g(*reversed(ts))
    yield g(*ts[:-1], ts[0])


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


def forward_ad(compiled):
    import torch.autograd.forward_ad as fa

    g = compiled(lambda x: x + 1)
    yield g(X)
    with fa.dual_level():
        yield g(X)
    yield g(X)


def inplace_param(compiled):
    m = nn.Linear(3, 3)
    g = compiled(m)
    yield g(X)
    with torch.no_grad():
        m.weight.add_(1)
        yield g(X)
    m.weight.data = torch.ones(3, 3)
    yield g(X)
    m.weight.data = torch.ones(5, 3)
    m.bias.data = torch.ones(5)
    yield g(X)


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


def dict_of_modules(compiled):
    ms = {"a": nn.Linear(3, 3), "b": nn.ReLU()}

    def f(x):
        for m in ms.values():
            x = m(x)
        return x

    g = compiled(f)
    yield g(X)
    yield g(X)
    ms["c"] = nn.Tanh()
    yield g(X)
    ms["a"] = nn.Linear(3, 3)
    yield g(X)


def list_of_modules(compiled):
    ms = [nn.Linear(3, 3) for _ in range(3)]

    def f(x):
        for m in ms:
            x = m(x)
        return x

    g = compiled(f)
    yield g(X)
    ms.reverse()
    yield g(X)
    ms.pop()
    yield g(X)


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
    import enum

    class E(enum.Enum):
        A = 1
        B = 2

    g = compiled(lambda x, d: x + d[E.A])
    yield g(X, {E.A: 1})
    yield g(X, {E.A: 1, E.B: 2})
    yield g(X, {E.A: 2})


def dim_equal(compiled):
    g = compiled(lambda x, y: x + 1 if x.shape[0] == y.shape[0] else x - 1, dynamic=True)
    for a, b in ((3, 4), (4, 5), (5, 5), (6, 6), (6, 7)):
        yield g(torch.ones(a), torch.ones(b))


def item_scalar(compiled):
    g = compiled(lambda x, y: x * y)
    for v in (torch.tensor(2.0), torch.tensor(3.0), torch.tensor(3)):
        yield g(X, v)


def grad_toggle_inner(compiled):

    def f(x):
        with torch.no_grad():
            y = x * 2
        return y + x

    g = compiled(f)
    yield g(X)
    yield g(X.clone().requires_grad_())
    with torch.no_grad():
        yield g(X)


def random(compiled):
    g = compiled(lambda x, n: x.view(n, -1) + 1)
    for n in (1, 2, 3, 6, 1, 2):
        yield g(torch.ones(6), n)


def module_train_flag(compiled):

    class M(nn.Module):
        def __init__(self):
            super().__init__()
            self.flag = False
            self.cfg = {"a": 1}
            self.act = torch.nn.functional.relu

        def forward(self, x):
            return self.act(x) + self.cfg["a"] if self.flag else x

    m = M()
    g = compiled(m)
    yield g(X)
    m.flag = True
    yield g(X)
    m.cfg["a"] = 2
    yield g(X)
    m.act = torch.tanh
    yield g(X)
    m.extra = 1
    yield g(X)
    del m.extra
    yield g(X)


def two_modules_same_class(compiled):

    class M(nn.Module):
        def __init__(self, n):
            super().__init__()
            self.n = n
            self.l = nn.Linear(3, 3)

        def forward(self, x):
            return self.l(x) * self.n

    a, b, c = (M(1), M(1), M(2))

    def f(m, x):
        return m(x)

    g = compiled(f)
    for m in (a, b, c, a, b):
        yield g(m, X)


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


def inference_tensors(compiled):
    g = compiled(lambda x: x + 1)
    yield g(X)
    with torch.inference_mode():
        t = torch.ones(2, 3)
    yield g(t)
    with torch.inference_mode():
        yield g(t)


CHANGES = [
    odicts, ddicts, dict_tensor_keys, dict_obj_keys, objects, class_attrs, class_methods, hasattrs, properties,
    getattr_custom, slots, globals_int, globals_tensor, globals_list, globals_fn, closures, defaults,
    default_tensors, kwargs, varargs, partials, fn_args, fn_factory, bound_methods, method_compiled, weakrefs,
    mark_dynamic, mark_dynamic_late, mark_static, mark_unbacked, maybe_mark, aliased, aliased3, views, grad_mode,
    autocast, default_dtype, deterministic, modules, module_double, module_hooks, module_lists, sequential,
    module_arg, module_shared, tied_params, named_params, attention, transformer_layer, conv, optimizer_groups,
    range_iterators, function_modes, disable_function, duplicate_inputs, grads, tensor_attrs, mappingproxies,
    dict_subclass, list_subclass, many_tensors, constant_subclass, user_iter, forward_ad, inplace_param, two_tensor,
    nested_fn_closure, staticm, inherit, super_call, dict_of_modules, list_of_modules, mutated_dict_attr, enum_keys,
    dim_equal, item_scalar, grad_toggle_inner, random, module_train_flag, two_modules_same_class, string_ops,
    big_dict, chained_views_mut, memory_format, conj_neg, inference_tensors,
]  # fmt: skip


def counts(steps):
    """Returns the graphs that were compiled after each call, or what was raised in its place."""
    global graphs
    torch.manual_seed(0)
    graphs, found = 0, []
    try:
        for _ in steps:
            found.append(graphs)
    except Exception as error:
        found.append(f"{type(error).__name__}: {error}"[:300])
    return found


def main():
    found = {
        name: counts(calls(compiled(function, dynamic), *given)) for name, (function, given, dynamic) in CALLS.items()
    }
    found |= {change.__name__: counts(change(compiled)) for change in CHANGES}
    print(json.dumps(found))


if __name__ == "__main__":
    main()
