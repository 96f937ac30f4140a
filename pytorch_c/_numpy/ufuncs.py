"""NumPy's ufuncs as our operators, by name."""

from __future__ import annotations

import numpy as np

from .. import _ops
from .._tensor.data import tensor
from .._tensor.promotion import result_type
from .._tensor.tensor import Tensor
from .arguments import axes, masked, operand, put, refuse, to_dtype, to_tensor
from .refusal import NotHere

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_SAME = """add absolute sign exp exp2 expm1 log log2 log10 log1p sqrt square reciprocal sin cos tan sinh cosh tanh
arcsin arccos arctan arcsinh arccosh arctanh arctan2 hypot deg2rad rad2deg floor ceil trunc isnan isinf isfinite signbit
copysign nextafter maximum minimum fmax fmin greater greater_equal less less_equal not_equal logical_and logical_or
logical_xor logical_not bitwise_and bitwise_or bitwise_xor gcd lcm heaviside ldexp logaddexp logaddexp2 matmul
floor_divide remainder fmod float_power positive frexp"""
_OTHER = {
    "subtract": "sub", "multiply": "mul", "divide": "true_divide", "power": "pow", "negative": "neg", "fabs": "abs",
    "rint": "round", "degrees": "rad2deg", "radians": "deg2rad", "equal": "eq", "invert": "bitwise_not",
    "left_shift": "bitwise_left_shift", "right_shift": "bitwise_right_shift", "conjugate": "conj_physical",
    "vecdot": "linalg_vecdot",
}  # fmt: skip
NAMES = {name: name for name in _SAME.split()} | _OTHER


def _cbrt(x):
    return _ops.sign(x) * _ops.abs(x) ** (1 / 3)


def _divmod(x, y):
    return _ops.floor_divide(x, y), _ops.remainder(x, y)


def _modf(x):
    return _ops.frac(x), _ops.trunc(x)


OWN = {"cbrt": _cbrt, "divmod": _divmod, "modf": _modf}


def names() -> set[str]:
    """The ufuncs that give tensors."""
    return {*NAMES, *OWN}


def _operator(ufunc):
    name = ufunc.__name__
    if name in OWN:
        return OWN[name]
    if name not in NAMES:
        raise NotHere
    return getattr(_ops, NAMES[name])


def call(ufunc: Any, method: str, inputs: Any, kwargs: Any) -> Any:
    """ufunc.method(*inputs, **kwargs) by our operators; NotHere where they have it not."""
    if method not in _METHODS:
        raise NotHere
    return _METHODS[method](ufunc, *inputs, **kwargs)


# Operators whose second argument may be no number.
_TENSORS_ONLY = frozenset(
    "hypot maximum minimum fmax fmin gcd lcm heaviside logaddexp logaddexp2 arctan2 nextafter ldexp logical_and logical_or "
    "logical_xor matmul vecdot copysign".split()
)


def _numbers(ufunc, inputs):
    """The inputs as Tensors of one dtype and numbers: with an array NumPy's rules of promotion hold, else torch's."""
    found = [operand(one) for one in inputs]
    tensors = [one for one in found if isinstance(one, Tensor)]
    if any(isinstance(one, np.ndarray) for one in inputs) and len(found) > 1:
        common = _numpys(tensors)
        if common is not None:
            found = [one.to(common) if isinstance(one, Tensor) else one for one in found]
            tensors = [one for one in found if isinstance(one, Tensor)]
    alone = ufunc.__name__ in _TENSORS_ONLY
    return [
        one if isinstance(one, Tensor) or (place and not alone) else tensor(one).to(result_type(tensors[0], one))
        for place, one in enumerate(found)
    ]


def _numpys(tensors):
    """The dtype in which NumPy would compute; None where it lacks one of the dtypes."""
    try:
        return to_dtype(np.result_type(*(np.dtype(one.dtype.name) for one in tensors)))
    except TypeError:
        return None


def _call(ufunc, *inputs, out=None, where=True, dtype=None, casting="same_kind", order="K", subok=True, **others):
    refuse(**others)
    if casting != "same_kind":
        raise NotHere
    numbers = _numbers(ufunc, inputs)
    if dtype is not None:
        wanted = to_dtype(dtype)
        numbers = [one.to(wanted) if isinstance(one, Tensor) else one for one in numbers]
    found = _operator(ufunc)(*numbers)
    if not isinstance(found, Tensor):  # several results
        outs = out or (None,) * len(found)
        return tuple(put(_where(one, where, mine), mine) for one, mine in zip(found, outs))
    return put(_where(found, where, out), out)


def _where(found, where, out):
    """The result; where it is not asked for, what is in `out`, or zero."""
    if where is True:
        return found
    before = out[0] if isinstance(out, tuple) else out
    return _ops.where(to_tensor(where), found, 0 if before is None else before)


# ufunc -> (operator over dimensions, what changes nothing, the running one)
_FOLDS = {
    "add": ("sum", 0, "cumsum"),
    "multiply": ("prod", 1, "cumprod"),
    "maximum": ("amax", None, "cummax"),
    "minimum": ("amin", None, "cummin"),
    "logical_and": ("all", True, None),
    "logical_or": ("any", False, None),
}


def fold(name: str, x: Tensor, dims: tuple[int, ...], keepdims: bool) -> Tensor:
    """sum, prod, amax, amin, all or any over dimensions."""
    if name not in ("prod", "all", "any"):
        return getattr(_ops, name)(x, dims, keepdims) if dims else x.clone()
    if not dims:
        return x.clone() if name == "prod" else x != 0
    for one in sorted((one % x.dim() for one in dims), reverse=True):
        x = getattr(_ops, name)(x, one, keepdims)
    return x


def _reduce(ufunc, x, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True):
    if ufunc.__name__ not in _FOLDS:
        raise NotHere
    name, neutral, _ = _FOLDS[ufunc.__name__]
    x = to_tensor(x)
    if where is not True and neutral is None:
        raise NotHere
    refuse(initial=initial)
    x = masked(x, where, neutral)
    if dtype is not None:
        x = x.to(to_dtype(dtype))
    return put(fold(name, x, axes(axis, x), bool(keepdims)), out)


def _accumulate(ufunc, x, axis=0, dtype=None, out=None):
    running = _FOLDS.get(ufunc.__name__, (None, None, None))[2]
    if running is None:
        raise NotHere
    x = to_tensor(x) if dtype is None else to_tensor(x).to(to_dtype(dtype))
    found = getattr(_ops, running)(x, axis)
    return put(found if isinstance(found, Tensor) else found[0], out)


def _outer(ufunc, x, y, **kwargs):
    x, y = to_tensor(x), to_tensor(y)
    return _call(ufunc, x.reshape(*x.shape, *(1,) * y.dim()), y, **kwargs)


def _at(ufunc, x, indices, values=None):
    if ufunc.__name__ != "add" or not isinstance(x, Tensor):
        raise NotHere
    places = indices if isinstance(indices, tuple) else (indices,)
    x.index_put_(tuple(map(to_tensor, places)), to_tensor(values).to(x.dtype), accumulate=True)


_METHODS = {"__call__": _call, "reduce": _reduce, "accumulate": _accumulate, "outer": _outer, "at": _at}
