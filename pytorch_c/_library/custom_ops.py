"""Operators of one's own under the name by which torch's own files import them (torch._library.custom_ops)."""

from ..library import CustomOpDef, custom_op

__all__ = ["CustomOpDef", "custom_op"]
