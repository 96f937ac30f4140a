"""NumPy's products, numpy.linalg and numpy.fft."""

from __future__ import annotations

from .. import _ops
from .._tensor.promotion import result_type
from .arguments import given, put, to_tensor
from .refusal import NotHere


def _both(a, b):
    x, y = to_tensor(a), to_tensor(b)
    dtype = result_type(x, y)
    return x.to(dtype), y.to(dtype)


def _dot(a, b, out=None):
    x, y = _both(a, b)
    if not x.dim() or not y.dim():
        return put(x * y, out)
    if x.dim() <= 2 and y.dim() <= 2:
        return put(_ops.matmul(x, y), out)
    return put(_ops.tensordot(x, y, [-1], [-2 if y.dim() > 1 else 0]), out)


def _vdot(a, b, /):
    x, y = _both(a, b)
    return _ops.vdot(x.reshape(-1), y.reshape(-1))


def _inner(a, b, /):
    x, y = _both(a, b)
    return _ops.inner(x, y)


def _outer(a, b, out=None):
    x, y = _both(a, b)
    return put(_ops.outer(x.reshape(-1), y.reshape(-1)), out)


def _tensordot(a, b, axes=2):
    x, y = _both(a, b)
    if isinstance(axes, int):
        first, second = list(range(x.dim() - axes, x.dim())), list(range(axes))
    else:
        first, second = ([one] if isinstance(one, int) else list(one) for one in axes)
    return _ops.tensordot(x, y, first, second)


def _einsum(*operands, out=None, optimize=False, **others):
    if not isinstance(operands[0], str) or others:
        raise NotHere
    tensors = [to_tensor(one) for one in operands[1:]]
    return put(_ops.einsum(operands[0].replace(" ", ""), tensors), out)


def _kron(a, b):
    x, y = _both(a, b)
    return _ops.kron(x, y)


def _cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    x, y = _both(a, b)
    dim = axisa if axis is None else axis
    if axis is None and not axisa == axisb == axisc:
        raise NotHere
    return _ops.linalg_cross(x, y, dim=dim)


def _trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    if dtype is not None:
        raise NotHere
    return put(_ops.sum(_ops.diagonal(to_tensor(a), offset, axis1, axis2), -1), out)


PRODUCTS = {
    "dot": _dot,
    "vdot": _vdot,
    "inner": _inner,
    "outer": _outer,
    "tensordot": _tensordot,
    "einsum": _einsum,
    "kron": _kron,
    "cross": _cross,
    "trace": _trace,
}


def _of_one(name):
    return lambda a: getattr(_ops, name)(to_tensor(a))


def _norm(x, ord=None, axis=None, keepdims=False):
    x = to_tensor(x)
    if ord is None:
        return _ops.linalg_vector_norm(x, 2, axis, bool(keepdims))
    dims = axis if axis is not None else tuple(range(x.dim()))
    if isinstance(dims, int) or len(dims) == 1:
        return _ops.linalg_vector_norm(x, ord, dims, bool(keepdims))
    return _ops.linalg_matrix_norm(x, ord, dims, bool(keepdims))


def _solve(a, b):
    x, y = _both(a, b)
    return _ops.linalg_solve(x, y)


def _svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    if hermitian:
        raise NotHere
    return _ops.linalg_svd(to_tensor(a), full_matrices) if compute_uv else _ops.linalg_svdvals(to_tensor(a))


def _qr(a, mode="reduced"):
    if mode not in ("reduced", "complete"):
        raise NotHere
    return _ops.linalg_qr(to_tensor(a), mode)


def _triangle(name):
    return lambda a, UPLO="L": getattr(_ops, name)(to_tensor(a), UPLO)


def _matrix_rank(A, tol=None, hermitian=False, *, rtol=None):
    if tol is not None:
        raise NotHere
    return _ops.linalg_matrix_rank(to_tensor(A), rtol=rtol, hermitian=hermitian)


def _pinv(a, rcond=None, hermitian=False, *, rtol=None):
    by = rcond if given(rcond) else rtol if given(rtol) else None
    return _ops.linalg_pinv(to_tensor(a), rtol=by, hermitian=hermitian)


LINALG = {
    "inv": _of_one("linalg_inv"), "det": _of_one("linalg_det"), "slogdet": _of_one("linalg_slogdet"), "norm": _norm,
    "solve": _solve, "svd": _svd, "qr": _qr, "eig": _of_one("linalg_eig"), "eigvals": _of_one("linalg_eigvals"),
    "eigh": _triangle("linalg_eigh"), "eigvalsh": _triangle("linalg_eigvalsh"), "matrix_rank": _matrix_rank,
    "cholesky": lambda a, /, *, upper=False: _ops.linalg_cholesky(to_tensor(a), upper=upper), "pinv": _pinv,
    "matrix_power": lambda a, n: _ops.linalg_matrix_power(to_tensor(a), n),
    "multi_dot": lambda arrays, *, out=None: put(_ops.linalg_multi_dot([to_tensor(one) for one in arrays]), out),
}  # fmt: skip


def _along(name):
    def transform(a, n=None, axis=-1, norm=None, out=None):
        return put(getattr(_ops, "fft_" + name)(to_tensor(a), n, axis, norm), out)

    return transform


def _over(name, default=None):
    def transform(a, s=None, axes=default, norm=None, out=None):
        return put(getattr(_ops, "fft_" + name)(to_tensor(a), s, axes, norm), out)

    return transform


def _shifted(name):
    return lambda x, axes=None: getattr(_ops, "fft_" + name)(to_tensor(x), axes)


FFT = {name: _along(name) for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")}
FFT |= {name: _over(name, (-2, -1)) for name in ("fft2", "ifft2", "rfft2", "irfft2")}
FFT |= {name: _over(name) for name in ("fftn", "ifftn", "rfftn", "irfftn")}
FFT |= {name: _shifted(name) for name in ("fftshift", "ifftshift")}
