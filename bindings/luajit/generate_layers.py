"""The text of pytorch_c_layers.lua: a class for each of the description's layers.

The first argument, and those without a default, have a place; the others have a name.
"""

import re


def expression(text, own=()):
    """An expression of the description; `own` are the names that are fields."""
    return re.sub(r"[A-Za-z_]\w*", lambda word: f"self.{word[0]}" if word[0] in own else word[0], text)


def literal(x):
    if x is None or isinstance(x, bool):
        return {None: "nil", True: "true", False: "false"}[x]
    if isinstance(x, list):
        return "{" + ", ".join(map(literal, x)) + "}"
    return f"'{x}'" if isinstance(x, str) else str(x)


def made(one, kind):
    shape = one["shape"]
    size = "{" + ", ".join(expression(part) for part in shape if part[0] != "*") + "}"
    for part in shape:
        if part[0] == "*":
            size = f"joined({size}, {part[1:]})"
    init, *given = one["init"]
    words = [f"'{one['name']}'", size, f"'{init}'", *("self.weight" if name == "weight" else name for name in given)]
    words += [f"'{one['dtype']}'"] if "dtype" in one else []
    text = f"self:{kind}({', '.join(words)})"
    return f"if {expression(one['when'])} then {text} end" if "when" in one else text


def call(one, own, functions):
    params = [p for p in functions[one["function"]]["params"] if p["direction"] != "out" and p["kind"] != "length"]
    words, named = [], []
    for param, given in zip(params, one["arguments"], strict=True):
        value = expression(given, own) if isinstance(given, str) else literal(given)
        named.append(f"{param['name']} = {value}") if "keyword_only" in param else words.append(value)
    words += ["{" + ", ".join(named) + "}"] if named else []
    text = f"torch.{one['function'].removeprefix('ptc_')}({', '.join(words)})"
    return f"if {expression(one['when'], own)} then {text} end" if "when" in one else text


def layer(one, functions):
    tensors = [each["name"] for each in one["parameters"] + one["buffers"]]
    arguments = [each["name"] for each in one["arguments"]]
    own = {*arguments, *tensors, "training", "weights"}
    params, lines = [], []
    for i, each in enumerate(one["arguments"]):
        name = each["name"]
        if "default" in each and not i:
            params.append(name)
            lines.append(f"{name} = given({name}, {literal(each['default'])})")
        elif "default" in each:
            lines.append(f"local {name} = given(options.{name}, {literal(each['default'])})")
        else:
            params.append(name)
        if "size" in each:
            lines.append(f"{name} = many({name}, {each['size']})")
    if len(params) < len(arguments):
        params.append("options")
        lines.insert(0, "options = options or {}")
    lines += [f"self.{name} = {name}" for name in arguments if name not in tensors]
    lines += [made(each, "parameter") for each in one["parameters"]]
    lines += [made(each, "buffer") for each in one["buffers"]]
    body, takes, name = [call(each, own, functions) for each in one["forward"]], "x", one["name"]
    body[-1] = "return " + body[-1]
    if "recurrent" in one:
        states = one["recurrent"]["states"]
        lines.append(f"self:weights_of({one['recurrent']['gates']})")
        zeros = "{self:zero_states(x), self:zero_states(x)}" if states > 1 else "self:zero_states(x)"
        places = "out, hidden, cell" if states > 1 else "out, hidden"
        last = body.pop().removeprefix("return ")
        after = "{hidden, cell}" if states > 1 else "hidden"
        takes, body = (
            "x, states",
            [*body, f"states = states or {zeros}", f"local {places} = {last}", f"return out, {after}"],
        )
    text = f"-- torch.nn.{name}: {one['doc']}\nnn.{name} = nn.class({'Recurrent' if 'recurrent' in one else ''})\n"
    if arguments:
        text += f"function nn.{name}:init({', '.join(params)})\n  " + "\n  ".join(lines) + "\nend\n"
    return text + f"function nn.{name}:forward({takes})\n  " + "\n  ".join(body) + "\nend\n\n"


def example(one, each):
    words, options = [], []
    for i, (arg, given) in enumerate(zip(one["arguments"], each["arguments"])):
        if i and "default" in arg:
            options.append(f"{arg['name']} = {literal(given)}")
        else:
            words.append(literal(given))
    words += ["{" + ", ".join(options) + "}"] if options else []
    made_ = f"function() return nn.{one['name']}({', '.join(words)}) end"
    return f"  {{'{one['name']}', {made_}, {literal(each['input'])}, {literal(each.get('below'))}}},\n"


def text(description):
    functions = {one["name"]: one for one in description["functions"]}
    layers = "".join(layer(one, functions) for one in description["layers"])
    rows = "".join(example(one, each) for one in description["layers"] for each in one["examples"])
    return (
        "-- Derived from pytorch_c.json: the layers of torch.nn, with torch's first numbers.\njit.off(true, true)\n"
        f"return function(torch, nn, Recurrent, many, joined, given)\n{layers}"
        f"-- {{name, what makes the layer, size of the input, below}}: what the program `layers` runs.\n"
        f"nn.examples = {{\n{rows}}}\nend\n"
    )
