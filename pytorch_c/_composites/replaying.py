"""Views made again of another base (Tensor._view_func)."""

from __future__ import annotations

import functools

from .._boundary import api

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .._tensor.tensor import Tensor


class _Bound(functools.partial):
    """A method with its tensor."""

    def __repr__(self) -> str:
        return (
            f"<built-in method {self.func.__name__} of {type(self.args[0]).__name__} object at {id(self.args[0]):#x}>"
        )


class _Method:
    """A method whose text has no elements: the compiler prints it for its logs, also of a tensor without memory."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        functools.update_wrapper(self, function)
        del self.__wrapped__  # it is called with any arguments, as its class says

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        return self if instance is None else _Bound(self._function, instance)

    def __call__(self, *args: Any) -> Any:
        return self._function(*args)


@_Method
def _view_func_unsafe(
    self: Tensor,
    new_base: Tensor,
    symint_visitor_fn: Callable[[int], int] | None = None,
    tensor_visitor_fn: Callable[[Tensor], Tensor] | None = None,
) -> Tensor:
    """Returns the view of `new_base` that this tensor is of its base, by the same operators."""
    if symint_visitor_fn is tensor_visitor_fn is None:
        return api.tensor_view_of(self, new_base)
    numbers, tensors = api.tensor_view_state(self)
    if symint_visitor_fn is not None:
        numbers = [symint_visitor_fn(one) for one in numbers]
    if tensor_visitor_fn is not None:
        tensors = [tensor_visitor_fn(one) for one in tensors]
    return api.tensor_view_with(self, new_base, (list(numbers), list(tensors)))


def _view_func(self: Tensor, new_base: Tensor, *visitors: Any) -> Tensor:
    """Returns what _view_func_unsafe does, for a base with the layout of this tensor's own.

    Raises ValueError for another one.
    """
    base = self._base
    if base is None or base.shape != new_base.shape or base.stride() != new_base.stride():
        raise ValueError("_view_func(): new_base must have the sizes and strides of the tensor's own base")
    return self._view_func_unsafe(new_base, *visitors)
