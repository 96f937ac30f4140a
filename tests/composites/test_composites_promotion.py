"""Promotion: the dtype of every pair of dtypes, of tensors with and without dimensions and of numbers, is torch's."""

import operator
import re

import pytest
import torch
from support.oracle import agree_all

import pytorch_c

DTYPES = (
    "bool uint8 int8 int16 int32 int64 uint16 uint32 uint64 float16 bfloat16 float32 float64 complex32 complex64 complex128"
).split()
NUMBERS = (True, 2, 1.5, 2j)

FUNCTIONS = (
    "add",
    "sub",
    "mul",
    "div",
    "pow",
    "eq",
    "lt",
    "maximum",
    "remainder",
    "floor_divide",
    "bitwise_and",
    "logical_and",
    "atan2",
    "float_power",
)
OPERATORS = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "eq", "gt", "and_", "lshift", "iadd", "imul")


# Number of the pairs that libtorch refuses, by exceptions: no pair of uint16 to uint64 with another dtype promotes.
NO_PROMOTION = {RuntimeError: 66}
REFUSED_TENSORS = {
    "add": {RuntimeError: 66, NotImplementedError: 57},
    "sub": {RuntimeError: 147, NotImplementedError: 51},
    "mul": NO_PROMOTION,
    "div": {RuntimeError: 66, NotImplementedError: 71},
    "pow": {NotImplementedError: 131, RuntimeError: 66},
    "eq": NO_PROMOTION,
    "lt": {RuntimeError: 66, NotImplementedError: 300},
    "maximum": {RuntimeError: 309, NotImplementedError: 57},
    "remainder": {NotImplementedError: 303, RuntimeError: 66},
    "floor_divide": {NotImplementedError: 303, RuntimeError: 66},
    "bitwise_and": {RuntimeError: 66, NotImplementedError: 507},
    "logical_and": {RuntimeError: 66, NotImplementedError: 128},
    "atan2": {RuntimeError: 66, NotImplementedError: 243},
}
REFUSED_NUMBERS = {
    "add": {NotImplementedError: 21},
    "sub": {RuntimeError: 73, NotImplementedError: 12},
    "div": {NotImplementedError: 20},
    "pow": {NotImplementedError: 35},
    "eq": {TypeError: 122},
    "lt": {TypeError: 122, NotImplementedError: 62},
    "remainder": {NotImplementedError: 122},
    "floor_divide": {NotImplementedError: 122},
    "bitwise_and": {NotImplementedError: 181},
}
REFUSED_BY_OPERATORS = {
    "add": {NotImplementedError: 81, RuntimeError: 66},
    "sub": {RuntimeError: 223, NotImplementedError: 63},
    "mul": NO_PROMOTION,
    "truediv": {NotImplementedError: 89, RuntimeError: 66},
    "floordiv": {NotImplementedError: 425, (NotImplementedError, RuntimeError): 6, RuntimeError: 66},
    "mod": {NotImplementedError: 431, RuntimeError: 66},
    "pow": {NotImplementedError: 169, RuntimeError: 66},
    "eq": NO_PROMOTION,
    "gt": {NotImplementedError: 424, RuntimeError: 66},
    "and_": {NotImplementedError: 691, RuntimeError: 66},
    "lshift": {NotImplementedError: 779, RuntimeError: 66},
    "iadd": {RuntimeError: 516, NotImplementedError: 42},
    "imul": {RuntimeError: 516},
}
REFUSED_BY_ONE = {
    "sum": {NotImplementedError: 1},
    "prod": {NotImplementedError: 1},
    "mean": {RuntimeError: 9, NotImplementedError: 1},
    "cumsum": {NotImplementedError: 1},
    "std": {RuntimeError: 9},
    "norm": {RuntimeError: 9},
    "softmax": {NotImplementedError: 12},
    "exp": {NotImplementedError: 1},
    "abs": {NotImplementedError: 4},
    "argmax": {RuntimeError: 4, NotImplementedError: 3},
    "sort": {RuntimeError: 3},
    "logsumexp": {NotImplementedError: 1},
    "var": {RuntimeError: 9},
}


def made(library, name, dims):
    return library.ones((2,) if dims else (), dtype=getattr(library, name))


def agree_on_dtypes(call, pairs, refused=None):
    """agree_all() of the dtypes of call(library)(*arguments)."""
    calls = [named(label, lambda t, given=given: call(t)(*given(t))) for label, given in pairs]
    agree_all(calls, refused, look=lambda value: str(value.dtype))


def named(label, case):
    case.__name__ = label
    return case


def tensor_pairs():
    for a in DTYPES:
        for b in DTYPES:
            for dims in ((1, 1), (1, 0), (0, 1)):
                yield f"{a}{dims[0]} {b}{dims[1]}", lambda t, a=a, b=b, d=dims: (made(t, a, d[0]), made(t, b, d[1]))


def number_pairs(both_sides=True):
    for a in DTYPES:
        for number in NUMBERS:
            for dims in (0, 1):
                yield f"{a}{dims} {number}", lambda t, a=a, d=dims, n=number: (made(t, a, d), n)
                if both_sides:
                    yield f"{number} {a}{dims}", lambda t, a=a, d=dims, n=number: (n, made(t, a, d))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_promote_tensors_as_torch(name):
    agree_on_dtypes(lambda t: getattr(t, name), tensor_pairs(), REFUSED_TENSORS.get(name))


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in ("maximum", "logical_and", "atan2")])
def test_functions_promote_numbers_as_torch(name):
    # Two 0-dim tensors of bool or complex and uint16 to uint64 do not promote; torch's mark of a wrapped number helps it.
    pairs = [pair for pair in number_pairs() if not re.match(r"(True|2j) uint(16|32|64)0", pair[0])]
    agree_on_dtypes(lambda t: getattr(t, name), pairs, REFUSED_NUMBERS.get(name))


@pytest.mark.parametrize("name", OPERATORS)
def test_operators_promote_as_torch(name):
    pairs = [*number_pairs(not name.startswith("i")), *tensor_pairs()]
    agree_on_dtypes(lambda t: getattr(operator, name), pairs, REFUSED_BY_OPERATORS.get(name))


def test_where_promotes_as_torch():
    def chosen(t):
        return lambda a, b: t.where(t.tensor([True, False]), a, b)

    agree_on_dtypes(chosen, [*tensor_pairs(), *number_pairs()], NO_PROMOTION)


def test_result_type_is_torchs():
    for t in (pytorch_c, torch):
        assert str(t.result_type(1, 2.5)) == "torch.float32"
    pairs = [*tensor_pairs(), *number_pairs()]
    agree_all([named(label, lambda t, given=given: t.result_type(*given(t))) for label, given in pairs], NO_PROMOTION)


def test_promote_types_and_can_cast_are_torchs():
    pairs = [(a, b) for a in DTYPES for b in DTYPES]
    agree_all([f"t.promote_types(t.{a}, t.{b})" for a, b in pairs], {RuntimeError: 60})
    agree_all([f"t.can_cast(t.{a}, t.{b})" for a, b in pairs])


@pytest.mark.parametrize(
    "name",
    (
        "sum",
        "prod",
        "mean",
        "cumsum",
        "std",
        "norm",
        "softmax",
        "exp",
        "abs",
        "all",
        "argmax",
        "sort",
        "logsumexp",
        "var",
    ),
)
def test_reductions_and_unary_functions_give_torchs_dtype(name):
    rest = (0,) if name in ("cumsum", "softmax", "logsumexp") else ()

    def call(t):
        def called(x):
            found = getattr(t, name)(x, *rest)
            return found[0] if isinstance(found, tuple) else found

        return called

    agree_on_dtypes(call, [(a, lambda t, a=a: (made(t, a, 1),)) for a in DTYPES], REFUSED_BY_ONE.get(name))
