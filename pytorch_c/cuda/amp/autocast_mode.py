"""autocast for CUDA, under its deprecated name (torch.cuda.amp.autocast_mode)."""

from __future__ import annotations

import functools
import warnings

from ..._tensor.dtype import DTYPES, dtype
from ...amp import autocast_mode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["autocast", "custom_bwd", "custom_fwd"]


def _deprecated(name, instead):
    warnings.warn(
        f"`torch.cuda.amp.{name}` is deprecated. Please use `torch.amp.{instead}` instead.",
        FutureWarning,
        stacklevel=3,
    )


class autocast(autocast_mode.autocast):
    """torch.amp.autocast("cuda", …), deprecated."""

    def __init__(self, enabled: bool = True, dtype: dtype = DTYPES["float16"], cache_enabled: bool = True) -> None:
        _deprecated("autocast(args...)", "autocast('cuda', args...)")
        super().__init__("cuda", enabled=enabled, dtype=dtype, cache_enabled=cache_enabled)


def _cast(value: Any, dtype: dtype) -> Any:
    _deprecated("autocast_mode._cast(value, dtype)", "autocast_mode._cast(value, 'cuda', dtype)")
    return autocast_mode._cast(value, "cuda", dtype)


def custom_fwd(fwd: Callable[..., Any] | None = None, *, cast_inputs: dtype | None = None) -> Callable[..., Any]:
    """torch.amp.custom_fwd(…, device_type="cuda"), deprecated."""
    _deprecated("custom_fwd(args...)", "custom_fwd(args..., device_type='cuda')")
    return functools.partial(autocast_mode.custom_fwd, device_type="cuda")(fwd=fwd, cast_inputs=cast_inputs)


def custom_bwd(bwd: Callable[..., Any]) -> Callable[..., Any]:
    """torch.amp.custom_bwd(…, device_type="cuda"), deprecated."""
    _deprecated("custom_bwd(args...)", "custom_bwd(args..., device_type='cuda')")
    return functools.partial(autocast_mode.custom_bwd, device_type="cuda")(bwd)
