"""The text of pytorch_c_layers.R: a constructor for each of the description's layers."""

import re

OPERATORS = {"or": "||", "and": "&&", "not": "!"}


def expression(text, own=()):
    """An expression of the description; `own` are the names that are members."""

    def word(found):
        name = found[0]
        return OPERATORS.get(name) or (f"self${name}" if name in own else name)

    return re.sub(r"[A-Za-z_]\w*", word, text.replace("not ", "!").removeprefix("*"))


def literal(x):
    if x is None or isinstance(x, bool):
        return {None: "NULL", True: "TRUE", False: "FALSE"}[x]
    if isinstance(x, list):
        return f"c({', '.join(map(literal, x))})" if x else "numeric(0)"
    return f'"{x}"' if isinstance(x, str) else str(x)


def made(one, kind):
    shape = ", ".join(expression(part) for part in one["shape"])
    init, *given = one["init"]
    words = [f'"{one["name"]}"', f"c({shape})" if shape else "numeric(0)", f'"{init}"']
    words += ["self$weight" if name == "weight" else name for name in given]
    words += [f'"{one["dtype"]}"'] if "dtype" in one else []
    text = f"nn_{kind}(self, {', '.join(words)})"
    return f"if ({expression(one['when'])}) {text}" if "when" in one else text


def call(one, own, functions):
    params = [p for p in functions[one["function"]]["params"] if p["direction"] != "out" and p["kind"] != "length"]
    words = []
    for param, given in zip(params, one["arguments"], strict=True):
        whole = "L" if param["kind"] == "scalar" and type(given) is int else ""
        words.append(expression(given, own) if isinstance(given, str) else literal(given) + whole)
    text = f"forms${one['function'].removeprefix('ptc_')}({', '.join(words)})"
    return f"if ({expression(one['when'], own)}) {text}" if "when" in one else text


def layer(one, functions):
    tensors = [each["name"] for each in one["parameters"] + one["buffers"]]
    arguments = [each["name"] for each in one["arguments"]]
    own = {*arguments, *tensors, "training", "weights"}
    params = ["self"] + [
        each["name"] + (f" = {literal(each['default'])}" if "default" in each else "") for each in one["arguments"]
    ]
    lines = [f"{each['name']} <- many({each['name']}, {each['size']})" for each in one["arguments"] if "size" in each]
    lines += [f"self${name} <- {name}" for name in arguments if name not in tensors]
    lines += [made(each, "parameter") for each in one["parameters"]]
    lines += [made(each, "buffer") for each in one["buffers"]]
    body, takes = [call(each, own, functions) for each in one["forward"]], "x"
    if "recurrent" in one:
        states = one["recurrent"]["states"]
        lines.append(f"recurrent_weights(self, {one['recurrent']['gates']})")
        takes = f"x, states = {'list(zero_states(self, x), zero_states(self, x))' if states > 1 else 'zero_states(self, x)'}"
        after = "out[-1]" if states > 1 else "out[[2]]"
        body = [f"out <- {body[0]}", f"list(out[[1]], {after})"]
    return (
        f'# torch.nn.{one["name"]}: {one["doc"]}\nnn${one["name"]} <- nn$module("{one["name"]}", function({", ".join(params)}) {{\n  '
        + "\n  ".join([*lines, "NULL"])
        + f"\n}}, function(self, {takes}) {{\n  "
        + "\n  ".join(body)
        + "\n})\n"
    )


def example(one, each):
    words = [f"{arg['name']} = {literal(given)}" for arg, given in zip(one["arguments"], each["arguments"])]
    return f'  list("{one["name"]}", function() nn${one["name"]}({", ".join(words)}), {literal(each["input"])}, {literal(each.get("below"))})'


def text(description):
    functions = {one["name"]: one for one in description["functions"]}
    rows = ",\n".join(example(one, each) for one in description["layers"] for each in one["examples"])
    return (
        "# Derived from pytorch_c.json: the layers of torch.nn, with torch's first numbers.\n"
        + "".join(layer(one, functions) for one in description["layers"])
        + "# Name, what makes the layer, size of the input, below: what the program `layers` runs.\n"
        + f"nn$EXAMPLES <- list(\n{rows}\n)\n"
    )
