"""Checks and conversions that several chapters share."""

from __future__ import annotations

import warnings

from ..._boundary import constants
from ..._boundary.errors import TorchError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_REDUCTIONS = constants.REDUCTION


def reduction_number(reduction, size_average=None, reduce=None):
    """libtorch's number for "none", "mean" or "sum"; ValueError for another word.

    size_average and reduce are torch's old booleans. GoTorch passes the word where torch has
    size_average, so a string is accepted there.
    """
    if size_average is not None or reduce is not None:
        reduction = size_average if isinstance(size_average, str) else legacy_reduction(size_average, reduce)
    if isinstance(reduction, str) and reduction == "elementwise_mean":
        warnings.warn("reduction='elementwise_mean' is deprecated, use reduction='mean'", stacklevel=3)
        reduction = "mean"
    number = _REDUCTIONS.get(reduction) if isinstance(reduction, str) else None
    if number is None:
        raise ValueError(f"reduction must be 'none', 'mean' or 'sum', got {reduction!r}")
    return number


def legacy_reduction(size_average, reduce):
    """The reduction word that torch's old pair of booleans stands for."""
    if reduce is not None and not reduce:
        word = "none"
    else:
        word = "mean" if size_average is None or size_average else "sum"
    warnings.warn(
        f"size_average and reduce args will be deprecated, please use reduction={word!r} instead.", stacklevel=4
    )
    return word


def reduced(losses, number):
    """losses as they are (0), their mean (1) or their sum (2)."""
    if number == 0:
        return losses
    return losses.mean() if number == 1 else losses.sum()


def softmax_dim(name, dim, ndim, stacklevel=3):
    """dim, or where it is None the one that torch picks, with torch's warning."""
    if dim is not None:
        return dim
    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.",
        stacklevel=stacklevel,
    )
    return 0 if ndim in (0, 1, 3) else 1


def check_probability(p):
    """ValueError unless 0 <= p <= 1."""
    if not 0.0 <= p <= 1.0:
        raise ValueError(f"dropout probability p must be between 0 and 1, but got {p}")


def check_batch_size(size):
    """ValueError if there is only one value per channel of size (N, C, *): nothing to normalize."""
    count = size[0]
    for length in size[2:]:
        count *= length
    if count == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {tuple(size)}")


def check_dim(function, name, tensor, dims, why=""):
    """TorchError, a RuntimeError as torch's, unless tensor has one of the numbers of dimensions in dims."""
    if tensor.dim() not in dims:
        wanted = " or ".join(f"{n}-D" for n in dims)
        raise TorchError(f"{function}: {name} must be {wanted}, got {tensor.dim()}-D{why}")


def warn_if_sizes_differ(input, target):
    if input.shape != target.shape:
        warnings.warn(
            f"Using a target size ({target.shape}) that is different to the input size ({input.shape}). "
            "This will likely lead to incorrect results due to broadcasting. Please ensure they have the same size.",
            stacklevel=3,
        )


def ntuple(value: Any, count: int, name: str) -> tuple[int, ...]:
    """value as a tuple of `count`: a number is repeated, a sequence must have that length (else ValueError)."""
    if hasattr(value, "__iter__") and not isinstance(value, str):
        value = tuple(value)
        if len(value) != count:
            raise ValueError(f"{name} must be a number or {count} numbers, got {value}")
        return value
    if isinstance(value, str):
        raise TypeError(f"{name} must be a number or {count} numbers, got {value!r}")
    return (value,) * count
