"""What each parameter of a C function is for: read from its type, its neighbours, the operator's schema, and the
tables in exceptions.py for what only the header's words say.
"""

from dataclasses import replace

from .exceptions import ENTRIES_NULLABLE, ENUMS, LENGTHS, NULLABLE, TAKEN, WRITTEN

NUMBERS = ("bool", "double", "int32_t", "int64_t")
ENUM_OF_TYPE = {"ScalarType": "ptc_dtype", "Layout": "ptc_layout", "MemoryFormat": "ptc_memory_format"}
ENUM_OF_NAME = {
    "dtype": "ptc_dtype", "layout": "ptc_layout", "memory_format": "ptc_memory_format", "device_type": "ptc_device_type",
    "op": "ptc_reduce_op", "randomness": "ptc_randomness", "reduction": "ptc_reduction",
}  # fmt: skip


def complete(function, handles, structs):
    """The function, its parameters with all that is known of them."""
    args = {arg.name: arg for arg in function.schema.args} if function.schema else {}
    closing = not function.schema and function.name.endswith(("_close", "_close_later", "_free"))
    params = [of_neighbours(function.params, i, handles, structs) for i in range(len(function.params))]
    params = [of_schema(param, args.get(param.name)) for param in params]
    if closing:
        params[0] = replace(params[0], owned="taken", nullable=True)
    if function.returns != "const char *":  # it cannot fail, so NULL does nothing
        params = [replace(param, nullable=True) if param.kind == "handle" else param for param in params]
    params = [of_tables(param, function.name) for param in params]
    # What an operator gives may be an enum's number too: result_type(…) -> ScalarType
    if function.schema and len(function.schema.returns) == 1 and function.schema.returns[0][0] in ENUM_OF_TYPE:
        params[-1] = replace(params[-1], enum=ENUM_OF_TYPE[function.schema.returns[0][0]])
    return replace(function, params=tuple(params), returns_enum=ENUMS.get(function.name))


def complete_struct(struct, handles, structs):
    fields = (of_neighbours(struct.fields, i, handles, structs) for i in range(len(struct.fields)))
    # A field belongs to whoever has the struct, and a pointer may be unset.
    fields = (replace(one, owned=None, nullable=one.type.endswith("*")) for one in fields)
    return replace(struct, fields=tuple(of_tables(one, struct.name) for one in fields))


def of_neighbours(params, i, handles, structs):
    """A parameter with what its type and the ones beside it say."""
    param, names = params[i], [p.name for p in params]
    if param.callback:
        return of_callback(param, params, handles, structs)
    if param.type.endswith("*"):
        return of_pointer(param, names, names[i + 1 : i + 2], handles, structs)
    lengths = {p.name + "_len" for p in params if p.type.endswith("*")} | {"nbytes"}
    if param.type == "int64_t" and param.name in lengths:
        return replace(param, kind="length")
    kind = what(param, handles, structs)
    return replace(param, kind=kind, owned="borrowed" if kind == "handle" else None, enum=named_enum(param))


def what(param, handles, structs):
    """What stands at the end of a type's pointers."""
    kinds = {"char": "string", "void": "address"} | dict.fromkeys(handles, "handle") | dict.fromkeys(structs, "struct")
    return kinds.get(param.base, "number")


def of_pointer(param, names, following, handles, structs):
    writes = not param.type.startswith("const") or param.type == "const char **"
    if param.name + "_len" in names:
        return replace(param, kind="list", length=param.name + "_len", **passed(param, writes, handles))
    if param.type in ("void *", "const void *") and following == ["nbytes"]:
        return replace(param, kind="buffer", owned="borrowed", length="nbytes")
    if param.type == "void *":
        if param.name not in ("context", "arg"):
            return replace(param, kind="address", owned="borrowed")
        owned = "taken" if "destroy" in names else "borrowed"
        return replace(param, kind="context", owned=owned, nullable=True)
    if param.type == "const char *":
        return replace(param, kind="string", owned="borrowed")
    if not writes:
        return replace(param, kind="optional", owned="borrowed", nullable=True)
    return replace(param, kind=what(param, handles, structs), enum=named_enum(param), **passed(param, True, handles))


def named_enum(param):
    """The enum that a number's name says: `dtype`, `device_type`, …"""
    return ENUM_OF_NAME.get(param.name) if param.base in ("int32_t", "int64_t") else None


def passed(param, writes, handles):
    """The direction of a pointer and who owns what is behind it."""
    if not writes:
        return {"direction": "in", "owned": "borrowed"}
    if param.base in handles:
        return {"direction": "out", "owned": "new", "close": handles[param.base].close}
    if param.type == "const char **":
        return {"direction": "out", "owned": "new", "close": "ptc_string_free"}
    if param.base == "ptc_value":
        return {"direction": "out", "owned": "new", "close": "ptc_values_close"}
    return {"direction": "out", "owned": "borrowed" if param.base == "void" else None}


def of_callback(param, params, handles, structs):
    """A function of the caller's: its own parameters, and those that go with it."""
    inner = param.callback.params
    found = [of_neighbours(inner, i, handles, structs) for i in range(len(inner))]
    # Handles that it gives are the library's; its context is only lent to it.
    found = [
        replace(p, owned="borrowed")
        if p.kind == "context"
        else replace(p, owned="taken", close=None, nullable=True)
        if p.owned == "new"
        else p
        for p in found
    ]
    callback = replace(param.callback, params=tuple(found))
    if param.name == "destroy":
        return replace(param, kind="destroy", callback=callback, nullable=True)
    context = next((p.name for p in params if p.type == "void *" and p.name in ("context", "arg")), None)
    destroy = next((p.name for p in params if p.name == "destroy"), None)
    return replace(param, kind="callback", callback=callback, context=context, destroy=destroy)


def of_schema(param, arg):
    """The parameter with what its argument in the schema says."""
    if arg is None or param.direction == "out":
        return param
    enum = ENUM_OF_TYPE.get(arg.base) or param.enum
    if param.type in NUMBERS or param.kind == "optional":
        return replace(param, enum=enum)
    return replace(param, nullable=arg.optional, entries_nullable=arg.optional_items, enum=enum)


def of_tables(param, owner):
    """The parameter with what only the words above the declaration say; `owner` is the function's or struct's name."""
    key = f"{owner}.{param.name}"
    if param.callback:
        inner = tuple(of_tables(p, key) for p in param.callback.params)
        param = replace(param, callback=replace(param.callback, params=inner))
    found = {
        "nullable": param.nullable or key in NULLABLE,
        "entries_nullable": param.entries_nullable or key in ENTRIES_NULLABLE,
        "direction": WRITTEN.get(key, param.direction),
        "owned": "taken" if key in TAKEN else param.owned,
        "enum": ENUMS.get(key, param.enum),
    }
    if key in LENGTHS:
        found |= {"kind": "list", "length": LENGTHS[key]}
    return replace(param, **found)
