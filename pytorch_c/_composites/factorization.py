"""Norms with names, LU, and factorizations of low rank (torch.functional, torch._lowrank)."""

from __future__ import annotations

from .. import _ops
from .._boundary.handle import core
from .._tensor.dtype import DTYPES
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._typing import Dtype, Ints, Number


_DENSE_DEVICES = ("cpu", "cuda", "xpu", "meta")


@core.asking
def norm(
    input: Tensor,
    p: Number | str | None = "fro",
    dim: Ints | None = None,
    keepdim: bool = False,
    out: Tensor | None = None,
    dtype: Dtype | None = None,
) -> Tensor:
    """A norm of all elements, or along `dim`: of vectors, or of matrices for the named ones.

    Args:
        p: a number, inf or -inf; "fro" (Frobenius), "nuc" (sum of the singular values); None is 2
        dim: int or sequence of ints; None is all

    Returns:
        Tensor without `dim`, or of size 1 there if `keepdim`, in the float dtype of `input` or in `dtype`

    Raises:
        RuntimeError: another name
        TypeError: `input` that is no Tensor

    Source: torch.functional.norm; torch calls linalg.vector_norm and linalg.matrix_norm its successors.
    """
    if not isinstance(input, Tensor):
        raise TypeError(f"norm(): argument 'input' must be Tensor, not {type(input).__name__}")
    one = dim is not None and not hasattr(dim, "__len__")  # an int, or a symbol
    dims = [dim] if one else dim
    if input.layout.name != "strided" or not (input.is_cpu or input.device.type in _DENSE_DEVICES):
        return _sparse_norm(input, p, dims, keepdim, out, dtype)
    if not isinstance(p, str):
        return _ops.linalg_vector_norm(input, 2.0 if p is None else p, dims, keepdim, dtype=dtype, out=out)
    if p == "fro" and (dim is None or one or len(dim) <= 2):
        if dtype is None and out is None:
            return _ops.linalg_vector_norm(input, 2, dims, keepdim)
        return _ops.linalg_vector_norm(input, 2, dims, keepdim, dtype=dtype, out=out)
    if dims is None:
        dims = list(range(input.ndim))
    return _ops.linalg_matrix_norm(input, p, dims, keepdim, dtype=dtype, out=out)


def _sparse_norm(input, p, dims, keepdim, out, dtype):
    """The older operators, which have kernels for sparse tensors."""
    if isinstance(p, str) and p in ("fro", "nuc"):
        if dtype is not None:
            name = "frobenius" if p == "fro" else "nuclear"
            raise ValueError(f"dtype argument is not supported in {name} norm")
        if p == "nuc":
            return (
                _ops.nuclear_norm(input, keepdim, out=out)
                if dims is None
                else _ops.nuclear_norm(input, dims, keepdim, out=out)
            )
        return _ops.frobenius_norm(input, () if dims is None else dims, keepdim, out=out)
    if isinstance(p, str):
        raise RuntimeError(f"only valid string values are 'fro' and 'nuc', found {p}")
    dims = list(range(input.dim())) if dims is None else dims
    if dtype is None:
        return _ops.norm(input, 2.0 if p is None else p, dims, keepdim, out=out)
    return _ops.norm(input, p, dims, keepdim, dtype=dtype, out=out)


@core.asking
def lu(A: Tensor, pivot: bool = True, get_infos: bool = False, out: Any = None) -> tuple[Tensor, ...]:
    """The LU factorization of (…, m, n), with rows exchanged: (LU, pivots), with infos if asked for.

    Args:
        pivot: whether rows are exchanged; without, CUDA only
        get_infos: whether to return also (…) ints, 0 where U can be divided by
        out: tuple of Tensors to write into

    Raises:
        TypeError: `out` of another length; a singular matrix is no error

    Source: torch.functional.lu, which warns that linalg.lu_factor is its successor.
    """
    found = _ops._lu_with_info(A, pivot=pivot, check_errors=not get_infos)
    found = found if get_infos else tuple(found)[:2]
    if out is None:
        return found
    if not isinstance(out, (tuple, list)):
        raise TypeError(f"argument 'out' must be tuple of Tensors, not {type(out).__name__}")
    if len(out) != len(found):
        raise TypeError(f"expected tuple of {len(found)} elements but got {len(out)}")
    for target, source in zip(out, found):
        target.resize_as_(source).copy_(source)
    return out


def _product(a, b):
    return _ops.mm(a, b) if a.layout.name == "sparse_coo" else _ops.matmul(a, b)


def _basis(A, q, niter, M):
    """q orthonormal columns that nearly span the range of A - M (Halko and others 2009, algorithm 4.4)."""
    floating = A.dtype.is_complex or A.dtype.name in ("float16", "float32", "float64")
    dtype = A.dtype if floating else DTYPES["float32"]

    def apply(matrix, minus, to):
        found = _product(matrix, to)
        return found if minus is None else found - _product(minus, to)

    Q = _ops.linalg_qr(apply(A, M, _ops.randn(A.shape[-1], q, dtype=dtype, device=A.device))).Q
    for _ in range(2 if niter is None else niter):
        Q = _ops.linalg_qr(apply(A.mH, None if M is None else M.mH, Q)).Q
        Q = _ops.linalg_qr(apply(A, M, Q)).Q
    return Q


@core.asking
def svd_lowrank(A: Tensor, q: int | None = 6, niter: int = 2, M: Tensor | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Near the q largest singular values of (…, m, n), with their vectors: U (…, m, q), S (…, q), V (…, n, q).

    A - M is about U diag(S) V^H. Uses random numbers. `A` may be a sparse matrix.

    Args:
        q: int, a little more than the rank; None is 6
        niter: rounds of the subspace iteration; None is 2
        M: Tensor that broadcasts to A, to be taken from it

    Source: torch.svd_lowrank (torch._lowrank).
    """
    q = 6 if q is None else q
    m, n = A.shape[-2:]
    M = None if M is None else M.broadcast_to(tuple(A.shape))
    if m < n:
        A, M = A.mH, None if M is None else M.mH
    Q = _basis(A, q, niter, M)
    B = _product(Q.mH, A)
    if M is not None:
        B = B - _product(Q.mH, M)
    U, S, Vh = _ops.linalg_svd(B, full_matrices=False)
    U, V = Q.matmul(U), Vh.mH
    return (V, S, U) if m < n else (U, S, V)


@core.asking
def pca_lowrank(A: Tensor, q: int | None = None, center: bool = True, niter: int = 2) -> tuple[Tensor, Tensor, Tensor]:
    """Near the q first principal components of the rows of (…, m, n): U (…, m, q), S (…, q), V (…, n, q).

    The columns of V are the directions; `A @ V` projects on them. Uses random numbers.

    Args:
        q: int of 0 to min(m, n); None is 6 or, if less, min(m, n)
        center: whether the means of the columns are taken off first
        niter: rounds of the subspace iteration

    Raises:
        ValueError: q or niter out of range
        TypeError: a sparse `A` to be centered, which would fill it

    Source: torch.pca_lowrank (torch._lowrank).
    """
    m, n = A.shape[-2:]
    if q is None:
        q = min(6, m, n)
    elif not 0 <= q <= min(m, n):
        raise ValueError(f"q(={q}) must be non-negative integer and not greater than min(m, n)={min(m, n)}")
    if niter < 0:
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    if not center:
        return svd_lowrank(A, q, niter)
    if A.layout.name != "strided":
        raise TypeError("pca_lowrank(): a sparse matrix cannot be centered here; use svd_lowrank(A, M=means)")
    return svd_lowrank(A - A.mean(dim=(-2,), keepdim=True), q, niter)
