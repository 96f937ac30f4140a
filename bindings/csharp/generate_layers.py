"""The texts of Layers.cs, a class for each of the description's layers, and of Examples.cs."""

import re

OPERATORS = {"or": "||", "and": "&&", "not": "!", "training": "IsTraining"}
TYPES = {"int": "long", "float": "double", "bool": "bool", "string": "string", "ints": "long[]"}


def pascal(name):
    return re.sub(r"(?:^|_)(\w)", lambda found: found[1].upper(), name)


def member(name):
    return name if name in ("x", "states") else pascal(name)


def camel(name):
    return name[:1] + pascal(name)[1:]


def literal(x):
    if x is None or isinstance(x, bool):
        return {None: "null", True: "true", False: "false"}[x]
    if isinstance(x, list):
        return f"new long[] {{ {', '.join(map(str, x))} }}"
    return f'"{x}"' if isinstance(x, str) else str(x)


def expression(text, change):
    return re.sub(r"[A-Za-z_]\w*", lambda word: OPERATORS.get(word[0]) or change(word[0]), text.replace("not ", "!"))


def parameter(arg):
    kind = "Ints" if arg["kind"] == "ints" else TYPES[arg["kind"]]
    if "default" not in arg:
        return f"{kind} {camel(arg['name'])}"
    return f"{kind} {camel(arg['name'])} = {'null' if kind == 'Ints' else literal(arg['default'])}"


def made(one, kind):
    size = f"new long[] {{ {', '.join(expression(part, camel) for part in one['shape'] if part[0] != '*')} }}"
    for part in one["shape"]:
        if part[0] == "*":
            size = f"Joined({size}, {pascal(part[1:])})"
    init, *given = one["init"]
    change = {"weight": "Weight"}
    fill = f"self => Init.{init}(self, {change.get(given[0], camel(given[0]))})" if given else f"Init.{init}"
    name = one["name"]
    words = [f'"{name}"', size, fill, *([f"Dtype.{one['dtype'].upper()}"] if "dtype" in one else [])]
    text = f"{pascal(name)} = {kind}({', '.join(words)});"
    return f"if ({expression(one['when'], camel)}) {text}" if "when" in one else text


def call(one, functions):
    words = [expression(given, member) if isinstance(given, str) else literal(given) for given in one["arguments"]]
    text = f"Torch.{functions[one['function']]['operator']['name']}({', '.join(words)})"
    return f"if ({expression(one['when'], pascal)}) {text};" if "when" in one else text


def start(arg):
    """The statement that keeps an argument."""
    word, value = pascal(arg["name"]), camel(arg["name"])
    if arg["kind"] == "ints":
        value = f"{value} ?? {literal(arg['default'])}" if "default" in arg else value
        value = f"Many({value}, {arg['size']})" if "size" in arg else f"{value}.List"
    return f"{word} = {value};"


def forward(one, functions):
    body = [call(each, functions) for each in one["forward"]]
    if "recurrent" not in one:
        inner = "\n      ".join([*body[:-1], f"return {body[-1]};"])
        return f"    public override Tensor Forward(Tensor x) {{\n      {inner}\n    }}\n"
    zeros = "Zeros(x, NumLayers, HiddenSize, BatchFirst, Bidirectional)"
    several = one["recurrent"]["states"] > 1
    begin = f"var begin = states.Length > 0 ? states : new[] {{ {', '.join([zeros] * (2 if several else 1))} }};"
    text = body[0].replace("x, states", "x, begin" if several else "x, begin[0]")
    back = "new[] { made.Item1, made.Item2, made.Item3 }" if several else "new[] { made.Item1, made.Item2 }"
    inner = "\n      ".join([begin, f"var made = {text};", f"return {back};"])
    return f"    public override Tensor[] Forward(Tensor x, params Tensor[] states) {{\n      {inner}\n    }}\n"


def layer(one, functions):
    tensors = [each["name"] for each in one["parameters"] + one["buffers"]]
    fields = [arg for arg in one["arguments"] if arg["name"] not in tensors]
    text = "".join(f"    public readonly {TYPES[arg['kind']]} {pascal(arg['name'])};\n" for arg in fields)
    text += f"    public readonly Tensor {', '.join(map(pascal, tensors))};\n" if tensors else ""
    if one["arguments"]:
        lines = [*map(start, fields), *(made(each, "Parameter") for each in one["parameters"])]
        lines += [made(each, "Buffer") for each in one["buffers"]]
        if "recurrent" in one:
            names = "inputSize, hiddenSize, numLayers, bias, bidirectional"
            lines.append(f"MakeWeights({one['recurrent']['gates']}, {names});")
        inner = "\n      ".join(lines)
        text += f"    public {one['name']}({', '.join(map(parameter, one['arguments']))}) {{\n      {inner}\n    }}\n"
    doc = one["doc"].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    parent = "Recurrent" if "recurrent" in one else "Layer"
    return (
        f"  /// <summary>torch.nn.{one['name']}: {doc}</summary>\n  public sealed class {one['name']} : {parent} {{\n"
        f"{text}{forward(one, functions)}  }}\n\n"
    )


def example(one, each):
    made_ = f"() => new {one['name']}({', '.join(map(literal, each['arguments']))})"
    return f'    run("{one["name"]}", {made_}, {literal(each["input"])}, {each.get("below", 0)});\n'


def write(description, folder):
    functions = {one["name"]: one for one in description["functions"]}
    layers = "".join(layer(one, functions) for one in description["layers"])
    (folder / "Layers.cs").write_text(f"// Derived from pytorch_c.json.\nnamespace PytorchC.Nn {{\n{layers}}}\n")
    rows = "".join(example(one, each) for one in description["layers"] for each in one["examples"])
    (folder / "Examples.cs").write_text(
        "// Derived from pytorch_c.json: what the program layers runs.\nusing System;\nusing PytorchC.Nn;\n\n"
        "static class Examples {\n  internal static void Each(Action<string, Func<Module>, long[], long> run) {\n"
        f"{rows}  }}\n}}\n"
    )
