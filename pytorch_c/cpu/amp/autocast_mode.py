"""autocast for CPU, under its deprecated name (torch.cpu.amp.autocast_mode)."""

from __future__ import annotations

import warnings

from ..._tensor.dtype import DTYPES, dtype
from ...amp import autocast_mode

__all__ = ["autocast"]


def _deprecated(name, instead):
    warnings.warn(
        f"`torch.cpu.amp.{name}` is deprecated. Please use `torch.amp.{instead}` instead.",
        FutureWarning,
        stacklevel=3,
    )


class autocast(autocast_mode.autocast):
    """torch.amp.autocast("cpu", …), deprecated."""

    def __init__(self, enabled: bool = True, dtype: dtype = DTYPES["bfloat16"], cache_enabled: bool = True) -> None:
        _deprecated("autocast(args...)", "autocast('cpu', args...)")
        super().__init__("cpu", enabled=enabled, dtype=dtype, cache_enabled=cache_enabled)
