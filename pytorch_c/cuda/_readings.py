"""Figures of a CUDA device that NVIDIA's management library reads; they raise RuntimeError where there is none."""

from __future__ import annotations

from .._boundary import api
from ._device import _index, mem_get_info

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._typing import DeviceLike


def utilization(device: DeviceLike | None = None) -> int:
    """Percent of the last period in which a device computed."""
    return api.cuda_device_reading(_index(device), "utilization")


def memory_usage(device: DeviceLike | None = None) -> int:
    """Percent of the last period in which a device's memory was read or written."""
    return api.cuda_device_reading(_index(device), "memory_usage")


def temperature(device: DeviceLike | None = None) -> int:
    """Degrees Celsius of a device."""
    return api.cuda_device_reading(_index(device), "temperature")


def power_draw(device: DeviceLike | None = None) -> int:
    """Milliwatts that a device draws."""
    return api.cuda_device_reading(_index(device), "power_draw")


def clock_rate(device: DeviceLike | None = None) -> int:
    """MHz of a device's processors."""
    return api.cuda_device_reading(_index(device), "clock_rate")


def device_memory_used(device: DeviceLike | None = None) -> int:
    """Bytes that all processes use of a device."""
    free, total = mem_get_info(device)
    return total - free
