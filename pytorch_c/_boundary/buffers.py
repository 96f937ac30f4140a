"""Memory of Python's objects, as addresses."""

from .library import ffi


def hold(buffer):
    """(address, bytes, what keeps the buffer exported). Raises TypeError for an object without one, or a read-only one's ValueError.

    Not a memoryview, which a collection may clear before the tensor that uses the memory.
    """
    held = ffi.from_buffer(buffer)
    return int(ffi.cast("uintptr_t", held)), len(held), held
