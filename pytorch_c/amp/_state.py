"""The state of autocast on this thread, under the names that torch has for it."""

from __future__ import annotations

import warnings

from .._boundary import api
from .._boundary.handle import core
from .._tensor.device import parse
from .._tensor.dtype import DTYPES, dtype

__all__ = [
    "clear_autocast_cache",
    "get_autocast_cpu_dtype",
    "get_autocast_dtype",
    "get_autocast_gpu_dtype",
    "is_autocast_available",
    "is_autocast_cache_enabled",
    "is_autocast_cpu_enabled",
    "is_autocast_enabled",
    "set_autocast_cache_enabled",
    "set_autocast_cpu_dtype",
    "set_autocast_cpu_enabled",
    "set_autocast_dtype",
    "set_autocast_enabled",
    "set_autocast_gpu_dtype",
]

_Dtype = dtype  # arguments are called dtype, too
_CODES = {kind.code: kind for kind in DTYPES.values()}


def type_number(device_type: str, function: str) -> int:
    """The number of a device type; TypeError for what is no string, RuntimeError for an unknown one."""
    if not isinstance(device_type, str):
        raise TypeError(f"{function}(): argument 'device_type' must be str, not {type(device_type).__name__}")
    return parse(device_type)[0]


def is_autocast_available(device_type: str) -> bool:
    """Returns whether autocast knows what to cast on a type of device ("cpu", "cuda", …)."""
    return api.autocast_is_available(type_number(device_type, "is_autocast_available"))


@core.quick
def is_autocast_enabled(device_type: str = "cuda") -> bool:
    """Returns whether operators on a type of device are cast now, on this thread."""
    return api.autocast_enabled(type_number(device_type, "is_autocast_enabled"))


def set_autocast_enabled(device_type: str | bool, enabled: bool | None = None) -> None:
    """Sets whether operators on a type of device are cast from now on; set_autocast_enabled(bool) is for "cuda"."""
    if enabled is None:
        device_type, enabled = "cuda", device_type  # type: ignore[assignment]
    if not isinstance(enabled, bool):
        raise TypeError(f"set_autocast_enabled(): argument 'enabled' must be bool, not {type(enabled).__name__}")
    api.set_autocast_enabled(type_number(device_type, "set_autocast_enabled"), enabled)  # type: ignore[arg-type]


@core.quick
def get_autocast_dtype(device_type: str) -> dtype:
    """The dtype to which operators on a type of device are cast."""
    return _CODES[api.autocast_dtype(type_number(device_type, "get_autocast_dtype"))]


def set_autocast_dtype(device_type: str, dtype: dtype) -> None:
    """The dtype to which operators on a type of device are cast from now on."""
    number = type_number(device_type, "set_autocast_dtype")
    if not isinstance(dtype, _Dtype):
        raise TypeError(f"set_autocast_dtype(): argument 'dtype' must be torch.dtype, not {type(dtype).__name__}")
    api.set_autocast_dtype(number, dtype.code)


@core.quick
def is_autocast_cache_enabled() -> bool:
    """Returns whether what was cast from a leaf is kept until the outermost block ends."""
    return api.autocast_cache_enabled()


def set_autocast_cache_enabled(enabled: bool) -> None:
    """Sets whether what was cast from a leaf is kept until the outermost block ends."""
    api.set_autocast_cache_enabled(bool(enabled))


def clear_autocast_cache() -> None:
    """Forgets what was cast."""
    api.autocast_clear_cache()


def _deprecated(name, instead):
    warnings.warn(f"torch.{name} is deprecated. Please use {instead} instead.", DeprecationWarning, stacklevel=3)


def is_autocast_cpu_enabled() -> bool:
    """is_autocast_enabled("cpu"), deprecated."""
    _deprecated("is_autocast_cpu_enabled()", "torch.is_autocast_enabled('cpu')")
    return is_autocast_enabled("cpu")


def set_autocast_cpu_enabled(enabled: bool) -> None:
    """set_autocast_enabled("cpu", enabled), deprecated."""
    _deprecated("set_autocast_cpu_enabled(enabled)", "torch.set_autocast_enabled('cpu', enabled)")
    set_autocast_enabled("cpu", enabled)


def get_autocast_cpu_dtype() -> dtype:
    """get_autocast_dtype("cpu"), deprecated."""
    _deprecated("get_autocast_cpu_dtype()", "torch.get_autocast_dtype('cpu')")
    return get_autocast_dtype("cpu")


def set_autocast_cpu_dtype(dtype: dtype) -> None:
    """set_autocast_dtype("cpu", dtype), deprecated."""
    _deprecated("set_autocast_cpu_dtype(dtype)", "torch.set_autocast_dtype('cpu', dtype)")
    set_autocast_dtype("cpu", dtype)


def get_autocast_gpu_dtype() -> dtype:
    """get_autocast_dtype("cuda"), deprecated."""
    _deprecated("get_autocast_gpu_dtype()", "torch.get_autocast_dtype('cuda')")
    return get_autocast_dtype("cuda")


def set_autocast_gpu_dtype(dtype: dtype) -> None:
    """set_autocast_dtype("cuda", dtype), deprecated."""
    _deprecated("set_autocast_gpu_dtype(dtype)", "torch.set_autocast_dtype('cuda', dtype)")
    set_autocast_dtype("cuda", dtype)
