"""A question about methods that torch's compiler asks its extension (torch._C._dynamo.utils)."""

from __future__ import annotations


def is_instancemethod(obj: object) -> bool:
    """Returns whether it is a callable of C's that becomes a method where a class has it (PyInstanceMethod_Type)."""
    return type(obj).__name__ == "instancemethod"
