"""Questions of torch.overrides about subclasses of Tensor."""

from __future__ import annotations

from ._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

__all__ = ["handle_torch_function", "has_torch_function", "is_tensor_like"]


def is_tensor_like(inp: Any) -> bool:
    """Whether it is a Tensor, or has __torch_function__."""
    return isinstance(inp, Tensor) or hasattr(inp, "__torch_function__")


def has_torch_function(relevant_args: Iterable[Any]) -> bool:
    """False: no argument takes a call over."""
    return False


has_torch_function_unary = has_torch_function_variadic = has_torch_function


def handle_torch_function(
    public_api: Callable[..., Any], relevant_args: Iterable[Any], *args: Any, **kwargs: Any
) -> Any:
    """Never needed: has_torch_function is False."""
    return NotImplemented
