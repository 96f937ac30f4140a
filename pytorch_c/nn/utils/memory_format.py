"""Weights of convolutions in another memory format (torch.nn.utils.memory_format)."""

from __future__ import annotations

from ..modules.conv import Conv2d, Conv3d, ConvTranspose2d, ConvTranspose3d

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    _M = TypeVar("_M")

__all__ = ["convert_conv2d_weight_memory_format", "convert_conv3d_weight_memory_format"]


def _convert(module, memory_format, kinds):
    if isinstance(module, kinds):
        data = module.weight.detach().clone(memory_format=memory_format)
        module.weight.data = data.resize_(data.size(), memory_format=memory_format)
    for child in module.children():
        _convert(child, memory_format, kinds)
    return module


def convert_conv2d_weight_memory_format(module: _M, memory_format: Any) -> _M:
    """Put the weight of each Conv2d and ConvTranspose2d, here and below, into memory_format. Returns module."""
    return _convert(module, memory_format, (Conv2d, ConvTranspose2d))


def convert_conv3d_weight_memory_format(module: _M, memory_format: Any) -> _M:
    """Put the weight of each Conv3d and ConvTranspose3d, here and below, into memory_format. Returns module."""
    return _convert(module, memory_format, (Conv3d, ConvTranspose3d))
