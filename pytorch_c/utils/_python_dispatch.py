"""What libraries ask torch.utils._python_dispatch about classes derived from Tensor."""

from __future__ import annotations

from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["is_traceable_wrapper_subclass", "is_traceable_wrapper_subclass_type"]


def is_traceable_wrapper_subclass(t: Any) -> bool:
    """Whether it is a tensor of a class that says how it is taken apart and put together."""
    return isinstance(t, Tensor) and is_traceable_wrapper_subclass_type(type(t))


def is_traceable_wrapper_subclass_type(t: type) -> bool:
    """Whether a class derived from Tensor has __tensor_flatten__ and __tensor_unflatten__."""
    has = hasattr(t, "__tensor_flatten__") and hasattr(t, "__tensor_unflatten__")
    return has and issubclass(t, Tensor) and t is not Tensor
