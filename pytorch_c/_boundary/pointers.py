"""Objects of cffi's that stand for C pointers."""

from .library import core, ffi


def untracked_gc(owner):
    """cffi's ffi.gc of a tensor's address, whose destructor closes what `owner` owns.

    Seen by the collector it would be closed before the finalizers of its cycle have run, which may still use the tensor.
    """
    made = ffi.gc(ffi.cast("ptc_tensor", owner.address), owner.close)
    core.untrack(made)
    return made
