"""The C library from Python's ctypes: a whole binding on one page.

    python first.py $(python -m pytorch_c.config --libdir --api)

Nothing of the Python package is imported. The prototypes of all functions come
out of pytorch_c.json, so none is typed here; what is left to write is how an
error becomes an exception and how a handle is closed.
"""

import ctypes
import json
import sys
import weakref
from ctypes import POINTER, byref, c_bool, c_char_p, c_double, c_float, c_int32, c_int64, c_void_p


class Scalar(ctypes.Structure):
    _fields_ = [("kind", c_int32), ("i", c_int64), ("re", c_double), ("im", c_double)]


class Options(ctypes.Structure):
    _fields_ = [(name, c_int32) for name in ("dtype", "layout", "device", "index", "pin_memory", "requires_grad")]


UNSET = Options(-1, -1, -1, -1, -1, -1)
ONE = Scalar(1, 1)
NUMBERS = {"int32_t": c_int32, "int64_t": c_int64, "double": c_double, "bool": c_bool}
TYPES = NUMBERS | {"ptc_scalar": Scalar, "ptc_options": Options}


def ctype(text):
    """The ctypes type of a C type: pointers to numbers keep theirs, all else is an address."""
    base = text.removeprefix("const ").removesuffix("*").strip()
    if text == "void":
        return None
    if not text.endswith("*"):
        return TYPES.get(text, c_void_p)
    return POINTER(TYPES[base]) if base in TYPES else c_void_p


def load(folder, api):
    """The library with the prototype of every function of the JSON description."""
    lib = ctypes.CDLL(f"{folder}/libpytorch_c.so")
    for function in json.load(open(api)):
        found = getattr(lib, function["name"])
        found.restype = ctype(function["returns"])
        found.argtypes = [c_char_p if kind == "const char *" else ctype(kind) for kind, _ in function["params"]]
    return lib


class Error(RuntimeError):
    """What a call failed with; `kind` is an enum ptc_error_kind."""

    def __init__(self, error):
        super().__init__(ctypes.string_at(error).decode())
        self.kind = lib.ptc_error_kind(ctypes.cast(error, c_char_p))
        lib.ptc_error_free(ctypes.cast(error, c_char_p))


class Tensor:
    """A handle that is closed with its last reference."""

    def __init__(self, handle):
        self.handle = handle
        weakref.finalize(self, lib.ptc_tensor_close, handle)

    def __add__(self, other):
        return call(lib.ptc_add_Tensor, self.handle, other.handle, ONE)

    def __matmul__(self, other):
        return call(lib.ptc_mm, self.handle, other.handle)

    def __str__(self):
        text = c_void_p()
        check(lib.ptc_tensor_string(self.handle, byref(text)))
        found = ctypes.string_at(text.value).decode()
        lib.ptc_string_free(ctypes.cast(text, c_char_p))
        return found


def check(error):
    if error:
        raise Error(error)


def call(function, *args):
    """The tensor that a function gives."""
    out = c_void_p()
    check(function(*args, byref(out)))
    return Tensor(out)


def matrix(rows):
    """A float32 tensor of a list of equal rows."""
    flat = [x for row in rows for x in row]
    data, size = (c_float * len(flat))(*flat), (c_int64 * 2)(len(rows), len(rows[0]))
    return call(lib.ptc_tensor_from_data, ctypes.cast(data, c_void_p), ctypes.sizeof(data), size, 2, UNSET)


def main():
    a = matrix([[1, 2], [3, 4]])
    print(a @ a + a)
    try:
        a @ matrix([[1, 2, 3]])
    except Error as error:
        print(f"kind {error.kind}: {error}")
    print("live before:", lib.ptc_live_handles())
    del a
    print("live after:", lib.ptc_live_handles())


if __name__ == "__main__":
    lib = load(*sys.argv[1:])
    main()
