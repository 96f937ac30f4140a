"""Objects that torch's compiler does not look into (torch._library.opaque_object)."""


def is_opaque_reference_type(cls: object) -> bool:
    """False: nothing is compiled."""
    return False


def is_opaque_type(cls: object) -> bool:
    """False: nothing is compiled."""
    return False
