"""Conditions under which attention in evaluation takes libtorch's fused kernels, as torch's layers do."""

from __future__ import annotations

from ...amp._state import is_autocast_enabled  # which the compiler reads, other than a C function
from ...autograd import is_grad_enabled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..._typing import Tensor
    from .module import Module

_DEVICES = ("cpu", "cuda", "xpu")
_enabled = True


def get_fastpath_enabled() -> bool:
    """Returns whether the fused kernels may be used at all. As torch.backends.mha.get_fastpath_enabled."""
    return _enabled


def set_fastpath_enabled(value: bool) -> None:
    """Allows the fused kernels, or forbids them. As torch.backends.mha.set_fastpath_enabled."""
    global _enabled
    _enabled = bool(value)


def takes(tensors: Iterable[Tensor | None]) -> bool:
    """Returns whether the kernels, which have no derivatives, may compute with these tensors."""
    tensors = [tensor for tensor in tensors if tensor is not None]
    if is_autocast_enabled("cuda"):  # as in torch, autocast of the CPU does not matter
        return False
    if is_grad_enabled() and any(tensor.requires_grad for tensor in tensors):
        return False
    return all(tensor.device.type in _DEVICES for tensor in tensors)


def casts() -> bool:
    """Returns whether autocast is on for the CPU or for CUDA devices, on this thread."""
    return is_autocast_enabled("cpu") or is_autocast_enabled("cuda")


def has_hooks(module: Module) -> bool:
    """Returns whether a forward hook waits on module or below it, which the kernels would pass over."""
    names = ("_forward_hooks", "_forward_pre_hooks")
    return any(vars(below).get(name) for below in module.modules() for name in names)
