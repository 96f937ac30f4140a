"""Prints the C ABI as Rust declarations: python raw.py pytorch_c.json > raw.rs"""

import json
import re
import sys

NUMBERS = {"int32_t": "i32", "int64_t": "i64", "double": "f64", "bool": "bool", "char": "c_char", "void": "c_void"}
NUMBERS["ptc_error"] = "*const c_char"
KEYWORDS = set("abs as box dyn final fn in loop mod move ref self type unsafe use where".split())


def rust(ctype):
    """The Rust type of a C type."""
    base, *stars = re.findall(r"\w+|\*", ctype.replace("const ", ""))
    out = NUMBERS.get(base, base)
    for i, _ in enumerate(stars):
        out = ("*const " if ctype.startswith("const ") and i == 0 else "*mut ") + out
    return out


def returned(ctype):
    return "" if ctype == "void" else f" -> {rust(ctype)}"


def kind(param):
    """The Rust type of a parameter or a field."""
    return rust(param["type"])


def named(param):
    return f"{param['name']}{'_' if param['name'] in KEYWORDS else ''}: {kind(param)}"


def function(one):
    return f"    pub fn {one['name']}({', '.join(map(named, one['params']))}){returned(one['returns'])};"


def callback(name, one):
    inner = ", ".join(map(named, one["params"]))
    return f'pub type {name} = Option<unsafe extern "C" fn({inner}){returned(one["returns"])}>;'


def constants(api):
    """UNSET, FLOAT32, SCALAR_INT, …: macros and enums without their PTC_."""
    numbers = {name: value for name, value in api["macros"].items() if isinstance(value, int)}
    numbers |= {name: value for enum in api["enums"].values() for name, value in enum["values"].items()}
    return [f"pub const {name.removeprefix('PTC_')}: i32 = {value};" for name, value in numbers.items()]


def handle(name, one):
    return (
        f"#[repr(C)]\npub struct {one['struct']} {{\n    private: [u8; 0],\n}}\npub type {name} = *mut {one['struct']};"
    )


def struct(name, one):
    fields = "\n".join(f"    pub {named(field)}," for field in one["fields"])
    return f"#[repr(C)]\n#[derive(Clone, Copy)]\npub struct {name} {{\n{fields}\n}}"


def main(path):
    with open(path) as file:
        api = json.load(file)
    print("\n".join(constants(api)))
    print("\n".join(handle(*one) for one in api["handles"].items()))
    print("\n".join(struct(*one) for one in api["structs"].items()))
    print("\n".join(callback(*one) for one in api["callbacks"].items()))
    print('extern "C" {')
    print("\n".join(function(one) for one in api["functions"]))
    print("}")


if __name__ == "__main__":
    main(sys.argv[1])
