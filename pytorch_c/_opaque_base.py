"""The base of objects that torch's compiler does not look into (torch._opaque_base, before 2.14)."""

from ._custom_class_base import OpaqueBase, OpaqueBaseMeta

__all__ = ["OpaqueBase", "OpaqueBaseMeta"]
