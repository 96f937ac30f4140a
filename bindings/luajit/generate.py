"""Writes what is derived for LuaJIT: pytorch_c_cdef.lua, the C declarations, pytorch_c_ops.lua, every operator, and
pytorch_c_layers.lua, the layers.

python generate.py pytorch_c.json FOLDER
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import api
import generate_layers

# kind: the letter by which overloads are told apart, and what C is given; a list adds its length
GIVEN = {
    "tensor": ("T", "tensor({0}, '{0}')"),
    "tensors": ("L", "tensors({0}, '{0}'), #{0}"),
    "scalar": ("s", "{0}_k, {0}_i, {0}_r, 0"),
    "scalars": ("I", "scalars({0}), #{0}"),
    "int": ("i", "{0}"),
    "float": ("f", "{0}"),
    "bool": ("b", "{0}"),
    "ints": ("I", "ints({0})"),
    "floats": ("I", "floats({0})"),
    "bools": ("I", "bools({0})"),
    "str": ("t", "{0}"),
    "dtype": ("t", "named(DTYPES, {0}, '{0}')"),
    "layout": ("t", "named(LAYOUTS, {0}, '{0}')"),
    "memory_format": ("t", "named(FORMATS, {0}, '{0}')"),
    "device": ("t", "device({0})"),
    "generator": ("G", "generator({0})"),
    "options": ("K", "options(keywords)"),
}
OPTIONAL = {"int": "one_int({})", "float": "one_float({})", "bool": "one_bool({})"}
PLACES = {
    "tensor": "ptc_tensor[1]",
    "tensors": "ptc_tensor_list[1]",
    "int": "int64_t[1]",
    "int32": "int32_t[1]",
    "bool": "bool[1]",
    "float": "double[1]",
}
VALUES = {
    "tensor": "own({}[0])",
    "tensors": "taken({}[0])",
    "int": "tonumber({}[0])",
    "int32": "{}[0]",
    "bool": "{}[0]",
    "float": "{}[0]",
}
KEYWORDS = set(
    "and break do else elseif end false for function goto if in local nil not or repeat return then true until while".split()
)
HELPERS = set(
    "tensor tensors scalar scalars ints floats bools named device generator options own again taken keywords C M".split()
)


def named(name):
    return name + "_" if name in KEYWORDS | HELPERS else name


def literal(given):
    if isinstance(given, bool):
        return str(given).lower()
    if isinstance(given, list):
        return "{" + ", ".join(map(str, given)) + "}"
    return f"'{given}'" if isinstance(given, str) else str(given)


def function(op, keyword_only):
    name = op.symbol.removeprefix("ptc_")
    positions = [arg for arg in op.args if arg.name not in keyword_only and arg.kind != "options"]
    fields = [arg for arg in op.args if arg.name in keyword_only and arg.kind != "options"]
    options = any(arg.kind == "options" for arg in op.args)
    params = [named(arg.name) for arg in positions] + (["keywords"] if fields or options else [])
    lines = [f"local {named(arg.name)} = keywords and keywords.{arg.name}" for arg in fields]
    for arg in op.args:
        if arg.default is not api.NONE and arg.default is not None and arg.kind != "options":
            given = "'contiguous'" if arg.kind == "memory_format" else literal(arg.default)
            lines.append(f"if {named(arg.name)} == nil then {named(arg.name)} = {given} end")
    calls = []  # (where C has it, its text) of each argument: in a register, among doubles, or on the stack
    for arg in op.args:
        optional = arg.optional and arg.kind in OPTIONAL
        form = OPTIONAL[arg.kind] if optional else GIVEN[arg.kind][1]
        text = (
            form.format(named(arg.name))
            if named(arg.name) == arg.name
            else form.replace("'{0}'", f"'{arg.name}'").format(named(arg.name))
        )
        if arg.kind in ("ints", "floats", "bools", "device"):  # two values, of which only the last call gives both
            lines.append(f"local {arg.name}_1, {arg.name}_2 = {text}")
            text = f"{arg.name}_1, {arg.name}_2"
        if arg.kind == "scalar":
            lines.append(
                f"local {named(arg.name)}_k, {named(arg.name)}_i, {named(arg.name)}_r = scalar({named(arg.name)}, '{arg.name}')"
            )
            calls.append(("stack", text))
        elif arg.kind in ("tensors", "scalars", "ints", "floats", "bools", "device"):
            calls += [("register", part) for part in text.rsplit(", ", 1)]
        else:
            calls.append(("double" if arg.kind == "float" and not optional else "register", text))
    for i, (_, kind) in enumerate(op.results):
        lines.append(f"local r{i} = {kind}_place()")
        calls.append(("register", f"r{i}"))
    if any(place == "stack" for place, _ in calls):
        call = f"C.{op.symbol}_flat({', '.join(flat(calls, '0'))})"
    else:
        call = f"C.{op.symbol}({', '.join(text for _, text in calls)})"
    lines.append(f"local failed = {call}")
    if op.variant == "functional":  # others may have changed something already
        lines.append(f"if failed ~= nil and again(failed) then failed = {call} end")
    lines.append("if failed ~= nil then raise(failed) end")
    values = [VALUES[kind].format(f"r{i}") for i, (_, kind) in enumerate(op.results)]
    if not values and op.in_place:
        values = [named(op.args[0].name)]
    if values:
        lines.append("return " + ", ".join(values))
    doc = f"-- {op.doc}\n-- {op.schema}\n"
    text = f"{doc}F['{name}'] = function({', '.join(params)})\n  " + "\n  ".join(lines) + "\nend\n"
    letters = "".join("J" if arg.kind == "ints" and arg.one else GIVEN[arg.kind][0] for arg in positions)
    known = [arg.name for arg in fields] + (
        ["dtype", "layout", "device", "pin_memory", "requires_grad"] if options else []
    )
    form = (
        f"{{F['{name}'], '{letters}', {api.required(positions)}, {{{', '.join(f'{k}=true' for k in [*known])}}}, "
        f"{{{', '.join(repr(arg.name) for arg in positions)}}}, [=[{op.schema}]=]}}"
    )
    return text, form, all(arg.default is api.NONE for arg in positions)


def flat(params, unused):
    """Arguments of which some are structs by value, in the order of a function that has their words instead.

    A call with a struct is not compiled. On x86-64 a ptc_scalar lies on the stack: behind six arguments in registers,
    so do its four words. `unused` fills the registers.
    """
    registers = [text for place, text in params if place == "register"]
    filled = registers[:6] + [unused] * (6 - len(registers))
    rest = iter(registers[6:])
    seen, behind = 0, []
    for place, text in params:
        if place == "stack":
            behind.append(text)
        elif place == "register" and (seen := seen + 1) > 6:
            behind.append(next(rest))
    return filled + [text for place, text in params if place == "double"] + behind


def flat_declaration(one):
    """The declaration of a function whose numbers are words on the stack."""
    places = {"ptc_scalar": "stack", "double": "double"}
    words = ", ".join(["int64_t"] * 4)
    params = [
        (places.get(param["type"], "register"), words if param["type"] == "ptc_scalar" else declared(param["type"], ""))
        for param in one["params"]
    ]
    return (
        f'{one["returns"]["type"]} {one["name"]}_flat({", ".join(flat(params, "int64_t"))}) __asm__("{one["name"]}");'
    )


def declarations(description):
    """The C declarations, from the texts of the types."""
    out = []
    for one in description["handles"]:
        out.append(f"typedef struct {one['struct']} *{one['name']};")
    out += [f"typedef struct {one['name']} {one['name']};" for one in description["structs"]]
    out.append("typedef const char *ptc_error;")
    callbacks = {one["name"]: one for one in description["callbacks"]}
    for one in sorted(description["types"], key=lambda one: one["text"] != "ptc_destroy_fn"):  # others are given it
        if "callback" in one and "(" not in one["text"]:  # a typedef of a pointer to a function
            found = callbacks[one["callback"]]
            inner = ", ".join(declared(param["type"], param["name"]) for param in found["params"])
            out.append(f"typedef {found['returns']['type']} (*{one['text']})({inner});")
    for one in description["structs"]:
        out.append(
            f"struct {one['name']} {{ {' '.join(declared(f['type'], f['name']) + ';' for f in one['fields'])} }};"
        )
    for one in description["functions"]:
        params = ", ".join(declared(param["type"], param["name"]) for param in one["params"])
        out.append(f"{declared(one['returns']['type'], one['name'])}({params or 'void'});")
        if "operator" in one and any(param["type"] == "ptc_scalar" for param in one["params"]):
            out.append(flat_declaration(one))
    return "\n".join(out)


def declared(type_, name):
    if "(*)" in type_:
        return type_.replace("(*)", f"(*{name})", 1)
    return f"{type_} {name + '_' if name in ('self_', 'end') else name}"


HEAD = """-- Derived from pytorch_c.json: every operator under its C name without ptc_, and the choice among overloads
-- under its schema's name.
return function(core)
local C, new, raise, again, own, taken = core.C, core.new, core.raise, core.again, core.own, core.taken
local tensor, tensors, scalar, scalars = core.tensor, core.tensors, core.scalar, core.scalars
local ints, floats, bools, named, device = core.ints, core.floats, core.bools, core.named, core.device
local generator, options, choose = core.generator, core.options, core.choose
local one_int, one_float, one_bool, DTYPES = core.one_int, core.one_float, core.one_bool, core.DTYPES
local LAYOUTS, FORMATS = core.LAYOUTS, core.FORMATS
local F, M, methods = {}, {}, {}
"""
HEAD += "".join(f"local {kind}_place = core.ffi.typeof('{place}')\n" for kind, place in PLACES.items())


def main(path, folder):
    description, ops = api.load(path)
    only = {
        one["name"]: {param["name"].removesuffix("_type") for param in one["params"] if param.get("keyword_only")}
        for one in description["functions"]
    }
    text, groups = HEAD, {}
    for op in ops:
        body, form, plain = function(op, only[op.symbol])
        text += body
        groups.setdefault(api.group(op), []).append((op, form, plain))
    for op in ops:
        name = op.symbol.removeprefix("ptc_")
        text += f"M['{name}'] = F['{name}']\n"
    for name, forms in groups.items():
        direct = len(forms) == 1 and forms[0][2]
        symbol = forms[0][0].symbol.removeprefix("ptc_")
        value = f"F['{symbol}']" if direct else f"choose('{name}', {{{', '.join(form for _, form, _ in forms)}}})"
        text += f"M['{name}'] = {value}\n"
        if any(op.method for op, _, _ in forms):
            text += f"methods['{name}'] = M['{name}']\n"
    text += "return M, methods\nend\n"
    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    (out / "pytorch_c_ops.lua").write_text(text)
    (out / "pytorch_c_layers.lua").write_text(generate_layers.text(description))
    enums = {one["name"]: one["values"] for one in description["enums"]}
    tables = ", ".join(
        name + " = {" + ", ".join(f"[{one['short']!r}] = {one['value']}" for one in enums[enum]) + "}"
        for name, enum in (("DTYPES", "ptc_dtype"), ("LAYOUTS", "ptc_layout"), ("FORMATS", "ptc_memory_format"))
    )
    (out / "pytorch_c_cdef.lua").write_text(
        f"-- Derived from pytorch_c.json: the C ABI.\nreturn {{abi = {description['abi_version']}, {tables}, cdef = [==[\n{declarations(description)}\n]==]}}\n"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
