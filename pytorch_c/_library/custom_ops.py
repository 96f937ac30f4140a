"""Operators of one's own under the name by which torch's own files import them (torch._library.custom_ops)."""

from __future__ import annotations

from .._calls.opoverload import OpOverload
from ..library import CustomOpDef, custom_op
from ..library import _definitions as OPDEFS

__all__ = ["CustomOpDef", "custom_op"]


def _maybe_get_opdef(op: CustomOpDef | OpOverload | str) -> CustomOpDef | None:
    """Returns what custom_op has made of an operator's name; None of one that was defined otherwise."""
    if isinstance(op, CustomOpDef):
        return op
    return OPDEFS.get(op._name if isinstance(op, OpOverload) else op)
