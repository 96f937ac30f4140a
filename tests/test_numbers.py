"""tensor() of plain numbers and tolist(), which have a fast way in C and a slow one in Python, and what a tensor says of itself."""

import pytest
import torch

import pytorch_c

NESTED = "[" * 9 + "1" + "]" * 9  # deeper than the fast way goes

DATA = f"""1 | -1 | 1.5 | True | 1j | [] | [[]] | [1, 2] | (1, 2) | [1, 2.5] | [True, 2] | [True, False] | [True, 0.5] | [[1, 2], [3, 4]]
[[1, 2.0], [True, 4]] | [(1, 2), [3, 4]] | range(3) | [range(2), range(2)] | [1e300, 1] | [float('inf'), float('nan')] | 2**62 | [2**70, 0.5]
[1, 1j] | {NESTED} | list(range(200)) | [[0.5] * 50] * 30 | [t.tensor(1), 2] | [[], []] | (((1,),),)""".replace("\n", " | ").split(" | ")  # fmt: skip
BAD = "[1, [2]] | [[1], 2] | [[1, 2], [3]] | ['a'] | [None] | 2**63 | [2**63, 1] | [1, object()] | -2**63 - 1".split(
    " | "
)
DTYPES = "bool uint8 int8 int16 int32 int64 float16 bfloat16 float32 float64 complex64 complex128 uint16".split()


def outcome(library, code, names=()):
    """Dtype, shape, flag and numbers of a tensor; or that it is refused."""
    try:
        found = eval(code, {"t": library, **dict(names)})
    except (RuntimeError, TypeError, ValueError, OverflowError):
        return "refused"
    return str(found.dtype), tuple(found.shape), found.requires_grad, repr(found.tolist())


def wraps(data, more):
    """Whether a number is out of the dtype's range: torch wraps it as the compiler's conversion does."""
    return ("dtype=t.uint" in more and "-1" in data) or ("2**6" in data and "dtype" in more)


MORE = ["", ", requires_grad=True", *(f", dtype=t.{name}" for name in DTYPES)]


@pytest.mark.parametrize("data, more", [(d, m) for d in DATA + BAD for m in MORE if not wraps(d, m)])
def test_tensor_of_numbers_is_torchs(data, more):
    code = f"t.tensor({data}{more})"
    assert outcome(pytorch_c, code) == outcome(torch, code)


def test_the_default_dtype_is_that_of_floats():
    try:
        for name in ("float64", "float16", "bfloat16", "float32"):
            for library in (pytorch_c, torch):
                library.set_default_dtype(getattr(library, name))
            for code in ("t.tensor(1.5)", "t.tensor([1, 2.5])", "t.tensor([1, 2])", "t.zeros(2, 3)", "t.rand(0)"):
                assert outcome(pytorch_c, code) == outcome(torch, code)
    finally:
        for library in (pytorch_c, torch):
            library.set_default_dtype(library.float32)


def test_a_list_within_itself_is_refused():
    endless = []
    endless.append(endless)
    with pytest.raises(ValueError, match="too many dimensions"):
        pytorch_c.tensor(endless)


RANGES = "5 | 0 | 2, 5 | 5, 2 | -1 | True | 2**70 | 2**62, 2**62 + 3 | 1.5 | 2, 5, 2 | 5, dtype=t.float32 | end=3 | 2, end=4 | 'a' | | 1, 2, 0 | x"


@pytest.mark.parametrize("arguments", RANGES.split("|"))
def test_arange_is_torchs(arguments):
    names = {"x": 3}
    assert outcome(pytorch_c, f"t.arange({arguments})", names) == outcome(torch, f"t.arange({arguments})", names)


VIEWS = """x | x.t() | x[1] | x[:, ::2] | x[0, 0] | x[:0] | x.expand(2, 3, 4) | x.flip(0) | x.unsqueeze(0)[..., None] | x.reshape(1, 1, 1, 1, 1, 1, 1, 3, 4)
x.clone().requires_grad_() | (x + 1j).imag | (x + 1j).conj() | (x + 1j).conj().imag | x.to_sparse() if x.dtype.is_floating_point else x""".replace(
    "\n", " | "
).split(" | ")  # fmt: skip


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


SIZES = "x.size() | x.size(0) | x.size(-1) | x.size(dim=1) | x.size(None) | x.size(2) | x.size(-3) | x.size(1.5) | x.size(True) | x.size(2**70) | x.size(0, 1) | x.size(d=1)"


@pytest.mark.parametrize(
    "code",
    (SIZES + " | x.dim() | x.ndim | x.numel() | x.nelement() | x.stride() | x.stride(1) | x.stride(-2) | x.stride(5)"
     " | x.is_contiguous() | x.t().is_contiguous() | x.t().contiguous().stride() | x.contiguous(memory_format=None) | x.contiguous(1) | x.is_leaf | x.requires_grad | str(x.dtype) | str(x.device)"
     " | x.dim(1) | x.numel(1) | x.size() is None").split(" | "),
)  # fmt: skip
def test_what_a_tensor_says_of_itself_is_torchs(code):
    found = []
    for library in (pytorch_c, torch):
        try:
            found.append(eval(code, {"x": library.ones(2, 3)}))
        except (TypeError, IndexError, RuntimeError, OverflowError, ValueError) as error:
            found.append(type(error))
    ours, theirs = found
    if theirs is RuntimeError and ours is TypeError or "True" in code or "2**70" in code:
        assert ours in (TypeError, IndexError)  # torch overflows, or takes what is no int
    else:
        assert ours == theirs


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
