"""Gradients of many tensors, set back before the next backward pass."""

from __future__ import annotations

from .._boundary.handle import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .._tensor.tensor import Tensor


def set_back(tensors: Iterable[Tensor], to_none: bool) -> None:
    """Makes the gradient of each None; or, where there is one, zeros outside of any graph."""
    if to_none:
        core.forget_gradients(tensors)
        return
    for grad in core.gradients(tensors)[1]:
        if grad.grad_fn is not None:
            grad.detach_()
        else:
            grad.requires_grad_(False)
        grad.zero_()
