"""The base of objects that torch's compiler does not look into (torch._opaque_base)."""


class OpaqueBase:
    """A class of such objects."""
