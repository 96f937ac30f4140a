"""Every C function as a Python callable: ``api.tensor_stride`` is ``ptc_tensor_stride``.

It takes its inputs by position, without the lengths of lists: Tensors, numbers,
strings, sequences, None where the header says that NULL is absent. It raises what
the C function fails with, and returns its outputs: None, one value, or a tuple.
Handles that it returns own what they stand for. Made at first use from a row of
csrc/table.c, which is derived from the headers.
"""

from .library import core


def __getattr__(name):
    try:
        found = globals()[name] = core.call(name)
    except AttributeError as error:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}: {error}") from None
    return found


def __dir__():
    return core.calls()
