"""The accelerator of this machine (torch.accelerator): a CUDA device, or none."""

from __future__ import annotations

from . import cuda
from ._tensor.device import device
from .cuda import _memory as memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._typing import DeviceLike

__all__ = [
    "Graph", "current_accelerator", "current_device_idx", "current_device_index", "get_device_capability",
    "current_stream", "device_count", "device_index", "empty_cache", "empty_host_cache", "get_memory_info",
    "is_available", "max_memory_allocated", "max_memory_reserved", "memory_allocated", "memory_reserved", "memory_stats",
    "reset_accumulated_memory_stats", "reset_peak_memory_stats", "set_device_idx", "set_device_index", "set_stream",
    "synchronize",
]  # fmt: skip

max_memory_allocated, max_memory_reserved = memory.max_memory_allocated, memory.max_memory_reserved
memory_allocated, memory_reserved = memory.memory_allocated, memory.memory_reserved
reset_accumulated_memory_stats, reset_peak_memory_stats = (
    memory.reset_accumulated_memory_stats,
    memory.reset_peak_memory_stats,
)
empty_cache, get_memory_info = cuda.empty_cache, cuda.mem_get_info


def memory_stats(device: DeviceLike | None = None) -> Any:
    """{"allocated_bytes.all.current": …, …}, sorted; empty without one."""
    return cuda.memory_stats(device)


def is_available() -> bool:
    """Whether there is one that can be used now."""
    return cuda.is_available()


def device_count() -> int:
    """How many there are; 0 without one."""
    return cuda.device_count()


def current_accelerator(check_available: bool = False) -> device | None:
    """Its device without an index, or None."""
    return device("cuda") if cuda.is_available() else None


def current_device_index() -> int:
    """The index of the current one; raises RuntimeError without one."""
    return cuda.current_device()


current_device_idx = current_device_index


def set_device_index(device: DeviceLike) -> None:
    """Makes one the current one; raises RuntimeError without one."""
    cuda.set_device(device)


set_device_idx = set_device_index


class device_index:
    """A block in which another one is the current one; None changes nothing."""

    def __init__(self, device: int | None, /) -> None:
        self._block = cuda.device(device)

    def __enter__(self) -> None:
        self._block.__enter__()

    def __exit__(self, *exception: object) -> None:
        self._block.__exit__(*exception)


def synchronize(device: DeviceLike | None = None) -> None:
    """Waits for all work on one; raises RuntimeError without one."""
    cuda.synchronize(device)


def empty_host_cache() -> None:
    """Gives pinned memory back; there is none kept."""


def get_device_capability(device: DeviceLike | None = None) -> dict[str, Any]:
    """What it computes with; raises RuntimeError without one."""
    cuda.init()
    raise NotImplementedError("get_device_capability() is not here")


def current_stream(device: DeviceLike | None = None) -> Any:
    """The stream that work is put on; raises RuntimeError without one."""
    return cuda.current_stream(device)


def set_stream(stream: Any) -> None:
    """Makes a stream the current one; raises RuntimeError without one."""
    cuda.set_stream(stream)


class Graph:
    """Captured work (torch.accelerator.Graph); making one raises RuntimeError without one."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        cuda.init()
        raise NotImplementedError("Graph: work is not captured here")
