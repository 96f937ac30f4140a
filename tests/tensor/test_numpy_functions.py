"""NumPy's functions and ufuncs of Tensors: the values are NumPy's, the results tensors, and gradients flow."""

import subprocess
import sys

import numpy as np
import pytest
import torch

import pytorch_c

A = np.array([[1.5, -2.0, 3.0], [0.5, 4.0, -1.0]])
S = np.array([[4.0, 1.0], [1.0, 3.0]])
N = np.array([[3, 1, 2], [6, 5, 4]])
GIVEN = {"a": A, "s": S, "n": N, "v": A[0], "w": A[1], "b": A > 0}

FUNCTIONS = """np.sum(a) | np.sum(a, axis=1) | np.sum(a, (0, 1), keepdims=True) | np.sum(a, where=b) | np.prod(a, axis=0) | np.mean(a) | np.mean(a, 1, keepdims=True)
np.mean(a, where=b) | np.std(a, 0) | np.var(a, ddof=1) | np.max(a, axis=(0, 1)) | np.min(a, 1) | np.amax(a) | np.argmax(a) | np.argmin(a, 1, keepdims=True) | np.all(b, 1) | np.any(b)
np.ptp(a, axis=0) | np.average(a, weights=n) | np.average(a, 0) | np.median(a) | np.median(a, axis=1) | np.quantile(a, 0.3, axis=1) | np.percentile(a, [10, 90]) | np.nansum(a) | np.nanmean(a, 0)
np.count_nonzero(b) | np.count_nonzero(b, axis=0) | np.cumsum(a) | np.cumsum(a, axis=1) | np.cumprod(v) | np.diff(a) | np.diff(v, prepend=w) | np.clip(a, -1, 2) | np.clip(a, None, 2)
np.clip(a, w, 2) | np.round(a * 1.37, 1) | np.around(a) | np.isclose(a, a + 1e-9) | np.where(b, a, 0) | np.where(b, a, -a) | np.where(b)[1] | np.nan_to_num(a / 0)
np.sort(a) | np.sort(a, axis=None) | np.sort(a, 0) | np.argsort(a, axis=1) | np.searchsorted(np.sort(v), w) | np.unique(n) | np.unique(n, return_counts=True)[1] | np.bincount(n.reshape(-1))
np.zeros_like(a) | np.ones_like(n) | np.full_like(a, 7) | np.real(a) | np.imag(a + 1j) | np.angle(a + 1j) | np.sinc(a) | np.i0(a) | np.reshape(a, (3, 2)) | np.ravel(a) | np.transpose(a)
np.transpose(a, (1, 0)) | np.swapaxes(a, 0, 1) | np.moveaxis(a, 0, -1) | np.expand_dims(a, 1) | np.expand_dims(a, (0, -1)) | np.squeeze(a[None]) | np.squeeze(a[None], 0)
np.concatenate([a, a]) | np.concatenate([a, a], axis=1) | np.concatenate([a, v], axis=None) | np.concat([a, a]) | np.stack([v, w], 1) | np.vstack([v, w]) | np.hstack([v, w]) | np.dstack([v, w]) | np.column_stack([v, w])
np.split(a, 3, axis=1)[1] | np.array_split(v, 2)[0] | np.hsplit(a, 3)[2] | np.vsplit(a, 2)[1] | np.tile(v, 2) | np.tile(a, (2, 1)) | np.repeat(a, 2) | np.repeat(a, 2, axis=1) | np.flip(a)
np.flip(a, 1) | np.fliplr(a) | np.flipud(a) | np.roll(a, 1) | np.roll(a, 1, axis=1) | np.rot90(a) | np.broadcast_to(v, (2, 3)) | np.broadcast_arrays(a, v)[1] | np.atleast_2d(v)
np.diag(s) | np.diag(v, 1) | np.diagonal(s) | np.tril(s) | np.triu(a, 1) | np.take(a, [0, 5]) | np.take(a, [2, -1], axis=1) | np.take_along_axis(a, np.argsort(a, 1), 1)
np.nonzero(b)[0] | np.argwhere(b) | np.flatnonzero(b) | np.ndim(a) | np.shape(a) | np.size(a) | np.size(a, 1) | np.meshgrid(v, w)[0] | np.pad(a, 1) | np.pad(a, ((0, 1), (2, 0)), constant_values=5)
np.dot(a, v) | np.dot(a, a.T) | np.dot(v, w) | np.vdot(v, w) | np.inner(a, a) | np.outer(v, w) | np.tensordot(a, a, ([0], [0])) | np.einsum('ij,kj->ik', a, a) | np.kron(v, w) | np.cross(v, w) | np.trace(s)
np.linalg.inv(s) | np.linalg.det(s) | np.linalg.slogdet(s)[1] | np.linalg.norm(a) | np.linalg.norm(a, axis=1) | np.linalg.norm(s, 'nuc') | np.linalg.norm(v, 1) | np.linalg.solve(s, s) | np.linalg.svd(a)[1]
np.linalg.eigvalsh(s) | np.linalg.eigh(s)[0] | np.linalg.cholesky(s) | np.linalg.pinv(a) | np.linalg.matrix_rank(s) | np.linalg.matrix_power(s, 3) | np.linalg.multi_dot([s, s, s]) | abs(np.linalg.qr(s)[1])
np.fft.fft(v) | np.fft.ifft(v) | np.fft.rfft(a) | np.fft.irfft(v) | np.fft.fft2(a) | np.fft.fftn(a) | np.fft.fftshift(v) | np.allclose(a, a) | np.array_equal(a, a) | np.array_equal(a, v) | np.iscomplexobj(a)"""

UFUNCS = """np.add(a, 1) | np.add(1, a) | np.add(a, v) | np.subtract(2, a) | np.multiply(a, a) | np.divide(a, 2) | np.true_divide(1, a) | np.floor_divide(a, 2) | np.remainder(a, 2) | np.mod(a, -2) | np.fmod(a, 2)
np.power(a, 2) | np.power(2.0, a) | np.float_power(n, 2) | np.negative(a) | np.positive(a) | np.absolute(a) | np.fabs(a) | np.sign(a) | np.exp(a) | np.exp2(a) | np.expm1(a) | np.log(n) | np.log1p(n) | np.sqrt(n)
np.square(a) | np.cbrt(n) | np.reciprocal(a) | np.sin(a) | np.arctan2(a, v) | np.hypot(a, 2) | np.degrees(a) | np.radians(a) | np.rint(a) | np.floor(a) | np.isnan(a) | np.isfinite(a) | np.signbit(a) | np.copysign(a, v)
np.maximum(a, 1) | np.minimum(a, v) | np.fmax(a, 0) | np.greater(a, 1) | np.less_equal(1, a) | np.equal(n, 3) | np.not_equal(n, 3) | np.logical_and(b, a) | np.logical_not(b) | np.bitwise_and(n, 3) | np.invert(n)
np.left_shift(n, 1) | np.gcd(n, 6) | np.heaviside(a, 0.5) | np.logaddexp(a, 1) | np.conjugate(a + 1j) | np.matmul(s, s) | np.divmod(a, 2)[0] | np.modf(a)[0] | np.frexp(a)[1] | np.add.reduce(a) | np.add.reduce(a, axis=None)
np.multiply.reduce(a, axis=1) | np.maximum.reduce(a, axis=(0, 1)) | np.logical_or.reduce(b) | np.add.accumulate(a, 1) | np.maximum.accumulate(a) | np.multiply.outer(v, w) | np.subtract.outer(v, a)
v + np.ones(3) | np.ones(3) - v | np.ones(3) * v | np.ones((3, 3)) @ v | np.ones(3) > v | np.ones(3) == v | np.float64(2) * v | np.int64(3) - v | v ** np.float64(2)"""


def rows(text):
    return [one.strip() for line in text.splitlines() for one in line.split(" | ")]


def same(found, expected):
    if isinstance(expected, (np.ndarray, np.generic)):
        assert isinstance(found, pytorch_c.Tensor) or type(found) in (bool, int, float), type(found)
        assert np.shape(found) == np.shape(expected)
        np.testing.assert_allclose(
            found.numpy(force=True) if isinstance(found, pytorch_c.Tensor) else found, expected, rtol=1e-12, atol=1e-12
        )
    else:
        assert found == expected


@pytest.fixture
def wide():
    """Integers become float64, as in NumPy."""
    pytorch_c.set_default_dtype(pytorch_c.float64)
    yield
    pytorch_c.set_default_dtype(pytorch_c.float32)


@pytest.fixture
def mode():
    yield pytorch_c.set_numpy_functions
    pytorch_c.set_numpy_functions("tensors")


@pytest.mark.parametrize("code", rows(FUNCTIONS) + rows(UFUNCS))
def test_values_are_numpys_and_results_tensors(code, mode, wide):
    mode("strict")  # nothing is converted
    with np.errstate(all="ignore"):
        expected = eval(code, {"np": np} | GIVEN)
    found = eval(code, {"np": np} | {name: pytorch_c.tensor(one) for name, one in GIVEN.items()})
    same(found, expected)


def test_gradients_flow_through_numpys_functions():
    x = pytorch_c.tensor(A, requires_grad=True)
    np.mean(np.concatenate([np.sin(x), np.add(x, A)]) ** 2).backward()
    y = torch.tensor(A, requires_grad=True)
    torch.mean(torch.cat([torch.sin(y), y + torch.tensor(A)]) ** 2).backward()
    np.testing.assert_allclose(x.grad.numpy(), y.grad.numpy())


def test_out_is_filled_and_given_back():
    x, out = pytorch_c.tensor(A), pytorch_c.zeros(2, 3, dtype=pytorch_c.float64)
    assert np.add(x, 1, out=out) is out and np.array_equal(out, A + 1)
    total = pytorch_c.zeros(2, dtype=pytorch_c.float64)
    assert np.sum(x, axis=1, out=total) is total and np.array_equal(total, A.sum(1))
    with pytest.raises(ValueError, match="argument 'out' has shape"):
        np.sum(x, axis=0, out=total)
    array = np.zeros((2, 3))
    assert np.add(x, 1, out=array) is array and np.array_equal(array, A + 1)
    array += x
    assert type(array) is np.ndarray and np.array_equal(array, 2 * A + 1)
    before = pytorch_c.zeros(2, 3, dtype=pytorch_c.float64)
    assert np.array_equal(np.add(x, 1, out=before, where=GIVEN["b"]), np.where(A > 0, A + 1, 0))


def test_dtypes_are_those_of_the_operators():
    x = pytorch_c.ones(3)
    assert (x * np.float64(2)).dtype is (np.float64(2) * x).dtype is pytorch_c.float32  # a number, as in torch
    assert (np.ones(3) * x).dtype is pytorch_c.float64  # an array has a dtype
    assert np.add(x, x, dtype=np.float64).dtype is pytorch_c.float64
    assert np.mean(pytorch_c.arange(3)).dtype is pytorch_c.float32
    assert np.sum(pytorch_c.ones(3, dtype=pytorch_c.int32)).dtype is pytorch_c.int64


@pytest.mark.parametrize(
    "call", ["np.histogram(a)", "np.interp(v, np.sort(v), w)", "np.sum(a, initial=3)", "np.spacing(v)"]
)
def test_what_is_not_here_is_converted_or_refused(call, mode):
    ours = {"np": np} | {name: pytorch_c.tensor(one) for name, one in GIVEN.items()}
    for found, expected in (
        zip(np.atleast_1d(eval(call, ours)[0]), np.atleast_1d(eval(call, {"np": np} | GIVEN)[0]))
        if "hist" in call
        else []
    ):
        assert found == expected
    eval(call, ours)
    mode("strict")
    with pytest.raises(TypeError, match="no implementation found|all returned NotImplemented"):
        eval(call, ours)


@pytest.mark.parametrize(
    "call",
    [
        "np.concatenate([x, x])",
        "np.stack([x, x])",
        "np.sin(x)",
        "np.where(x > 0, x, x)",
        "np.linalg.inv(x[:, None] * x + np.eye(3, dtype='f'))",
        "np.argmax(x)",
        "np.add(x, x)",
        "np.dot(x, x)",
        "np.unique(x)",
        "np.clip(x, 0, 1)",
        "np.isclose(x, x)",
    ],
)
@pytest.mark.filterwarnings("ignore:__array_wrap__:DeprecationWarning")
def test_arrays_is_what_torch_does(call, mode):
    mode("arrays")
    ours = (
        eval(call.replace("[:, None] * x +", "[:, None] *"), {"np": np, "x": pytorch_c.ones(3)})
        if "inv" not in call
        else None
    )
    theirs = eval(call, {"np": np, "x": torch.ones(3)}) if "inv" not in call else None
    assert isinstance(ours, np.ndarray) == isinstance(theirs, np.ndarray)
    assert isinstance(ours, pytorch_c.Tensor) == isinstance(theirs, torch.Tensor)
    if ours is not None:
        assert np.asarray(ours).tolist() == np.asarray(theirs).tolist()


def test_a_program_written_for_torch_gets_arrays():
    code = """
import pytorch_c; pytorch_c.install_as_torch()
import numpy as np, torch
print(torch.get_numpy_functions(), type(np.concatenate([torch.ones(2)] * 2)).__name__, type(np.sin(torch.ones(2))).__name__)
"""
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["arrays", "ndarray", "Tensor"]


def test_the_switch_takes_its_words_alone():
    with pytest.raises(ValueError, match="must be one of tensors, strict, arrays, not 'no'"):
        pytorch_c.set_numpy_functions("no")
    assert pytorch_c.get_numpy_functions() == "tensors"


def test_array_takes_dtype_and_copy():
    x = pytorch_c.ones(3)
    assert np.asarray(x).ctypes.data == x.data_ptr() == np.array(x, copy=False).ctypes.data == x.__array__().ctypes.data
    assert np.array(x, copy=True).ctypes.data != x.data_ptr() != x.__array__(copy=True).ctypes.data
    assert x.__array__(np.float64).dtype == np.asarray(x, dtype="f8").dtype == np.float64
    with pytest.raises(ValueError, match="avoid copy|avoid creating"):
        np.array(x, dtype=np.float64, copy=False)
    with pytest.raises(ValueError, match="unable to avoid copy"):
        x.__array__(np.float64, copy=False)


def test_bfloat16_is_refused_where_nothing_has_it(monkeypatch):
    monkeypatch.delitem(sys.modules, "ml_dtypes", raising=False)
    with pytest.raises(TypeError, match="import ml_dtypes, which has one"):
        pytorch_c.ones(2, dtype=pytorch_c.bfloat16).numpy()


def test_bfloat16_goes_through_ml_dtypes():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    x = pytorch_c.tensor([1.5, -2.0], dtype=pytorch_c.bfloat16)
    array = x.numpy()
    assert array.dtype == ml_dtypes.bfloat16 and array.ctypes.data == x.data_ptr()
    array[0] = 3
    back = pytorch_c.from_numpy(array)
    back[1] = 4
    assert x.tolist() == [3, 4] and back.dtype is pytorch_c.bfloat16
    small = pytorch_c.from_numpy(np.array([1, 2], dtype=ml_dtypes.float8_e5m2))
    assert small.dtype is pytorch_c.float8_e5m2 and small.float().tolist() == [1, 2]


@pytest.mark.parametrize(
    "array, words",
    [
        (np.zeros(2, dtype=[("a", "f4")]), "dtype"),
        (np.array([None]), "dtype object"),
        (np.zeros(2, ">f4"), ">f4"),
        (np.array(["a"]), "dtype <U1"),
        (np.zeros(2, "M8[s]"), "datetime64"),
    ],
)
def test_arrays_of_other_dtypes_are_refused(array, words):
    with pytest.raises(TypeError, match=words):
        pytorch_c.from_numpy(array)
    with pytest.raises(TypeError):
        np.add(pytorch_c.ones(1), array)
