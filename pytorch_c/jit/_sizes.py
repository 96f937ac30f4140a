"""Sizes of tensors that are traced: ints that know where in the graph they come from.

`x.view(x.size(0), -1)` is then right for other sizes too: as an argument of an operator such an int is the graph's
value, and so is what +, -, * and // make of it. Whatever else looks at it finds an int, which the trace takes as it is.
"""

from __future__ import annotations

import operator
from functools import cache
from inspect import getattr_static

from .._boundary import api
from .._calls.schema import parse
from .._tensor.tensor import Size, Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["TracedSize", "members_for_sizes"]


class TracedSize(int):
    """A size; `tensor` is the graph's value, made when somebody needs it."""

    _make: Callable[[], Tensor]

    def __new__(cls, number: int, make: Callable[[], Tensor]) -> TracedSize:
        self = int.__new__(cls, number)
        self._make = make
        return self

    @property
    def tensor(self) -> Tensor:
        """The size as a tensor without dimensions."""
        own = self.__dict__
        if "_tensor" not in own:
            own["_tensor"] = self._make()
        return own["_tensor"]

    def __index__(self) -> TracedSize:
        return self

    def __reduce__(self) -> Any:
        return int, (int.__add__(self, 0),)

    def _note(self, function: str, position: int, count: int, item: int) -> None:
        """csrc/coerce.c: the next operator has this size as an argument, or as an item of one."""
        name = _argument(function, position) if api.jit_is_tracing() else None
        if name is None:
            return
        if count:
            api.jit_trace_stash_int(name, count, item, self.tensor)
        else:
            api.jit_trace_stash_value(name, position, self.tensor, "int")


def _of(x):
    return x.tensor if type(x) is TracedSize else x


def _arithmetic(name, function):
    plain = getattr(int, name)
    reverse = name.startswith("__r")

    def method(self, other):
        if not isinstance(other, int) or isinstance(other, bool):
            return plain(self, other)
        a, b = (other, self) if reverse else (self, other)
        return TracedSize(plain(self, other), lambda: function(_of(a), _of(b)))

    method.__name__ = name
    return method


for _name in ("add", "sub", "mul", "floordiv"):
    for _form in (f"__{_name}__", f"__r{_name}__"):
        setattr(TracedSize, _form, _arithmetic(_form, getattr(operator, _name)))


class TracedShape(Size):
    """The sizes of a tensor that is traced."""

    __slots__ = ()

    def __new__(cls, sizes: Any) -> TracedShape:
        return tuple.__new__(cls, sizes)

    def __getitem__(self, index: Any) -> Any:
        found = tuple.__getitem__(self, index)
        return TracedShape(found) if isinstance(index, slice) else found

    def __add__(self, other: Any) -> TracedShape:
        return TracedShape(tuple.__add__(self, tuple(other)))

    def __radd__(self, other: Any) -> TracedShape:
        return TracedShape(tuple(other) + tuple(self))


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
        if not api.jit_is_tracing():
            return sizes
        return TracedShape(
            TracedSize(size, lambda dim=dim: api.jit_trace_size(self, dim)) for dim, size in enumerate(sizes)
        )

    return property(shape)


def _size(own):
    def size(self, dim=None):
        found = own.__get__(self, type(self))(*(() if dim is None else (dim,)))
        if not api.jit_is_tracing() or not isinstance(found, (int, tuple)):
            return found
        return self.shape if dim is None else self.shape[dim]

    return size


def _with_size(own):
    def method(self, other):
        return own.__get__(self, type(self))(_of(other))

    return method


_OPERATORS = "add sub mul truediv floordiv mod pow".split()
_COMPARED = "lt le gt ge eq ne".split()


def members_for_sizes() -> dict[str, Any]:
    """What Tensor has while something is traced: sizes that are TracedSize, and operators that know it."""
    names = [f"__{form}{name}__" for name in _OPERATORS for form in ("", "r")] + [f"__{name}__" for name in _COMPARED]
    found = {name: _with_size(getattr_static(Tensor, name)) for name in names}
    return found | {"shape": _shape(getattr_static(Tensor, "shape")), "size": _size(getattr_static(Tensor, "size"))}
