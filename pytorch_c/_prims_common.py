"""Questions about dtypes that torch's Python asks (torch._prims_common)."""

from __future__ import annotations

from ._tensor.dtype import dtype as DType
from ._tensor.tensor import Tensor


def is_contiguous_or_false(a: Tensor) -> bool:
    """Whether a tensor is contiguous; sizes are numbers here, so that the question has always an answer."""
    return a.is_contiguous()


def corresponding_real_dtype(dtype: DType) -> DType:
    """The dtype of a complex dtype's parts."""
    return dtype.to_real()


def corresponding_complex_dtype(dtype: DType) -> DType:
    """The complex dtype of which a dtype is a part."""
    return dtype.to_complex()


def is_float_dtype(dtype: DType) -> bool:
    """Whether it is a float."""
    return dtype.is_floating_point


def is_complex_dtype(dtype: DType) -> bool:
    """Whether it is complex."""
    return dtype.is_complex


def is_integer_dtype(dtype: DType) -> bool:
    """Whether it is of integers or bools."""
    return not (dtype.is_floating_point or dtype.is_complex)


def is_boolean_dtype(dtype: DType) -> bool:
    """Whether it is bool."""
    return dtype.name == "bool"
