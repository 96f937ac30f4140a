"""Dtypes of results: promotion, casts that are allowed, and the default."""

from __future__ import annotations

from .._boundary import api
from .._boundary.handle import core
from .._calls.checks import is_number
from .dtype import dtype, dtype_of
from .tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._typing import Dtype, Number


@core.quick
def get_default_dtype() -> Dtype:
    """The dtype that floats get (torch.get_default_dtype)."""
    return dtype_of(api.get_default_dtype())


def _checked(value, function, name):
    if not isinstance(value, dtype):
        raise TypeError(f"{function}(): argument '{name}' must be torch.dtype, not {type(value).__name__}")
    return value


@core.quick
def promote_types(type1: Dtype, type2: Dtype) -> Dtype:
    """The smallest dtype that both can be cast to without a loss of kind.

    Raises:
        TypeError: what is no dtype

    Source: torch.promote_types.
    """
    return api.promote_types(_checked(type1, "promote_types", "type1"), _checked(type2, "promote_types", "type2"))


def can_cast(from_: Dtype, to: Dtype) -> bool:
    """Returns whether a cast is allowed in a promotion: not from complex to real, float to integer, or any number to bool.

    Source: torch.can_cast.
    """
    return api.can_cast(_checked(from_, "can_cast", "from_"), _checked(to, "can_cast", "to"))


@core.quick
def result_type(tensor: Tensor | Number, other: Tensor | Number) -> Dtype:
    """The dtype of an arithmetic result of two tensors or numbers: dimensions count before 0-dim tensors and numbers.

    Source: torch.result_type.
    """
    for name, one in (("tensor", tensor), ("other", other)):
        if not isinstance(one, Tensor) and not is_number(one):
            raise TypeError(f"result_type(): argument '{name}' must be Tensor or a number, not {type(one).__name__}")
    if isinstance(tensor, Tensor):
        if isinstance(other, Tensor):
            return api.result_type_Tensor(tensor, other)
        return api.result_type_Scalar(tensor, other)
    if isinstance(other, Tensor):
        return api.result_type_Scalar_Tensor(tensor, other)
    return api.result_type_Scalar_Scalar(tensor, other)


def set_default_dtype(d: Dtype) -> None:
    """Sets the dtype that factories and Python's floats get, for the whole process.

    Raises:
        TypeError: what is no floating dtype

    Source: torch.set_default_dtype.
    """
    if not isinstance(d, dtype):
        raise TypeError("invalid dtype object: only floating-point types are supported as the default type")
    api.set_default_dtype(d.code)
