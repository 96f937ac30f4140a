"""Functions that torch.accelerator calls in the extension (torch._C._accelerator_*), for the accelerator of the process."""

from __future__ import annotations

import json

from .._boundary import api, constants
from .._composites.streams import Stream
from .._tensor.device import device, from_numbers
from .._tensor.dtype import BY_CODE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_accelerator_getDeviceIndex = api.accelerator_current_device
_accelerator_setDeviceIndex = api.accelerator_set_device
_accelerator_exchangeDevice = api.accelerator_exchange_device
_accelerator_maybeExchangeDevice = api.accelerator_maybe_exchange_device
_accelerator_emptyCache = api.accelerator_empty_cache
_accelerator_emptyHostCache = api.accelerator_empty_host_cache
_accelerator_getMemoryInfo = api.accelerator_memory_info


def _accelerator_getAccelerator() -> device | None:
    """The kind of the accelerator, None where there is none."""
    kind = api.accelerator_type()
    return None if kind == constants.UNSET else from_numbers(kind, constants.UNSET)


def _kind():
    api.accelerator_current_device()  # raises where there is none
    return api.accelerator_type()


def _accelerator_getDeviceCapability(device_index: int) -> dict[str, Any]:
    """The dtypes that a device computes with."""
    bits = api.accelerator_dtypes(device_index)
    return {"supported_dtypes": {one for number, one in enumerate(BY_CODE) if bits >> number & 1}}


def _accelerator_setStream(stream: Stream) -> None:
    """Makes a stream the current one of its device, and that the current device."""
    _kind()
    api.stream_set_current(stream)
    api.accelerator_set_device(stream.device_index)


def _accelerator_getStream(device_index: int) -> Stream:
    """The current stream of a device."""
    return Stream(*api.stream_current(_kind(), device_index))


def _accelerator_synchronizeDevice(device_index: int) -> None:
    """Waits for all work on a device."""
    api.device_synchronize(_kind(), device_index)


def _accelerator_isAllocatorInitialized() -> bool:
    """True, or an error where there is no accelerator: the C library looks itself."""
    return bool(_kind())


def _accelerator_getDeviceStats(device_index: int) -> dict[str, int]:
    """Returns the counts of the allocator, under the names of memory_stats()."""
    return json.loads(api.accelerator_memory_stats(device_index))


def _accelerator_resetAccumulatedStats(device_index: int) -> None:
    """Has the totals begin again."""
    api.accelerator_reset_memory_stats(device_index, False)


def _accelerator_resetPeakStats(device_index: int) -> None:
    """Has the peaks begin again."""
    api.accelerator_reset_memory_stats(device_index, True)


class _acceleratorGraph:
    """Work that is captured, of an accelerator that has graphs; making one is an error."""

    def __new__(cls, keep_graph: bool = False) -> _acceleratorGraph:
        found = from_numbers(_kind(), constants.UNSET)
        raise NotImplementedError(f"torch.accelerator.Graph: work of {found} devices is not captured here")
