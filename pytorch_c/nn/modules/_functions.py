"""Custom steps of the graph that modules use (torch.nn.modules._functions)."""

from __future__ import annotations

from ...autograd.function import Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..._typing import Tensor


class BackwardHookFunction(Function):
    """The identity: a step at which hooks see the gradients of several tensors at once."""

    @staticmethod
    def forward(ctx: Any, *args: Tensor) -> tuple[Tensor, ...]:
        ctx.mark_non_differentiable(*(one for one in args if not one.requires_grad))
        return args

    @staticmethod
    def backward(ctx: Any, *args: Tensor) -> tuple[Tensor, ...]:
        return args
