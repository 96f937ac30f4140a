"""x[…] and x[…] = value: from Python's indices to the flat form of the C library."""

from __future__ import annotations

import importlib

from .._boundary import api, constants
from .._boundary.handle import core
from .._calls.checks import explain
from .data import is_array, tensor
from .dtype import int64 as _int64
from .tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


_OPEN_START, _OPEN_STOP = -(1 << 63), (1 << 63) - 1
_WHOLE = (constants.INDEX_SLICE, _OPEN_START, _OPEN_STOP, 1)


def _bound(value, otherwise, name):
    if value is None:
        return otherwise
    if not hasattr(value, "__index__"):
        raise TypeError(f"slice indices must be integers or None, not {type(value).__name__} ({name})")
    # Beyond 64 bits is beyond every tensor.
    return max(_OPEN_START + 1, min(value.__index__(), _OPEN_STOP - 1))


def _slice(index):
    step = 1 if index.step is None else _bound(index.step, 1, "step")
    if step <= 0:
        raise ValueError("slice step must be positive")
    return (
        constants.INDEX_SLICE,
        _bound(index.start, _OPEN_START, "start"),
        _bound(index.stop, _OPEN_STOP, "stop"),
        step,
    )


def as_tensor(index):
    if isinstance(index, (list, tuple, range)) or is_array(index):
        if isinstance(index, (list, tuple)) and core.overriding()[0]:
            for one in index:
                _check_asks(one)
        try:
            # An empty list would be floats.
            return tensor(index, dtype=_int64 if isinstance(index, (list, tuple, range)) and not index else None)
        except (TypeError, ValueError) as error:
            reason = f": {error}"
    else:
        _check_asks(index)
        reason = ""
    raise IndexError(
        "only ints, slices (`:`), ellipsis (`...`), None, bools, tensors and sequences of ints are valid indices "
        f"(got {type(index).__name__}{reason})"
    )


def as_items(index):
    """The parts of an index: a list is one where it holds more than numbers, as NumPy had it."""
    if type(index) is tuple:
        return index
    if type(index) is list and len(index) < 32:
        if any(isinstance(one, (list, tuple, range, slice, Tensor)) or one is None or one is Ellipsis for one in index):
            return index
    return (index,)


def encode(index):
    """(flat items, tensors that they name) of an index."""
    items, tensors = [], []
    for one in as_items(index):
        kind = type(one)
        if kind is int:
            items += (constants.INDEX_INT, one, 0, 0)
        elif kind is slice:
            if core.is_symbol(one.start) or core.is_symbol(one.stop) or core.is_symbol(one.step):
                raise _Symbolic
            items += _WHOLE if one.start is None and one.stop is None and one.step is None else _slice(one)
        elif one is None:
            items += (constants.INDEX_NONE, 0, 0, 0)
        elif one is Ellipsis:
            items += (constants.INDEX_ELLIPSIS, 0, 0, 0)
        elif kind is bool:
            items += (constants.INDEX_BOOL, int(one), 0, 0)
        elif isinstance(one, Tensor):
            _add_tensor(items, tensors, one)
        elif core.is_symbol(one):
            raise _Symbolic
        elif hasattr(one, "__index__") and not hasattr(one, "__len__"):
            items += (constants.INDEX_INT, one.__index__(), 0, 0)
        else:
            _add_tensor(items, tensors, as_tensor(one))
    return items, tensors


class _Asked(Exception):
    """A part of an index, or a value, whose class says what the call means."""


class _Symbolic(Exception):
    """A part of an index is a symbol."""


def _by_operators(x, index):
    """(the view that the parts without tensors give, [a tensor or None for each of its first dimensions])."""
    from ..ops import overload

    take, cut = overload("aten::select", "int"), overload("aten::slice", "Tensor")
    parts = as_items(index)
    used = sum(one.dim() if _is_mask(one) else 1 for one in parts if one is not None and one is not Ellipsis)
    dim, tensors, left = 0, [], x.dim() - used
    for one in parts:
        if one is Ellipsis:
            dim += left
        elif one is None:
            x, dim = x.unsqueeze(dim), dim + 1
        elif isinstance(one, slice):
            if one != slice(None):
                start, stop = 0 if one.start is None else one.start, _OPEN_STOP if one.stop is None else one.stop
                x = cut(x, dim, start, stop, 1 if one.step is None else one.step)
            dim += 1
        elif core.is_symbol(one) or (hasattr(one, "__index__") and not hasattr(one, "__len__")):
            x = take(x, dim, one)
        else:
            found = as_tensor(one)
            tensors += [None] * (dim - len(tensors)) + [found]
            dim += found.dim() if _is_mask(found) else 1
    return x, tensors


def _is_mask(one):
    return isinstance(one, Tensor) and one.dtype.name in ("bool", "uint8")


def _check_asks(one):
    if core.overriding()[0] and getattr(type(one), "__torch_function__", core.no_override) is not core.no_override:
        raise _Asked(one)


def _add_tensor(items, tensors, one):
    if type(one) is not Tensor:
        _check_asks(one)
    items += (constants.INDEX_TENSOR, len(tensors), 0, 0)
    tensors.append(one)


def getitem(self: Tensor, index: Any) -> Tensor:
    """self[index]: ints, slices, None, Ellipsis, bools, tensors, sequences; a view where torch gives one.

    Raises IndexError out of range, TypeError for anything else.
    """
    try:
        return api.tensor_index(self, *encode(index))
    except _Symbolic:
        from ..ops import overload

        found, tensors = _by_operators(self, index)
        return overload("aten::index", "Tensor")(found, tensors) if tensors else found
    except _Asked as asked:
        relevant = self, *asked.args
        return importlib.import_module(".overriding", __package__).ask(Tensor.__getitem__, relevant, (self, index), {})
    except (AttributeError, TypeError, OverflowError) as error:
        raise explain(error, "__getitem__", "Tensor self", locals()) from None


def setitem(self: Tensor, index: Any, value: Any) -> None:
    """self[index] = value: a tensor that broadcasts, a number, or a sequence of numbers."""
    try:
        if core.is_asked([]) and (core.is_symbol(value) or isinstance(value, (int, float, complex))):
            value = _scalar(self, value)
        items, tensors = encode(index)
        if isinstance(value, (int, float, complex)):
            api.tensor_index_fill(self, items, tensors, value)
        else:
            if type(value) is not Tensor:
                _check_asks(value)
            api.tensor_index_put(self, items, tensors, value if isinstance(value, Tensor) else _value(self, value))
    except _Symbolic:
        found, tensors = _by_operators(self, index)
        given = value if isinstance(value, Tensor) else _value(self, value)
        found.index_put_(tensors, given) if tensors else found.copy_(given)
    except _Asked as asked:
        relevant, given = (self, *asked.args), (self, index, value)
        importlib.import_module(".overriding", __package__).ask(Tensor.__setitem__, relevant, given, {})
    except (AttributeError, TypeError, OverflowError) as error:
        raise explain(error, "__setitem__", "Tensor self", locals()) from None


def _scalar(self, value):
    """A number as modes are to see it: a tensor that they lift, or one that an operator makes of a symbol."""
    if self.device.type == "cpu" and not core.is_symbol(value):
        return tensor(value, dtype=self.dtype)
    scalar_tensor = importlib.import_module("..ops", __package__).aten.scalar_tensor.default
    return scalar_tensor(value, dtype=self.dtype, layout=self.layout, device=self.device)


def _value(self, value):
    try:
        return tensor(value, dtype=self.dtype, device=self.device)
    except TypeError:
        raise TypeError(f"can't assign a {type(value).__name__} to a {self.dtype} tensor") from None


def strict_index(self: Tensor, *index: Any) -> Tensor:
    """The element at int positions, one for each dimension, 0-dim (GoTorch's Index)."""
    if len(index) != self.dim():
        raise IndexError(f"index(): {self.dim()} positions are needed, got {len(index)}")
    for one in index:
        if not isinstance(one, int) or isinstance(one, bool):
            raise TypeError(f"index(): positions must be int, not {type(one).__name__}")
    return getitem(self, index)


METHODS = {"index": strict_index}
SLOTS = {"getitem": getitem, "setitem": setitem}
