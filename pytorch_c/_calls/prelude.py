"""Everything that the derived functions in pytorch_c/_ops use."""

from .. import return_types
from .._boundary.errors import small, throw
from .._boundary.handle import accel, handles, optional_handles, scalar, wrap, wrap_list, wrap_many, wrap_same
from .._boundary.library import NULL, ffi, lib
from .._tensor.device import NO_DEVICE, device_numbers
from .._tensor.device import device as device_of
from .._tensor.dtype import dtype as dtype_type
from .._tensor.dtype import dtype_of
from .._tensor.generator import Generator
from .._tensor.tensor import Tensor
from .checks import BAD_ARGUMENT, UNSET, explain, is_int, is_number, is_numbers, is_tensors
from .overloads import Overloads
from .retry import again, as_tensor

make_empty, make_ones, make_zeros = accel.make_empty, accel.make_ones, accel.make_zeros
make_arange, make_rand, make_randn = accel.make_arange, accel.make_rand, accel.make_randn
_0, _1 = 0, 1
new = ffi.new
named = tuple.__new__  # a named tuple's own constructor takes twice as long
_NONE = (0, 0, 0.0, 0.0)


num = scalar  # arguments of operators are called `scalar`


def optnum(value):
    return _NONE if value is None else num(value)


def one_of(function, name, value, default, alias, given):
    """The argument `name`, which was given by NumPy's name for it."""
    if value is not default and value != default:
        raise TypeError(f"{function}() got both '{name}' and '{alias}', which are the same argument")
    return given


def one_size(sizes):
    """The sizes of f((2, 3)), f([2, 3]) and f(n), where n is NumPy's, as one sequence of ints."""
    if not sizes:
        raise TypeError("missing required argument: a size, or the sizes as a sequence; () for none")
    found = sizes[0] if len(sizes) == 1 and not hasattr(sizes[0], "__index__") else sizes
    if (found.__class__ is tuple or found.__class__ is list) and found and found[0].__class__ is bool:
        raise TypeError("the sizes must be ints, or a list or tuple of them, not bool")
    return found


def one_int(value):
    """An int that is no plain `int`, or a TypeError for what is none, for a C argument that may be absent."""
    if isinstance(value, bool):
        raise TypeError("an int is needed, not bool")
    return (value.__index__(),)


def gotorch_size(sizes, requires_grad):
    """The same, with GoTorch's form f([2, 3], True)."""
    if len(sizes) > 1 and sizes[-1].__class__ is bool:
        sizes, requires_grad = sizes[:-1], sizes[-1]
    if sizes and sizes[0].__class__ is bool:
        raise TypeError("argument 'size' must be ints, or a list or tuple of them, not bool")
    return one_size(sizes), requires_grad


def check_out(out, dtype, layout, device):
    """RuntimeError, in torch's words, where a factory's options say another thing than the tensor that it writes into."""
    asked = {"dtype": dtype, "layout": layout, "device": None if device is None else device_of(device)}
    for name, value in asked.items():
        has = getattr(out, name)
        if value is not None and (value.type != has.type if name == "device" else value is not has):
            raise RuntimeError(f"{name} {value} does not match {name} of out parameter ({has})")


def same_objects(found, given):
    """The results, each as the object that was given where it is that very tensor."""
    return tuple(old if new.is_same(old) else new for new, old in zip(found, given))


__all__ = [
    "check_out", "same_objects",
    "gotorch_size",
    "BAD_ARGUMENT", "explain", "is_int", "is_number", "is_numbers", "is_tensors", "NO_DEVICE", "device_numbers",
    "dtype_type", "dtype_of", "small", "throw", "Generator", "handles", "optional_handles", "scalar", "wrap",
    "wrap_list", "wrap_many", "wrap_same", "NULL", "lib", "Overloads", "Tensor", "UNSET", "_0", "_1", "new", "num", "optnum",
    "make_arange", "make_empty", "make_ones", "make_rand", "make_randn", "make_zeros", "one_int", "one_size", "one_of", "named", "again", "as_tensor", "return_types", "dtype_type",
]  # fmt: skip
