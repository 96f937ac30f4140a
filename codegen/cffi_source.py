"""The cffi module: declarations and the thin C that returns handles instead of filling them.

For each function that can fail there is ``call_NAME``, without its outputs:

- one handle: returned; on failure the error, with its lowest bit set
- several tensors: returned in a ``many`` that wrap_many reads and frees, likewise
- bool or int32: returned as int64; on failure the error, negated
- anything else stays a pointer at the end, and the error is returned, or 0

Each ends with AFTER_CALL (accel.h), which shows what libtorch has warned of.

Scalars and options come flat, since cffi takes 250 ns to build a struct.
"""

from . import header
from .exceptions import C_BY_HAND, C_BY_HAND_FAMILIES, DROP

SCALAR = (("int32_t", "kind"), ("int64_t", "i"), ("double", "re"), ("double", "im"))
OPTIONS = tuple(
    ("int32_t", name) for name in ("dtype", "layout", "device_type", "device_index", "pin_memory", "requires_grad")
)
FLAT = {"ptc_scalar": SCALAR, "ptc_options": OPTIONS}

TYPES = """
typedef struct ptc_tensor_s *ptc_tensor;
typedef struct ptc_tensor_list_s *ptc_tensor_list;
typedef struct ptc_generator_s *ptc_generator;
typedef struct ptc_mark_s *ptc_mark;
typedef struct ptc_operator_s *ptc_operator;
typedef struct ptc_node_s *ptc_node;
typedef struct ptc_hook_s *ptc_hook;
typedef struct many_s *many;
typedef struct ptc_scalar { int32_t kind; int64_t i; double re; double im; } ptc_scalar;
typedef struct ptc_value { int32_t kind; int64_t i; double re; double im; const void *p; int64_t len; } ptc_value;
"""


def shape_of(function):
    """How the outputs come back: "handle", "many", "small", "pointers" or "none"."""
    outs = function.outputs
    if not outs:
        return "none"
    kinds = [out.type.rstrip(" *") for out in outs]
    if len(outs) == 1 and kinds[0] in header.HANDLES:
        return "handle"
    if len(outs) == 1 and outs[0].type in ("bool *", "int32_t *"):
        return "small"
    if all(kind == "ptc_tensor" for kind in kinds):
        return "many"
    return "pointers"


def flatten(params):
    """(parameters of call_NAME, arguments handed on)."""
    taken, given = [], []
    for param in params:
        fields = FLAT.get(param.type)
        if fields:
            taken += [f"{ctype} {param.name}_{field}" for ctype, field in fields]
            names = ", ".join(f"{param.name}_{field}" for _, field in fields)
            given.append(f"({param.type}){{{names}}}")
        else:
            taken.append(param.text)
            given.append(param.name)
    return taken, given


def drop(function, outs):
    """The statement that closes what a call gave, where it fails after all."""
    if function.name in DROP:
        return DROP[function.name]
    closing = {kind + " *": kind + "_close" for kind in header.HANDLES} | {"const char **": "ptc_string_free"}
    return "; ".join(f"{closing[out.type]}(*{out.name})" for out in outs if out.type in closing)


def call(function):
    """(declaration, definition) of call_NAME."""
    shape, outs = shape_of(function), function.outputs
    inputs = function.params[: len(function.params) - len(outs)]
    taken, given = flatten(inputs)
    name = "call_" + function.name[len("ptc_") :]
    if shape == "handle":
        kind = outs[0].type.rstrip(" *")
        returns, body = (
            kind,
            (
                f"{kind} made; const char *e = {function.name}({', '.join([*given, '&made'])}); "
                f"AFTER_CALL(e, {kind}_close(made)); return e ? ({kind})((uintptr_t)e | 1) : made;"
            ),
        )
    elif shape == "many":
        slots = ", ".join([*given, *(f"&made->items[{i}]" for i in range(len(outs)))])
        returns, body = (
            "many",
            (
                f'many made = many_new({len(outs)}); if (!made) return (many)((uintptr_t)ptc_error_new(PTC_ERROR_OUT_OF_MEMORY, "out of memory") | 1); '
                f"const char *e = {function.name}({slots}); "
                "AFTER_CALL(e, many_close(made)); if (!e) return made; free(made); return (many)((uintptr_t)e | 1);"
            ),
        )
    elif shape == "small":
        kind = outs[0].type.rstrip(" *")
        returns, body = (
            "int64_t",
            (
                f"{kind} made; const char *e = {function.name}({', '.join([*given, '&made'])}); "
                "AFTER_CALL(e, ); return e ? -(int64_t)e : (int64_t)made;"
            ),
        )
    else:
        taken += [out.text for out in outs]
        given += [out.name for out in outs]
        returns, body = (
            "uintptr_t",
            f"const char *e = {function.name}({', '.join(given)}); AFTER_CALL(e, {drop(function, outs)}); return (uintptr_t)e;",
        )
    head = f"{returns} {name}({', '.join(taken) or 'void'})"
    return head + ";", f"static {head} {{ {body} }}"


def plain(function):
    params = ", ".join(p.text for p in function.params) or "void"
    return f"{function.returns} {function.name}({params});"


def module(families):
    """(cdef, C source) of the module."""
    declarations, definitions = [TYPES], []
    for functions in families.values():
        for function in functions:
            if function.name in C_BY_HAND or function.family in C_BY_HAND_FAMILIES:
                continue
            if not function.can_fail:
                declarations.append(plain(function))
                continue
            declaration, definition = call(function)
            declarations.append(declaration)
            definitions.append(definition)
    declarations.append("int accel_install(void);")
    source = '#include <pytorch_c.h>\n#include "accel.h"\n' + "\n".join(definitions) + '\n#include "accel.c"\n'
    return "\n".join(declarations), source
