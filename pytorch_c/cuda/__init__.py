"""CUDA devices (torch.cuda). Every function exists in every build and says what is missing.

Questions answer truthfully without a GPU: nothing is available, no memory is used. What needs one raises RuntimeError.
What works with a libtorch alone is here; streams, graphs, memory in detail and the rest are torch's own files, run on
the functions of `_C._cuda`.
"""

from __future__ import annotations

from .._boundary.errors import AcceleratorError as AcceleratorError
from .._boundary.errors import OutOfMemoryError as OutOfMemoryError
from ._device import (
    _get_device_properties as _get_device_properties,
)
from ._device import (
    _initialized as _initialized,
)
from ._device import (
    _is_compiled as _is_compiled,
)
from ._device import (
    _lazy_call as _lazy_call,
)
from ._device import (
    _lazy_init as _lazy_init,
)
from ._device import (
    can_device_access_peer,
    current_device,
    device,
    device_count,
    device_of,
    empty_cache,
    get_arch_list,
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

# Loaded on first use: name -> module below this package.
_LAZY = dict.fromkeys(
    "max_memory_allocated max_memory_reserved memory_allocated memory_reserved reset_accumulated_memory_stats "
    "reset_peak_memory_stats".split(),
    "_memory",
)
_LAZY |= dict.fromkeys("manual_seed manual_seed_all seed seed_all".split(), "_seeds")
_LAZY |= dict.fromkeys(
    "clock_rate device_memory_used memory_usage power_draw temperature utilization".split(), "_readings"
)
_LAZY |= dict.fromkeys(
    "BFloat16Tensor BoolTensor ByteTensor CharTensor DoubleTensor FloatTensor HalfTensor IntTensor LongTensor "
    "ShortTensor".split(),
    "tensors",
)
# From torch's file of this package and those below it.
_TORCHS = (
    "CUDAGraph CUDAPluggableAllocator CudaError DeferredCudaCallError Event ExternalStream GreenContext MemPool Stream "
    "StreamContext caching_allocator_alloc caching_allocator_delete caching_allocator_enable change_current_allocator "
    "check_error cudaStatus cudart current_blas_handle current_solver_handle current_stream default_stream "
    "get_allocator_backend get_device_capability get_device_name get_device_properties get_gencode_flags "
    "get_per_process_memory_fraction get_rng_state get_rng_state_all get_stream_from_external get_sync_debug_mode graph "
    "graph_pool_handle has_half has_magma host_memory_stats host_memory_stats_as_nested_dict initial_seed "
    "is_current_stream_capturing list_gpu_processes make_graphed_callables max_memory_cached memory_cached memory_snapshot "
    "memory_stats memory_stats_as_nested_dict memory_summary reset_accumulated_host_memory_stats reset_max_memory_allocated "
    "reset_max_memory_cached reset_peak_host_memory_stats set_per_process_memory_fraction set_rng_state set_rng_state_all "
    "set_stream set_sync_debug_mode stream use_mem_pool"
).split()
_WITHOUT_TORCH = {"Stream": "_CudaStreamBase", "Event": "_CudaEventBase"}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in _LAZY:
        found = getattr(import_module(f".{_LAZY[name]}", __name__), name)
    elif name in _WITHOUT_TORCH:
        try:
            found = getattr(import_module(".streams", __name__), name)
        except ImportError:  # LIBTORCH=DIR alone
            found = getattr(import_module(".._C", __name__), _WITHOUT_TORCH[name])
    elif name == "default_generators":
        return import_module("._seeds", __name__).default_generators()
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY, *_TORCHS, "default_generators"})
