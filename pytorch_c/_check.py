"""Says what is wrong with the arguments of a call, in one sentence that names the argument."""

from ._device import device
from ._dtype import dtype, layout, memory_format
from ._errors import ClosedTensorError, Error
from ._generator import Generator
from ._tensor import Tensor

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
    return hasattr(value, "item") and getattr(value, "ndim", None) == 0


def is_int(value):
    return isinstance(value, int) and not isinstance(value, bool) or (
        hasattr(value, "__index__") and not isinstance(value, bool) and (not isinstance(value, Tensor) or value.ndim == 0)
    )


def is_numbers(value, size=None):
    if size and is_number(value):
        return True
    return isinstance(value, (list, tuple)) and all(is_number(x) for x in value)


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
        return (bool(size) and is_int(value)) or (isinstance(value, (list, tuple)) and all(is_int(x) for x in value))
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


def explain(error, name, signature, values):
    """The exception to raise for `error`, which the call of operator `name` ran into.

    `signature` is "Tensor input, int dim, …", `values` the arguments by name.
    """
    if isinstance(error, Error):
        return error
    arguments = [part.rsplit(" ", 1) for part in signature.split(", ") if part]
    for _, argument in arguments:
        if closed(values.get(argument)):
            return ClosedTensorError(f"{name}(): argument '{argument}' is a tensor that was closed")
    for kind, argument in arguments:
        value = values.get(argument)
        if not fits(kind, value):
            return TypeError(f"{name}(): argument '{argument}' must be {wanted(kind)}, not {got(value)}")
    for argument in ("dtype", "layout", "device"):
        value = values.get(argument)
        kind = {"dtype": "ScalarType?", "layout": "Layout?", "device": "Device?"}[argument]
        if argument in values and not fits(kind, value):
            return TypeError(f"{name}(): argument '{argument}' must be {wanted(kind)}, not {got(value)}")
    return type(error)(f"{name}(): {error}")
