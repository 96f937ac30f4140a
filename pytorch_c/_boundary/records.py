"""Arrays of C structs for calls by name: what ptc_call is given."""

from .library import core, ffi

NULL = ffi.NULL


def pointer(address):
    """An address as a pointer for a field."""
    return ffi.cast("void *", address)


def array(ctype, items):
    """A C array of the items, which lives as long as the object."""
    return ffi.new(ctype, items)


def call(operator, values, results, keys=0):
    """Runs an operator with tagged values, (kind, i, re, im, p, len) each; gives its `results` as Python's objects.

    `keys` are the bits of the dispatch keys, 0 for those of the arguments.
    """
    args = ffi.new("ptc_value[]", values)
    return core.call_values(operator, int(ffi.cast("uintptr_t", args)), len(args), results, keys)


def give(call, index, value):
    """Hands a result to the call that a kernel of Python's is in; `value` as in `call`."""
    held = ffi.new("ptc_value *", value)
    core.library_return(call, index, int(ffi.cast("uintptr_t", held)))


def fields(address):
    """The fields of a tagged value, whose owner must outlive their use."""
    one = ffi.cast("ptc_value *", address)
    return (one.kind, one.i, one.re, one.im, one.p, one.len)


def payload(box):
    """The pointer inside of a value that has no form in Python."""
    return ffi.cast("ptc_value *", box.address).p
