"""Tensor's members that a trace sees otherwise: indices with numbers that it follows, and calls that change nothing.

For the example `x.float()` may be x itself; for another input it is not, so the trace has the call.
"""

from __future__ import annotations

from inspect import getattr_static

from .._boundary import api
from .._boundary.library import core
from .._tensor import indexing
from .._tensor.dtype import DTYPES
from .._tensor.tensor import Tensor
from ._sizes import followed, is_followed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["members_for_traces"]

_LAST = (1 << 63) - 1
_CASTS = {
    "double": "float64", "float": "float32", "half": "float16", "bfloat16": "bfloat16", "long": "int64", "int": "int32",
    "short": "int16", "char": "int8", "byte": "uint8", "bool": "bool",
}  # fmt: skip


# ---- indices ----


def _is_number(one):
    return followed(one) and one.dtype.name != "uint8"  # which is a mask


def _is_mask(one):
    return one.dtype.name in ("bool", "uint8")


def _has_number(index):
    return any(
        _is_number(one) or (isinstance(one, slice) and any(map(_is_number, (one.start, one.stop, one.step))))
        for one in indexing.as_items(index)
    )


def _width(one):
    """Returns how many dimensions a part of an index takes."""
    if isinstance(one, Tensor) and _is_mask(one):
        return one.dim()
    return 0 if one is None or one is Ellipsis or isinstance(one, bool) else 1


def _sliced(self, parts):
    """(a view by the ints, slices and Nones of an index, its tensors, with a None for each dimension of a slice)."""
    whole = self.dim() - sum(map(_width, parts))
    found, dim, tensors = self, 0, []
    for one in parts:
        if one is Ellipsis:
            dim, tensors = dim + whole, tensors + [None] * whole
        elif one is None or isinstance(one, bool):
            found, dim = found.unsqueeze(dim), dim + 1
            tensors.append(None if one is None else indexing.as_tensor([0] if one else []))
        elif isinstance(one, slice):
            start, stop = 0 if one.start is None else one.start, _LAST if one.stop is None else one.stop
            found = api.slice_Tensor(found, dim, start, stop, 1 if one.step is None else one.step)
            dim += 1
            tensors.append(None)
        elif _is_number(one) or (hasattr(one, "__index__") and not hasattr(one, "__len__")):
            found = api.select_int(found, dim, one)
        else:
            tensors.append(one if isinstance(one, Tensor) else indexing.as_tensor(one))
            dim += tensors[-1].dim() if _is_mask(tensors[-1]) else 1
    while tensors and tensors[-1] is None:
        tensors.pop()
    return found, tensors


def _getitem(own):
    def getitem(self, index):
        if not is_followed() or not _has_number(index):
            return own(self, index)
        found, tensors = _sliced(self, indexing.as_items(index))
        return api.index_Tensor(found, tensors) if tensors else found

    return getitem


def _setitem(own):
    def setitem(self, index, value):
        if not is_followed() or not _has_number(index):
            return own(self, index, value)
        found, tensors = _sliced(self, indexing.as_items(index))
        if not tensors:
            return own(found, Ellipsis, value)
        if not isinstance(value, Tensor):
            value = api.scalar_tensor(value, self.dtype, None, self.device, None, False)
        api.index_put_(found, tensors, value, False)

    return setitem


# ---- what changes nothing ----


def _cast(own, dtype):
    def cast(self, memory_format=None):
        if memory_format is None and is_followed():
            return core.same(api.to_dtype(self, dtype, False, False, None), self)
        return own(self) if memory_format is None else own(self, memory_format)

    return cast


def _contiguous(own):
    def contiguous(self, **options):
        if options or not is_followed():
            return own(self, **options)
        return core.same(api.contiguous(self, None), self)

    return contiguous


def members_for_traces() -> dict[str, Any]:
    """Returns what Tensor has while something is traced, by names."""
    own: Callable[[str], Any] = lambda name: getattr_static(Tensor, name)  # noqa: E731
    found = {name: _cast(own(name), DTYPES[dtype]) for name, dtype in _CASTS.items()}
    return found | {
        "__getitem__": _getitem(Tensor.__getitem__),
        "__setitem__": _setitem(Tensor.__setitem__),
        "contiguous": _contiguous(own("contiguous")),
    }
