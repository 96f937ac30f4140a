"""Variable, which code older than torch 0.4 wraps around each tensor (torch.autograd.variable)."""

from __future__ import annotations

import warnings

from .. import _ops
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class _VariableMeta(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, Tensor)


class Variable(metaclass=_VariableMeta):
    """Variable(tensor, requires_grad=False) is a tensor over the same memory; each Tensor is an instance."""

    def __new__(
        cls, data: Tensor | None = None, requires_grad: bool = False, volatile: bool = False, *, name: Any = None
    ) -> Tensor:
        if data is not None and not isinstance(data, Tensor):
            raise TypeError(f"Variable(): argument 'data' must be Tensor, not {type(data).__name__}")
        if volatile:
            if requires_grad:
                raise ValueError("Variable(): argument 'volatile' cannot go with requires_grad")
            warnings.warn(
                "volatile was removed and now has no effect. Use `with torch.no_grad():` instead.", stacklevel=2
            )
        found = _ops.empty(0) if data is None else data.detach()
        return found.requires_grad_(bool(requires_grad))
