"""Calls of NumPy's functions and ufuncs with Tensors: by our operators, converted, or refused."""

from __future__ import annotations

from .._tensor.data import from_numpy
from .._tensor.tensor import Tensor
from .refusal import NotHere

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MODES = ("tensors", "strict", "arrays")
mode = MODES[0]


def as_array(value: Any) -> Any:
    """An argument with its Tensors as arrays over the same memory, also inside of lists, tuples and dicts."""
    if isinstance(value, Tensor):
        return value.numpy()
    if type(value) in (list, tuple):
        return type(value)(map(as_array, value))
    if type(value) is dict:
        return {key: as_array(one) for key, one in value.items()}
    return value


def _given_back(found, kwargs, arrays):
    """The result; the caller's own `out` where it is that."""
    out = kwargs.get("out")
    return out if out is not None and found is arrays.get("out") else found


def array_function(func: Callable[..., Any], types: Any, args: Any, kwargs: Any) -> Any:
    """Returns what np.func(*args, **kwargs) means where a Tensor is among the arguments (NEP 18)."""
    import numpy as np

    if not all(issubclass(one, (Tensor, np.ndarray)) for one in types):
        return NotImplemented
    from .functions import table

    ours = table().get(func)
    if ours is not None:
        try:
            return ours(*args, **kwargs)
        except NotHere:
            pass
    if mode == "strict":
        return NotImplemented
    arrays = as_array(kwargs)
    return _given_back(func(*as_array(args), **arrays), kwargs, arrays)


def array_ufunc(ufunc: Any, method: str, inputs: Any, kwargs: Any) -> Any:
    """Returns what a ufunc, or its reduce, accumulate, outer or at, means of Tensors (NEP 13)."""
    from . import ufuncs

    out = kwargs.get("out", ())
    if all(one is None or isinstance(one, Tensor) for one in out):
        try:
            return ufuncs.call(ufunc, method, inputs, kwargs)
        except NotHere:
            if mode == "strict":
                return NotImplemented
    return _converted(ufunc, method, inputs, kwargs)


def _converted(ufunc, method, inputs, kwargs):
    import numpy as np

    arrays = {name: as_array(value) for name, value in kwargs.items()}
    found = getattr(ufunc, method)(*as_array(inputs), **arrays)
    if found is None:
        return None
    results = found if isinstance(found, tuple) else (found,)
    out = kwargs.get("out", (None,) * len(results))
    given = tuple(
        from_numpy(np.asarray(result)) if mine is None else mine for result, mine in zip(results, out, strict=True)
    )
    return given if isinstance(found, tuple) else given[0]
