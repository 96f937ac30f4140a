"""Functions for sparse tensors (torch.sparse): mm, sum, softmax, …, each an operator under its short name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from . import _ops
from ._composites import typed

if TYPE_CHECKING:
    from . import Tensor
    from ._tensor.dtype import dtype as DType

__all__ = [
    "addmm",
    "check_sparse_tensor_invariants",
    "log_softmax",
    "mm",
    "sampled_addmm",
    "softmax",
    "spdiags",
    "spsolve",
    "sum",
]

__path__: list[str] = []  # the import of a module below says why it is not here
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


class check_sparse_tensor_invariants:
    """Switch of the checks of sparse tensors' indices: constructors here always check, and this changes nothing.

    Also a block and a decorator.  Source: torch.sparse.check_sparse_tensor_invariants.
    """

    def __init__(self, enable: bool = True) -> None:
        self.state = enable

    @staticmethod
    def is_enabled() -> bool:
        """True."""
        return True

    @staticmethod
    def enable() -> None:
        """They are checked already."""

    @staticmethod
    def disable() -> None:
        """They are checked all the same."""

    def __enter__(self) -> None:
        """Begins the block."""

    def __exit__(self, *exception: object) -> None:
        """Ends the block."""

    def __call__(self, mth: Callable[..., Any]) -> Callable[..., Any]:
        return mth


def __getattr__(name: str) -> Any:
    if name.endswith("Tensor") and name in (found := typed.family("sparse")):
        globals().update(found)  # the same class the next time
        return found[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
