"""CUDA devices (torch.cuda). Every function exists in every build and says what is missing."""

from __future__ import annotations

from ._boundary import constants
from ._boundary.errors import number, small, throw
from ._boundary.library import ffi, lib
from ._tensor.device import device_numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._typing import DeviceLike


def _index(device):
    if device is None:
        return constants.UNSET
    kind, index = device_numbers(device)
    if kind != constants.CUDA:
        raise ValueError(f"argument 'device' must be a CUDA device, got {device!r}")
    return index


def is_available() -> bool:
    """Whether a CUDA device can be used now."""
    return small(lib.call_cuda_is_available()) == 1


def device_count() -> int:
    """The number of CUDA devices; 0 without CUDA."""
    return number(lib.call_cuda_device_count)


def current_device() -> int:
    """The index of the current CUDA device; raises TorchError without one."""
    return number(lib.call_cuda_current_device)


def set_device(device: DeviceLike) -> None:
    """Makes a device the current one."""
    error = lib.call_cuda_set_device(_index(device))
    if error:
        throw(error)


def synchronize(device: DeviceLike | None = None) -> None:
    """Waits for all work on a device."""
    error = lib.call_cuda_synchronize(_index(device))
    if error:
        throw(error)


def empty_cache() -> None:
    """Gives cached memory back to the driver; does nothing without CUDA."""
    if is_available():
        error = lib.call_cuda_empty_cache()
        if error:
            throw(error)


def mem_get_info(device: DeviceLike | None = None) -> tuple[int, int]:
    """(free, total) bytes of a device."""
    free, total = ffi.new("int64_t *"), ffi.new("int64_t *")
    error = lib.call_cuda_memory_info(_index(device), free, total)
    if error:
        throw(error)
    return free[0], total[0]
