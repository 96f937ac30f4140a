"""The cffi module: types, enums and every function without an operator schema, as the headers declare them.

It is for what is rare and wants C's own types: values of calls by name, buffers, the strategy `ffi_gc`. Programs'
calls go through csrc/call.c and csrc/operator.c (table.py).
"""

from .exceptions import C_BY_HAND_FAMILIES


def declaration(function):
    params = ", ".join(p.text for p in function.params) or "void"
    return f"{function.returns} {function.name}({params});"


def module(api):
    """(cdef, C source) of the module."""
    plain = [
        declaration(f)
        for family, functions in api.families.items()
        for f in functions
        if not f.schema and family not in C_BY_HAND_FAMILIES
    ]
    return api.cdef_types(enums=True) + "\n".join(plain) + "\n", "#include <pytorch_c.h>\n"
