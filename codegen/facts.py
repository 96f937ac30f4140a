"""Meaning of each parameter of a C function: read from its type, the words before it, its neighbours, the operator's
schema, and the tables in exceptions.py for what only the header's comments say.
"""

from collections import namedtuple
from dataclasses import replace

from .exceptions import ENUMS, LENGTHS, LENT

NUMBERS = ("bool", "double", "int32_t", "int64_t")
ENUM_OF_TYPE = {"ScalarType": "ptc_dtype", "Layout": "ptc_layout", "MemoryFormat": "ptc_memory_format"}
ENUM_OF_NAME = {
    "dtype": "ptc_dtype",
    "layout": "ptc_layout",
    "memory_format": "ptc_memory_format",
    "device_type": "ptc_device_type",
    "op": "ptc_reduce_op",
    "randomness": "ptc_randomness",
    "reduction": "ptc_reduction",
}


Types = namedtuple("Types", "handles structs callbacks")  # what the headers declare, by name


def types(handles, structs, callbacks):
    """Types, the callbacks' parameters with all that is known of them."""
    known = Types(handles, structs, callbacks)
    return known._replace(callbacks={name: complete_callback(one, known) for name, one in callbacks.items()})


def complete(function, types):
    """The function, its parameters with all that is known of them."""
    args = {arg.name: arg for arg in function.schema.args} if function.schema else {}
    closing = not function.schema and function.name.endswith(("_close", "_close_later", "_free"))
    params = [of_neighbours(function.params, i, types) for i in range(len(function.params))]
    params = [of_schema(param, args.get(param.name)) for param in params]
    if closing:
        params[0] = replace(params[0], owned="taken")
    params = [of_tables(param, function.name) for param in params]
    # The result of an operator may be an enum's number too: result_type(…) -> ScalarType
    if function.schema and len(function.schema.returns) == 1 and function.schema.returns[0][0] in ENUM_OF_TYPE:
        params[-1] = replace(params[-1], enum=ENUM_OF_TYPE[function.schema.returns[0][0]])
    return replace(function, params=tuple(params), returns_enum=ENUMS.get(function.name))


def complete_struct(struct, types):
    fields = (of_neighbours(struct.fields, i, types) for i in range(len(struct.fields)))
    # A field belongs to whoever has the struct, and a pointer may be unset.
    fields = (replace(one, owned=None, nullable=one.type.endswith("*")) for one in fields)
    return replace(struct, fields=tuple(of_tables(one, struct.name) for one in fields))


def complete_callback(callback, types):
    """Handles that a callback gives are the library's; its context is only lent to it."""
    found = [of_neighbours(callback.params, i, types) for i in range(len(callback.params))]
    found = [
        replace(p, owned="borrowed")
        if p.kind == "context"
        else replace(p, owned="taken", close=None)
        if p.owned == "new"
        else p
        for p in found
    ]
    return replace(callback, params=tuple(of_tables(p, callback.name) for p in found))


def of_neighbours(params, i, types):
    """Returns the parameter with facts that its type and its neighbours tell."""
    param, names = params[i], [p.name for p in params]
    if param.type in types.callbacks:
        return of_callback(param, params, types)
    if param.type.endswith("*"):
        return of_pointer(param, names, names[i + 1 : i + 2], types)
    lengths = {p.name + "_len" for p in params if p.type.endswith("*")} | {"nbytes"}
    if param.type == "int64_t" and param.name in lengths:
        return replace(param, kind="length")
    if param.type == "ptc_error":
        return replace(param, kind="string", owned="borrowed")
    kind = what(param, types)
    return replace(
        param, kind=kind, owned=param.owned or ("borrowed" if kind == "handle" else None), enum=named_enum(param)
    )


def what(param, types):
    """Returns what stands at the end of a type's pointers."""
    kinds = {"char": "string", "void": "address"}
    kinds |= dict.fromkeys(types.handles, "handle") | dict.fromkeys(types.structs, "struct")
    return kinds.get(param.base, "number")


def of_pointer(param, names, following, types):
    given = param.direction == "in"
    owner = param.owned or "borrowed"
    if param.name + "_len" in names:
        return replace(param, kind="list", length=param.name + "_len", **passed(param, types))
    if param.type in ("void *", "const void *") and following == ["nbytes"]:
        return replace(param, kind="buffer", owned="borrowed", length="nbytes")
    if param.type == "void *":
        if param.name != "context":
            return replace(param, kind="address", owned=owner)
        return replace(param, kind="context", owned="taken" if "destroy" in names else "borrowed", nullable=True)
    if given and param.base in types.structs:
        return replace(param, kind="struct", owned="borrowed")
    if param.type in ("const char *", "char *"):
        return replace(param, kind="string", owned=owner)
    if given:
        return replace(param, kind="optional", owned="borrowed")
    return replace(param, kind=what(param, types), enum=named_enum(param), **passed(param, types))


def named_enum(param):
    """The enum that a number's name says: `dtype`, `device_type`, …"""
    return ENUM_OF_NAME.get(param.name) if param.base in ("int32_t", "int64_t") else None


def passed(param, types):
    """Who owns what is behind a pointer."""
    if param.direction == "in":
        return {"owned": param.owned or "borrowed"}
    if param.base in types.handles:
        return {"owned": "new", "close": types.handles[param.base].close}
    if param.type == "char **":
        return {"owned": "new", "close": "ptc_string_free"}
    if param.base == "ptc_value":
        return {"owned": "new", "close": "ptc_values_close"}
    return {"owned": "borrowed" if param.base == "void" else None}


def of_callback(param, params, types):
    """A function of the caller's, with those that go with it."""
    callback = types.callbacks[param.type]
    if param.type == "ptc_destroy_fn":
        return replace(param, kind="destroy", callback=callback, nullable=True)
    context = next((p.name for p in params if p.name == "context"), None)
    destroy = next((p.name for p in params if p.name == "destroy"), None)
    return replace(param, kind="callback", callback=callback, context=context, destroy=destroy)


def of_schema(param, arg):
    """The parameter with the enum that its argument in the schema says."""
    if arg is None or param.direction == "out":
        return param
    return replace(param, enum=ENUM_OF_TYPE.get(arg.base) or param.enum)


def of_tables(param, owner):
    """The parameter with what only comments say; `owner` is the name of the function, the callback or the struct."""
    key = f"{owner}.{param.name}"
    found = {"enum": ENUMS.get(key, param.enum)}
    if key in LENT:
        found |= {"owned": LENT[key], "close": None}
    if key in LENGTHS:
        found |= {"kind": "list", "length": LENGTHS[key]}
    return replace(param, **found)
