"""NumPy's arguments as ours: axes, dtypes, out, where."""

from __future__ import annotations

from .. import _ops
from .._tensor.data import from_numpy, tensor
from .._tensor.dtype import DTYPES
from .._tensor.dtype import dtype as dtype_type
from .._tensor.tensor import Tensor
from .refusal import NotHere

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def given(value: Any) -> bool:
    """Returns whether an argument was given: neither None nor NumPy's mark for none."""
    return value is not None and type(value).__name__ != "_NoValueType"


def refuse(**others: Any) -> None:
    """NotHere where one of the arguments was given."""
    if any(map(given, others.values())):
        raise NotHere


def to_tensor(value: Any) -> Tensor:
    """A Tensor; of an array one over its memory where that can be, of numbers and lists a new one."""
    import numpy as np

    if isinstance(value, Tensor):
        return value
    if isinstance(value, np.ndarray):
        return from_numpy(value.copy() if any(step < 0 for step in value.strides) else value)
    return tensor(value)


def operand(value: Any) -> Any:
    """A Tensor, or a number of Python's, which has no say in the dtype; so have NumPy's scalars, as in torch."""
    import numpy as np

    if isinstance(value, np.generic):
        value = value.item()
    return value if isinstance(value, (bool, int, float, complex)) else to_tensor(value)


def to_dtype(value: Any) -> Any:
    """Our dtype of NumPy's, of a name or of a type; TypeError where there is none."""
    import numpy as np

    if value is None or isinstance(value, dtype_type):
        return value
    name = np.dtype(value).name
    if name not in DTYPES:
        raise TypeError(f"NumPy's dtype {name} is none of libtorch's")
    return DTYPES[name]


def axes(axis: Any, x: Tensor) -> tuple[int, ...]:
    """The dimensions that an axis means: all of them for None."""
    if not given(axis):
        return tuple(range(x.dim()))
    found = tuple(axis) if isinstance(axis, (tuple, list)) else (axis,)
    for one in found:
        if not -x.dim() <= one < x.dim():
            import numpy as np

            raise np.exceptions.AxisError(one, x.dim())
    return found


def put(result: Tensor, out: Any) -> Any:
    """The result, or `out` with the result in it; ValueError where its shape is another."""
    if isinstance(out, tuple):
        (out,) = out
    if not given(out):
        return result
    if not isinstance(out, Tensor):
        raise NotHere
    if out.shape != result.shape:
        raise ValueError(f"argument 'out' has shape {tuple(out.shape)}, the result {tuple(result.shape)}")
    return out.copy_(result)


def masked(x: Tensor, where: Any, neutral: Any) -> Tensor:
    """The numbers where `where` says so, elsewhere a number that changes nothing."""
    if not given(where) or where is True:
        return x
    return _ops.where(to_tensor(where), x, neutral)
