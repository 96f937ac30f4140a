"""Sums of products: einsum, tensordot, products of several matrices, distances (torch.functional)."""

from __future__ import annotations

from .. import _ops
from .._boundary.handle import core
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, overload


def _letter(position):
    """The letter of a subscript in einsum's sublist form."""
    if position is Ellipsis:
        return "..."
    if 0 <= position < 26:
        return chr(ord("A") + position)
    if 26 <= position < 52:
        return chr(ord("a") + position - 26)
    raise ValueError("einsum(): subscript in subscript list is not within the valid range [0, 52)")


def _equation(args):
    """(equation, operands) of einsum(a, [0, 1], b, [1, 2], [0, 2])."""
    equation = ",".join("".join(map(_letter, subscripts)) for subscripts in args[1::2])
    if len(args) % 2:
        return equation + "->" + "".join(map(_letter, args[-1])), args[:-1:2]
    return equation, args[::2]


if TYPE_CHECKING:

    @overload
    def einsum(args: str, *operands: Tensor | Sequence[Tensor]) -> Tensor: ...

    @overload
    def einsum(*args: Tensor | Sequence[Any]) -> Tensor: ...


def einsum(*args: Tensor | Sequence[Any]) -> Tensor:
    """Sums of products over named dimensions: einsum("ij,jk->ik", a, b).

    Also einsum(equation, [a, b]) and the sublist form einsum(a, [0, 1], b, [1, 2], [0, 2]), where
    numbers of 0 to 51 and Ellipsis stand for letters. Operands are contracted from left to right.

    Returns:
        Tensor of the dimensions after "->"; without it of those named once, in alphabetical order

    Raises:
        ValueError: fewer than two arguments, or a subscript out of range
        TypeError: an operand that is no Tensor
        TorchError: an equation that does not fit the operands

    Source: torch.functional.einsum.
    """
    if len(args) == 2 and isinstance(args[0], str) and isinstance(args[1], (list, tuple)):
        args = args[0], *args[1]  # what overrides this function sees each operand
    return _asked(*args)


def _einsum(*args):
    if len(args) < 2:
        raise ValueError(
            "einsum(): must specify the equation string and at least one operand, "
            "or at least one operand and its subscripts list"
        )
    if isinstance(args[0], Tensor):
        equation, operands = _equation(args)
    else:
        equation, operands = args[0], args[1:]
    return _ops.einsum(equation, list(operands))


_asked = core.asking(_einsum, einsum)


def _axes(a, b, dims):
    """The dimensions of a and of b that tensordot sums over."""
    if isinstance(dims, Tensor):
        if dims.numel() > 1:
            if dims.size()[0] != 2:
                raise AssertionError(f"dims tensor must have size 2 in first dimension, got {dims.size()[0]}")
            return dims[0].tolist(), dims[1].tolist()
        dims = int(dims.item())
    if isinstance(dims, (list, tuple)):
        dims_a, dims_b = dims
        return dims_a, dims_b
    if not isinstance(dims, int):
        raise RuntimeError(
            f"tensordot expects dims to be int or tuple[list[int], list[int]] or list[list[int]] containing two lists, but got dims={dims}"
        )
    if dims < 0:
        raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
    if dims > min(a.dim(), b.dim()):
        raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
    return list(range(-dims, 0)), list(range(dims))


@core.asking
def tensordot(
    a: Tensor, b: Tensor, dims: int | Sequence[int] | Sequence[Sequence[int]] | Tensor = 2, out: Tensor | None = None
) -> Tensor:
    """The sum of products over the last `dims` dimensions of a and the first of b, or over two lists of them.

    Args:
        dims: int, or ([dimensions of a], [dimensions of b]), or a Tensor of either

    Returns:
        Tensor of a's other dimensions, then b's

    Raises:
        RuntimeError: dims of another type, below 0, or more than there are
        TorchError: sizes that differ

    Source: torch.functional.tensordot.
    """
    dims_a, dims_b = _axes(a, b, dims)
    return _ops.tensordot(a, b, dims_a, dims_b, out=out)


@core.asking
def chain_matmul(*matrices: Tensor, out: Tensor | None = None) -> Tensor:
    """The product of matrices, (n, a), (a, b), …, (z, m): (n, m), in the cheapest order.

    Source: torch.functional.chain_matmul; torch calls linalg.multi_dot its successor.
    """
    return _ops.chain_matmul(list(matrices), out=out)


@core.asking
def block_diag(*tensors: Tensor) -> Tensor:
    """A matrix with the given ones, of at most two dimensions, along its diagonal, and 0 elsewhere.

    Source: torch.functional.block_diag.
    """
    return _ops.block_diag(list(tensors))


@core.asking
def cartesian_prod(*tensors: Tensor) -> Tensor:
    """All combinations of the elements of vectors of n1, …, nk: (n1 * … * nk, k); of one vector, that vector.

    Source: torch.functional.cartesian_prod.
    """
    found = _ops.cartesian_prod(list(tensors))
    return found if len(tensors) > 1 else tensors[0]


_CDIST_MODES = {
    "use_mm_for_euclid_dist_if_necessary": None,
    "use_mm_for_euclid_dist": 1,
    "donot_use_mm_for_euclid_dist": 2,
}


@core.asking
def cdist(x1: Tensor, x2: Tensor, p: float = 2.0, compute_mode: str = "use_mm_for_euclid_dist_if_necessary") -> Tensor:
    """The p-norm distances of the rows of (…, n, d) and (…, m, d): (…, n, m).

    Args:
        p: a number of 0 or more, or inf
        compute_mode: "use_mm_for_euclid_dist_if_necessary" (by a matrix product where n or m is above 25),
            "use_mm_for_euclid_dist" or "donot_use_mm_for_euclid_dist"

    Raises:
        ValueError: another compute_mode

    Source: torch.functional.cdist.
    """
    if compute_mode not in _CDIST_MODES:
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    return _ops.cdist(x1, x2, p, _CDIST_MODES[compute_mode])
