"""CUDA devices (torch.cuda). Every function exists in every build and says what is missing.

Questions answer truthfully without a GPU: nothing is available, no memory is used. What needs one raises RuntimeError.
"""

from __future__ import annotations

from .._boundary.errors import AcceleratorError as AcceleratorError
from .._boundary.errors import OutOfMemoryError as OutOfMemoryError
from ._device import (
    can_device_access_peer,
    current_device,
    device,
    device_count,
    device_of,
    empty_cache,
    get_arch_list,
    get_gencode_flags,
    get_sync_debug_mode,
    init,
    ipc_collect,
    is_available,
    is_bf16_supported,
    is_initialized,
    is_tf32_supported,
    mem_get_info,
    set_device,
    synchronize,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "can_device_access_peer",
    "current_device",
    "device",
    "device_count",
    "device_of",
    "empty_cache",
    "get_arch_list",
    "get_gencode_flags",
    "get_sync_debug_mode",
    "init",
    "ipc_collect",
    "is_available",
    "is_bf16_supported",
    "is_initialized",
    "is_tf32_supported",
    "mem_get_info",
    "set_device",
    "synchronize",
]

# What is loaded at its first use: name -> module below this package.
_LAZY = dict.fromkeys(
    "caching_allocator_alloc caching_allocator_delete caching_allocator_disabled caching_allocator_enable "
    "change_current_allocator CUDAPluggableAllocator device_memory_used get_allocator_backend get_per_process_memory_fraction "
    "host_memory_stats host_memory_stats_as_nested_dict list_gpu_processes max_memory_allocated max_memory_cached "
    "max_memory_reserved memory_allocated memory_cached memory_reserved memory_snapshot memory_stats "
    "memory_stats_as_nested_dict memory_summary memory_usage MemPool reset_accumulated_host_memory_stats "
    "reset_accumulated_memory_stats reset_max_memory_allocated reset_max_memory_cached reset_peak_host_memory_stats "
    "reset_peak_memory_stats set_per_process_memory_fraction use_mem_pool".split(),
    "memory",
)
_LAZY |= dict.fromkeys(
    "default_generators get_rng_state get_rng_state_all initial_seed manual_seed manual_seed_all seed seed_all "
    "set_rng_state set_rng_state_all".split(),
    "random",
)
_LAZY |= dict.fromkeys(
    "current_stream default_stream Event ExternalStream get_stream_from_external is_current_stream_capturing set_stream "
    "Stream stream StreamContext".split(),
    "streams",
)
_LAZY |= dict.fromkeys("CUDAGraph graph graph_pool_handle GreenContext make_graphed_callables".split(), "graphs")
_LAZY |= dict.fromkeys(
    "check_error clock_rate CudaError cudart cudaStatus current_blas_handle current_solver_handle DeferredCudaCallError "
    "get_device_capability get_device_name get_device_properties has_half has_magma power_draw set_sync_debug_mode "
    "temperature utilization".split(),
    "properties",
)
_LAZY |= dict.fromkeys(
    "BFloat16Tensor BoolTensor ByteTensor CharTensor DoubleTensor FloatTensor HalfTensor IntTensor LongTensor "
    "ShortTensor".split(),
    "tensors",
)
_MODULES = (
    "amp",
    "graphs",
    "jiterator",
    "memory",
    "nccl",
    "nvtx",
    "profiler",
    "random",
    "sparse",
    "streams",
    "tunable",
)


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _LAZY:
        found = getattr(import_module(f".{_LAZY[name]}", __name__), name)
        globals()[name] = found
        return found
    if name in _MODULES:
        try:
            return import_module(f".{name}", __name__)
        except ModuleNotFoundError:
            pass
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
