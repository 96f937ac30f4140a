"""Bytes of CUDA devices in use. Where no device can be used, none are allocated or reserved: 0."""

from __future__ import annotations

from .._boundary import api
from ._device import _index, is_initialized

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._typing import DeviceLike

_ALLOCATED, _PEAK, _RESERVED, _PEAK_RESERVED = range(4)


def _bytes(device):
    """Bytes allocated now and at most, reserved now and at most, on a device."""
    return api.cuda_memory_stats(_index(device)) if is_initialized() else (0, 0, 0, 0)


def memory_allocated(device: DeviceLike | None = None) -> int:
    """Bytes of tensors on a device."""
    return _bytes(device)[_ALLOCATED]


def max_memory_allocated(device: DeviceLike | None = None) -> int:
    """The most bytes of tensors on a device since the last reset_peak_memory_stats."""
    return _bytes(device)[_PEAK]


def memory_reserved(device: DeviceLike | None = None) -> int:
    """Bytes that libtorch holds of a device's memory."""
    return _bytes(device)[_RESERVED]


def max_memory_reserved(device: DeviceLike | None = None) -> int:
    """The most bytes that libtorch held since the last reset_peak_memory_stats."""
    return _bytes(device)[_PEAK_RESERVED]


def reset_peak_memory_stats(device: DeviceLike | None = None) -> None:
    """Peaks begin again with what is used now; does nothing without CUDA."""
    if is_initialized():
        api.cuda_reset_memory_stats(_index(device), True)


def reset_accumulated_memory_stats(device: DeviceLike | None = None) -> None:
    """Totals begin again; does nothing without CUDA."""
    if is_initialized():
        api.cuda_reset_memory_stats(_index(device), False)
