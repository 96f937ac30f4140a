"""Apple's Metal (torch.mps): this package runs on Linux; questions say that there is none."""

from __future__ import annotations

from ._absent_devices import answers, classes, failures

__path__: list[str] = []  # the import of a module below says why it is not here
_KIND = "mps"
_NAMES = {
    **answers(_KIND, False, "is_available"),
    **answers(_KIND, 0, "device_count current_allocated_memory driver_allocated_memory recommended_max_memory"),
    **answers(_KIND, None, "empty_cache manual_seed seed"),
    **failures(
        _KIND, "compile_shader load_metallib get_rng_state set_rng_state synchronize set_per_process_memory_fraction"
    ),
    **classes(_KIND, "Event"),
}
globals().update(_NAMES)
__all__ = list(_NAMES)
