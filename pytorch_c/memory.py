"""Memory: what is alive, and what happens when it runs short.

Live bytes are counted in C for each tensor handle, always. What an operator
asks for and does not get is asked for once more after a collection.
"""

from __future__ import annotations

import atexit

from ._boundary import constants
from ._boundary.handle import accel
from ._boundary.library import lib
from ._memory import collector, finalizers, loops
from ._tensor.device import device_numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._typing import DeviceLike

__all__ = ["stats", "reset_peak", "set_threshold", "threshold"]

_KINDS = {"cpu": constants.CPU, "cuda": constants.CUDA}
_collections = {constants.GC_THRESHOLD: 0, constants.GC_OUT_OF_MEMORY: 0}


def stats() -> dict[str, Any]:
    """Counts of tensor handles, and bytes that the live ones refer to.

    A dict: "live", "created" and "closed" (handles), "live_bytes" and "peak_bytes" (of all
    devices), "threshold_collections" and "out_of_memory_collections" (how often memory
    pressure made one), and "devices": {"cpu" and "cuda": {"live_bytes", "peak_bytes",
    "threshold"}}. Two tensors over one storage, such as a view and its base, count twice.
    """
    finalizers.flush()
    live, created = lib.ptc_live_tensors(), lib.ptc_created_tensors()
    return {
        "live": live,
        "created": created,
        "closed": created - live,
        "live_bytes": lib.ptc_live_bytes(constants.UNSET),
        "peak_bytes": lib.ptc_peak_bytes(constants.UNSET),
        "threshold_collections": _collections[constants.GC_THRESHOLD],
        "out_of_memory_collections": _collections[constants.GC_OUT_OF_MEMORY],
        "devices": {
            name: {
                "live_bytes": lib.ptc_live_bytes(kind),
                "peak_bytes": lib.ptc_peak_bytes(kind),
                "threshold": threshold(name),
            }
            for name, kind in _KINDS.items()
        },
    }


def reset_peak() -> None:
    """The peak is what is alive now."""
    lib.ptc_peak_bytes_reset()


def set_threshold(bytes: int | None, device: DeviceLike | None = None) -> None:
    """Collects when more than `bytes` are alive on a device, and again with each quarter more; None: never.

    device: "cpu", "cuda", or None for each on its own. Off at first. Raises ValueError for a
    number that is not positive.
    """
    if bytes is not None and (isinstance(bytes, bool) or not isinstance(bytes, int)):
        raise TypeError(f"set_threshold(): argument 'bytes' must be int or None, not {type(bytes).__name__}")
    if bytes is not None and not 0 < bytes < 1 << 62:
        raise ValueError(f"set_threshold(): argument 'bytes' must be positive or None, got {bytes}")
    lib.ptc_set_gc_threshold(constants.UNSET if device is None else device_numbers(device)[0], bytes or 0)


def threshold(device: DeviceLike = "cpu") -> int | None:
    """The threshold of a device, or None."""
    return lib.ptc_gc_threshold(device_numbers(device)[0]) or None


def _relieve(level):
    """Frees what it can; the C library calls it on the thread that ran short."""
    _collections[level] += 1
    if collector.is_inside_finalizer():
        return
    if level == constants.GC_OUT_OF_MEMORY:
        loops.collect_everything_here()
    else:
        accel.collect()


accel.set_pressure(_relieve)
atexit.register(accel.set_pressure, None)
