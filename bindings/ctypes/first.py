"""The C library from Python's ctypes: a whole binding on one page.

    python first.py $(python -m pytorch_c.config --libdir --api)

Nothing of the Python package is imported. The prototypes of all functions, the
structs and the numbers of enums come out of pytorch_c.json, so none is typed
here; what is left to write is how an error becomes an exception and how a handle
is closed.
"""

import ctypes
import json
import sys
import weakref
from ctypes import POINTER, byref, c_bool, c_char_p, c_double, c_float, c_int32, c_int64, c_void_p

TYPES = {"int32_t": c_int32, "int64_t": c_int64, "double": c_double, "bool": c_bool, "void": None}


def ctype(one):
    """The ctypes type of a C type: pointers to numbers and structs keep theirs, all else is an address."""
    known = TYPES.get(one.get("name"))
    if known is None or not one["pointer"]:
        return None if one.get("name") == "void" and not one["pointer"] else known or c_void_p
    return POINTER(known) if one["pointer"] == 1 else c_void_p


def load(folder, path):
    """The library with the prototype of every function of the JSON description, and its numbers by name."""
    lib, api = ctypes.CDLL(f"{folder}/libpytorch_c.so.0"), json.load(open(path))
    types = {one["text"]: one for one in api["types"]}
    for struct in api["structs"]:
        fields = [(field["name"], ctype(types[field["type"]])) for field in struct["fields"]]
        TYPES[struct["name"]] = type(struct["name"], (ctypes.Structure,), {"_fields_": fields})
    for function in api["functions"]:
        found, params = getattr(lib, function["name"]), function["params"]
        found.restype = ctype(types[function["returns"]["type"]])
        found.argtypes = [c_char_p if one["type"] == "const char *" else ctype(types[one["type"]]) for one in params]
    numbers = [value for enum in api["enums"] for value in enum["values"]] + api["macros"]
    return lib, {one["name"]: one["value"] for one in numbers}


class Error(RuntimeError):
    """The error of a call; `kind` is an enum ptc_error_kind."""

    def __init__(self, error):
        super().__init__(ctypes.string_at(error).decode())
        self.kind = lib.ptc_error_kind(error)
        lib.ptc_error_free(error)


class Tensor:
    """A handle that is closed with its last reference."""

    def __init__(self, handle):
        self.handle = handle
        weakref.finalize(self, lib.ptc_tensor_close, handle)

    def __add__(self, other):
        one = TYPES["ptc_scalar"](NUMBERS["PTC_SCALAR_INT"], 1)
        return call(lib.ptc_add_Tensor, self.handle, other.handle, one)

    def __matmul__(self, other):
        return call(lib.ptc_mm, self.handle, other.handle)

    def __str__(self):
        text = c_void_p()
        check(lib.ptc_tensor_string(self.handle, byref(text)))
        found = ctypes.string_at(text.value).decode()
        lib.ptc_string_free(text)
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
    return call(lib.ptc_tensor_from_data, ctypes.cast(data, c_void_p), ctypes.sizeof(data), size, 2, None)


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
    lib, NUMBERS = load(*sys.argv[1:])
    check(lib.ptc_require_abi(NUMBERS["PTC_ABI_VERSION"]))
    main()
