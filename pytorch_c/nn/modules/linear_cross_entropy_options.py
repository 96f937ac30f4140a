"""LinearCrossEntropyOptions."""

from __future__ import annotations

import dataclasses

from ..._tensor.dtype import DTYPES
from ..._tensor.dtype import dtype as Dtype

__all__ = ["LinearCrossEntropyOptions"]

_POLICIES = ("auto", "accurate", "balanced", "compact")


def _is_chunking(method):
    name, colon, factor = method.partition(":")
    return name == "aspect_ratio" and (not colon or (factor.isdigit() and int(factor) > 0))


@dataclasses.dataclass(slots=True, frozen=True)
class LinearCrossEntropyOptions:
    """Ways of linear_cross_entropy to save memory: checked as torch checks them; ValueError for what is unknown.

    batch_chunk_size, or chunking_method ("auto", "aspect_ratio", "aspect_ratio:N" or None): how many rows at once.
    acc_policy ("auto", "accurate", "balanced", "compact") and acc_dtype (a floating point dtype or None): how sums
    over them are kept. allow_retain_graph: whether backward may come twice.
    """

    allow_retain_graph: bool = False
    batch_chunk_size: int | None = None
    chunking_method: str | None = "auto"
    acc_policy: str = "auto"
    acc_dtype: Dtype | None = None

    def __post_init__(self) -> None:
        if self.acc_policy not in _POLICIES:
            raise ValueError(f"acc_policy must be one of {', '.join(_POLICIES)}, got {self.acc_policy!r}")
        method, size = self.chunking_method, self.batch_chunk_size
        if method is not None and method != "auto" and not _is_chunking(method):
            raise ValueError(f"chunking_method must be 'auto', 'aspect_ratio' or 'aspect_ratio:N', got {method!r}")
        if size is not None and (not isinstance(size, int) or size <= 0):
            raise ValueError(f"batch_chunk_size must be a positive int or None, got {size!r}")
        floats = [DTYPES[name] for name in ("float16", "bfloat16", "float32", "float64")]
        if self.acc_dtype is not None and self.acc_dtype not in floats:
            raise ValueError(f"acc_dtype must be a floating point dtype or None, got {self.acc_dtype}")
