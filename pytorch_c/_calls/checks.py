"""Says what is wrong with the arguments of a call, in one sentence that names the argument."""

import sys

from .._boundary.errors import ClosedTensorError, Error
from .._boundary.handle import core
from .._tensor.device import device
from .._tensor.dtype import dtype, layout, memory_format
from .._tensor.generator import Generator
from .._tensor.tensor import Tensor
from .schema import signatures, type_of


class _Unset:
    def __repr__(self):
        return "<not given>"


UNSET = _Unset()

# Exceptions of the calls in pytorch_c/_ops where an argument does not fit.
BAD_ARGUMENT = (AttributeError, TypeError, OverflowError)

_CLASSES = {
    "Tensor": Tensor,
    "Generator": Generator,
    "ScalarType": dtype,
    "Layout": layout,
    "MemoryFormat": memory_format,
    "str": str,
    "bool": bool,
}
_WORDS = {
    "ScalarType": "dtype",
    "Layout": "layout",
    "MemoryFormat": "memory_format",
    "Scalar": "a number",
    "Device": "a device or its name",
    "float": "a number",
}


def is_number(value):
    """Returns whether torch takes the value for a number: Python's, NumPy's, a symbol, or a 0-dim tensor."""
    if isinstance(value, (int, float, complex)) or core.is_symbol(value):
        return True
    if isinstance(value, Tensor):
        return value._h is not None and value.ndim == 0
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.generic)  # an array of no dimensions is none


def has_symbols(value):
    """Returns whether a value is a symbol, or a list with one."""
    return core.is_symbol(value) or (isinstance(value, (list, tuple)) and any(map(core.is_symbol, value)))


def is_int(value):
    """Returns whether torch takes the value for an int: Python's, NumPy's, or a 0-dim tensor of integers."""
    if isinstance(value, Tensor):
        if value._h is None:
            return False
        dtype = value.dtype
        return value.ndim == 0 and not (dtype.is_floating_point or dtype.is_complex or dtype.name == "bool")
    return hasattr(value, "__index__") and not isinstance(value, bool)


def _is_one_int(value):
    """A tensor with dimensions and one integer, as a size in a list."""
    return isinstance(value, Tensor) and value._h is not None and value.numel() == 1 and is_int(value.reshape(()))


def is_numbers(value, size=None):
    if size and is_number(value):
        return True
    return isinstance(value, (list, tuple)) and all(is_number(x) and not isinstance(x, Tensor) for x in value)


def is_tensors(value):
    return isinstance(value, (list, tuple)) and all(x is None or isinstance(x, Tensor) for x in value)


def fits(kind, value):
    """Returns whether a value can be an argument of a type, "int[2]?"."""
    kind = type_of(kind)
    base, is_list, size = kind.base, kind.is_list, kind.size
    if value is None:
        return kind.optional
    if is_list and base == "Tensor":
        return isinstance(value, (list, tuple)) and all(
            isinstance(x, Tensor) or (kind.optional_items and x is None) for x in value
        )
    if is_list and base == "int":
        if not isinstance(value, (list, tuple)):
            return bool(size) and is_int(value)
        # Like torch, which looks at the first element only.
        return all(is_int(x) or (i > 0 and isinstance(x, bool)) or _is_one_int(x) for i, x in enumerate(value))
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
    """A type in words: "a list or tuple of ints, or one or None"."""
    kind = type_of(kind)
    word = _WORDS.get(kind.base, kind.base)
    if kind.is_list:
        plural = {"int": "ints", "Tensor": "Tensors"}.get(kind.base, "numbers")
        word = ("tuple of Tensors" if plural == "Tensors" else f"a list or tuple of {plural}") + (
            ", or one" if kind.size and kind.base != "Tensor" else ""
        )
    return word + (" or None" if kind.optional else "")


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


# ---- which signature a call means ----


def match(signature, args, kwargs, accepts=fits):
    """({name: value}, None) where a call fits the signature, else (None, why not)."""
    given, problem = signature.bind(args, kwargs)
    if problem:
        return None, problem
    for one in signature.args:
        if one.name not in given:
            if one.required:
                return None, f"argument '{one.name}' is missing"
        elif not accepts(one.type, given[one.name]):
            return None, f"argument '{one.name}' must be {wanted(one.type)}, not {got(given[one.name])}"
    return given, None


def choose(name, forms, args, kwargs, tests=(fits,)):
    """(function, {name: value}) of the first of the forms, (function, Signature), that takes the arguments.

    `tests` say whether a value fits a type; all forms are tried with one before the next. Raises TypeError that
    says of each form why it does not fit, ClosedTensorError for a closed tensor.
    """
    for accepts in tests:
        problems = []
        for function, signature in forms:
            given, problem = match(signature, args, kwargs, accepts)
            if problem is None:
                return function, given
            problems.append(f"  {signature.text}: {problem}")
    if any(map(closed, (*args, *kwargs.values()))):
        raise ClosedTensorError(f"{name}(): an argument is a tensor that was closed")
    raise TypeError("\n".join([f"{name}(): no form takes these arguments; the forms are", *problems]))


# ---- what is wrong with a call ----


class Misfit:
    """Reason why the arguments of a call do not fit a signature."""

    def __init__(self, signature, values):
        self.kinds = {one.name: one.type for one in signature.args}
        given = {name: values.get(name) for name in self.kinds}
        self.missing = [one.name for one in signature.args if one.required and given[one.name] is UNSET]
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


def explain(error, name, shown, values):
    """The exception to raise for `error`, which the call of operator `name` ran into.

    `shown` is its signature, "Tensor input, int dim", with " | " between forms; `values` the arguments by name.
    """
    if isinstance(error, Error):
        return error
    forms = [Misfit(one, values) for one in signatures(shown)]
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
    return type(error)(f"{name}(): {error}")
