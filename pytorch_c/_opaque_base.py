"""The base of objects that torch's compiler does not look into (torch._opaque_base)."""

__all__ = ["OpaqueBase", "OpaqueBaseMeta"]


class OpaqueBaseMeta(type):
    """The class of classes of such objects."""


class OpaqueBase(metaclass=OpaqueBaseMeta):
    """A class of such objects."""
