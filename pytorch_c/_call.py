"""Everything that the derived functions in pytorch_c/_ops use."""

from . import return_types
from ._check import BAD_ARGUMENT, explain, is_int, is_number, is_numbers, is_tensors
from ._device import NO_DEVICE, device_numbers
from ._dtype import dtype as dtype_type
from ._dtype import dtype_of
from ._errors import small, throw
from ._generator import Generator
from ._handle import handles, optional_handles, scalar, wrap, wrap_list, wrap_many
from ._lib import NULL, ffi, lib
from ._overloads import Overloads
from ._tensor import Tensor


class _Unset:
    def __repr__(self):
        return "<not given>"


UNSET = _Unset()
_0, _1 = 0, 1
new = ffi.new
named = tuple.__new__  # a named tuple's own constructor takes twice as long
_NONE = (0, 0, 0.0, 0.0)


num = scalar  # arguments of operators are called `scalar`


def optnum(value):
    return _NONE if value is None else num(value)


def as_tensor(value, like):
    """A number as a 0-dim tensor, where an operator with `out` takes tensors only."""
    from ._interop import tensor

    return tensor(value, device=like.device)


def one_size(sizes):
    """The sizes of f((2, 3)), f([2, 3]) and f() as one sequence of ints."""
    if len(sizes) == 1 and not hasattr(sizes[0], "__index__"):
        return sizes[0]
    return sizes


__all__ = [
    "BAD_ARGUMENT", "explain", "is_int", "is_number", "is_numbers", "is_tensors", "NO_DEVICE", "device_numbers",
    "dtype_type", "dtype_of", "small", "throw", "Generator", "handles", "optional_handles", "scalar", "wrap",
    "wrap_list", "wrap_many", "NULL", "lib", "Overloads", "Tensor", "UNSET", "_0", "_1", "new", "num", "optnum",
    "one_size", "named", "as_tensor", "return_types", "dtype_type",
]  # fmt: skip
