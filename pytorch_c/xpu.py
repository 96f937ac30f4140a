"""Intel's GPUs (torch.xpu): this package does not reach them; questions say that there is none."""

from __future__ import annotations

from collections import OrderedDict

from ._absent_devices import StreamContext, answers, classes, device, device_of, failures, stream

_KIND = "xpu"
default_generators: tuple[()] = ()
_NAMES = {
    **answers(
        _KIND, False, "is_available is_initialized is_bf16_supported is_tf32_supported is_current_stream_capturing"
    ),
    **answers(_KIND, 0, "device_count memory_allocated max_memory_allocated memory_reserved max_memory_reserved"),
    **answers(_KIND, list, "get_arch_list get_rng_state_all memory_snapshot"),
    **answers(_KIND, dict, "memory_stats_as_nested_dict"),
    **answers(_KIND, OrderedDict, "memory_stats"),
    **answers(_KIND, "", "get_gencode_flags"),
    **answers(
        _KIND,
        None,
        "empty_cache manual_seed manual_seed_all seed seed_all reset_accumulated_memory_stats reset_peak_memory_stats "
        "set_rng_state set_rng_state_all",
    ),
    **failures(
        _KIND,
        "can_device_access_peer change_current_allocator clock_rate current_device current_stream device_memory_used "
        "get_device_capability get_device_name get_device_properties get_per_process_memory_fraction get_rng_state "
        "get_stream_from_external graph graph_pool_handle init initial_seed make_graphed_callables mem_get_info "
        "memory_usage power_draw use_mem_pool set_device set_per_process_memory_fraction set_stream synchronize "
        "temperature utilization",
    ),
    **classes(_KIND, "Event Stream XPUPluggableAllocator XPUGraph MemPool"),
}
globals().update(_NAMES)
__all__ = ["default_generators", "StreamContext", "device", "device_of", "stream", *_NAMES]
