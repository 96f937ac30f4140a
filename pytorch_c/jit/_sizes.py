"""Numbers that a trace follows: while something is traced, sizes are tensors without dimensions, as torch's are.

`x.view(x.size(0), -1)` is then right for other sizes too: a tensor in the place of a number is the graph's value, and so
is what arithmetic makes of it. Where Python wants a number of its own, as `range(x.size(0))` does, the trace warns.
"""

from __future__ import annotations

import threading
from functools import cache
from inspect import getattr_static

from .._boundary import api
from .._boundary.handle import core
from .._calls.schema import parse
from .._tensor.dtype import DTYPES
from .._tensor.tensor import Size, Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["followed", "is_followed", "members_for_sizes", "number_of", "quiet"]

_INTS = {dtype for dtype in DTYPES.values() if dtype.name in ("uint8", "int8", "int16", "int32", "int64")}
_item = Tensor.item  # as it is while nothing is traced


class TracedShape(Size):
    """The sizes of a tensor that is traced."""

    __slots__ = ()
    __module__ = "pytorch_c"

    def __new__(cls, sizes: Any) -> TracedShape:
        return core.sizes_of(cls, sizes)

    def __getitem__(self, index: Any) -> Any:
        found = tuple.__getitem__(self, index)
        return TracedShape(found) if isinstance(index, slice) else found

    def __add__(self, other: Any) -> TracedShape:
        return TracedShape(tuple.__add__(self, tuple(other)))

    def __radd__(self, other: Any) -> TracedShape:
        return TracedShape(tuple(other) + tuple(self))


class _Quiet(threading.local):
    inside = False  # of a conversion to a number of Python's, which looks at sizes itself


quiet = _Quiet()


def is_followed() -> bool:
    """Returns whether this thread is in a trace, which follows what Python does with tensors."""
    return api.jit_is_tracing() and not quiet.inside


# ---- tensors in the place of numbers ----


def followed(x: Any) -> bool:
    """Returns whether a trace takes this in the place of an int: a tensor of one int, without dimensions."""
    return isinstance(x, Tensor) and x.dim() == 0 and x.dtype in _INTS


def number_of(x: Tensor, function: str, position: int, count: int, item: int) -> Any:
    """csrc/coerce.c: the number of a tensor that is an argument of the next operator, or an item of one.

    The graph has the tensor there. NotImplemented where no trace follows it.
    """
    name = _argument(function, position) if is_followed() and x.dim() == 0 else None
    if name is None or (count >= 0 and not followed(x)):
        return NotImplemented
    if count > 0:
        api.jit_trace_stash_int(name, count, item, x)
    else:
        api.jit_trace_stash_value(name, position, x, "number" if count else "int")
    return _item(x)


@cache
def _argument(function: str, position: int) -> str | None:
    """The name of an argument of a C function in the operator's schema; None of one that is no operator."""
    schema = _schema(function)
    names = (
        []
        if schema is None
        else [one.name for one in schema.args if one.name not in ("dtype", "layout", "device", "pin_memory")]
    )
    return names[position - 1] if position <= len(names) else None


def _schema(function):
    # add_Tensor is add.Tensor, flip_ is flip_: the name ends where there is such an operator.
    places = [len(function), *(i for i, c in enumerate(function) if c == "_" and i)]
    for place in places:
        try:
            found = api.operator_find(f"aten::{function[:place]}", function[place + 1 :])
        except ValueError:
            continue
        return parse(api.operator_schema(found))
    return None


# ---- Tensor's members, while something is traced ----


def _shape(own):
    def shape(self):
        sizes = own.__get__(self, type(self))
        if not is_followed():
            return sizes
        return TracedShape(api.jit_trace_size(self, dim) for dim in range(len(sizes)))

    return property(shape)


def _size(own):
    def size(self, dim=None):
        found = own.__get__(self, type(self))(*(() if dim is None else (dim,)))
        if not is_followed() or not isinstance(found, (int, tuple)):
            return found
        return self.shape if dim is None else api.jit_trace_size(self, dim.__index__())

    return size


def _numel(own):
    def numel(self):
        return api.jit_trace_numel(self) if is_followed() else own.__get__(self, type(self))()

    return numel


def members_for_sizes() -> dict[str, Any]:
    """Returns what Tensor has while something is traced: sizes that a trace follows."""
    made = {"shape": _shape, "size": _size, "numel": _numel, "nelement": _numel}
    return {name: make(getattr_static(Tensor, name)) for name, make in made.items()}
