"""Blocks in which operators run in a lower precision where that pays (torch.amp.autocast_mode)."""

from __future__ import annotations

import collections.abc
import functools
import sys
import warnings

import numpy

from .._boundary.handle import core
from .._tensor import overriding
from .._tensor.dtype import DTYPES, dtype
from .._tensor.tensor import Tensor
from ..cuda._device import is_available as _cuda_is_available
from ._state import (
    get_autocast_dtype,
    is_autocast_available,
    is_autocast_cache_enabled,
    is_autocast_enabled,
    type_number,
)

PACKAGE = __package__.partition(".")[0]
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["autocast", "autocast_decorator", "custom_bwd", "custom_fwd", "is_autocast_available"]

_LOWER = (DTYPES["bfloat16"], DTYPES["float16"])


def autocast_decorator(autocast_instance: autocast, func: Callable[..., Any]) -> Callable[..., Any]:
    """A function whose calls run in the block."""

    @functools.wraps(func)
    def decorate_autocast(*args, **kwargs):
        with autocast_instance:
            return func(*args, **kwargs)

    decorate_autocast.__script_unsupported = "@autocast() decorator is not supported in script mode"
    return decorate_autocast


class autocast(core.Autocast):
    """A block, or a decorator, in which operators on device_type run in dtype where that pays (torch.autocast).

    dtype: bfloat16 or float16, by default what get_autocast_dtype(device_type) says. enabled=False ends
    autocast for a block. cache_enabled: whether what is cast from a leaf is kept until the outermost block
    ends. Entered and left in one step in C (csrc/autocast.c).

    Raises ValueError for a device_type that is no string, RuntimeError for one without autocast. Warns of a
    dtype that cannot be, and of "cuda" without a GPU; nothing is cast then.
    """

    device: str
    fast_dtype: dtype

    def __init__(
        self, device_type: str, dtype: dtype | None = None, enabled: bool = True, cache_enabled: bool | None = None
    ) -> None:
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        number = type_number(device_type, "autocast")
        if not is_autocast_available(device_type):
            raise RuntimeError(f"User specified an unsupported autocast device_type '{device_type}'")
        self.device = device_type
        self.fast_dtype = get_autocast_dtype(device_type) if dtype is None else dtype
        self._device_type = number
        self._dtype = self.fast_dtype.code
        self._cache_enabled = is_autocast_cache_enabled() if cache_enabled is None else bool(cache_enabled)
        self._enabled = bool(enabled) and self._is_usable()

    def _is_usable(self):
        if self.device == "cuda":
            if not _cuda_is_available():
                warnings.warn("CUDA is not available or torch_xla is imported. Disabling autocast.", stacklevel=3)
                return False
        elif self.fast_dtype not in _LOWER:
            warnings.warn(
                f"In {self.device.upper()} autocast, but the target dtype is not supported. Disabling autocast.\n"
                f"{self.device.upper()} Autocast only supports dtypes of {', '.join(map(str, _LOWER))} currently.",
                stacklevel=3,
            )
            return False
        return True

    def _tell_begin(self):
        """Shows the block to modes that capture programs; called from C."""
        for mode in _capturing():
            mode.__torch_function__(
                _enter_autocast, (), (self.device, self.fast_dtype, self._enabled, self._cache_enabled)
            )
        return self

    def _tell_end(self):
        """Shows the block's end to modes that capture programs; called from C."""
        for mode in _capturing():
            mode.__torch_function__(_exit_autocast, (), ())

    def __call__(self, func: Callable[..., Any]) -> Callable[..., Any]:
        if not callable(func):
            raise TypeError(
                f"autocast()(func) requires a callable, but got {type(func).__name__}. "
                "Did you mean to use autocast as a context manager? For example:\n"
                "    with torch.autocast(device_type=...):\n        output = model(input)"
            )
        return autocast_decorator(self, func)


def _capturing():
    """The modes in which torch.export captures a program before autograd and autocast."""
    torchs = sys.modules.get(f"{PACKAGE}.fx.experimental.proxy_tensor")
    kind = getattr(torchs, "PreDispatchTorchFunctionMode", None)
    return [mode for mode in overriding.modes() if kind is not None and isinstance(mode, kind)]


def _enter_autocast(*vals: Any) -> autocast:
    if core.overriding()[1]:
        return overriding.ask(_enter_autocast, (), vals, {})
    mode = autocast(*vals)
    mode.__enter__()
    return mode


def _exit_autocast(mode: autocast) -> None:
    if core.overriding()[1]:
        return overriding.ask(_exit_autocast, (), (mode,), {})
    mode.__exit__(None, None, None)


def _cast(value: Any, device_type: str, dtype: dtype) -> Any:
    """A value whose floating-point tensors on a type of device are cast, but float64 ones; also inside of containers."""
    if isinstance(value, Tensor):
        is_cast = value.is_floating_point() and value.device.type == device_type and value.dtype != DTYPES["float64"]
        return value.to(dtype) if is_cast else value
    if isinstance(value, (str, bytes, numpy.ndarray)):
        return value
    if isinstance(value, collections.abc.Mapping):
        return {_cast(key, device_type, dtype): _cast(one, device_type, dtype) for key, one in value.items()}
    if isinstance(value, collections.abc.Iterable):
        found = (_cast(one, device_type, dtype) for one in value)
        return type(value)(found) if isinstance(value, (list, tuple)) else found
    return value


def _check_device_type(device_type):
    if not isinstance(device_type, str):
        raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")


def custom_fwd(
    fwd: Callable[..., Any] | None = None, *, device_type: str, cast_inputs: dtype | None = None
) -> Callable[..., Any]:
    """For the forward of a custom Function: with cast_inputs, its inputs are cast and autocast is off inside.

    As torch.amp.custom_fwd; custom_bwd belongs around its backward.
    """
    _check_device_type(device_type)
    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)

    @functools.wraps(fwd)
    def decorate_fwd(*args, **kwargs):
        ctx, enabled = args[0], is_autocast_enabled(device_type)
        ctx._dtype = get_autocast_dtype(device_type)
        ctx._fwd_used_autocast = enabled and cast_inputs is None
        if not enabled or cast_inputs is None:
            return fwd(*args, **kwargs)
        with autocast(device_type=device_type, enabled=False):
            return fwd(*_cast(args, device_type, cast_inputs), **_cast(kwargs, device_type, cast_inputs))

    return decorate_fwd


def custom_bwd(bwd: Callable[..., Any] | None = None, *, device_type: str) -> Callable[..., Any]:
    """For the backward of a custom Function: it runs with the autocast that its forward had (torch.amp.custom_bwd)."""
    _check_device_type(device_type)
    if bwd is None:
        return functools.partial(custom_bwd, device_type=device_type)

    @functools.wraps(bwd)
    def decorate_bwd(*args, **kwargs):
        ctx = args[0]
        with autocast(device_type=device_type, enabled=ctx._fwd_used_autocast, dtype=ctx._dtype):
            return bwd(*args, **kwargs)

    return decorate_bwd
