"""Which dtype a result has: promotion, casts that are allowed, and the default."""

from .._boundary.errors import small, throw
from .._boundary.handle import scalar
from .._boundary.library import lib
from .._calls.checks import is_number
from .dtype import dtype, dtype_of
from .tensor import Tensor


def get_default_dtype():
    """The dtype that floats get (torch.get_default_dtype)."""
    return dtype_of(small(lib.call_get_default_dtype()))


def _code(value, function, name):
    if not isinstance(value, dtype):
        raise TypeError(f"{function}(): argument '{name}' must be torch.dtype, not {type(value).__name__}")
    return value.code


def promote_types(type1, type2):
    """The smallest dtype that both can be cast to without a loss of kind.

    Raises:
        TypeError: what is no dtype

    Source: torch.promote_types.
    """
    return dtype_of(
        small(lib.call_promote_types(_code(type1, "promote_types", "type1"), _code(type2, "promote_types", "type2")))
    )


def can_cast(from_, to):
    """Whether a cast is allowed in a promotion: not from complex to real, float to integer, or any number to bool.

    Source: torch.can_cast.
    """
    return small(lib.call_can_cast(_code(from_, "can_cast", "from_"), _code(to, "can_cast", "to"))) == 1


def result_type(tensor, other):
    """The dtype of an arithmetic result of two tensors or numbers: dimensions count before 0-dim tensors and numbers.

    Source: torch.result_type.
    """
    for name, one in (("tensor", tensor), ("other", other)):
        if not isinstance(one, Tensor) and not is_number(one):
            raise TypeError(f"result_type(): argument '{name}' must be Tensor or a number, not {type(one).__name__}")
    if isinstance(tensor, Tensor):
        if isinstance(other, Tensor):
            return dtype_of(small(lib.call_result_type_Tensor(tensor._open(), other._open())))
        return dtype_of(small(lib.call_result_type_Scalar(tensor._open(), *scalar(other))))
    if isinstance(other, Tensor):
        return dtype_of(small(lib.call_result_type_Scalar_Tensor(*scalar(tensor), other._open())))
    return dtype_of(small(lib.call_result_type_Scalar_Scalar(*scalar(tensor), *scalar(other))))


def set_default_dtype(d):
    """Sets the dtype that factories and Python's floats get, for the whole process.

    Raises:
        TypeError: what is no floating dtype

    Source: torch.set_default_dtype.
    """
    if not isinstance(d, dtype):
        raise TypeError("invalid dtype object: only floating-point types are supported as the default type")
    error = lib.call_set_default_dtype(d.code)
    if error:
        throw(error)
