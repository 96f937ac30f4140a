"""Memory of CUDA devices (torch.cuda.memory). Where no device can be used, none is allocated or reserved: 0."""

from __future__ import annotations

import contextlib
from collections import OrderedDict

from .._boundary import api
from ._device import _index, empty_cache, is_available, mem_get_info

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .._typing import DeviceLike

__all__ = [
    "caching_allocator_alloc", "caching_allocator_delete", "caching_allocator_disabled", "caching_allocator_enable",
    "get_per_process_memory_fraction", "set_per_process_memory_fraction", "memory_stats", "memory_stats_as_nested_dict",
    "reset_accumulated_memory_stats", "reset_peak_memory_stats", "reset_max_memory_allocated", "reset_max_memory_cached",
    "host_memory_stats", "host_memory_stats_as_nested_dict", "reset_accumulated_host_memory_stats",
    "reset_peak_host_memory_stats", "memory_allocated", "max_memory_allocated", "memory_reserved", "max_memory_reserved",
    "memory_cached", "max_memory_cached", "memory_snapshot", "memory_summary", "list_gpu_processes", "mem_get_info",
    "get_allocator_backend", "CUDAPluggableAllocator", "change_current_allocator", "MemPool", "use_mem_pool",
    "device_memory_used", "empty_cache", "memory_usage",
]  # fmt: skip

_ALLOCATED, _PEAK, _RESERVED, _PEAK_RESERVED = range(4)


def _bytes(device):
    """Bytes allocated now and at most, reserved now and at most, on a device."""
    return api.cuda_memory_stats(_index(device)) if is_available() else (0, 0, 0, 0)


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


memory_cached, max_memory_cached = memory_reserved, max_memory_reserved  # names of earlier years


def reset_peak_memory_stats(device: DeviceLike | None = None) -> None:
    """Peaks begin again with what is used now; does nothing without CUDA."""
    if is_available():
        api.cuda_reset_memory_stats(_index(device), True)


reset_max_memory_allocated = reset_max_memory_cached = reset_peak_memory_stats


def reset_accumulated_memory_stats(device: DeviceLike | None = None) -> None:
    """Totals begin again; does nothing without CUDA."""
    if is_available():
        api.cuda_reset_memory_stats(_index(device), False)


def memory_stats_as_nested_dict(device: DeviceLike | None = None) -> dict[str, Any]:
    """{"allocated_bytes": {"all": {"current": …, "peak": …}}, …}; {} without CUDA."""
    if not is_available():
        return {}
    found = _bytes(device)
    names = ("allocated_bytes", found[:2]), ("reserved_bytes", found[2:])
    return {name: {"all": {"current": now, "peak": peak}} for name, (now, peak) in names}


def memory_stats(device: DeviceLike | None = None) -> dict[str, Any]:
    """{"allocated_bytes.all.current": …, …}, sorted; empty without CUDA."""
    nested = memory_stats_as_nested_dict(device)
    flat = {f"{name}.all.{key}": value for name, one in nested.items() for key, value in one["all"].items()}
    return OrderedDict(sorted(flat.items()))


def host_memory_stats_as_nested_dict() -> dict[str, Any]:
    """Statistics of pinned memory: {}, nobody counts them here."""
    return {}


def host_memory_stats() -> dict[str, Any]:
    """Statistics of pinned memory: empty, nobody counts them here."""
    return OrderedDict()


def reset_accumulated_host_memory_stats() -> None:
    """Nothing is counted of pinned memory."""


def reset_peak_host_memory_stats() -> None:
    """Nothing is counted of pinned memory."""


def memory_summary(device: DeviceLike | None = None, abbreviated: bool = False) -> str:
    """memory_stats as lines of text."""
    lines = [f"{name}: {value:,}" for name, value in memory_stats(device).items()]
    return "\n".join(lines or ["no CUDA device is available: no memory is used"])


def memory_snapshot(mempool_id: tuple[int, int] | None = None, include_traces: bool = True) -> list[dict[str, Any]]:
    """The blocks of the allocator; [] without CUDA."""
    if is_available():
        raise NotImplementedError("memory_snapshot(): the blocks of the allocator are not shown here")
    return []


def device_memory_used(device: DeviceLike | None = None) -> int:
    """Bytes that all processes use of a device; raises RuntimeError without CUDA."""
    free, total = mem_get_info(device)
    return total - free


def memory_usage(device: DeviceLike | None = None) -> int:
    """The share of time in which memory was read or written: asks the driver's library, which is not loaded here."""
    return _missing("memory_usage")


def list_gpu_processes(device: DeviceLike | None = None) -> str:
    """The processes on a device: asks the driver's library, which is not loaded here."""
    return _missing("list_gpu_processes")


def get_allocator_backend() -> str:
    """ "native": libtorch's own caching allocator."""
    return "native"


def get_per_process_memory_fraction(device: DeviceLike | None = None) -> float:
    """1.0: all of a device's memory may be used; raises RuntimeError without CUDA."""
    mem_get_info(device)
    return 1.0


def set_per_process_memory_fraction(fraction: float, device: DeviceLike | None = None) -> None:
    """Limits what may be used of a device's memory; not here."""
    return _missing("set_per_process_memory_fraction")


def caching_allocator_alloc(size: int, device: DeviceLike | None = None, stream: Any = None) -> int:
    """An address in a device's memory; not here: make a tensor."""
    return _missing("caching_allocator_alloc")


def caching_allocator_delete(mem_ptr: int) -> None:
    """Frees what caching_allocator_alloc gave."""
    return _missing("caching_allocator_delete")


def caching_allocator_enable(value: bool = True) -> None:
    """Whether freed blocks are kept; not here."""
    if is_available():
        _missing("caching_allocator_enable")


@contextlib.contextmanager
def caching_allocator_disabled() -> Iterator[None]:
    """Freed blocks of the block are given back; not here."""
    caching_allocator_enable(False)
    yield


def change_current_allocator(allocator: Any) -> None:
    """Another allocator of device memory; not here."""
    return _missing("change_current_allocator")


class CUDAPluggableAllocator:
    """An allocator of device memory from a shared object; not here."""

    def __init__(self, path_to_so_file: str, alloc_fn_name: str, free_fn_name: str) -> None:
        _missing("CUDAPluggableAllocator")


class MemPool:
    """A pool of device memory; not here."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        _missing("MemPool")


def use_mem_pool(pool: MemPool, device: DeviceLike | None = None) -> Any:
    """A block whose tensors come from a pool; not here."""
    return _missing("use_mem_pool")


def _missing(name: str) -> Any:
    """Raises RuntimeError without CUDA, else NotImplementedError."""
    api.cuda_current_device()
    raise NotImplementedError(f"cuda.{name}() is not here")
