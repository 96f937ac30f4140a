"""Everything that the derived functions in pytorch_c/_ops use."""

from .. import return_types
from .._boundary.handle import core
from .._tensor.device import device as device_of
from .._tensor.dtype import dtype as dtype_type
from .._tensor.generator import Generator
from .._tensor.tensor import Tensor
from .checks import BAD_ARGUMENT, UNSET, is_int, is_number, is_numbers, is_tensors
from .overloads import Overloads
from .retry import again, as_tensor

call, same = core.call, core.same
_0, _1 = 0, 1
named = tuple.__new__  # a named tuple's own constructor takes twice as long


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


def gotorch_size(sizes, requires_grad):
    """The sizes and requires_grad of a factory, also in GoTorch's form f([2, 3], True)."""
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


def with_same_objects(results, given):
    """Results of which the second are tensors, each as the object that was given where it is that very tensor."""
    return results._replace(**{results._fields[1]: tuple(map(same, results[1], given))})


__all__ = [
    "BAD_ARGUMENT", "UNSET", "_0", "_1", "Generator", "Overloads", "Tensor", "again", "as_tensor", "call", "check_out", "dtype_type",
    "gotorch_size", "is_int", "is_number", "is_numbers", "is_tensors", "named", "one_of", "one_size",
    "return_types", "same", "with_same_objects",
]  # fmt: skip
