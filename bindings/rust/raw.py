"""Prints the C ABI as Rust declarations: python raw.py pytorch_c.json > raw.rs"""

import json
import re
import sys

NUMBERS = {"int32_t": "i32", "int64_t": "i64", "double": "f64", "bool": "bool", "char": "c_char", "void": "c_void"}
KEYWORDS = set("abs as box dyn final fn in loop mod move ref self type unsafe use where".split())


def rust(ctype):
    """The Rust type of a C type."""
    base, *stars = re.findall(r"\w+|\*", ctype.replace("const ", ""))
    out = NUMBERS.get(base, base)
    for i, _ in enumerate(stars):
        out = ("*const " if ctype.startswith("const ") and i == 0 else "*mut ") + out
    return out


def split(text):
    """The parts between commas that are in no brackets."""
    parts, depth = [""], 0
    for c in text:
        depth += (c == "(") - (c == ")")
        if c == "," and not depth:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts]


def function_pointer(text):
    """(name, Rust type) of a parameter like `void (*destroy)(void *context)`."""
    returns, name, params = re.fullmatch(r"(.*?)\(\*(\w+)\)\((.*)\)", text).groups()
    inner = []
    for one in split(params):
        match = re.fullmatch(r"(.*?[\s*])(\w+)", one)
        inner.append(function_pointer(one)[1] if "(*" in one else rust(match[1].strip() if match else one))
    result = "" if returns.strip() == "void" else f" -> {rust(returns.strip())}"
    return name, f'Option<unsafe extern "C" fn({", ".join(inner)}){result}>'


def parameter(ctype, name):
    if ctype == "callback":
        return ": ".join(function_pointer(name))
    return f"{name}_: {rust(ctype)}" if name in KEYWORDS else f"{name}: {rust(ctype)}"


def declaration(function):
    params = ", ".join(parameter(*p) for p in function["params"])
    returns = "" if function["returns"] == "void" else f" -> {rust(function['returns'])}"
    return f"    pub fn {function['name']}({params}){returns};"


def main(api):
    print('extern "C" {')
    print("\n".join(declaration(f) for f in json.load(open(api))))
    print("}")


if __name__ == "__main__":
    main(sys.argv[1])
