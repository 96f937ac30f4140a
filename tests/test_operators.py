"""Python's operators: tensors, numbers and NumPy's on either side, of every dtype."""

import itertools

import pytest
import torch
from both import agree, outcome
from ops.compare import Different, same

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


def of(dtype, values="[1, 0, 3]"):
    return f"t.tensor({values}).to(t.{dtype})"


def disagreements(codes):
    """What differs, of many expressions: one test a case would take longer than the cases."""
    found = []
    for code in codes:
        try:
            agree(code)
        except AssertionError as error:
            found.append(str(error))
    return found


@pytest.mark.parametrize("operator", BINARY)
def test_every_pair_of_dtypes(operator):
    codes = [f"{of(a)} {operator} {of(b, '[2, 1, 2]')}" for a, b in itertools.product(DTYPES, DTYPES)]
    assert not disagreements(codes)


@pytest.mark.parametrize("operator", BINARY)
def test_numbers_on_either_side(operator):
    codes = [f"{of(a)} {operator} ({n})" for a, n in itertools.product(DTYPES, NUMBERS)]
    codes += [f"({n}) {operator} {of(a)}" for a, n in itertools.product(DTYPES, NUMBERS)]
    assert not disagreements(codes)


@pytest.mark.parametrize("operator", BINARY[:-1])
def test_numbers_beside_zero_dim_tensors(operator):
    codes = [f"{of(a, '3')} {operator} ({n})" for a, n in itertools.product(DTYPES[::2], NUMBERS[:6])]
    codes += [f"{of(a, '3')} {operator} {of(b)}" for a, b in itertools.product(DTYPES[::2], DTYPES[::2])]
    assert not disagreements(codes)


@pytest.mark.parametrize("operator", IN_PLACE)
def test_in_place_keeps_object_and_dtype(operator):
    codes = [f"x = {of(a)}; x {operator} {b}" for a in DTYPES for b in ("2", "2.5", "True", of("float32"), of("int64"))]
    assert not disagreements(codes)
    if operator not in ("<<=", ">>=", "&=", "|=", "^="):
        x = before = pytorch_c.ones(3)
        scope = {"x": x}
        exec(f"x {operator} 2", scope)
        assert scope["x"] is before


@pytest.mark.parametrize("operator", ("-", "+", "~", "abs"))
def test_unary(operator):
    assert not disagreements([f"{operator}({of(a)})" for a in DTYPES])


NUMPY = """x + np.float32(2) | x * np.float64(2.5) | x - np.int64(1) | np.float32(2) + x | np.float64(2) * x | np.int32(3) - x
x > np.float32(0) | y + np.int64(1) | y * np.float64(0.5) | 1 + s | s + np.float64(1) | x / np.uint8(2)
x + np.array(2.5) | y // np.int64(2) | y % np.int64(5) | 2 ** v | np.int64(2) ** v"""


@pytest.mark.parametrize("code", [one.strip() for line in NUMPY.splitlines() for one in line.split("|")])
def test_numpy_numbers(code):
    agree(code)


ODD = """1.0 // x
7 // y.to(t.uint8)
y ** -1
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
True - x
x - True
True + m
m + m
m - m
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
x + "a"
x + None
None + x
"a" + x
x + [1]
x @ 2
2 @ x
x @ None
x < "a"
x < None
x and x
not s
not x
bool(t.tensor([0.0]))
bool(t.tensor([]))
s or x
-m
~x
~m
~y
x << 2
y << 2.5
y >> 1
1 << y
y & 1.5
m & True
m | m
m ^ True
x % 0
y % 0
y // 0
x // 0.0
y / 0
x * (1 + 2j)
(1 + 2j) - x
y + 1j
divmod(x, 2)
round(x)
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
x + 2**64
x * 2**70
x == 2**70
x + nan == x + nan
v < nan
v.to(t.bfloat16) * 3
v[:0] + 1
v[:0] + v[:1]
v + v[:2]
x + y"""


@pytest.mark.parametrize("code", ODD.splitlines())
def test_odd_operands(code):
    agree(code)


ARRAYS = """x + np.ones(4, dtype=np.float32)
np.ones(4, dtype=np.float32) + x
x * np.arange(4)
np.arange(4) * x
x == np.zeros((3, 4), dtype=np.float32)
np.zeros((3, 4), dtype=np.float32) < x
x @ np.ones(4, dtype=np.float32)
np.ones(3, dtype=np.float32) @ x
x - np.ones((2, 2))"""


@pytest.mark.parametrize("code", ARRAYS.splitlines())
def test_arrays(code):
    """NumPy computes where a tensor stands on the left and gives a tensor; on the right it is refused, as by torch."""
    ours, our_error = outcome(pytorch_c, code)
    theirs, their_error = outcome(torch, code)
    if their_error is not None:
        assert our_error is not None, f"{code} gives {ours!r}, torch raises {their_error!r}"
        return
    assert our_error is None, f"{code} raises {our_error!r}, torch gives {theirs!r}"
    if isinstance(theirs, torch.Tensor):
        same(ours, theirs, code)
    else:
        assert type(ours) is type(theirs) and ours.dtype == theirs.dtype and (ours == theirs).all()


def test_gradients_flow_through_operators():
    codes = (
        "x * 2 + 1",
        "1 - x",
        "2 / x",
        "x / 3",
        "x ** 3",
        "2 ** x",
        "x @ x.t()",
        "-x",
        "abs(x)",
        "x * x",
        "x[1] * 2",
    )
    problems = []
    for code in codes:
        results = []
        for library in (pytorch_c, torch):
            x = (library.arange(12.0).reshape(3, 4) + 1).requires_grad_()
            out = eval(code, {"x": x})
            results.append(library.autograd.grad(out.sum(), x) if out.requires_grad else out)
        try:
            same(*results, code, strides=False)
        except Different as difference:
            problems.append(str(difference))
    assert not problems


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
