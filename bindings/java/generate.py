"""Writes what is derived for Java: Torch.java with every operator, the symbols of its calls, enums, versions, layers.

python generate.py pytorch_c.json FOLDER
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import api
import generate_layers

# kind: the parameter's type, that of an optional one, the letters of its shape, and what C is given
TYPES = {
    "tensor": ("Tensor", "Tensor", "l", "m.use({})"),
    "tensors": ("Tensor[]", "Tensor[]", "ll", "m.list({0}), (long) {0}.length"),
    "scalar": ("Number", "Number", "s", "m.scalar({})"),
    "scalars": ("Number[]", "Number[]", "ll", "m.scalars({0}), (long) {0}.length"),
    "int": ("long", "Long", "l", "{}"),
    "float": ("double", "Double", "d", "{}"),
    "bool": ("boolean", "Boolean", "b", "{}"),
    "ints": ("long[]", "long[]", "ll", "m.list({0}), ({0} == null ? 0L : {0}.length)"),
    "floats": ("double[]", "double[]", "ll", "m.list({0}), ({0} == null ? 0L : {0}.length)"),
    "bools": ("boolean[]", "boolean[]", "ll", "m.list({0}), (long) {0}.length"),
    "str": ("String", "String", "l", "m.text({})"),
    "dtype": ("Dtype", "Dtype", "i", "({0} == null ? -1 : {0}.value)"),
    "layout": ("Layout", "Layout", "i", "({0} == null ? -1 : {0}.value)"),
    "memory_format": ("MemoryFormat", "MemoryFormat", "i", "({0} == null ? -1 : {0}.value)"),
    "device": ("Device", "Device", "ii", "({0} == null ? -1 : {0}.type()), ({0} == null ? -1 : {0}.index())"),
    "generator": ("Generator", "Generator", "l", "m.use({})"),
    "options": ("Options", "Options", "l", "m.options({})"),
}
RESULTS = {
    "tensor": ("Tensor", "Tensor.of(m.getLong(r{}))"),
    "tensors": ("Tensor[]", "Lists.taken(m.getLong(r{}))"),
    "int": ("long", "m.getLong(r{})"),
    "int32": ("int", "(int) m.getLong(r{})"),
    "bool": ("boolean", "m.getLong(r{}) != 0"),
    "float": ("double", "m.getDouble(r{})"),
}
KEYWORDS = set(
    "abstract assert boolean default double final float int interface long native new super switch this try void".split()
)


def named(text):
    return text + "_" if text in KEYWORDS or text == "m" else text


def type_of(arg):
    return TYPES[arg.kind][1 if arg.optional else 0]


def literal(arg):
    """A default in Java, with the type of its parameter."""
    given = arg.default
    if given is None:
        return f"({type_of(arg)}) null"
    if isinstance(given, bool):
        return str(given).lower()
    if isinstance(given, list):
        return f"new {type_of(arg)} {{{', '.join(map(str, given))}}}"
    if arg.kind == "str":
        return f'"{given}"'
    if arg.kind == "memory_format":
        return f"MemoryFormat.of({given})"
    if arg.kind in ("int", "scalar") and isinstance(given, int):
        return f"{given}L"
    return str(given)


def letters(op):
    out = "l"
    for arg in op.args:
        pointer = arg.optional and arg.kind in ("int", "float", "bool")
        out += "l" if pointer else TYPES[arg.kind][2]
    return out + "l" * len(op.results)


def passed(arg):
    name = named(arg.name)
    if arg.optional and arg.kind in ("int", "float", "bool"):
        return f"m.optional({name})"
    return TYPES[arg.kind][3].format(name)


def returned(op):
    kinds = [RESULTS[kind] for _, kind in op.results]
    if not kinds:
        return ("Tensor", "self") if op.in_place and op.args[0].kind == "tensor" else ("void", None)
    if len(kinds) == 1:
        return kinds[0][0], kinds[0][1].format(0)
    inner = ", ".join(text.format(i) for i, (_, text) in enumerate(kinds))
    common = "Tensor" if all(kind == "Tensor" for kind, _ in kinds) else "Object"
    return f"{common}[]", f"new {common}[] {{{inner}}}"


def function(op, order, least, seen, shapes):
    """The Java methods of an operator: one with all arguments, and shorter ones for its defaults."""
    shape, kinds = letters(op), [type_of(arg) for arg in order]
    number = shapes.setdefault(shape, len(shapes))
    name, (kind, value) = named(api.group(op)), returned(op)
    params = ", ".join(f"{type_of(arg)} {named(arg.name)}" for arg in order)
    seen.add((name, tuple(kinds)))
    doc = f"  /** {op.doc}<p>{{@code {op.schema}}} */\n".replace("*/ */", "*/")
    given = [*map(passed, op.args), *(f"m.at(r{i})" for i in range(len(op.results)))]
    places = "".join(f" int r{i} = m.place();" for i in range(len(op.results)))
    out = f"""{doc}  public static {kind} {name}({params}) {{
    try (Scratch m = Scratch.open()) {{
     {places} Native.check((long) S{number}.H.invokeExact(Symbols.{op.symbol}, {", ".join(given)}));
      {f"return {value};" if value else ""}
    }} catch (Throwable thrown) {{ throw Native.rethrow(thrown); }}
  }}
"""
    for count in range(least, len(order)):
        key = (name, tuple(kinds[:count]))
        if key in seen or (count not in (least, least + 1) and len(order) - least > 4):
            continue
        seen.add(key)
        params = ", ".join(f"{type_of(arg)} {named(arg.name)}" for arg in order[:count])
        inner = ", ".join([named(arg.name) for arg in order[:count]] + [literal(arg) for arg in order[count:]])
        out += f"  /** {{@code {op.schema}}} */\n  public static {kind} {name}({params}) {{ {'return ' if kind != 'void' else ''}{name}({inner}); }}\n"
    return out


def enum(description, name, java, more=""):
    values = next(one for one in description["enums"] if one["name"] == name)["values"]
    listed = ",\n".join(f"  {one['short'].upper()}({one['value']})" for one in values)
    return f"""package pytorch_c;

/** The numbers of enum {name}. */
public enum {java} {{
{listed};

  final int value;

  {java}(int value) {{ this.value = value; }}

  static {java} of(int value) {{
    for ({java} one : values()) if (one.value == value) return one;
    throw new IllegalArgumentException("{java} " + value);
  }}
{more}}}
"""


def core_shapes(description):
    """Shapes.java: the letters by which Native calls the functions that are no operators."""
    cases = "".join(f'      case "{name}" -> "{letters}";\n' for name, letters in api.shapes(description).items())
    return f"""package pytorch_c;

/** What core functions and callbacks take and give, in the letters of Native.shape(). */
final class Shapes {{
  static String of(String name) {{
    return switch (name) {{
{cases}      default -> throw new IllegalArgumentException("pytorch_c.json has no " + name);
    }};
  }}
}}
"""


BYTES_OF = """
  /** Bytes of one element, of the dtypes that Java has types for. */
  int bytes() {
    return switch (this) {
      case FLOAT64, INT64 -> 8;
      case FLOAT32, INT32 -> 4;
      case INT16, FLOAT16, BFLOAT16 -> 2;
      case UINT8, INT8, BOOL -> 1;
      default -> throw new IllegalArgumentException("no Java memory for " + this);
    };
  }
"""


def main(path, folder):
    description, ops = api.load(path)
    out = Path(folder, "pytorch_c")
    out.mkdir(parents=True, exist_ok=True)
    seen, shapes = set(), {}
    # Methods with all arguments come first, so that a shorter one never takes their place.
    known = list(api.overloads(ops))
    for op, order, _ in known:
        seen.add((named(api.group(op)), tuple(type_of(arg) for arg in order)))
    text = "".join(function(*one, seen, shapes) for one in known)
    holders = "".join(
        f'  private static final class S{i} {{ static final MethodHandle H = Native.shape("{shape}"); }}\n'
        for shape, i in shapes.items()
    )
    (out / "Torch.java").write_text(
        "package pytorch_c;\n\nimport java.lang.invoke.MethodHandle;\n\n"
        "/** All operators, under their schemas' names; `out` comes first where there is one. */\npublic final class Torch {\n"
        f"  private Torch() {{}}\n\n{text}{holders}}}\n"
    )
    symbols = "".join(f'  static final MemorySegment {op.symbol} = Native.symbol("{op.symbol}");\n' for op in ops)
    (out / "Symbols.java").write_text(
        f"package pytorch_c;\n\nimport java.lang.foreign.MemorySegment;\n\n/** Addresses of operators. */\nfinal class Symbols {{\n{symbols}}}\n"
    )
    (out / "Dtype.java").write_text(enum(description, "ptc_dtype", "Dtype", BYTES_OF))
    (out / "Layout.java").write_text(enum(description, "ptc_layout", "Layout"))
    (out / "MemoryFormat.java").write_text(enum(description, "ptc_memory_format", "MemoryFormat"))
    (out / "Shapes.java").write_text(core_shapes(description))
    generate_layers.write(description, out / "nn")
    versions = f"/** What these classes were generated for. */\nfinal class Versions {{\n  static final long ABI = {description['abi_version']};\n}}\n"
    (out / "Versions.java").write_text(f"package pytorch_c;\n\n{versions}")


if __name__ == "__main__":
    main(*sys.argv[1:])
