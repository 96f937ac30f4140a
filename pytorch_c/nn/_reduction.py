"""Reductions as words and numbers, for libraries that ask torch.nn._reduction for them."""

from __future__ import annotations

from .functional._arguments import legacy_reduction, reduction_number

__all__ = ["get_enum", "legacy_get_enum", "legacy_get_string"]


def get_enum(reduction: str) -> int:
    """0 for "none", 1 for "mean", 2 for "sum"; ValueError for another word."""
    return reduction_number(reduction)


def legacy_get_string(size_average: bool | None, reduce: bool | None, emit_warning: bool = True) -> str:
    """The word that torch's old pair of booleans stands for."""
    if emit_warning:
        return legacy_reduction(size_average, reduce)
    if reduce is not None and not reduce:
        return "none"
    return "mean" if size_average is None or size_average else "sum"


def legacy_get_enum(size_average: bool | None, reduce: bool | None, emit_warning: bool = True) -> int:
    """The number of legacy_get_string's word."""
    return get_enum(legacy_get_string(size_average, reduce, emit_warning))
