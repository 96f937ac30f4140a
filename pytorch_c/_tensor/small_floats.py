"""bfloat16 and the floats of a byte in NumPy's arrays, where ml_dtypes gives NumPy dtypes for them."""

from __future__ import annotations

import sys

from .dtype import DTYPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .tensor import Tensor

_NAMES = {
    "bfloat16": 2,
    "float8_e5m2": 1,
    "float8_e4m3fn": 1,
    "float8_e5m2fnuz": 1,
    "float8_e4m3fnuz": 1,
    "float8_e8m0fnu": 1,
}


def name_of(dtype: Any) -> str | None:
    """The name of our dtype for one of ml_dtypes'; None for others."""
    return dtype.name if _NAMES.get(dtype.name) == dtype.itemsize and dtype.isbuiltin == 2 else None


def to_array(tensor: Tensor, numpy: Callable[[Tensor], Any]) -> Any:
    """An array of ml_dtypes' dtype over the tensor's memory.

    Raises TypeError where ml_dtypes was not imported, as torch does always, and for dtypes that it has not.
    """
    ml_dtypes = sys.modules.get("ml_dtypes")
    size = _NAMES.get(tensor.dtype.name)
    if size is None:
        raise TypeError(f"NumPy has no dtype for {tensor.dtype}")
    if ml_dtypes is None:
        raise TypeError(f"NumPy has no dtype for {tensor.dtype}; import ml_dtypes, which has one")
    same = DTYPES["int16" if size == 2 else "uint8"]
    return numpy(tensor.detach().view(same)).view(getattr(ml_dtypes, tensor.dtype.name))
