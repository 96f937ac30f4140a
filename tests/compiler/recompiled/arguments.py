"""Calls of a function with other arguments, one after the other."""

import collections
import dataclasses
import enum
import itertools

import numpy as np
import torch
from torch import nn

from .compiling import Plain, X


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
