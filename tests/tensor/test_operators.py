"""Python's operators: tensors, numbers and NumPy's on either side, of every dtype."""

import itertools

import pytest
from support.oracle import agree_all, agree_on, cases, refused

import pytorch_c

DTYPES = (
    "bool",
    "uint8",
    "int8",
    "int16",
    "int32",
    "int64",
    "float16",
    "bfloat16",
    "float32",
    "float64",
    "complex64",
    "complex128",
)
BINARY = ("+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">", ">=", "@")
IN_PLACE = ("+=", "-=", "*=", "/=", "//=", "%=", "**=", "&=", "|=", "^=", "<<=", ">>=")
NUMBERS = ("True", "2", "-3", "0", "2.5", "-0.5", "1+2j", "nan", "inf", "10**10")


# Number of the pairs that libtorch refuses, by their exceptions.
REFUSED_PAIRS = {
    "-": {RuntimeError: 23},
    "//": {NotImplementedError: 45},
    "%": {NotImplementedError: 45},
    "**": {NotImplementedError: 1},
    "&": {NotImplementedError: 108},
    "|": {NotImplementedError: 108},
    "^": {NotImplementedError: 108},
    "<<": {NotImplementedError: 109},
    ">>": {NotImplementedError: 109},
    "<": {NotImplementedError: 44},
    "<=": {NotImplementedError: 44},
    ">": {NotImplementedError: 44},
    ">=": {NotImplementedError: 44},
    "@": {NotImplementedError: 1, RuntimeError: 132},
}
REFUSED_NUMBERS = {
    "-": {RuntimeError: 42},
    "/": {NotImplementedError: 1},
    "//": {NotImplementedError: 62, RuntimeError: 33, (RuntimeError, ValueError): 4},
    "%": {NotImplementedError: 62, RuntimeError: 37},
    "**": {RuntimeError: 11, NotImplementedError: 3},
    "&": {NotImplementedError: 180},
    "|": {NotImplementedError: 180},
    "^": {NotImplementedError: 180},
    "<<": {NotImplementedError: 182},
    ">>": {NotImplementedError: 182},
    "<": {NotImplementedError: 60},
    "<=": {NotImplementedError: 60},
    ">": {NotImplementedError: 60},
    ">=": {NotImplementedError: 60},
    "@": {TypeError: 240},
}
REFUSED_ZERO_DIM = {
    "-": {RuntimeError: 22},
    "/": {NotImplementedError: 1},
    "//": {NotImplementedError: 19, RuntimeError: 11},
    "%": {NotImplementedError: 19, RuntimeError: 11},
    "**": {RuntimeError: 3, NotImplementedError: 2},
    "&": {NotImplementedError: 51},
    "|": {NotImplementedError: 51},
    "^": {NotImplementedError: 51},
    "<<": {NotImplementedError: 53},
    ">>": {NotImplementedError: 53},
    "<": {NotImplementedError: 17},
    "<=": {NotImplementedError: 17},
    ">": {NotImplementedError: 17},
    ">=": {NotImplementedError: 17},
}
REFUSED_IN_PLACE = {
    "+=": {RuntimeError: 14},
    "-=": {RuntimeError: 26},
    "*=": {RuntimeError: 14},
    "/=": {RuntimeError: 30},
    "//=": {RuntimeError: 19, NotImplementedError: 11},
    "%=": {RuntimeError: 19, NotImplementedError: 11},
    "**=": {RuntimeError: 14},
    "&=": {RuntimeError: 14, NotImplementedError: 30},
    "|=": {RuntimeError: 14, NotImplementedError: 30},
    "^=": {RuntimeError: 14, NotImplementedError: 30},
    "<<=": {RuntimeError: 14, NotImplementedError: 31},
    ">>=": {RuntimeError: 14, NotImplementedError: 31},
}
REFUSED_UNARY = {
    "-": {RuntimeError: 1},
    "+": {RuntimeError: 1},
    "~": {TypeError: 6},
    "abs": {NotImplementedError: 1},
}


def of(dtype, values="[1, 0, 3]"):
    return f"t.tensor({values}).to(t.{dtype})"


@pytest.mark.parametrize("operator", BINARY)
def test_every_pair_of_dtypes(operator):
    codes = [f"{of(a)} {operator} {of(b, '[2, 1, 2]')}" for a, b in itertools.product(DTYPES, DTYPES)]
    agree_all(codes, REFUSED_PAIRS.get(operator))


@pytest.mark.parametrize("operator", BINARY)
def test_numbers_on_either_side(operator):
    codes = [f"{of(a)} {operator} ({n})" for a, n in itertools.product(DTYPES, NUMBERS)]
    codes += [f"({n}) {operator} {of(a)}" for a, n in itertools.product(DTYPES, NUMBERS)]
    agree_all(codes, REFUSED_NUMBERS.get(operator))


@pytest.mark.parametrize("operator", BINARY[:-1])
def test_numbers_beside_zero_dim_tensors(operator):
    codes = [f"{of(a, '3')} {operator} ({n})" for a, n in itertools.product(DTYPES[::2], NUMBERS[:6])]
    codes += [f"{of(a, '3')} {operator} {of(b)}" for a, b in itertools.product(DTYPES[::2], DTYPES[::2])]
    agree_all(codes, REFUSED_ZERO_DIM.get(operator))


@pytest.mark.parametrize("operator", IN_PLACE)
def test_in_place_keeps_object_and_dtype(operator):
    codes = [f"x = {of(a)}; x {operator} {b}" for a in DTYPES for b in ("2", "2.5", "True", of("float32"), of("int64"))]
    agree_all(codes, REFUSED_IN_PLACE.get(operator))
    if operator not in ("<<=", ">>=", "&=", "|=", "^="):
        x = before = pytorch_c.ones(3)
        scope = {"x": x}
        exec(f"x {operator} 2", scope)
        assert scope["x"] is before


@pytest.mark.parametrize("operator", ("-", "+", "~", "abs"))
def test_unary(operator):
    agree_all([f"{operator}({of(a)})" for a in DTYPES], REFUSED_UNARY.get(operator))


NUMPY = """x + np.float32(2) | x * np.float64(2.5) | x - np.int64(1) | np.float32(2) + x | np.float64(2) * x | np.int32(3) - x
x > np.float32(0) | y + np.int64(1) | y * np.float64(0.5) | 1 + s | s + np.float64(1) | x / np.uint8(2)
x + np.array(2.5) | y // np.int64(2) | y % np.int64(5) | 2 ** v | np.int64(2) ** v"""


@pytest.mark.parametrize("code", cases(NUMPY))
def test_numpy_numbers(code):
    agree_on(code)


ODD = """1.0 // x
2 ** y
2.0 ** y
y ** 0.5
(-1) ** y
1 / t.tensor([2], dtype=t.uint8)
1 / t.tensor([True])
3 // t.tensor([True])
1.5 // t.tensor([True, False])
2 % t.tensor([3])
2.5 % t.tensor([3, -2])
-7 % t.tensor([3, -2])
-7 // t.tensor([3, -2])
-7 // t.tensor([3.0, -2.0])
True + m
m + m
m * 2.5
1 - t.tensor([1, 2], dtype=t.uint8)
300 - t.tensor([1, 2], dtype=t.uint8)
x + 2**40
y + 2**62
y.to(t.int8) + 1000
y.to(t.uint8) * -1
x == None
x != None
x == "a"
x != "a"
x == [1, 2]
x == (1,)
x != object
None == x
x is x
not s
bool(t.tensor([0.0]))
s or x
~m
~y
y >> 1
1 << y
m & True
m | m
m ^ True
x % 0
x // 0.0
y / 0
x * (1 + 2j)
(1 + 2j) - x
y + 1j
x.__add__("a")
x.__radd__(None)
x.__eq__("a")
hash(s) == hash(s)
len({s, s})
y + y.float()
x + s
y + s
y * t.tensor(2.5, dtype=t.float64)
y.to(t.int8) + t.tensor(1000)
x.to(t.float16) + t.tensor(1e10)
s.item() + 1
t.tensor(3) + 1.5
t.tensor(True) + 1
t.tensor([1]) + 2**63
t.tensor([1]) + (-2**63)
x + nan == x + nan
v < nan
v.to(t.bfloat16) * 3
v[:0] + 1
v[:0] + v[:1]
x + y"""


@pytest.mark.parametrize("code", cases(ODD, "\n"))
def test_odd_operands(code):
    agree_on(code)


REFUSED = {
    NotImplementedError: """x << 2
y << 2.5
y & 1.5""",
    OverflowError: """x + 2**64
x * 2**70
x == 2**70""",
    RuntimeError: """7 // y.to(t.uint8)
y ** -1
True - x
x - True
m - m
x and x
not x
bool(t.tensor([]))
-m
y % 0
y // 0
v + v[:2]""",
    TypeError: """x + "a"
x + None
None + x
"a" + x
x + [1]
x @ 2
2 @ x
x @ None
x < "a"
x < None
~x
divmod(x, 2)
round(x)""",
}


@pytest.mark.parametrize("code, raises", refused(REFUSED, "\n"))
def test_refused(code, raises):
    agree_on(code, raises)


ARRAYS = """x + np.ones(4, dtype=np.float32)
x * np.arange(4)
x == np.zeros((3, 4), dtype=np.float32)
x @ np.ones(4, dtype=np.float32)"""


@pytest.mark.parametrize("code", cases(ARRAYS, "\n"))
def test_arrays(code):
    """NumPy computes where a tensor stands on the left and gives a tensor; on the right it is refused, as by torch."""
    agree_on(code)


REFUSED_ARRAYS = {
    TypeError: """np.ones(4, dtype=np.float32) + x | np.arange(4) * x | np.zeros((3, 4), dtype=np.float32) < x
np.ones(3, dtype=np.float32) @ x""",
    ValueError: "x - np.ones((2, 2))",
}


@pytest.mark.parametrize("code, raises", refused(REFUSED_ARRAYS))
def test_refused_arrays(code, raises):
    """NumPy's functions see arrays here, as they do with torch; test_numpy_functions.py has the other functions."""
    pytorch_c.set_numpy_functions("arrays")
    try:
        agree_on(code, raises)
    finally:
        pytorch_c.set_numpy_functions("tensors")


def test_gradients_flow_through_operators():
    codes = "x * 2 + 1 | 1 - x | 2 / x | x / 3 | x ** 3 | 2 ** x | x @ x.t() | -x | abs(x) | x * x | x[1] * 2"
    agree_all(
        (f"x += 5; x.requires_grad_(); x = t.autograd.grad(({one}).sum(), x)" for one in cases(codes)), strides=False
    )


def test_another_class_may_answer():
    class Other:
        def __radd__(self, other):
            return "radd"

        def __gt__(self, other):
            return "gt"

        def __rmatmul__(self, other):
            return "rmatmul"

    x = pytorch_c.ones(2)
    assert (x + Other(), x < Other(), x @ Other()) == ("radd", "gt", "rmatmul")


def test_closed_operands_raise():
    x, closed = pytorch_c.ones(2), pytorch_c.ones(2)
    closed.close()
    for code in ("x + c", "c + x", "c * 2", "2 - c", "c @ x", "x ** c", "c == x", "-c", "c[0]", "x // c", "abs(c)"):
        with pytest.raises(pytorch_c.ClosedTensorError):
            eval(code, {"x": x, "c": closed})
