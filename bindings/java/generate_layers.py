"""A Java class for each of the description's layers, and Examples.java, what the program `Layers` runs.

The first argument, and those without a default, have a place in the constructor; the others are set in Options.
"""

import re

OPERATORS = {"or": "||", "and": "&&", "not": "!", "training": "isTraining()"}
TYPES = {"int": "long", "float": "double", "bool": "boolean", "string": "String", "ints": "long[]"}
NONE = {"dtype": "(Dtype) null", "int": "(Long) null"}


def camel(name):
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


def literal(x, kind=None):
    if x is None:
        return NONE[kind]
    if isinstance(x, bool):
        return str(x).lower()
    if kind == "ints":
        return f"new long[] {{{', '.join(map(str, x if isinstance(x, list) else [x]))}}}"
    if kind == "scalar" and isinstance(x, int):
        return f"{x}L"
    return f'"{x}"' if isinstance(x, str) else str(x)


class Layer:
    """The parts of a class."""

    def __init__(self, one, functions):
        self.one, self.functions = one, functions
        self.tensors = [each["name"] for each in one["parameters"] + one["buffers"]]
        arguments = one["arguments"]
        self.free = [arg for i, arg in enumerate(arguments) if i and "default" in arg]
        self.first = [arg for arg in arguments if arg not in self.free]
        self.fields = [arg for arg in arguments if arg["name"] not in self.tensors]

    def expression(self, text, in_constructor=False):
        hidden = [arg["name"] for arg in self.free if arg["name"] in self.tensors]

        def word(found):
            name = found[0]
            if name in OPERATORS:
                return OPERATORS[name]
            if in_constructor:
                return f"options.{camel(name)}" if name in hidden else camel(name)
            return name if name in self.tensors else camel(name)

        return re.sub(r"[A-Za-z_]\w*", word, text.replace("not ", "!"))

    def made(self, each, kind):
        plain = ", ".join(self.expression(part, True) for part in each["shape"] if part[0] != "*")
        size = f"new long[] {{{plain}}}"
        for part in each["shape"]:
            if part[0] == "*":
                size = f"joined({size}, this.{camel(part[1:])})"
        init, *given = each["init"]
        fill = f"self -> Init.{init}(self, {camel(given[0])})" if given else f"Init::{init}"
        dtype = [f"Dtype.{each.get('dtype', 'float32').upper()}"] if kind == "buffer" else []
        quoted = '"' + each["name"] + '"'
        text = f"{kind}({', '.join([quoted, size, fill, *dtype])})"
        if "when" in each:
            text = f"{self.expression(each['when'], True)} ? {text} : null"
        return f"{each['name']} = {text};"

    def call(self, one):
        params = self.functions[one["function"]]["params"]
        params = [p for p in params if p["direction"] != "out" and p["kind"] != "length"]
        words = [
            self.expression(given) if isinstance(given, str) else literal(given, param["kind"])
            for param, given in zip(params, one["arguments"], strict=True)
        ]
        text = f"Torch.{self.functions[one['function']]['operator']['name']}({', '.join(words)})"
        return f"if ({self.expression(one['when'])}) {text};" if "when" in one else text

    def options(self):
        if not self.free:
            return ""
        lines = []
        for arg in self.free:
            name, kind = camel(arg["name"]), TYPES[arg["kind"]]
            lines.append(f"    private {kind} {name} = {literal(arg['default'], arg['kind'])};")
        for arg in self.free:
            name, kind = camel(arg["name"]), TYPES[arg["kind"]].replace("[]", "...")
            lines.append(f"    public Options {name}({kind} x) {{ {name} = x; return this; }}")
        inner = "\n".join(lines)
        return f"  /** Arguments that have a default. */\n  public static final class Options {{\n{inner}\n  }}\n\n"

    def constructors(self):
        name, words = self.one["name"], [camel(arg["name"]) for arg in self.first]
        params = [f"{TYPES[arg['kind']]} {word}" for arg, word in zip(self.first, words)]
        more = ["Options options"] if self.free else []
        lines = []
        for arg in self.fields:
            word = camel(arg["name"])
            value = f"options.{word}" if arg in self.free else word
            if "size" in arg:
                value = f"many({value}, {arg['size']})"
            lines.append(f"this.{word} = {value};")
        lines += [self.made(each, "parameter") for each in self.one["parameters"]]
        lines += [self.made(each, "buffer") for each in self.one["buffers"]]
        if "recurrent" in self.one:
            given = ["inputSize", "hiddenSize", "numLayers", "bias", "bidirectional"]
            given = [f"this.{word}" for word in given]
            lines.append(f"weights({self.one['recurrent']['gates']}, {', '.join(given)});")
        inner = "\n    ".join(lines)
        out = f"  public {name}({', '.join([*params, *more])}) {{\n    {inner}\n  }}\n\n"
        forms = [(params, words)]
        if any(kind.startswith("long[]") for kind in params):  # one number for a list
            one = [kind.replace("long[]", "long") for kind in params]
            forms.append((one, [f"new long[] {{{w}}}" if k != o else w for w, k, o in zip(words, params, one)]))
        if self.first and "default" in self.first[0]:
            forms.append(([], [literal(self.first[0]["default"], self.first[0]["kind"])]))
        for i, (given, values) in enumerate(forms):
            if i and (given or not self.free):
                passed = [*values, *(["options"] if self.free else [])]
                out += f"  public {name}({', '.join([*given, *more])}) {{ this({', '.join(passed)}); }}\n\n"
            if self.free:
                out += f"  public {name}({', '.join(given)}) {{ this({', '.join([*values, 'new Options()'])}); }}\n\n"
        return out

    def forward(self):
        body = [self.call(one) for one in self.one["forward"]]
        if "recurrent" not in self.one:
            inner = "\n    ".join([*body[:-1], f"return {body[-1]};"])
            return f"  @Override\n  public Tensor forward(Tensor x) {{\n    {inner}\n  }}\n"
        zeros = "zeros(x, numLayers, hiddenSize, batchFirst, bidirectional)"
        several = self.one["recurrent"]["states"] > 1
        begin = f"Tensor[] begin = states.length > 0 ? states : new Tensor[] {{{', '.join([zeros] * (2 if several else 1))}}};"
        text = body[0].replace("x, states", "x, begin" if several else "x, begin[0]")
        return f"  @Override\n  public Tensor[] forward(Tensor x, Tensor... states) {{\n    {begin}\n    return {text};\n  }}\n"

    def text(self):
        one = self.one
        fields = "".join(f"  public final {TYPES[arg['kind']]} {camel(arg['name'])};\n" for arg in self.fields)
        fields += f"  public final Tensor {', '.join(self.tensors)};\n" if self.tensors else ""
        doc = one["doc"].replace("*", "&#42;")
        parent = "Recurrent" if "recurrent" in one else "Layer"
        constructors = self.constructors() if one["arguments"] else ""
        return (
            "// Derived from pytorch_c.json.\npackage pytorch_c.nn;\n\nimport pytorch_c.Dtype;\nimport pytorch_c.Tensor;\n"
            f"import pytorch_c.Torch;\n\n/** torch.nn.{one['name']}: {doc} */\npublic final class {one['name']} extends {parent} {{\n"
            f"{self.options()}{fields}\n{constructors}{self.forward()}}}\n"
        )

    def example(self, each):
        given = each["arguments"]
        words = [literal(x, arg["kind"] if arg["kind"] == "ints" else None) for arg, x in zip(self.first, given)]
        more = "".join(
            f".{camel(arg['name'])}({', '.join(map(str, x)) if isinstance(x, list) else literal(x)})"
            for arg, x in zip(self.free, given[len(self.first) :])
        )
        words += [f"new {self.one['name']}.Options(){more}"] if more else []
        return (
            f'    run.accept("{self.one["name"]}", () -> new {self.one["name"]}({", ".join(words)}), '
            f"{literal(each['input'], 'ints')}, {each.get('below', 0)});\n"
        )


def write(description, folder):
    folder.mkdir(parents=True, exist_ok=True)
    functions, rows = {one["name"]: one for one in description["functions"]}, ""
    for one in description["layers"]:
        layer = Layer(one, functions)
        (folder / f"{one['name']}.java").write_text(layer.text())
        rows += "".join(map(layer.example, one["examples"]))
    (folder / "Examples.java").write_text(f"""// Derived from pytorch_c.json.
package pytorch_c.nn;

import java.util.function.Supplier;

/** What the program Layers runs. */
public final class Examples {{
  private Examples() {{}}

  /** Is given each: a name, what makes the layer, the size of its input, and what whole numbers are below, or 0. */
  public interface Run {{
    void accept(String name, Supplier<Module> make, long[] size, long below);
  }}

  public static void each(Run run) {{
{rows}  }}
}}
""")
