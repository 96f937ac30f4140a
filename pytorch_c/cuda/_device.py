"""CUDA devices themselves. Every function exists in every build and says what is missing.

Questions answer truthfully without a GPU: nothing is available, no memory is used. What needs one raises RuntimeError.
"""

from __future__ import annotations

from .._boundary import api, constants
from .._tensor.device import device_numbers, from_numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._tensor.device import device as Device
    from .._typing import DeviceLike


def _index(device):
    if device is None:
        return constants.UNSET
    kind, index = device_numbers(device)
    if kind != constants.CUDA:
        raise ValueError(f"argument 'device' must be a CUDA device, got {device!r}")
    return index


def is_available() -> bool:
    """Returns whether a CUDA device can be used now."""
    return api.cuda_is_available()


def device_count() -> int:
    """The number of CUDA devices; 0 without CUDA."""
    return api.cuda_device_count()


def current_device() -> int:
    """The index of the current CUDA device; raises TorchError without one."""
    return api.cuda_current_device()


def set_device(device: DeviceLike) -> None:
    """Makes a device the current one."""
    api.cuda_set_device(_index(device))


def synchronize(device: DeviceLike | None = None) -> None:
    """Waits for all work on a device."""
    api.cuda_synchronize(_index(device))


def empty_cache() -> None:
    """Gives cached memory back to the driver; does nothing without CUDA."""
    if is_available():
        api.cuda_empty_cache()


def mem_get_info(device: DeviceLike | None = None) -> tuple[int, int]:
    """(free, total) bytes of a device."""
    return api.cuda_memory_info(_index(device))


def is_initialized() -> bool:
    """Returns whether CUDA has been used in this process; False where there is none."""
    return api.cuda_is_initialized()


def init() -> None:
    """Makes sure that CUDA can be used; raises RuntimeError where it cannot."""
    _lazy_init()


_initialized = False  # torch's flag; is_initialized() asks CUDA
_queued_calls: list[Any] = []


def _is_compiled() -> bool:
    """Returns whether libtorch was built with CUDA."""
    return api.context_has("cuda")


def _lazy_init() -> None:
    """Makes sure that CUDA can be used, and runs what waits for that."""
    api.cuda_current_device()
    while _queued_calls:
        _queued_calls.pop(0)()


def _lazy_call(callable: Any, seed: bool = False, seed_all: bool = False) -> None:
    """Runs a function when CUDA can be used; seeds at once, or without a device never."""
    if is_initialized() or ((seed or seed_all) and is_available()):
        callable()
    elif not (seed or seed_all):
        _queued_calls.append(callable)


def is_bf16_supported(including_emulation: bool = True) -> bool:
    """Returns whether the current device computes in bfloat16, with `including_emulation` slowly too; False without one."""
    return is_available() and (
        including_emulation or api.cuda_device_attribute(constants.UNSET, constants.CUDA_MAJOR) >= 8
    )


def is_tf32_supported() -> bool:
    """Returns whether the current device multiplies in TF32; False without one."""
    return is_bf16_supported(including_emulation=False)


def can_device_access_peer(device: DeviceLike, peer_device: DeviceLike) -> bool:
    """Returns whether one device reads another's memory; raises RuntimeError without CUDA."""
    return api.cuda_can_access_peer(_index(device), _index(peer_device))


def ipc_collect() -> None:
    """Frees memory that was shared with processes that have let go of it; does nothing without CUDA."""
    if is_initialized():
        api.cuda_collect_shared()


def get_arch_list() -> list[str]:
    """The architectures that this libtorch was compiled for; [] without a device."""
    return api.cuda_architectures().split() if is_available() else []


def _get_device_properties(index: int) -> Any:
    """A device's name, memory and processors."""
    from .._C._cuda import _CudaDeviceProperties

    return _CudaDeviceProperties(index)


class device:
    """The current CUDA device of a block (torch.cuda.device); an index below 0, or None, changes nothing."""

    def __init__(self, device: DeviceLike | None) -> None:
        self.idx = -1 if device is None or device == -1 else max(_index(device), 0)
        self.prev_idx = -1

    def __enter__(self) -> None:
        if self.idx >= 0 and is_available():
            self.prev_idx = current_device()
            set_device(self.idx)

    def __exit__(self, *exception: object) -> None:
        if self.prev_idx >= 0:
            set_device(self.prev_idx)


class device_of(device):
    """The device of a tensor as the current one of a block; a tensor on the CPU changes nothing."""

    def __init__(self, obj: Any) -> None:
        super().__init__(obj.get_device() if obj.is_cuda else -1)


def _current(device: DeviceLike | None = None) -> Device:
    """The CUDA device that a function without `device=` means; raises RuntimeError without CUDA."""
    index = _index(device)
    return from_numbers(constants.CUDA, current_device() if index < 0 else index)
