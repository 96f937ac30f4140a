"""Sparse tensors from lists and tensors (torch.sparse_coo_tensor and its like)."""

from __future__ import annotations

from .. import _ops
from .._boundary.handle import core
from .._tensor.data import as_tensor
from .._tensor.dtype import DTYPES, LAYOUTS
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .._typing import DeviceLike, Dtype, Layout, Number

_INT64 = DTYPES["int64"]


def _values(values, dtype, device):
    return as_tensor(values) if dtype is device is None else as_tensor(values, dtype=dtype, device=device)


def _indices(indices, device):
    if type(indices) is Tensor and indices.dtype is _INT64 and indices.device == device:
        return indices
    return as_tensor(indices, dtype=_INT64, device=device)


@core.asking
def sparse_coo_tensor(
    indices: Any = None,
    values: Any = None,
    size: Sequence[int] | None = None,
    *,
    dtype: Dtype | None = None,
    device: DeviceLike | None = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
    check_invariants: bool | None = None,
    is_coalesced: bool | None = None,
) -> Tensor:
    """A tensor that is 0 but at `indices`; values at the same place add up. sparse_coo_tensor(size) is all 0.

    Args:
        indices: (sparse dimensions, n), ints in lists, arrays or a Tensor
        values: (n, …), numbers or a Tensor, with the dense dimensions behind
        size: the shape; None is the smallest that holds the indices
        dtype, device: None are those of the values
        check_invariants: as in torch, but the indices are always checked
        is_coalesced: a promise that no index comes twice and that they are sorted

    Raises:
        TorchError: shapes or sizes that do not fit

    Source: torch.sparse_coo_tensor.
    """
    if values is None:
        size = indices if size is None else size
        if size is None:
            raise TypeError("sparse_coo_tensor(): give indices and values, or a size")
        return _ops.sparse_coo_tensor(
            size, dtype=dtype, device=device, layout=None, pin_memory=pin_memory, requires_grad=requires_grad
        )
    values = _values(values, dtype, device)
    where = values.device if device is None else device
    indices = _indices(indices, where)
    given = (indices, values) if size is None else (indices, values, size)
    if dtype is device is is_coalesced is None and not (pin_memory or requires_grad):
        return _ops.sparse_coo_tensor(*given)
    options = {"dtype": values.dtype, "device": where, "pin_memory": pin_memory, "requires_grad": requires_grad}
    return _ops.sparse_coo_tensor(*given, is_coalesced=is_coalesced, **options)


def _compressed(layout, first, second, values, size, dtype, device, pin_memory, requires_grad):
    """By the operator for all four layouts: those of one layout give the values no gradient."""
    values = _values(values, dtype, device)
    where = values.device if device is None else device
    first, second = as_tensor(first, device=where), as_tensor(second, device=where)
    given = (first, second, values) if size is None else (first, second, values, size)
    options = {"dtype": values.dtype, "device": where, "pin_memory": pin_memory, "requires_grad": requires_grad}
    return _ops.sparse_compressed_tensor(*given, layout=LAYOUTS[layout], **options)


def _compressed_doc(name, layout, outer, inner, blocks):
    return f"""A matrix, or a batch of them, in the layout {layout}: for each {outer}, the {inner}s and values of what is not 0.

    Args:
        {name}: (…, {outer}s + 1), where the values of each {outer} begin; ints in lists, arrays or a Tensor
        {inner}_indices: (…, n)
        values: (…, n{blocks})
        size: the shape; None is what the indices say
        dtype, device: None are those of the values
        check_invariants: as in torch, but the indices are always checked

    Raises:
        TorchError: shapes or sizes that do not fit

    Source: torch.{layout}_tensor.
    """


@core.asking
def sparse_csr_tensor(
    crow_indices: Any,
    col_indices: Any,
    values: Any,
    size: Sequence[int] | None = None,
    *,
    dtype: Dtype | None = None,
    device: DeviceLike | None = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
    check_invariants: bool | None = None,
) -> Tensor:
    return _compressed(
        "sparse_csr",
        crow_indices,
        col_indices,
        values,
        size,
        dtype,
        device,
        pin_memory,
        requires_grad,
    )


@core.asking
def sparse_csc_tensor(
    ccol_indices: Any,
    row_indices: Any,
    values: Any,
    size: Sequence[int] | None = None,
    *,
    dtype: Dtype | None = None,
    device: DeviceLike | None = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
    check_invariants: bool | None = None,
) -> Tensor:
    return _compressed(
        "sparse_csc",
        ccol_indices,
        row_indices,
        values,
        size,
        dtype,
        device,
        pin_memory,
        requires_grad,
    )


@core.asking
def sparse_bsr_tensor(
    crow_indices: Any,
    col_indices: Any,
    values: Any,
    size: Sequence[int] | None = None,
    *,
    dtype: Dtype | None = None,
    device: DeviceLike | None = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
    check_invariants: bool | None = None,
) -> Tensor:
    return _compressed(
        "sparse_bsr",
        crow_indices,
        col_indices,
        values,
        size,
        dtype,
        device,
        pin_memory,
        requires_grad,
    )


@core.asking
def sparse_bsc_tensor(
    ccol_indices: Any,
    row_indices: Any,
    values: Any,
    size: Sequence[int] | None = None,
    *,
    dtype: Dtype | None = None,
    device: DeviceLike | None = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
    check_invariants: bool | None = None,
) -> Tensor:
    return _compressed(
        "sparse_bsc",
        ccol_indices,
        row_indices,
        values,
        size,
        dtype,
        device,
        pin_memory,
        requires_grad,
    )


sparse_csr_tensor.__wrapped__.__doc__ = _compressed_doc("crow_indices", "sparse_csr", "row", "col", "")
sparse_csc_tensor.__wrapped__.__doc__ = _compressed_doc("ccol_indices", "sparse_csc", "column", "row", "")
sparse_bsr_tensor.__wrapped__.__doc__ = _compressed_doc(
    "crow_indices", "sparse_bsr", "block row", "col", ", rows, columns of a block"
)
sparse_bsc_tensor.__wrapped__.__doc__ = _compressed_doc(
    "ccol_indices", "sparse_bsc", "block column", "row", ", rows, columns of a block"
)


@core.asking
def sparse_compressed_tensor(
    compressed_indices: Any,
    plain_indices: Any,
    values: Any,
    size: Sequence[int] | None = None,
    *,
    dtype: Dtype | None = None,
    layout: Layout | None = None,
    device: DeviceLike | None = None,
    pin_memory: bool = False,
    requires_grad: bool = False,
    check_invariants: bool | None = None,
) -> Tensor:
    """Returns a tensor in the layout that is given: sparse_csr, sparse_csc, sparse_bsr or sparse_bsc.

    Raises:
        ValueError: another layout

    Source: torch.sparse_compressed_tensor.
    """
    makers = {
        "sparse_csr": sparse_csr_tensor,
        "sparse_csc": sparse_csc_tensor,
        "sparse_bsr": sparse_bsr_tensor,
        "sparse_bsc": sparse_bsc_tensor,
    }
    maker = makers.get(getattr(layout, "name", None))
    if maker is None:
        raise ValueError(f"sparse_compressed_tensor(): argument 'layout' must be {', '.join(makers)}, not {layout}")
    return maker(
        compressed_indices,
        plain_indices,
        values,
        size,
        dtype=dtype,
        device=device,
        pin_memory=pin_memory,
        requires_grad=requires_grad,
        check_invariants=check_invariants,
    )


# ---- old names of products ----


@core.asking
def spmm(input: Tensor, mat2: Tensor) -> Tensor:
    """The product of matrices of which any may be sparse: mm."""
    return _ops.mm(input, mat2)


@core.asking
def dsmm(input: Tensor, mat2: Tensor) -> Tensor:
    """The product of a dense and a sparse matrix: mm."""
    return _ops.mm(input, mat2)


@core.asking
def hsmm(mat1: Tensor, mat2: Tensor) -> Tensor:
    """The product of a sparse and a dense matrix, as a sparse one with dense rows: hspmm."""
    return _ops.hspmm(mat1, mat2)


@core.asking
def saddmm(
    input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Number = 1, alpha: Number = 1, out: Tensor | None = None
) -> Tensor:
    """beta * input + alpha * mat1 @ mat2 for a sparse `input` and mat1, sparse: sspaddmm."""
    return _ops.sspaddmm(input, mat1, mat2, beta=beta, alpha=alpha, out=out)
