"""Functions for sparse tensors (torch.sparse): mm, sum, softmax, …, each an operator under its short name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from . import _ops

if TYPE_CHECKING:
    from . import Tensor
    from ._tensor.dtype import dtype as DType

__all__ = ["addmm", "log_softmax", "mm", "sampled_addmm", "softmax", "spdiags", "spsolve", "sum"]

addmm = _ops._sparse_addmm
log_softmax = _ops._sparse_log_softmax
mm = _ops._sparse_mm
sampled_addmm = _ops.sparse_sampled_addmm
softmax = _ops._sparse_softmax
spdiags = _ops._spdiags
spsolve = _ops._spsolve


def sum(input: Tensor, dim: int | Sequence[int] | None = None, dtype: DType | None = None) -> Tensor:
    """Sum of a sparse COO tensor, over `dim` or over all: sparse while a sparse dimension is left, else dense.

    Raises:
        TorchError: no sparse tensor, a dim that there is not

    Source: torch.sparse.sum.
    """
    given = {} if dim is None else {"dim": dim}
    return _ops._sparse_sum(input, **given) if dtype is None else _ops._sparse_sum(input, **given, dtype=dtype)
