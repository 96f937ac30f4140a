"""tensor() of plain numbers and tolist(), which have a fast way in C and a slow one in Python, and what a tensor says of itself."""

import numpy as np
import pytest
import torch
from support.oracle import agree_all, agree_on, cases, refused

import pytorch_c

NESTED = "[" * 9 + "1" + "]" * 9  # deeper than the fast way goes

DATA = f"""1 | -1 | 1.5 | True | 1j | [] | [[]] | [1, 2] | (1, 2) | [1, 2.5] | [True, 2] | [True, False] | [True, 0.5] | [[1, 2], [3, 4]]
[[1, 2.0], [True, 4]] | [(1, 2), [3, 4]] | range(3) | [range(2), range(2)] | [1e300, 1] | [float('inf'), float('nan')] | 2**62 | [2**70, 0.5]
[1, 1j] | {NESTED} | list(range(200)) | [[0.5] * 50] * 30 | [t.tensor(1), 2] | [[], []] | (((1,),),)""".replace(
    "\n", " | "
).split(" | ")
DTYPES = "bool uint8 int8 int16 int32 int64 float16 bfloat16 float32 float64 complex64 complex128 uint16".split()


def described(x):
    """A tensor without rounding: dtype, shape, flag, numbers."""
    return str(x.dtype), tuple(x.shape), x.requires_grad, repr(x.tolist())


def wraps(data, more):
    """Returns whether a number is out of the dtype's range: torch wraps it as the compiler's conversion does."""
    return ("dtype=t.uint" in more and "-1" in data) or ("2**6" in data and "dtype" in more)


MORE = ["", ", requires_grad=True", *(f", dtype=t.{name}" for name in DTYPES)]


def codes(data):
    return [f"t.tensor({data}{more})" for more in MORE if not wraps(data, more)]


# Ints require no gradient; complex numbers become nothing else; dtypes of ints do not hold everything.
INTS, COMPLEX = {RuntimeError: 1}, {TypeError: 10}
REFUSED = {
    "1j": COMPLEX,
    "[1, 1j]": COMPLEX,
    "[1e300, 1]": {(RuntimeError, ValueError): 6},
    "[float('inf'), float('nan')]": {(RuntimeError, ValueError): 6},
    "[2**70, 0.5]": {ValueError: 6},
    "list(range(200))": INTS | {(RuntimeError, ValueError): 1},
} | dict.fromkeys(
    f"""1 | -1 | True | [1, 2] | (1, 2) | [True, 2] | [True, False] | [[1, 2], [3, 4]] | [(1, 2), [3, 4]] | range(3)
[range(2), range(2)] | 2**62 | {NESTED} | [t.tensor(1), 2] | (((1,),),)""".replace("\n", " | ").split(" | "),
    INTS,
)


@pytest.mark.parametrize("data", DATA)
def test_tensor_of_numbers_is_torchs(data):
    agree_all(codes(data), REFUSED.get(data), look=described)


def test_what_is_refused_is_there():
    assert set(REFUSED) <= set(DATA)


BAD = {
    "[1, [2]]": {TypeError: 15},
    "[[1], 2]": {TypeError: 15},
    "[[1, 2], [3]]": {ValueError: 15},
    "['a']": {(ValueError, TypeError): 15},
    "[None]": {(RuntimeError, TypeError): 2, TypeError: 13},
    "2**63": {ValueError: 2},
    "[2**63, 1]": {ValueError: 2},
    "[1, object()]": {(RuntimeError, TypeError): 2, TypeError: 13},
    "-2**63 - 1": {ValueError: 2},
}


@pytest.mark.parametrize("data", BAD)
def test_what_is_no_number_is_refused(data):
    agree_all(codes(data), BAD[data])


def test_the_default_dtype_is_that_of_floats():
    try:
        for name in ("float64", "float16", "bfloat16", "float32"):
            for library in (pytorch_c, torch):
                library.set_default_dtype(getattr(library, name))
            agree_all(("t.tensor(1.5)", "t.tensor([1, 2.5])", "t.tensor([1, 2])", "t.zeros(2, 3)", "t.rand(0)"))
    finally:
        for library in (pytorch_c, torch):
            library.set_default_dtype(library.float32)


def test_the_device_of_factories_is_that_of_numbers_and_of_arrays():
    def case(t):
        found = []
        for default in ("cpu", "meta", "cpu:0"):
            with t.device(default):
                there = t.zeros(2)
                made = t.tensor([1.0]), t.tensor(2, device="cpu"), t.as_tensor(np.ones(2))
                found += [*(str(one.device) for one in made), t.as_tensor(there) is there]
        return found

    assert case(pytorch_c) == case(torch)


def test_a_list_within_itself_is_refused():
    endless = []
    endless.append(endless)
    with pytest.raises(ValueError, match="too many dimensions"):
        pytorch_c.tensor(endless)


RANGES = """t.arange(5) | t.arange(0) | t.arange(2, 5) | t.arange(True) | t.arange(2**62, 2**62 + 3) | t.arange(1.5) | t.arange(2, 5, 2)
t.arange(5, dtype=t.float32) | t.arange(end=3) | t.arange(2, end=4) | t.arange(i[0])"""


@pytest.mark.parametrize("code", cases(RANGES))
def test_arange_is_torchs(code):
    agree_on(code)


NO_RANGES = {
    OverflowError: "t.arange(2**70)",
    RuntimeError: "t.arange(5, 2) | t.arange(-1) | t.arange(1, 2, 0)",
    TypeError: "t.arange('a') | t.arange()",
}


@pytest.mark.parametrize("code, raises", refused(NO_RANGES))
def test_no_ranges(code, raises):
    agree_on(code, raises)


VIEWS = """x | x.t() | x[1] | x[:, ::2] | x[0, 0] | x[:0] | x.expand(2, 3, 4) | x.flip(0) | x.unsqueeze(0)[..., None] | x.reshape(1, 1, 1, 1, 1, 1, 1, 3, 4)
x.clone().requires_grad_() | (x + 1j).imag | (x + 1j).conj() | (x + 1j).conj().imag | x.to_sparse() if x.dtype.is_floating_point else x""".replace(
    "\n", " | "
).split(" | ")


TOLIST = "float32 float64 float16 bfloat16 int64 int32 int16 uint8 bool".split()


@pytest.mark.parametrize(
    "view, dtype",
    [(v, d) for v in VIEWS for d in TOLIST if "requires_grad" not in v or "float" in d],
)
def test_tolist_is_torchs(view, dtype):
    found = []
    for library in (pytorch_c, torch):
        x = library.arange(12).reshape(3, 4).to(getattr(library, dtype))
        if "1j" in view and dtype == "bfloat16":
            x = x.float()
        found.append(eval(view, {"x": x}))
    ours, theirs = found
    if "sparse" in view and theirs.is_sparse:
        with pytest.raises(RuntimeError):
            ours.tolist()
        return
    assert repr(ours.tolist()) == repr(theirs.tolist())


def test_tolist_of_no_data():
    with pytest.raises(pytorch_c.Error, match="meta"):
        pytorch_c.ones(2, device="meta").tolist()


SAID = """x.size() | x.size(0) | x.size(-1) | x.size(dim=1) | x.size(None) | x.dim() | x.ndim | x.numel() | x.nelement() | x.stride()
x.stride(1) | x.stride(-2) | x.is_contiguous() | x.t().is_contiguous() | x.t().contiguous().stride() | x.is_leaf | x.requires_grad
str(x.dtype) | str(x.device) | x.size() is None"""


@pytest.mark.parametrize("code", cases(SAID))
def test_what_a_tensor_says_of_itself_is_torchs(code):
    agree_on(code)


NOT_SAID = {
    IndexError: "x.size(2) | x.size(-3) | x.stride(5)",
    TypeError: """x.size(1.5) | x.size(True) | x.size(0, 1) | x.size(d=1) | x.contiguous(memory_format=None) | x.contiguous(1)
x.dim(1) | x.numel(1)""",
    (ValueError, IndexError): "x.size(2**70)",
}


@pytest.mark.parametrize("code, raises", refused(NOT_SAID))
def test_what_a_tensor_does_not_say(code, raises):
    agree_on(code, raises)


@pytest.mark.parametrize("name", "shape dtype device ndim is_leaf requires_grad grad data".split())
def test_a_closed_tensor_says_so(name):
    x = pytorch_c.ones(2)
    x.close()
    with pytest.raises(pytorch_c.ClosedTensorError, match="closed"):
        getattr(x, name)
    for call in ("dim", "numel", "size", "stride", "is_contiguous", "detach", "tolist"):
        with pytest.raises(pytorch_c.ClosedTensorError, match="closed"):
            getattr(x, call)()


@pytest.mark.parametrize("name", "shape dtype device ndim is_leaf".split())
def test_what_only_can_be_read_is_not_set(name):
    with pytest.raises(AttributeError):
        setattr(pytorch_c.ones(2), name, 1)


@pytest.mark.parametrize("value", [1, None, "yes"])
def test_requires_grad_is_a_bool(value):
    with pytest.raises(TypeError, match="argument 'requires_grad' must be bool"):
        pytorch_c.ones(2).requires_grad = value


def test_what_is_written_through_data_does_not_count():
    found = []
    for library in (pytorch_c, torch):
        x = library.ones(3, requires_grad=True)
        square = x * x
        x.data.add_(1)
        square.sum().backward()
        found.append((x._version, x.data._version, x.data.requires_grad, x.grad.tolist()))
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            again = x * x
            x.detach().add_(1)
            again.sum().backward()
    assert found[0] == found[1] == (0, 0, False, [4.0, 4.0, 4.0])


@pytest.mark.parametrize("make", ["empty", "zeros", "ones", "rand", "randn"])
def test_factories_take_a_size_in_every_form(make):
    function = getattr(pytorch_c, make)
    for size in [(), (2,), (2, 3), (0, 3), (1,) * 12]:
        assert function(size).shape == function(list(size)).shape == function(size=size).shape == size
        if size:
            assert function(*size).shape == size
    for bad in [(-1,), (2**70,), (1.5,), (True,), ("a",), (None,), ((2, 3), 4), ((-1, 2),)]:
        with pytest.raises((TypeError, ValueError, RuntimeError, OverflowError)):
            function(*bad)


@pytest.mark.parametrize("make", [lambda t: t.tensor(2.5), lambda t: t.ones(2), lambda t: t.tensor(2.0, device="meta")])
def test_tensors_in_formatted_text(make):
    assert f"{make(pytorch_c)}" == f"{make(torch)}"


def test_nested_tensors_in_formatted_text():
    def text(library):
        return f"{library.nested.nested_tensor([library.ones(2), library.ones(1)])}"

    assert text(pytorch_c) == text(torch)
