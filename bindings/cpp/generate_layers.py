"""The texts of pytorch_c_layers.hpp, a class for each of the description's layers, and of layer_examples.hpp."""

import re

OPERATORS = {"or": "||", "and": "&&", "not": "!", "training": "is_training()"}
TYPES = {"int": "int64_t", "float": "double", "bool": "bool", "string": "std::string", "ints": "Size"}
NONE = {"dtype": "any_dtype", "int": "std::nullopt"}
HEAD = """// Derived from pytorch_c.json: the layers of torch.nn, with torch's first numbers.
#ifndef PYTORCH_C_LAYERS_HPP
#define PYTORCH_C_LAYERS_HPP

#include <pytorch_c_nn.hpp>

namespace ptc::nn {
"""


def expression(text):
    return re.sub(r"[A-Za-z_]\w*", lambda word: OPERATORS.get(word[0], word[0]), text.replace("not ", "!"))


def literal(x, kind=None):
    if x is None:
        return NONE[kind]
    if isinstance(x, bool):
        return str(x).lower()
    if isinstance(x, list):
        return "{" + ", ".join(map(literal, x)) + "}"
    return f'"{x}"' if isinstance(x, str) else str(x)


def parameter(arg):
    kind = "const Ints &" if arg["kind"] == "ints" else TYPES[arg["kind"]] + " "
    return f"{kind}{arg['name']}" + (f" = {literal(arg['default'])}" if "default" in arg else "")


def made(one, kind, sized):
    """The statement that makes a tensor."""
    plain = ", ".join(part for part in one["shape"] if part[0] != "*")
    size = f"Size{{{plain}}}"
    for part in one["shape"]:
        if part[0] == "*":
            size = f"joined({size}, this->{part[1:]})"
    name, *given = one["init"]
    fill = f"init::{name}"
    if given:
        fill = f"[&](const Tensor &self) {{ init::{name}(self, {given[0]}); }}"
    words = [f'"{one["name"]}"', size, fill] + ([one["dtype"]] if "dtype" in one else [])
    text = f"this->{one['name']} = {kind}({', '.join(words)});"
    return f"if ({expression(one['when'])}) {text}" if "when" in one else text


def call(one, functions):
    function = functions[one["function"]]
    params = [p for p in function["params"] if p["direction"] != "out" and p["kind"] != "length"]
    words = [
        expression(given) if isinstance(given, str) else literal(given, param["kind"])
        for param, given in zip(params, one["arguments"], strict=True)
    ]
    text = f"ptc::{function['operator']['name']}({', '.join(words)})"
    return f"if ({expression(one['when'])}) {text};" if "when" in one else text


def recurrent(one, functions):
    arguments = ", ".join(map(parameter, one["arguments"]))
    names = ", ".join(arg["name"] for arg in one["arguments"])
    several, name = one["recurrent"]["states"] > 1, one["name"]
    kind = "std::vector<Tensor>" if several else "Tensor"
    zeros = "std::vector<Tensor>{zero_states(x), zero_states(x)}" if several else "zero_states(x)"
    given = "states.empty()" if several else "!states"
    text = (
        call(one["forward"][0], functions)
        .replace("(x, states,", "(x, begin,")
        .replace("is_training", "this->is_training")
    )
    after = "{std::get<1>(out), std::get<2>(out)}" if several else "std::get<1>(out)"
    return f"""// torch.nn.{name}: {one["doc"]}
class {name} : public Recurrent {{
public:
  explicit {name}({arguments}) : Recurrent({one["recurrent"]["gates"]}, {names}) {{}}
  std::pair<Tensor, {kind}> forward(const Tensor &x, const {kind} &states = {{}}) const {{
    {kind} begin = {given} ? {zeros} : states;
    auto out = {text};
    return {{std::get<0>(out), {after}}};
  }}
  std::pair<Tensor, {kind}> operator()(const Tensor &x, const {kind} &states = {{}}) const {{ return forward(x, states); }}
}};

"""


def layer(one, functions):
    if "recurrent" in one:
        return recurrent(one, functions)
    tensors = [each["name"] for each in one["parameters"] + one["buffers"]]
    fields = [arg for arg in one["arguments"] if arg["name"] not in tensors]
    declared = [f"{TYPES[arg['kind']]} {arg['name']};" for arg in fields]
    declared += [f"Tensor {', '.join(tensors)};"] if tensors else []
    sizes = {arg["name"]: arg["size"] for arg in one["arguments"] if "size" in arg}
    starts = []
    for arg in fields:
        name = arg["name"]
        value = f"many({name}, {sizes[name]})" if name in sizes else name
        value = f"many({name}, {name}.size())" if arg["kind"] == "ints" and name not in sizes else value
        starts.append(f"{name}({value})")
    lines = [made(each, "parameter", sizes) for each in one["parameters"]]
    lines += [made(each, "buffer", sizes) for each in one["buffers"]]
    body = [call(each, functions) for each in one["forward"]]
    body[-1] = f"return {body[-1]};"
    constructor = ""
    if one["arguments"]:
        arguments = ", ".join(map(parameter, one["arguments"]))
        starting = f" : {', '.join(starts)}" if starts else ""
        inner = "\n    ".join(lines)
        constructor = f"  explicit {one['name']}({arguments}){starting} {{\n    {inner}\n  }}\n"
    fields_text = "".join(f"  {text}\n" for text in declared)
    inner = "\n    ".join(body)
    return f"""// torch.nn.{one["name"]}: {one["doc"]}
class {one["name"]} : public Layer {{
public:
{fields_text}{constructor}  Tensor forward(const Tensor &x) const override {{
    {inner}
  }}
}};

"""


def example(one, each):
    words = ", ".join(
        f"ptc::Ints({literal(given)})" if isinstance(given, list) else literal(given) for given in each["arguments"]
    )
    size = literal(each["input"])
    return f'  run("{one["name"]}", [] {{ return ptc::nn::{one["name"]}({words}); }}, ptc::nn::Size{size}, {each.get("below", 0)});\n'


def text(description):
    functions = {one["name"]: one for one in description["functions"]}
    return HEAD + "".join(layer(one, functions) for one in description["layers"]) + "} // namespace ptc::nn\n\n#endif\n"


def examples(description):
    rows = "".join(example(one, each) for one in description["layers"] for each in one["examples"])
    return (
        "// Derived from pytorch_c.json: what the program `layers` runs.\n#include <pytorch_c_layers.hpp>\n\n"
        f"// run(name, a function that makes the layer, size of the input, below)\ntemplate <class Run> void each_example(Run run) {{\n{rows}}}\n"
    )
