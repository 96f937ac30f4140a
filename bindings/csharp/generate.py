"""Writes what is derived for C#: Torch.cs with every operator, its imports and the enums, Core.cs with the imports of all
other functions and the types of callbacks, and Layers.cs.

python generate.py pytorch_c.json FOLDER
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import api
import generate_layers

# kind: the parameter's type, that of an optional one, the import's types, and what C is given
TYPES = {
    "tensor": ("Tensor", "Tensor", "IntPtr", "{}"),
    "tensors": ("Tensor[]", "Tensor[]", "IntPtr[], long", "uses.Of({0}), {0}.Length"),
    "scalar": ("Scalar", "Scalar", "Scalar", "{}"),
    "scalars": ("Scalar[]", "Scalar[]", "Scalar[], long", "{0}, {0}.Length"),
    "int": ("long", "long?", "long", "{}"),
    "float": ("double", "double?", "double", "{}"),
    "bool": ("bool", "bool?", "byte", "(byte)({} ? 1 : 0)"),
    "ints": ("long[]", "long[]", "long[], long", "{0}, {0} == null ? 0 : {0}.Length"),
    "floats": ("double[]", "double[]", "double[], long", "{0}, {0} == null ? 0 : {0}.Length"),
    "bools": ("bool[]", "bool[]", "byte[], long", "Native.Bytes({0}), {0}.Length"),
    "str": ("string", "string", "byte[]", "Native.Utf8({})"),
    "dtype": ("Dtype", "Dtype?", "int", "(int)({})"),
    "layout": ("Layout", "Layout?", "int", "(int)({})"),
    "memory_format": ("MemoryFormat", "MemoryFormat?", "int", "(int)({})"),
    "device": ("Device", "Device", "int, int", "Device.TypeOf({0}), Device.IndexOf({0})"),
    "generator": ("Generator", "Generator", "Handle", "Generator.Of({})"),
    "options": ("Options", "Options", "int[]", "Options.Fields({})"),
}
POINTERS = {
    "int": ("long[]", "Native.One({})"),
    "float": ("double[]", "Native.One({})"),
    "bool": ("byte[]", "Native.One({})"),
}
RESULTS = {
    "tensor": ("Tensor", "IntPtr", "Tensor.Of({})"),
    "tensors": ("Tensor[]", "IntPtr", "Native.Taken({})"),
    "int": ("long", "long", "{}"),
    "int32": ("int", "int", "{}"),
    "bool": ("bool", "byte", "{} != 0"),
    "float": ("double", "double", "{}"),
}
KEYWORDS = set(
    "abstract as base bool break case checked const decimal default do double else event false fixed float for implicit explicit".split()
)
KEYWORDS |= set(
    "if in int is lock long new null object operator out params ref return self string this true unsafe where while".split()
)
ENUMS = {"Dtype": "ptc_dtype", "Layout": "ptc_layout", "MemoryFormat": "ptc_memory_format"}


def named(name):
    return "@" + name if name in KEYWORDS else name


def is_pointer(arg):
    return arg.optional and arg.kind in POINTERS


def type_of(arg):
    return TYPES[arg.kind][1 if arg.optional else 0]


def constant(arg):
    """A default as C# takes it in a declaration, or None where it is no constant: then null stands for it."""
    given = arg.default
    if isinstance(given, bool):
        return str(given).lower()
    if given is None:
        return "default(Scalar)" if arg.kind == "scalar" else "null"
    if isinstance(given, list) or arg.kind in ("scalar", "memory_format"):
        return None
    return f'"{given}"' if isinstance(given, str) else str(given)


def value(arg):
    """Returns what stands for a default that is no constant."""
    given = arg.default
    if isinstance(given, list):
        return f"new {TYPES[arg.kind][0]} {{ {', '.join(map(str, given))} }}"
    return f"MemoryFormat.{'CONTIGUOUS'}" if arg.kind == "memory_format" else str(given)


def parameter(arg, free):
    name = named(arg.name)
    if not free:
        return f"{type_of(arg)} {name}"
    text = constant(arg)
    if text is not None:
        return f"{type_of(arg)} {name} = {text}"
    kind = {"scalar": "Scalar?", "memory_format": "MemoryFormat?"}.get(arg.kind, type_of(arg))
    return f"{kind} {name} = null"


def passed(arg, free):
    name = named(arg.name)
    if free and constant(arg) is None:
        name = f"({name} ?? {value(arg)})"
    if is_pointer(arg):
        return POINTERS[arg.kind][1].format(name)
    if arg.optional and arg.kind in ("dtype", "layout", "memory_format") and "??" not in name:
        return f"{name} == null ? -1 : (int){name}"
    return TYPES[arg.kind][3].format(name)


def imported(op):
    """The declaration of the C function."""
    kinds = []
    for arg in op.args:
        kinds += [POINTERS[arg.kind][0]] if is_pointer(arg) else TYPES[arg.kind][2].split(", ")
    kinds += [f"out {RESULTS[kind][1]}" for _, kind in op.results]
    params = ", ".join(f"{kind} a{i}" for i, kind in enumerate(kinds))
    return f'    [DllImport("pytorch_c")] internal static extern IntPtr {op.symbol}({params});\n'


def function(op, order, least, seen):
    free = {arg.name for i, arg in enumerate(order) if i >= least}
    params = ", ".join(parameter(arg, arg.name in free) for arg in order)
    key = (api.group(op), tuple(parameter(arg, arg.name in free).split()[0] for arg in order))
    name = op.symbol.removeprefix("ptc_") if key in seen else api.group(op)
    seen.add(key)
    kinds = [RESULTS[kind] for _, kind in op.results]
    outs = [f"out var r{i}" for i in range(len(kinds))]
    tensors = {arg.name: f"u{i}" for i, arg in enumerate(op.args) if arg.kind == "tensor"}
    given = [tensors.get(arg.name) or passed(arg, arg.name in free) for arg in op.args]
    call = f"Native.Check(Native.{op.symbol}({', '.join([*given, *outs])}));"
    values = [text.format(f"r{i}") for i, (_, _, text) in enumerate(kinds)]
    returned = kinds[0][0] if len(kinds) == 1 else f"({', '.join(kind for kind, _, _ in kinds)})" if kinds else "void"
    if not kinds and op.in_place and op.args[0].kind == "tensor":
        returned, values = "Tensor", [named(op.args[0].name)]
    if len(kinds) > 7:  # more than mono's tuples hold
        returned, values = "object[]", [f"new object[] {{ {', '.join(values)} }}"]
    back = f" return {values[0] if len(values) == 1 else '(' + ', '.join(values) + ')'};" if values else ""
    body = f"{call}{back}"
    if tensors:
        uses = ", ".join(f"{use} = new Use({named(name)})" for name, use in tensors.items())
        body = f"using (Use {uses}) {{ {body} }}"
    if any(arg.kind == "tensors" for arg in op.args):
        body = f"using (var uses = new Values()) {{ {body} }}"
    doc = f"{op.doc} {op.schema}".replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"    /// <summary>{doc}</summary>\n    public static {returned} {named(name)}({params}) {{ {body} }}\n"


def main(path, folder):
    description, ops = api.load(path)
    out, seen = Path(folder), set()
    out.mkdir(parents=True, exist_ok=True)
    imports, body = "".join(map(imported, ops)), "".join(function(*one, seen) for one in api.overloads(ops))
    enums = {one["name"]: one["values"] for one in description["enums"]}
    listed = "".join(declared(name, enum, enums[enum]) for name, enum in ENUMS.items())
    generate_layers.write(description, out)
    (out / "Core.cs").write_text(core(description))
    (out / "Torch.cs").write_text(
        "using System;\nusing System.Runtime.InteropServices;\n\nnamespace PytorchC {\n"
        f"  static partial class Native {{\n    internal const long Abi = {description['abi_version']};\n{imports}  }}\n\n"
        "  /// <summary>All operators, under their schemas' names; `out` comes first where there is one.</summary>\n"
        f"  public static class Torch {{\n{body}  }}\n\n{listed}}}\n"
    )


# ---- core functions: type in C, type of the import ----

CORE = {
    "void": "void", "int64_t": "long", "int32_t": "int", "double": "double", "bool": "byte", "ptc_scalar": "Scalar",
    "const char *": "byte[]", "const bool *": "byte[]", "const int64_t *": "long[]", "const ptc_options *": "int[]",
}  # fmt: skip
PLACES = {"int64_t *": "long", "int32_t *": "int", "double *": "double", "bool *": "byte", "ptc_scalar *": "Scalar"}
# Handles that a Tensor counts itself; all others are SafeHandles.
COUNTED = {"ptc_tensor", "ptc_tensor_list"}
# Memory that a program has as an array; any other memory is an address.
ARRAYS = {("ptc_jit_load_memory", "data"): "byte[]"}


def core_type(function, param, handles, callbacks):
    """The type of a parameter in the import of a core function."""
    kind, listed = param["type"], "list" in param
    base = kind.removeprefix("const ").removesuffix(" *")
    if (function["name"], param["name"]) in ARRAYS:
        return ARRAYS[function["name"], param["name"]]
    if kind in callbacks:
        return kind
    if kind in handles:
        return "IntPtr" if kind in COUNTED or function["name"].endswith("_close") else "Handle"
    if base in handles:
        return "out IntPtr" if param["direction"] == "out" else "IntPtr[]"
    if kind in PLACES:
        return f"{PLACES[kind]}[]" if listed else f"out {PLACES[kind]}"
    return CORE.get(kind) or ("out IntPtr" if kind in ("char **", "void **") else "IntPtr")


def core(description):
    """The text of Core.cs. A function that takes a stream, a struct by its value, has no import."""
    handles = {one["name"] for one in description["handles"]}
    callbacks = {one["name"] for one in description["callbacks"]}
    lines = []
    for one in description["functions"]:
        if "operator" in one or any(param["type"] == "ptc_stream" for param in one["params"]):
            continue
        params = [f"{core_type(one, param, handles, callbacks)} {named(param['name'])}" for param in one["params"]]
        back = CORE.get(one["returns"]["type"], "IntPtr").replace("byte[]", "IntPtr")
        lines.append(
            f'    [DllImport("pytorch_c")] internal static extern {back} {one["name"]}({", ".join(params)});\n'
        )
    kinds = []
    for one in description["callbacks"]:
        numbers = {"int64_t", "int32_t", "double", "bool"}
        params = [f"{CORE[p['type']] if p['type'] in numbers else 'IntPtr'} {named(p['name'])}" for p in one["params"]]
        back = CORE.get(one["returns"]["type"], "IntPtr")
        kinds.append(
            "  [UnmanagedFunctionPointer(CallingConvention.Cdecl)]\n"
            f"  delegate {back} {one['name']}({', '.join(params)});\n"
        )
    return (
        "// Derived from pytorch_c.json.\nusing System;\nusing System.Runtime.InteropServices;\n\nnamespace PytorchC {\n"
        f"{''.join(kinds)}\n  static class Core {{\n{''.join(lines)}  }}\n}}\n"
    )


def declared(name, enum, values):
    inner = ", ".join(f"{one['short'].upper()} = {one['value']}" for one in values)
    return f"  /// <summary>The numbers of enum {enum}.</summary>\n  public enum {name} {{ {inner} }}\n"


if __name__ == "__main__":
    main(*sys.argv[1:])
