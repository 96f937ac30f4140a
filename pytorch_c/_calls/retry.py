"""Arguments that torch also takes: mended after a call could not use them, so that the others pay nothing.

Python's own types for dtypes, NumPy's ints where a list of ints may be one int, numbers
where a few operators take them for tensors, and symbols: such a call goes by name.
"""

from .._boundary import api
from .._boundary.handle import core
from .._tensor.data import tensor
from .._tensor.device import default_device, device
from .._tensor.dtype import of_type
from .._tensor.tensor import Tensor
from .checks import UNSET, explain, has_symbols, is_int, is_number
from .schema import signatures

# torch's list (python_arg_parser.cpp, should_allow_numbers_as_tensors).
_TAKES_NUMBERS = {
    name + suffix
    for name in ("add", "div", "divide", "mul", "multiply", "sub", "subtract", "true_divide", "floor_divide", "copy")
    for suffix in ("", "_")
}


def as_tensor(value, like=None):
    """A number as a 0-dim tensor that promotes beside `like` as the number does."""
    if like is None:
        return tensor(value)
    if isinstance(value, bool):  # promotes beside anything as it is, and some operators refuse it
        return tensor(value, device=like.device)
    return tensor(value, dtype=api.result_type_Scalar(like, value), device=like.device)


def _ints(shown, values):
    """Yields (name, list) of lists of ints that were given as one number, such as NumPy's, or as None."""
    for one in (argument for form in signatures(shown) for argument in form.args):
        value = values.get(one.name)
        if value is None and one.name in values and one.base == "int" and one.is_list and one.default in ("[]", "()"):
            yield one.name, ()  # amax(x, None): all of them
        if (
            one.base == "int"
            and one.is_list
            and value.__class__ is not int
            and is_int(value)
            and (one.size or isinstance(value, int))
        ):
            yield one.name, (value.__index__(),) * (one.size or 1)


def _mend(name, shown, values):
    """The arguments that need another value."""
    mended = dict(_ints(shown, values))
    for key, value in values.items():
        if key == "dtype" and of_type(value) is not value:
            mended[key] = of_type(value)
    if values.get("requires_grad", False) is None:
        mended["requires_grad"] = False
    if name in _TAKES_NUMBERS:
        names = [key for key in ("input", "other", "src") if key in values]
        like = next((values[key] for key in names if isinstance(values[key], Tensor)), None)
        if like is None or values[names[0]] is not like or names[1] == "src":
            mended |= {
                key: as_tensor(values[key], like) for key in names if values[key] is not like and is_number(values[key])
            }
    return mended


# run_by_name(name, {argument: value}, names of defaults), which opoverload sets: it knows all operators.
by_name = {}


def _left_out(function, given):
    """The names of the arguments that have the function's own defaults, which not all forms of its operator know."""
    code, defaults = function.__code__, function.__defaults__ or ()
    positional = code.co_varnames[: code.co_argcount]
    known = {**dict(zip(positional[len(positional) - len(defaults) :], defaults)), **(function.__kwdefaults__ or {})}
    return {key for key, value in given.items() if key in known and value is known[key]}


def _run_by_name(name, given, left_out):
    """The operator itself, which takes symbols; an argument of ours that is none of its own is dropped where false."""
    given = {key: value for key, value in given.items() if value is not UNSET}
    wanted = given.pop("requires_grad", None)
    if "pin_memory" in given and given.get("out") is None:
        given = _options(given)
    out = by_name["run"](name, given, left_out)
    return out.requires_grad_() if wanted else out


def _items(shown, given):
    """Numbers that tensors stand for, as modes see them: what item() gives of a 0-dim tensor where a number is needed."""
    found = {}
    for name in {one.name for form in signatures(shown) for one in form.args if one.base != "Tensor"}:
        value = given.get(name)
        if isinstance(value, (list, tuple)) and any(map(_is_item, value)):
            found[name] = [each.item() if _is_item(each) else each for each in value]
        elif _is_item(value):
            found[name] = value.item()
    return found


def _begins_with_a_number(given):
    """Returns whether a number is where the first tensor goes: modes see it as it is, libtorch knows that it is one."""
    first, other = given.get("input"), given.get("other")
    return type(first) in (bool, int, float, complex) and (isinstance(other, Tensor) or is_number(other))


def _is_item(value):
    return isinstance(value, Tensor) and value.ndim == 0


def _options(given):
    """The arguments of a function that makes a tensor, as torch's Python gives them to operators: a device, pin_memory."""
    left = {key: value for key, value in given.items() if value is not None or key not in ("dtype", "layout", "device")}
    if "input" not in given and "self" not in given:
        left.setdefault("device", default_device() or device("cpu"))
    return left | {"pin_memory": bool(given["pin_memory"])}


def again(function, error, name, shown, values):
    """Calls `function`, which has run into `error`, with mended arguments; or raises what explains the error.

    `values` are its variables by name, `shown` its signature as in `explain`.
    """
    values.pop("error", None)  # which holds the frame of these values
    code = function.__code__
    parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    given = {key: values[key] for key in parameters if key in values}
    if core.is_asked([]):
        if name in _TAKES_NUMBERS and _begins_with_a_number(given):
            return _run_by_name(name, given, _left_out(function, given))
        given |= _items(shown, given)
    if by_name and any(map(has_symbols, given.values())):
        return _run_by_name(name, given, _left_out(function, given))
    mended = _mend(name, shown, given)
    if not mended:
        raise explain(error, name, shown, values) from None
    return function(**{key: value for key, value in {**given, **mended}.items() if value is not UNSET})
