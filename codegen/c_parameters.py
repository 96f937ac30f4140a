"""The C parameters of an operator's function, from its schema: the one rule, which headers are written and checked by."""

OPTIONS = ("dtype", "layout", "device", "pin_memory")
C_TYPES = {
    "Tensor": "ptc_tensor", "Scalar": "ptc_scalar", "int": "int64_t", "float": "double", "bool": "bool",
    "str": "const char *", "ScalarType": "int32_t", "Layout": "int32_t", "MemoryFormat": "int32_t",
    "QScheme": "int32_t", "Generator": "ptc_generator", "SymInt": "int64_t", "SymBool": "bool",
    "Tensor[]": "ptc_tensor_list",
}  # fmt: skip


def options_at(schema):
    """The index of `dtype`, where the four options of a factory begin; None without them."""
    names = [arg.name for arg in schema.args]
    return next((i for i in range(len(names)) if tuple(names[i : i + 4]) == OPTIONS), None)


def parameters(schema):
    """[(C type, name, nullable, entries_nullable)] that a schema's wrapper has."""
    out, at = [], options_at(schema)
    for i, arg in enumerate(schema.args):
        if at is not None and at <= i < at + 4:
            out += [("const ptc_options *", "options", True, False)] if i == at else []
        elif arg.is_list:
            pointer = (
                f"const {C_TYPES[arg.base]} *",
                arg.name,
                arg.optional,
                arg.optional_items and arg.base == "Tensor",
            )
            out += [pointer, ("int64_t", arg.name + "_len", False, False)]
        elif arg.base == "Device":
            out += [("int32_t", arg.name + part, False, False) for part in ("_type", "_index")]
        elif arg.optional and arg.base in ("int", "float", "bool"):
            out.append((f"const {C_TYPES[arg.base]} *", arg.name, True, False))
        else:
            absent = arg.optional and arg.base in ("Tensor", "Scalar", "Generator", "str")
            out.append((C_TYPES[arg.base], arg.name, absent, False))
    return out


def results(schema):
    """[(C type, name)] of the outputs: none where the operator changes an argument, `out` for a lone one unless an argument is."""
    given = [(kind, name) for kind, name in schema.returns if kind != "()"]
    if schema.inplace or schema.out_args:
        return []
    if len(given) == 1:
        taken = any(arg.name == "out" for arg in schema.args)
        if schema.text.endswith("-> QScheme"):  # which is read as the int that it is
            return [(C_TYPES["QScheme"] + " *", "out")]
        return [(C_TYPES[given[0][0]] + " *", given[0][1] if taken else "out")]
    return [(C_TYPES[kind] + " *", name or f"out{i}") for i, (kind, name) in enumerate(given)]
