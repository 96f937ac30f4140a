"""Prints the C ABI as Rust declarations: python raw.py pytorch_c.json > raw.rs"""

import json
import sys

NUMBERS = {"int32_t": "i32", "int64_t": "i64", "double": "f64", "bool": "bool", "char": "c_char", "void": "c_void"}
KEYWORDS = set("abs as box dyn final fn in loop mod move ref self type unsafe use where".split())


class Types:
    """The C types of a description, by their texts."""

    def __init__(self, api):
        self.types = {one["text"]: one for one in api["types"]}
        self.callbacks = {one["name"]: one for one in api["callbacks"]}

    def rust(self, text):
        """The Rust type of a C type."""
        one = self.types[text]
        if "callback" in one:
            callback = self.callbacks[one["callback"]]
            inner = ", ".join(self.rust(param["type"]) for param in callback["params"])
            return f'Option<unsafe extern "C" fn({inner}){self.returned(callback["returns"])}>'
        out = NUMBERS.get(one["name"], one["name"])
        for i in range(one["pointer"]):
            out = ("*const " if one["const"] and i == 0 else "*mut ") + out
        return out

    def returned(self, one):
        return "" if one["type"] == "void" else f" -> {self.rust(one['type'])}"

    def named(self, param):
        return f"{param['name']}{'_' if param['name'] in KEYWORDS else ''}: {self.rust(param['type'])}"

    def function(self, one):
        return f"    pub fn {one['name']}({', '.join(map(self.named, one['params']))}){self.returned(one['returns'])};"

    def struct(self, one):
        fields = "\n".join(f"    pub {self.named(field)}," for field in one["fields"])
        return f"#[repr(C)]\n#[derive(Clone, Copy)]\npub struct {one['name']} {{\n{fields}\n}}"


def constants(api):
    """UNSET, FLOAT32, SCALAR_INT, …: macros and enums without their PTC_."""
    numbers = api["macros"] + [value for enum in api["enums"] for value in enum["values"]]
    return [f"pub const {one['name'].removeprefix('PTC_')}: i32 = {one['value']};" for one in numbers]


def handle(one):
    opaque = f"#[repr(C)]\npub struct {one['struct']} {{\n    private: [u8; 0],\n}}\n"
    return f"{opaque}pub type {one['name']} = *mut {one['struct']};"


def main(path):
    with open(path) as file:
        api = json.load(file)
    types = Types(api)
    print("\n".join(constants(api)))
    print("\n".join(map(handle, api["handles"])))
    print("\n".join(map(types.struct, api["structs"])))
    print('extern "C" {')
    print("\n".join(map(types.function, api["functions"])))
    print("}")


if __name__ == "__main__":
    main(sys.argv[1])
