"""Forms that torch takes and no C function has.

Those of old: numbers before the tensors that they weigh, `x.add_(-rate, grad)`, `addmm(beta, …)`. And out= of copies of views.

An operator comes here only with arguments that its forms do not take, so the others pay nothing.
"""

from __future__ import annotations

import warnings

from .._boundary import api
from .._tensor.tensor import Tensor
from .checks import is_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_PRODUCTS = {
    "addbmm": "batch1, Tensor batch2",
    "addmm": "mat1, Tensor mat2",
    "addmv": "mat, Tensor vec",
    "addr": "vec1, Tensor vec2",
    "baddbmm": "batch1, Tensor batch2",
    "sspaddmm": "mat1, Tensor mat2",
}
_TENSORS = {"add": "other", "sub": "other", "addcdiv": "tensor1, Tensor tensor2", "addcmul": "tensor1, Tensor tensor2"}
_TENSORS |= _PRODUCTS
_NUMBERS = {"add": ("alpha",), "sub": ("alpha",), "addcdiv": ("value",), "addcmul": ("value",)}
_NUMBERS |= dict.fromkeys(_PRODUCTS, ("beta", "alpha"))
# The places of the numbers, by how many the operator has and how many are given: a function's, then a method's.
_PLACES = {(1, 1): ((1,),), (2, 1): ((0,), (1,)), (2, 2): ((0, 2), (1, 2))}
NAMES = frozenset(name + suffix for name in _TENSORS for suffix in ("", "_"))
_warned: set[str] = set()


class TakingOldForms:
    """The Python function of an operator, which takes its numbers between its tensors too, with a warning the first time."""

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        kind = name.rstrip("_")
        self.__wrapped__, self.name, self.__doc__ = function, name, function.__doc__
        self.numbers, self.tensors = _NUMBERS[kind], _TENSORS[kind]

    def __getattr__(self, name: str) -> Any:
        """Returns what the function itself says: its code, its text, its defaults."""
        return getattr(self.__wrapped__, name)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        count = len(args) - (2 + self.tensors.count(","))
        for places in _PLACES.get((len(self.numbers), count), ()):
            rest = [one for place, one in enumerate(args) if place not in places]
            numbers = [args[place] for place in places]
            if all(map(is_number, numbers)) and all(isinstance(one, Tensor) for one in rest):
                _warn(self.name, self.numbers[:count], self.tensors)
                args, kwargs = tuple(rest), kwargs | dict(zip(self.numbers, numbers))
                break
        return self.__wrapped__(*args, **kwargs)


class TakingOut:
    """The Python function of a view's copy, which takes out= too: the operator's form for that has no C function."""

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        self.__wrapped__, self.name, self.__doc__ = function, name, function.__doc__

    def __getattr__(self, name: str) -> Any:
        """Returns an attribute of the function itself: its code, its text, its defaults."""
        return getattr(self.__wrapped__, name)

    def __call__(self, *args: Any, out: Tensor | None = None, **kwargs: Any) -> Any:
        if out is None:
            return self.__wrapped__(*args, **kwargs)
        from ..ops import aten

        given = {{"input": "self", "axis": "dim"}.get(name, name): value for name, value in kwargs.items()}
        return getattr(aten, self.name)(*args, out=out, **given)


def _warn(name, numbers, tensors):
    overload = f"{name} {len(numbers)}"
    if overload in _warned and not api.warn_always():
        return
    _warned.add(overload)
    old = ", ".join(f"Number {one}" for one in numbers)
    new = ", ".join(f"Number {one} = 1" for one in _NUMBERS[name.rstrip("_")])
    warnings.warn(
        f"This overload of {name} is deprecated:\n\t{name}({old}, Tensor {tensors})\n"
        f"Consider using one of the following signatures instead:\n\t{name}(Tensor {tensors}, *, {new})",
        stacklevel=3,
    )
