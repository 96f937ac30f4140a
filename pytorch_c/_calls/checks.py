"""Says what is wrong with the arguments of a call, in one sentence that names the argument."""

import sys

from .._boundary.errors import ClosedTensorError, Error
from .._tensor.device import device
from .._tensor.dtype import dtype, layout, memory_format
from .._tensor.generator import Generator
from .._tensor.tensor import Tensor


class _Unset:
    def __repr__(self):
        return "<not given>"


UNSET = _Unset()

# What the calls in pytorch_c/_ops raise where an argument does not fit.
BAD_ARGUMENT = (AttributeError, TypeError, OverflowError)

_CLASSES = {"Tensor": Tensor, "Generator": Generator, "ScalarType": dtype, "Layout": layout, "MemoryFormat": memory_format,
            "str": str, "bool": bool}  # fmt: skip
_WORDS = {"ScalarType": "dtype", "Layout": "layout", "MemoryFormat": "memory_format", "Scalar": "a number",
          "Device": "a device or its name", "float": "a number"}  # fmt: skip


def is_number(value):
    """Whether torch takes the value for a number: Python's, NumPy's, or a 0-dim tensor."""
    if isinstance(value, (int, float, complex)):
        return True
    if isinstance(value, Tensor):
        return value._h is not None and value.ndim == 0
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.generic)  # an array of no dimensions is none


def is_int(value):
    """Whether torch takes the value for an int: Python's, NumPy's, or a 0-dim tensor of integers."""
    if isinstance(value, Tensor):
        if value._h is None:
            return False
        dtype = value.dtype
        return value.ndim == 0 and not (dtype.is_floating_point or dtype.is_complex or dtype.name == "bool")
    return hasattr(value, "__index__") and not isinstance(value, bool)


def is_numbers(value, size=None):
    if size and is_number(value):
        return True
    return isinstance(value, (list, tuple)) and all(is_number(x) and not isinstance(x, Tensor) for x in value)


def is_tensors(value):
    return isinstance(value, (list, tuple)) and all(x is None or isinstance(x, Tensor) for x in value)


def split_type(text):
    """("int", is_list, size, optional, optional_items) of "int[2]?"."""
    optional = text.endswith("?")
    base, bracket, rest = text.removesuffix("?").partition("[")
    return base.removesuffix("?"), bool(bracket), int(rest[:-1] or 0), optional, base.endswith("?")


def fits(kind, value):
    """Whether a value can be an argument of a schema type."""
    base, is_list, size, optional, optional_items = split_type(kind)
    if value is None:
        return optional
    if is_list and base == "Tensor":
        return isinstance(value, (list, tuple)) and all(
            isinstance(x, Tensor) or (optional_items and x is None) for x in value
        )
    if is_list and base == "int":
        if not isinstance(value, (list, tuple)):
            return bool(size) and is_int(value)
        # As torch, which looks at the first one for that.
        return all(is_int(x) or (i > 0 and isinstance(x, bool)) for i, x in enumerate(value))
    if is_list:
        return is_numbers(value, size)
    if base == "int":
        return is_int(value)
    if base == "Device":
        return isinstance(value, (str, int, device))
    if base in ("Scalar", "float"):
        return is_number(value)
    return isinstance(value, _CLASSES.get(base, object))


def wanted(kind):
    base, is_list, size, optional, _ = split_type(kind)
    word = _WORDS.get(base, base)
    if is_list:
        plural = {"int": "ints", "Tensor": "Tensors"}.get(base, "numbers")
        word = f"a list or tuple of {plural}" + (", or one" if size and base != "Tensor" else "")
    return word + (" or None" if optional else "")


def closed(value):
    if isinstance(value, Tensor):
        return value._h is None
    return isinstance(value, (list, tuple)) and any(isinstance(x, Tensor) and x._h is None for x in value)


def got(value):
    if isinstance(value, (list, tuple)):
        inner = sorted({type(x).__name__ for x in value})
        return f"{type(value).__name__} of {' and '.join(inner)}" if inner else f"empty {type(value).__name__}"
    return type(value).__name__


def is_large(value):
    if isinstance(value, (list, tuple)):
        return any(map(is_large, value))
    return isinstance(value, int) and not -(1 << 63) <= value < 1 << 63


class Form:
    """One way to call an operator, and what of a call does not fit it."""

    def __init__(self, signature, values):
        self.kinds = dict(part.rsplit(" ", 1)[::-1] for part in signature.split(", ") if part)
        given = {a: values.get(a) for a in self.kinds}
        self.missing = [a for a, v in given.items() if v is UNSET]
        self.wrong = [a for a, v in given.items() if v is not UNSET and not fits(self.kinds[a], v)]


def mismatch(name, forms, values):
    """The exception for the form that the call comes closest to, or None if it fits."""
    known = {a for form in forms for a in form.kinds if values.get(a) not in (None, UNSET)} if len(forms) > 1 else set()
    distance = [len(form.wrong) + len(form.missing) + len(known - form.kinds.keys()) for form in forms]
    closest = [form for form, d in zip(forms, distance) if d == min(distance)]
    closest.sort(key=lambda form: not form.wrong)
    if not closest[0].wrong and not closest[0].missing:
        closest = sorted(forms, key=lambda form: (not form.wrong, len(form.wrong)))
    if closest[0].wrong:
        argument = closest[0].wrong[0]
        words = dict.fromkeys(wanted(form.kinds[argument]) for form in closest if argument in form.wrong)
        return TypeError(
            f"{name}(): argument '{argument}' must be {' or '.join(words)}, not {got(values.get(argument))}"
        )
    if closest[0].missing:
        return TypeError(f"{name}() missing required argument: '{closest[0].missing[0]}'")
    return None


def explain(error, name, signature, values):
    """The exception to raise for `error`, which the call of operator `name` ran into.

    `signature` is "Tensor input, int dim, …", with " | " between forms; `values` the arguments by name.
    """
    if isinstance(error, Error):
        return error
    forms = [Form(one, values) for one in signature.split(" | ")]
    arguments = {argument: None for form in forms for argument in form.kinds}
    if isinstance(error, OverflowError):
        large = next((f"argument '{a}': " for a in arguments if is_large(values.get(a))), "")
        return OverflowError(f"{name}(): {large}an int does not fit 64 bits")
    for argument in arguments:
        if closed(values.get(argument)):
            return ClosedTensorError(f"{name}(): argument '{argument}' is a tensor that was closed")
    found = mismatch(name, forms, values)
    if found:
        return found
    for argument, kind in (("dtype", "ScalarType?"), ("layout", "Layout?"), ("device", "Device?")):
        if argument in values and not fits(kind, values[argument]):
            return TypeError(f"{name}(): argument '{argument}' must be {wanted(kind)}, not {got(values[argument])}")
    return type(error)(f"{name}(): {error}")
