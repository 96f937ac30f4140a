"""Shapes of one and of several tensors: broadcasting, grids, pieces (torch.functional)."""

from __future__ import annotations

from itertools import accumulate
from operator import mul

from .. import _ops
from .._boundary.handle import core, same
from .._tensor.dtype import DTYPES
from .._tensor.tensor import Size, Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import overload

    from .._typing import Ints


def _several(tensors):
    """The tensors of f(a, b), f([a, b]) and f(a)."""
    return list(tensors[0]) if len(tensors) == 1 and isinstance(tensors[0], (list, tuple)) else list(tensors)


@core.asking
def broadcast_tensors(*tensors: Tensor | Sequence[Tensor]) -> tuple[Tensor, ...]:
    """Views of tensors, expanded to their common shape, as a tuple.

    Raises:
        TorchError: shapes that do not broadcast

    Source: torch.functional.broadcast_tensors.
    """
    return tuple(map(same, _ops.broadcast_tensors(list(tensors)), tensors))


def broadcast_shapes(*shapes: Ints) -> Size:
    """The common shape (Size) of shapes, each a sequence of ints or an int, without any tensor.

    Raises:
        RuntimeError: shapes that do not broadcast
        ValueError: a negative size

    Source: torch.functional.broadcast_shapes.
    """
    shapes = [(shape,) if hasattr(shape, "__index__") else tuple(shape) for shape in shapes]
    common = [1] * max(map(len, shapes), default=0)
    for number, shape in enumerate(shapes):
        for back, size in enumerate(reversed(shape), 1):
            if size < 0:
                raise ValueError("Attempting to broadcast a dimension with negative length!")
            if size != 1 and common[-back] not in (1, size):
                raise RuntimeError(
                    f"Attempting to broadcast a dimension of length {size} at -{back}! Mismatching argument at index {number} "
                    f"had {shape}; but expected shape should be broadcastable to {common}"
                )
            common[-back] = size if size != 1 else common[-back]
    return Size(common)


def _atleast(operator):
    def function(*tensors):
        if len(tensors) == 1 and isinstance(tensors[0], Tensor):
            return operator(tensors[0])
        return tuple(map(operator, _several(tensors)))

    return function


if TYPE_CHECKING:

    @overload
    def atleast_1d(tensor: Tensor, /) -> Tensor: ...

    @overload
    def atleast_1d(*tensors: Tensor | Sequence[Tensor]) -> tuple[Tensor, ...]: ...


@core.asking
def atleast_1d(*tensors: Tensor | Sequence[Tensor]) -> Tensor | tuple[Tensor, ...]:
    """The tensor with at least one dimension; of several, or a sequence, a tuple of them.

    Source: torch.functional.atleast_1d.
    """
    return _atleast(_ops.atleast_1d)(*tensors)


if TYPE_CHECKING:

    @overload
    def atleast_2d(tensor: Tensor, /) -> Tensor: ...

    @overload
    def atleast_2d(*tensors: Tensor | Sequence[Tensor]) -> tuple[Tensor, ...]: ...


@core.asking
def atleast_2d(*tensors: Tensor | Sequence[Tensor]) -> Tensor | tuple[Tensor, ...]:
    """The tensor with at least two dimensions, n as (1, n); of several, or a sequence, a tuple of them.

    Source: torch.functional.atleast_2d.
    """
    return _atleast(_ops.atleast_2d)(*tensors)


if TYPE_CHECKING:

    @overload
    def atleast_3d(tensor: Tensor, /) -> Tensor: ...

    @overload
    def atleast_3d(*tensors: Tensor | Sequence[Tensor]) -> tuple[Tensor, ...]: ...


@core.asking
def atleast_3d(*tensors: Tensor | Sequence[Tensor]) -> Tensor | tuple[Tensor, ...]:
    """The tensor with at least three dimensions, n as (1, n, 1), (n, m) as (n, m, 1); of several, a tuple of them.

    Source: torch.functional.atleast_3d.
    """
    return _atleast(_ops.atleast_3d)(*tensors)


@core.asking
def meshgrid(*tensors: Tensor | Sequence[Tensor], indexing: str | None = None) -> tuple[Tensor, ...]:
    """Coordinates of a grid from vectors of n1, …, nk: a tuple of k tensors (n1, …, nk), which are views.

    Args:
        tensors: vectors or 0-dim tensors of one dtype, also as one sequence
        indexing: "ij" (the default), or "xy", where the first two dimensions change places, as in NumPy

    Raises:
        TorchError: more than one dimension, dtypes that differ, another indexing

    Source: torch.functional.meshgrid, which warns where `indexing` is not given.
    """
    return _ops.meshgrid(_several(tensors)) if indexing is None else _ops.meshgrid(_several(tensors), indexing=indexing)


if TYPE_CHECKING:

    @overload
    def split(tensor: Tensor, split_size_or_sections: Ints, dim: int = 0) -> tuple[Tensor, ...]: ...

    @overload
    def split(tensor: Tensor, *, split_size: Ints, dim: int = 0) -> tuple[Tensor, ...]: ...


@core.asking
def split(
    tensor: Tensor, split_size_or_sections: Ints | None = None, dim: int = 0, *, split_size: Ints | None = None
) -> tuple[Tensor, ...]:
    """Views of consecutive pieces along `dim`, as a tuple.

    Args:
        split_size_or_sections: the size of each piece, of which the last may be smaller; or a sequence of
            all sizes, which add up to that of `dim`. A Tensor's method calls it split_size.

    Raises:
        TypeError: neither an int nor a sequence of ints
        TorchError: sizes that do not add up, a size below 0

    Source: torch.functional.split.
    """
    size = split_size if split_size_or_sections is None else split_size_or_sections
    if isinstance(size, Tensor) and size.dim():  # a trace follows one without dimensions
        size = int(size) if size.numel() == 1 else size.tolist()
    if isinstance(size, (list, tuple)):
        return _ops.split_with_sizes(tensor, size, dim)
    if not hasattr(size, "__index__"):
        raise TypeError(
            f"split(): argument 'split_size' must be an int or a sequence of ints, not {type(size).__name__}"
        )
    return _ops.split(tensor, size, dim)


def _sizes(shape):
    if hasattr(shape, "__index__"):
        return Size((shape,))
    if not isinstance(shape, (list, tuple)):
        raise TypeError(f"expected 'shape' to be int or sequence of ints, but got {type(shape)}")
    for size in shape:
        if not hasattr(size, "__index__"):
            raise TypeError(f"expected 'shape' sequence to only contain ints, but got {type(size)}")
    return Size(shape)


@core.asking
def unravel_index(indices: Tensor, shape: Ints) -> tuple[Tensor, ...]:
    """The coordinates, in a tensor of `shape`, of positions in its flat order: a tuple of tensors like `indices`.

    Raises:
        TypeError: indices of no integer dtype, a shape of no ints
        ValueError: a negative size

    Source: torch.functional.unravel_index.
    """
    dtype = indices.dtype
    if dtype.is_floating_point or dtype.is_complex or dtype.name == "bool":
        raise TypeError(f"expected 'indices' to be integer dtype, but got {dtype}")
    sizes = _sizes(shape)
    if any(size < 0 for size in sizes):
        raise ValueError(f"'shape' cannot have negative values, but got {tuple(sizes)}")
    from .._tensor.data import tensor

    steps = [1, *accumulate(reversed(sizes[1:]), mul)][::-1] if sizes else []
    like = {"dtype": DTYPES["int64"], "device": indices.device}
    return _ops.unbind(indices.unsqueeze(-1).floor_divide(tensor(steps, **like)) % tensor(list(sizes), **like), -1)
