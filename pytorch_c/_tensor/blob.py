"""Tensors over memory that is known by its address alone."""

from __future__ import annotations

import operator

from .._boundary import handle
from .dtype import dtype as dtype_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .._typing import Dtype
    from .tensor import Tensor


class _Owner:
    """Calls the deleter when it goes; what that raises is shown, since nobody is there to catch it."""

    __slots__ = ("deleter",)

    def __init__(self, deleter):
        self.deleter = deleter

    def __del__(self):
        if self.deleter is not None:
            self.deleter()


def over_address(
    address: int, dtype: Dtype, sizes: Sequence[int], strides: Sequence[int] | None, deleter: Callable[[], Any] | None
) -> Tensor:
    """Returns what from_blob gives for an address."""
    if deleter is not None and not callable(deleter):
        raise TypeError(f"from_blob(): argument 'deleter' must be callable or None, not {type(deleter).__name__}")
    owner = _Owner(deleter)
    if not isinstance(dtype, dtype_type):
        raise TypeError(f"from_blob(): argument 'dtype' must be a dtype, not {type(dtype).__name__}")
    shape = tuple(map(operator.index, sizes))
    steps = _in_order(shape) if strides is None else tuple(map(operator.index, strides))
    if len(steps) != len(shape):
        raise ValueError(f"from_blob(): one stride for each of {len(shape)} sizes is needed, got {len(steps)}")
    if min(shape + steps, default=0) < 0 or address < 0:
        raise ValueError("from_blob(): sizes, strides and the address must not be negative")
    if not address and 0 not in shape:
        raise ValueError("from_blob(): the address is 0, and there are elements")
    return handle.share(address, shape, steps, dtype.code, owner)


def _in_order(shape):
    steps = [1] * len(shape)
    for i in range(len(shape) - 1, 0, -1):
        steps[i - 1] = steps[i] * max(shape[i], 1)
    return tuple(steps)
