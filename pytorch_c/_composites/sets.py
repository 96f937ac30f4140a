"""Distinct elements (torch.functional), and where elements are not 0."""

from __future__ import annotations

from .. import _ops
from .._boundary.handle import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, overload

    from .._typing import Tensor


def _chosen(found, return_inverse, return_counts):
    """The values, alone or with what was asked for."""
    values, inverse, counts = found
    if not return_inverse and not return_counts:
        return values
    return (values, *([inverse] if return_inverse else []), *([counts] if return_counts else []))


if TYPE_CHECKING:

    @overload
    def unique(
        input: Tensor,
        sorted: bool = True,
        return_inverse: Literal[False] = False,
        return_counts: Literal[False] = False,
        dim: int | None = None,
    ) -> Tensor: ...

    @overload
    def unique(
        input: Tensor,
        sorted: bool = True,
        return_inverse: bool = False,
        return_counts: bool = False,
        dim: int | None = None,
    ) -> tuple[Tensor, ...]: ...


@core.asking
def unique(
    input: Tensor,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Tensor | tuple[Tensor, ...]:
    """The distinct elements; with `dim`, the distinct slices along it.

    Args:
        sorted: whether they come in ascending order; libtorch sorts anyway
        return_inverse: also where each element of `input` is among them, in the shape of `input`, or (size of dim,)
        return_counts: also how often each was there

    Returns:
        Tensor (k,), or `input` with k slices along `dim`; a tuple with the int64 tensors asked for

    Source: torch.functional.unique.
    """
    if dim is not None:
        found = _ops.unique_dim(input, dim, sorted, return_inverse, return_counts)
    else:
        found = _ops._unique2(input, sorted, return_inverse, return_counts)
    return _chosen(found, return_inverse, return_counts)


if TYPE_CHECKING:

    @overload
    def unique_consecutive(
        input: Tensor,
        return_inverse: Literal[False] = False,
        return_counts: Literal[False] = False,
        dim: int | None = None,
    ) -> Tensor: ...

    @overload
    def unique_consecutive(
        input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
    ) -> tuple[Tensor, ...]: ...


@core.asking
def unique_consecutive(
    input: Tensor, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None
) -> Tensor | tuple[Tensor, ...]:
    """The elements without those equal to the one before; with `dim`, the slices along it.

    Args:
        return_inverse: also where each element of `input` is among them, in the shape of `input`, or (size of dim,)
        return_counts: also how often each was there in a row

    Returns:
        Tensor (k,), or `input` with k slices along `dim`; a tuple with the int64 tensors asked for

    Source: torch.functional.unique_consecutive.
    """
    found = _ops.unique_consecutive(input, return_inverse, return_counts, dim)
    return _chosen(found, return_inverse, return_counts)


if TYPE_CHECKING:

    @overload
    def nonzero(input: Tensor, *, out: Tensor | None = None, as_tuple: Literal[False] = False) -> Tensor: ...

    @overload
    def nonzero(input: Tensor, *, out: None = None, as_tuple: Literal[True]) -> tuple[Tensor, ...]: ...


@core.asking
def nonzero(input: Tensor, *, out: Tensor | None = None, as_tuple: bool = False) -> Tensor | tuple[Tensor, ...]:
    """Indices of elements that are not 0, in order: (n, dimensions), or with `as_tuple` a tensor (n,) a dimension.

    Raises:
        TypeError: `out` with `as_tuple`, which has no single result

    Source: torch.nonzero.
    """
    if not as_tuple:
        return _ops.nonzero(input) if out is None else _ops.nonzero(input, out=out)
    if out is not None:
        raise TypeError("nonzero(): argument 'out' does not go with as_tuple=True")
    return _ops.nonzero_numpy(input)
