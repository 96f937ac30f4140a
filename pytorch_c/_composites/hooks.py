"""Methods of Tensor about the graph: its node, and functions that run in the backward pass."""

from __future__ import annotations

from ..autograd.graph import hang

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .._typing import Tensor
    from ..utils.hooks import RemovableHandle

__all__ = ["register_hook", "register_post_accumulate_grad_hook"]


def _recorded(self, hook, name):
    if not callable(hook):
        raise TypeError(f"{name}(): argument 'hook' must be callable, not {type(hook).__name__}")
    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")


def register_hook(self: Tensor, hook: Callable[[Tensor], Tensor | None]) -> RemovableHandle:
    """Runs `hook(grad) -> Tensor or None` each time the gradient of this tensor is computed.

    What it returns takes the gradient's place. Hooks run in the order in which
    they were registered. An exception in one ends the pass and comes out of
    backward() as itself. Returns a RemovableHandle.

    The graph holds the hook. The collector finds a hook that refers to its own
    tensor, but not one that refers to tensors further down the graph: that one
    lives until `remove()`.

    Raises:
        RuntimeError: the tensor does not require grad
        TypeError: in backward(), where the hook returned something else

    Source: torch.Tensor.register_hook.
    """
    _recorded(self, hook, "register_hook")
    return hang("tensor", self, hook)


def register_post_accumulate_grad_hook(self: Tensor, hook: Callable[[Tensor], Any]) -> RemovableHandle:
    """Runs `hook(tensor) -> None` each time a gradient has been added to this leaf's `grad`.

    The hook may change the tensor and its gradient in place; nothing is recorded
    then. Returns a RemovableHandle. See register_hook for how long it lives.

    Raises:
        RuntimeError: the tensor does not require grad, or is no leaf

    Source: torch.Tensor.register_post_accumulate_grad_hook.
    """
    _recorded(self, hook, "register_post_accumulate_grad_hook")
    if not self.is_leaf:
        raise RuntimeError("post accumulate grad hooks cannot be registered on non-leaf tensors")
    return hang("leaf", self, hook)
