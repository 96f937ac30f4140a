"""Memory: what is alive, and what happens when it runs short.

Live bytes are counted in C for each tensor handle, always, and so are the bytes of all storages on the CPU. Where these
grow, cycles are collected without a call. What an operator asks for and does not get is asked for once more after a
collection. What was freed is given back to the system after a large drop.
"""

from __future__ import annotations

import atexit
import os

from .._boundary import api, constants
from .._boundary.handle import core
from .._memory import collector, finalizers, looks
from .._memory.automatic import Automatic
from .._tensor.device import device_numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._memory.watch import watch as watch
    from .._typing import DeviceLike

__all__ = ["stats", "reset_peak", "set_threshold", "threshold", "set_automatic", "storage_bytes", "trim", "watch"]

_KINDS = {"cpu": constants.CPU, "cuda": constants.CUDA}
_collections = {constants.GC_THRESHOLD: 0, constants.GC_OUT_OF_MEMORY: 0}
_automatic = Automatic()
_DROP = 256 << 20
_KEPT = 64 << 20  # of what small trainings free and make again in each step


def stats() -> dict[str, Any]:
    """Counts of tensor handles, and bytes that the live ones refer to.

    A dict: "live", "created" and "closed" (handles), "live_bytes" and "peak_bytes" (of all
    devices), "storage_bytes" (see storage_bytes()), "pooled_bytes" (of freed storages,
    which threads keep for their next ones; trim() gives them back), "threshold_collections",
    "automatic_collections" and "out_of_memory_collections" (how often each made one), and
    "devices": {"cpu" and "cuda": {"live_bytes", "peak_bytes", "threshold"}}. Two tensors over
    one storage, such as a view and its base, count twice in the bytes of handles.
    """
    finalizers.flush()
    live, created = api.live_tensors(), api.created_tensors()
    return {
        "live": live,
        "created": created,
        "closed": created - live,
        "live_bytes": api.live_bytes(constants.UNSET),
        "peak_bytes": api.peak_bytes(constants.UNSET),
        "storage_bytes": api.storage_bytes(),
        "pooled_bytes": api.pool_bytes(),
        "automatic_collections": _automatic.count,
        "threshold_collections": _collections[constants.GC_THRESHOLD],
        "out_of_memory_collections": _collections[constants.GC_OUT_OF_MEMORY],
        "devices": {
            name: {
                "live_bytes": api.live_bytes(kind),
                "peak_bytes": api.peak_bytes(kind),
                "threshold": threshold(name),
            }
            for name, kind in _KINDS.items()
        },
    }


def reset_peak() -> None:
    """The peak is what is alive now."""
    api.peak_bytes_reset()


def set_threshold(bytes: int | None, device: DeviceLike | None = None) -> None:
    """Collects when more than `bytes` are alive on a device, and again with each quarter more; None: never.

    device: "cpu", "cuda", or None for each on its own. On the CPU what counts is the bytes of live tensors, or of all
    storages where these are more: what the graph and gradients hold has no tensor. Off at first. Raises ValueError for a
    number that is not positive.
    """
    if bytes is not None and (isinstance(bytes, bool) or not isinstance(bytes, int)):
        raise TypeError(f"set_threshold(): argument 'bytes' must be int or None, not {type(bytes).__name__}")
    if bytes is not None and not 0 < bytes < 1 << 62:
        raise ValueError(f"set_threshold(): argument 'bytes' must be positive or None, got {bytes}")
    api.set_gc_threshold(constants.UNSET if device is None else device_numbers(device)[0], bytes or 0)


def threshold(device: DeviceLike = "cpu") -> int | None:
    """The threshold of a device, or None."""
    return api.gc_threshold(device_numbers(device)[0]) or None


def __getattr__(name):
    if name != "watch":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .._memory.watch import watch

    globals()["watch"] = watch
    return watch


def set_automatic(enabled: bool) -> None:
    """Sets whether cycles are collected where storages on the CPU, or tensors on devices, have grown by a quarter, and by 32 MB.

    On at first.

    Collects what is young, and everything where that was not enough. Nothing after Python's own gc.disable().
    PYTORCH_C_GC_AUTOMATIC=0 in the environment has it off from the start.
    """
    if not isinstance(enabled, bool):
        raise TypeError(f"set_automatic(): argument 'enabled' must be bool, not {type(enabled).__name__}")
    _automatic.set(enabled)


def storage_bytes() -> int:
    """Bytes of all storages on the CPU, each once, whoever holds them: tensors, gradients, the graph.

    Where it grows and live_bytes() does not, the graph holds what no tensor refers to: a backward pass with
    create_graph=True whose gradients refer to their own graph, for one.
    """
    finalizers.flush()
    return api.storage_bytes()


def trim() -> int:
    """Gives memory that was freed back to the system; returns how many bytes less are resident.

    The allocator of C keeps it for the next request. Done without a call, at most each ten seconds, where storages have
    fallen by half and by 256 MB.
    """
    finalizers.flush()
    return api.trim()


def _relieve(level):
    """Frees what it can; the C library calls it on the thread that ran short."""
    if level == constants.GC_STORAGES:
        _automatic.relieve()
        return
    _collections[level] += 1
    if collector.is_inside_finalizer():
        return
    if level == constants.GC_OUT_OF_MEMORY:
        looks.collect_everything_here()
    else:
        core.collect()


core.set_pressure(_relieve)
_automatic.set(os.environ.get("PYTORCH_C_GC_AUTOMATIC") != "0")
api.set_trim_drop(_DROP)
api.set_malloc_kept(_KEPT)
atexit.register(core.set_pressure, None)
