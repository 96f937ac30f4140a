"""Meta's accelerators (torch.mtia): this package does not reach them; questions say that there is none."""

from __future__ import annotations

from ._absent_devices import StreamContext, answers, classes, device, failures, stream

_KIND = "mtia"
_NAMES = {
    **answers(_KIND, False, "is_available is_initialized is_bf16_supported"),
    **answers(_KIND, 0, "device_count memory_allocated max_memory_allocated"),
    **answers(_KIND, list, "get_rng_state_all"),
    **answers(_KIND, dict, "memory_stats snapshot"),
    **answers(
        _KIND,
        None,
        "empty_cache manual_seed manual_seed_all seed seed_all reset_peak_memory_stats set_rng_state set_rng_state_all",
    ),
    **failures(
        _KIND,
        "init synchronize current_device current_stream default_stream get_device_capability get_device_properties "
        "record_memory_history attach_out_of_memory_observer set_device set_stream get_rng_state initial_seed graph "
        "graph_pool_handle",
    ),
    **classes(_KIND, "MTIAGraph Event Stream"),
}
globals().update(_NAMES)
__all__ = ["StreamContext", "device", "stream", *_NAMES]
