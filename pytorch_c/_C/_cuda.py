"""CUDA's names of torch's extension (torch._C._cuda_*, …), over the C library.

Torch's own Python of torch.cuda runs on these. In a libtorch without CUDA, and without a device, each raises
RuntimeError with a sentence of the C library's.
"""

from __future__ import annotations

import json

from .._boundary import api, constants

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


# ---- devices ----

_cuda_getDevice = api.cuda_current_device
_cuda_getDeviceCount = api.cuda_device_count
_cuda_setDevice = api.cuda_set_device
_cuda_isInBadFork = api.cuda_in_bad_fork
_cuda_hasPrimaryContext = api.cuda_has_context
_cuda_canDeviceAccessPeer = api.cuda_can_access_peer
_cuda_sleep = api.cuda_sleep
_cuda_ipc_collect = api.cuda_collect_shared
_cuda_getArchFlags = api.cuda_architectures
_cuda_getCompiledVersion = api.cuda_runtime_version


def _cuda_init() -> None:
    """Makes sure that CUDA can be used."""
    api.cuda_current_device()


def _cuda_synchronize() -> None:
    """Waits for all work on the current device."""
    api.cuda_synchronize(constants.UNSET)


def _cuda_exchangeDevice(device: int) -> int:
    """Makes a device the current one and returns the one before; an index below 0 changes nothing and gives -1."""
    if device < 0:
        return -1
    before = api.cuda_current_device()
    if before != device:
        api.cuda_set_device(device)
    return before


_cuda_maybeExchangeDevice = _cuda_exchangeDevice

# {attribute of torch's: the driver's number for it}
_ATTRIBUTES = {
    "major": constants.CUDA_MAJOR,
    "minor": constants.CUDA_MINOR,
    "is_multi_gpu_board": constants.CUDA_MULTI_GPU_BOARD,
    "is_integrated": constants.CUDA_INTEGRATED,
    "multi_processor_count": constants.CUDA_MULTIPROCESSORS,
    "max_threads_per_multi_processor": constants.CUDA_THREADS_PER_MULTIPROCESSOR,
    "max_threads_per_block": constants.CUDA_MAX_THREADS_PER_BLOCK,
    "warp_size": constants.CUDA_WARP_SIZE,
    "regs_per_multiprocessor": constants.CUDA_REGISTERS_PER_MULTIPROCESSOR,
    "shared_memory_per_block": constants.CUDA_SHARED_MEMORY_PER_BLOCK,
    "shared_memory_per_block_optin": constants.CUDA_SHARED_MEMORY_PER_BLOCK_OPTIN,
    "shared_memory_per_multiprocessor": constants.CUDA_SHARED_MEMORY_PER_MULTIPROCESSOR,
    "pci_bus_id": constants.CUDA_PCI_BUS,
    "pci_device_id": constants.CUDA_PCI_DEVICE,
    "pci_domain_id": constants.CUDA_PCI_DOMAIN,
    "L2_cache_size": constants.CUDA_L2_CACHE_SIZE,
    "clock_rate": constants.CUDA_CLOCK_RATE,
    "memory_clock_rate": constants.CUDA_MEMORY_CLOCK_RATE,
    "memory_bus_width": constants.CUDA_MEMORY_BUS_WIDTH,
}
_OTHERS = {
    "name": api.cuda_device_name,
    "gcnArchName": api.cuda_device_name,
    "uuid": api.cuda_device_uuid,
    "total_memory": api.cuda_device_memory,
}


class _CudaDeviceProperties:
    """A device's name, memory, processors and limits, each asked of the driver when it is first read."""

    def __init__(self, index: int) -> None:
        self._index = index

    def __getattr__(self, name: str) -> Any:
        if name in _ATTRIBUTES:
            found = api.cuda_device_attribute(self._index, _ATTRIBUTES[name])
        elif name in _OTHERS:
            found = _OTHERS[name](self._index)
        else:
            raise AttributeError(f"'_CudaDeviceProperties' object has no attribute {name!r}")
        setattr(self, name, found)
        return found

    def __repr__(self) -> str:
        return (
            f"_CudaDeviceProperties(name='{self.name}', major={self.major}, minor={self.minor}, "
            f"total_memory={self.total_memory >> 20}MB, multi_processor_count={self.multi_processor_count}, "
            f"uuid={self.uuid}, pci_bus_id={self.pci_bus_id}, pci_device_id={self.pci_device_id}, "
            f"pci_domain_id={self.pci_domain_id}, L2_cache_size={self.L2_cache_size >> 20}MB)"
        )


# ---- libraries ----

_cuda_getCurrentBlasHandle = api.cuda_blas_handle
_cuda_getCurrentSolverHandle = api.cuda_solver_handle
_cuda_clearCublasWorkspaces = api.cuda_clear_blas_workspaces
_cuda_get_cudnn_benchmark_limit = api.cudnn_benchmark_limit
_cuda_set_cudnn_benchmark_limit = api.set_cudnn_benchmark_limit
_cuda_get_sync_debug_mode = api.cuda_sync_debug_mode
_cuda_set_sync_debug_mode = api.cuda_set_sync_debug_mode


def _cuda_getCublasWorkspaceSize() -> int:
    """Bytes that cuBLAS works in."""
    return api.cuda_blas_workspace(False)


def _cuda_setCublasWorkspaceSize(size: int) -> None:
    """Sets how many bytes cuBLAS works in."""
    api.cuda_set_blas_workspace(False, size)


def _cuda_getCublasLtWorkspaceSize() -> int:
    """Bytes that cuBLASLt works in."""
    return api.cuda_blas_workspace(True)


def _cuda_setCublasLtWorkspaceSize(size: int) -> None:
    """Sets how many bytes cuBLASLt works in."""
    api.cuda_set_blas_workspace(True, size)


# ---- memory ----

_cuda_getAllocatorBackend = api.cuda_allocator_name
_cuda_getMemoryFraction = api.cuda_memory_fraction
_cuda_cudaCachingAllocator_raw_alloc = api.cuda_allocate
_cuda_cudaCachingAllocator_raw_delete = api.cuda_give_back
_cuda_cudaCachingAllocator_enable = api.cuda_set_caching
_cuda_cudaCachingAllocator_is_enabled = api.cuda_caching
_cuda_cudaCachingAllocator_set_allocator_settings = api.cuda_set_allocator_settings
_cuda_isHistoryEnabled = api.cuda_records_memory
_cuda_emptyCache = api.cuda_empty_cache


def _cuda_setMemoryFraction(fraction: float, device: int) -> None:
    """Limits the share of a device's memory that this process may use."""
    api.cuda_set_memory_fraction(device, fraction)


def _cuda_memoryStats(device: int) -> dict[str, Any]:
    """Statistics of a device's memory, nested."""
    return json.loads(api.cuda_memory_statistics(device))


def _cuda_resetAccumulatedMemoryStats(device: int) -> None:
    """Begins the totals of a device's statistics again."""
    api.cuda_reset_memory_stats(device, False)


def _cuda_resetPeakMemoryStats(device: int) -> None:
    """Begins the peaks of a device's statistics again."""
    api.cuda_reset_memory_stats(device, True)


def _cuda_hostMemoryStats() -> dict[str, Any]:
    """Statistics of pinned memory, nested."""
    return json.loads(api.cuda_host_memory_statistics())


def _cuda_resetAccumulatedHostMemoryStats() -> None:
    """Begins the totals of pinned memory's statistics again."""
    api.cuda_reset_host_memory_statistics(False)


def _cuda_resetPeakHostMemoryStats() -> None:
    """Begins the peaks of pinned memory's statistics again."""
    api.cuda_reset_host_memory_statistics(True)


def _cuda_memorySnapshot(mempool_id: tuple[Any, ...] | None = None) -> dict[str, Any]:
    """Segments, blocks and history of the allocator: of one pool, or of all with None and (0, 0, …)."""
    pool, subpool, traces = (*(mempool_id or (0, 0)), True)[:3]
    found = json.loads(api.cuda_memory_snapshot(pool, subpool, bool(traces)))
    for segment in found["segments"]:
        segment["segment_pool_id"] = tuple(segment["segment_pool_id"])
    for entries in found["device_traces"]:
        for entry in entries:
            entry["pool_id"] = tuple(entry["pool_id"])
    return found


def _cuda_record_memory_history(
    enabled: str | None, context: str | None, stacks: str, max_entries: int, *others: Any
) -> None:
    """Keeps the last events of the allocator for the snapshot, without stacks; enabled=None ends that."""
    if enabled not in (None, "state", "all"):
        raise RuntimeError("expected state to be 'state', 'all', or None")
    api.cuda_record_memory({None: 0, "state": 1}.get(enabled, min(max_entries, 2**62)))


def _cuda_record_memory_history_legacy(enabled: bool, context: bool, entries: int, *others: Any) -> None:
    """Keeps the last events of the allocator for the snapshot, without stacks."""
    api.cuda_record_memory(max(entries, 1) if enabled else 0)


def _cuda_allocationTraceback(data_ptr: int) -> None:
    """None: no stacks are kept."""


class _cuda_CUDAAllocator:
    """An allocator of device memory; `_cuda_customAllocator` makes one."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle


def _cuda_customAllocator(alloc_fn: int, free_fn: int) -> _cuda_CUDAAllocator:
    """An allocator of the addresses of two C functions."""
    return _cuda_CUDAAllocator(api.cuda_allocator_new(alloc_fn, free_fn))


def _cuda_getAllocator() -> _cuda_CUDAAllocator:
    """The allocator in use."""
    return _cuda_CUDAAllocator(api.cuda_allocator_current())


def _cuda_changeCurrentAllocator(allocator: _cuda_CUDAAllocator) -> None:
    """Uses an allocator from now on."""
    api.cuda_allocator_use(allocator._handle)


class _MemPool:
    """A pool of device memory; making one raises RuntimeError without CUDA."""

    def __init__(
        self,
        allocator: _cuda_CUDAAllocator | None = None,
        is_user_created: bool = True,
        use_on_oom: bool = False,
        no_split: bool = False,
    ) -> None:
        self._allocator = allocator
        self._handle = api.cuda_pool_new(allocator and allocator._handle, use_on_oom, no_split)

    @property
    def id(self) -> tuple[int, int]:
        """The two numbers of the pool."""
        return api.cuda_pool_name(self._handle)

    @property
    def device(self) -> int:
        """The index of the pool's device."""
        return api.cuda_pool_device(self._handle)

    @property
    def allocator(self) -> _cuda_CUDAAllocator | None:
        """The allocator that the pool was made with."""
        return self._allocator

    def use_count(self) -> int:
        """The number of users of the pool, itself included."""
        return api.cuda_pool_use_count(self._handle)


_graph_pool_handle = api.cuda_pool_handle


def _cuda_beginAllocateToPool(device: int, mempool_id: tuple[int, int]) -> None:
    """Takes memory of a device from a pool."""
    api.cuda_pool_begin(device, *mempool_id, constants.CUDA_POOL_EVERYONE)


def _cuda_beginAllocateCurrentThreadToPool(device: int, mempool_id: tuple[int, int]) -> None:
    """Takes this thread's memory of a device from a pool."""
    api.cuda_pool_begin(device, *mempool_id, constants.CUDA_POOL_THREAD)


def _cuda_beginAllocateCurrentStreamToPool(device: int, mempool_id: tuple[int, int]) -> None:
    """Takes the memory of work on the current stream of a device from a pool."""
    api.cuda_pool_begin(device, *mempool_id, constants.CUDA_POOL_STREAM)


def _cuda_endAllocateToPool(device: int, mempool_id: tuple[int, int]) -> None:
    """Ends what one of the three functions above began."""
    api.cuda_pool_end(device, *mempool_id)


def _cuda_releasePool(device: int, mempool_id: tuple[int, int]) -> None:
    """Lets go of a use of the pool."""
    api.cuda_pool_release(device, *mempool_id)


def _host_emptyCache() -> None:
    """Gives cached pinned memory back; does nothing without CUDA."""
    if api.cuda_is_available():
        api.cuda_empty_host_cache()


# ---- graphs ----


def _cuda_isCurrentStreamCapturing() -> bool:
    """Returns whether the work of this thread's current stream is being captured; False without CUDA."""
    return api.cuda_is_available() and api.cuda_is_capturing()


_MODES = {
    "global": constants.CUDA_CAPTURE_GLOBAL,
    "thread_local": constants.CUDA_CAPTURE_THREAD,
    "relaxed": constants.CUDA_CAPTURE_RELAXED,
}


class _CUDAGraph:
    """Captured work; making one raises RuntimeError without CUDA."""

    _handle: Any

    def __new__(cls, keep_graph: bool = False) -> _CUDAGraph:
        self = super().__new__(cls)
        self._handle = api.cuda_graph_new(bool(keep_graph))
        return self

    def capture_begin(self, pool: tuple[int, int] | None = None, capture_error_mode: str = "global") -> None:
        """Captures the work of the current stream from now on, its memory of a pool."""
        if capture_error_mode not in _MODES:
            raise RuntimeError(
                f"Unknown capture error mode. Expected `global`, `thread_local`, or `relaxed`, got {capture_error_mode}"
            )
        api.cuda_graph_begin(self._handle, *(pool or (0, 0)), _MODES[capture_error_mode])

    def capture_end(self) -> None:
        """Ends the capture."""
        api.cuda_graph_end(self._handle)

    def register_generator_state(self, generator: Any) -> None:
        """Captures a generator's numbers too."""
        api.cuda_graph_add_generator(self._handle, generator)

    def instantiate(self) -> None:
        """Makes a graph that is kept ready."""
        api.cuda_graph_instantiate(self._handle)

    def replay(self) -> None:
        """Runs what was captured."""
        api.cuda_graph_replay(self._handle)

    def reset(self) -> None:
        """Forgets what was captured."""
        api.cuda_graph_reset(self._handle)

    def pool(self) -> tuple[int, int]:
        """The pool of the graph's memory."""
        return api.cuda_graph_pool(self._handle)

    def enable_debug_mode(self) -> None:
        """Keeps what debug_dump writes."""
        api.cuda_graph_debug(self._handle)

    def debug_dump(self, debug_path: str) -> None:
        """Writes the graph for Graphviz."""
        api.cuda_graph_dump(self._handle, debug_path)

    def raw_cuda_graph(self) -> int:
        """The cudaGraph_t."""
        return api.cuda_graph_native(self._handle)

    def raw_cuda_graph_exec(self) -> int:
        """The cudaGraphExec_t."""
        return api.cuda_graph_native_exec(self._handle)
