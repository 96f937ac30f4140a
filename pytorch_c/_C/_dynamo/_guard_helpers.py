"""Functions and texts that the expressions of guards are made of."""

from __future__ import annotations

import ctypes
import functools
import importlib
import operator
import sys
import types
import weakref

from ..._boundary import api
from ..._boundary.handle import core
from ..._tensor import overriding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import ModuleType
    from typing import Any

PACKAGE = __package__.partition(".")[0]
MISSING = object()
_HEAP_TYPE = 1 << 9  # Py_TPFLAGS_HEAPTYPE: a class that can end


def module(name: str) -> ModuleType:
    """Returns a module of this package."""
    return importlib.import_module(f"{PACKAGE}.{name}")


def stays(of: type) -> bool:
    """Returns whether a class lasts as long as the process, so that guards may refer to it: Python's, and this package's."""
    if not of.__flags__ & _HEAP_TYPE:
        return True
    top = sys.modules.get(of.__module__.partition(".")[0])
    ours = top is not None and top is sys.modules[PACKAGE]  # install_as_torch() gives it a second name
    return ours and getattr(sys.modules.get(of.__module__), of.__qualname__, None) is of


# ---- texts ----


_LONG = 1 << 64  # Python refuses to print numbers that are much longer


def literal(value: Any) -> str | None:
    """Returns the text of a value that Python has as a constant; None for other values."""
    if value is None or type(value) is bool or (type(value) is int and -_LONG < value < _LONG):
        return repr(value)
    return repr(value) if type(value) is str and len(value) < 200 else None


class Namespace(dict[str, "Any"]):
    """The names of a text that is compiled: the functions of NAMES, and a name for each object that bind() is given."""

    def __init__(self) -> None:
        super().__init__(NAMES)
        self._bound: dict[int, str] = {}

    def bind(self, value: Any) -> str:
        """Returns the text that stands for an object."""
        text = literal(value)
        if text is None and id(value) not in self._bound:
            self._bound[id(value)] = f"k{len(self._bound)}"
            self[self._bound[id(value)]] = value
        return self._bound[id(value)] if text is None else text


class _Fields(dict[str, str]):
    """The fields of an expression: {v}, and the attributes of its guard."""

    def __init__(self, of: Any, value: str, bind: Callable[[Any], str]) -> None:
        super().__init__(v=value)
        self._of, self._bind = of, bind

    def __missing__(self, name: str) -> str:
        return self._bind(getattr(self._of, name))


def fill(of: Any, expression: str, value: str, bind: Callable[[Any], str]) -> str:
    """Returns an expression with the texts of a variable and of the attributes of a guard in it."""
    return expression.format_map(_Fields(of, value, bind))


def function_of(expression: Callable[[str, Callable[[Any], str]], str]) -> Callable[..., Any]:
    """Returns the function of a value that an expression is, for walks along the tree."""
    names = Namespace()
    text = f"lambda v, included=0, kept=-1: {expression('v', names.bind)}"
    made: Callable[..., Any] = eval(text, dict(names))
    return made


# ---- parts of values ----


def dict_item(of: Any, key: Any) -> Any:
    """Returns a dict's value; a class's own __getitem__ and __missing__ are not asked."""
    found = of.get(key, MISSING) if type(of) is types.MappingProxyType else dict.get(of, key, MISSING)
    if found is MISSING:
        raise KeyError(key)
    return found


def generic_dict(of: Any) -> Any:
    """Returns the attributes of an object, whatever its class makes of the name __dict__."""
    return object.__getattribute__(of, "__dict__")


def function_part(of: Any, name: str) -> Any:
    """Returns an attribute of a function or of a method's function; TypeError for None and for other objects."""
    while hasattr(of, "__func__"):
        of = of.__func__
    if not isinstance(of, _FUNCTION) or getattr(of, name) is None:
        raise TypeError(f"not a function with {name}")
    return getattr(of, name)


_FUNCTION = type(module)


def class_dict(of: Any) -> Any:
    """Returns the attributes of a class itself."""
    return type.__dict__["__dict__"].__get__(of)


def gradient(of: Any) -> Any:
    """Returns a tensor's gradient; TypeError for other objects."""
    if not isinstance(of, module("_tensor.tensor").Tensor):
        raise TypeError("not a tensor")
    return of.grad


def alive(of: Any) -> Any:
    """Returns the object of a weak reference, None where it has ended; TypeError for other objects."""
    if not isinstance(of, (weakref.ref, *weakref.ProxyTypes)):
        raise TypeError("not a weak reference")
    return of() if isinstance(of, weakref.ref) else of


def called(of: Any) -> Any:
    """Returns what a call without arguments gives; TypeError for an object that cannot be called."""
    return of()


def left_of_tuple(of: Any, index: int) -> Any:
    """Returns an item that a tuple's iterator has left."""
    _, (items, *_), *begun = of.__reduce__()
    return items[(begun[0] if begun else 0) + index]


def range_left(of: Any) -> tuple[int, int, int]:
    """Returns (start, stop, step) of the numbers that a range's iterator has left."""
    _, (numbers,), begun = of.__reduce__()
    return numbers.start + (begun or 0) * numbers.step, numbers.stop, numbers.step


# ---- tests ----


def dict_contains(of: Any, key: Any) -> bool:
    """Returns whether a dict, or a class's own attributes, has a key; a class's own __contains__ is not asked."""
    return key in of if type(of) is types.MappingProxyType else dict.__contains__(of, key)


def set_contains(of: Any, item: Any) -> bool:
    """Returns whether a set or frozenset has an item; False for other objects."""
    return isinstance(of, (set, frozenset)) and item in of


def same_items(of: dict[Any, Any], keys: list[Any], values: list[Any]) -> bool:
    """Returns whether a dict has these objects as keys and values, in this order."""
    return len(of) == len(keys) and all(map(operator.is_, of, keys)) and all(map(operator.is_, of.values(), values))


def dict_version(of: dict[Any, Any]) -> int:
    """Returns a number that is another one when a key or a value of a dict is another object, or their order is another."""
    if not isinstance(of, dict):
        raise RuntimeError("dict_version expects a dict")
    return hash((*map(id, of), *map(id, of.values()))) & (1 << 63) - 1


def shape_function(nargs_int: int, nargs_float: int, address: int) -> Callable[..., bool]:
    """Returns a function of (index, number) pairs that a compiled guard(int64_t *, double *) answers."""
    ints, floats = ctypes.c_int64 * nargs_int, ctypes.c_double * nargs_float
    of_c = ctypes.CFUNCTYPE(ctypes.c_int8, ctypes.POINTER(ctypes.c_int64), ctypes.POINTER(ctypes.c_double))(address)

    def holds(*given: tuple[int, int | float]) -> bool:
        whole, real = ints(), floats()
        for index, number in given:
            if index < nargs_int:
                whole[index] = int(number)
            else:
                real[index - nargs_int] = number
        return bool(of_c(whole, real))

    return holds


# ---- memory in common ----


def definitely_apart(x: Any, y: Any) -> bool:
    """Returns whether two tensors upon one storage have no memory in common; False where that is not certain.

    Source: tensors_definitely_do_not_overlap of torch/csrc/dynamo/guards.cpp.
    """
    if x is y:
        return False
    if x.numel() == 0 or y.numel() == 0:
        return True
    if x.storage_offset() > y.storage_offset():
        x, y = y, x
    begin, end = x.storage_offset(), y.storage_offset()
    if x.is_contiguous() and y.is_contiguous():
        return bool(begin + x.numel() <= end)
    last = begin + sum((size - 1) * step for size, step in zip(x.shape, x.stride()))
    return bool(last < end) or _rows_apart(x, y, end - begin)


def _rows_apart(x: Any, y: Any, delta: int) -> bool:
    """Returns whether no row of one matrix has memory in common with a row of another, by their common step."""
    if x.dim() != 2 or y.dim() != 2 or x.stride(1) != 1 or y.stride(1) != 1 or x.stride(0) != y.stride(0):
        return False
    step = x.stride(0)
    if delta < x.size(1):
        return False
    return bool(step * (x.size(0) - 1) + x.size(1) <= delta or delta % step + y.size(1) <= step)


def compute_overlapping_tensors(tensors: Iterable[Any], symbolic: bool = True) -> set[int]:
    """Returns the indices of tensors upon one storage that may have memory in common with another one of them."""
    given, found = list(tensors), set()
    for i, one in enumerate(given):
        for j in range(i):
            if not definitely_apart(one, given[j]):
                found |= {i, j}
    return found


def overlap_is(overlapping: Iterable[Any], others: Iterable[Any]) -> bool:
    """Returns whether just the first tensors have memory in common with another one."""
    first = list(overlapping)
    return compute_overlapping_tensors([*first, *others]) == set(range(len(first)))


# ---- keys of dispatch ----

# Returns (included, kept): a tensor's keys on this thread are (keys | included) & kept; its backends are kept in any case.
key_sets = functools.partial(core.key_sets, api.keyset_minus(-1, -1))


NAMES: dict[str, Any] = {
    "alive": alive, "called": called, "class_dict": class_dict, "default_device": core.get_default_device, "dict_contains": dict_contains, "dict_get": dict.get,
    "dict_item": dict_item, "dict_keys": dict.keys, "dict_values": dict.values, "dict_len": dict.__len__, "forward_level": api.forward_level, "function_part": function_part, "generic_attribute":
    object.__getattribute__, "generic_dict": generic_dict, "gradient": gradient, "key_sets": key_sets,
    "left_of_tuple": left_of_tuple, "list_item": list.__getitem__, "MISSING": MISSING, "modes": overriding._modes,
    "overlap_is": overlap_is, "range_left": range_left, "same_items": same_items, "set_contains": set_contains,
    "tensor_keys": api.tensor_keyset, "tuple_item": tuple.__getitem__,
}  # fmt: skip
