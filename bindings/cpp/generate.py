"""Writes pytorch_c_ops.hpp, every operator as an inline function with its overloads and defaults, and the layers.

python generate.py pytorch_c.json > pytorch_c_ops.hpp
python generate.py pytorch_c.json layers > pytorch_c_layers.hpp
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import api
import generate_layers

HEAD = """// Derived from pytorch_c.json: all operators under their schemas' names, `out` first where there is one.
#ifndef PYTORCH_C_OPS_HPP
#define PYTORCH_C_OPS_HPP

#include <pytorch_c.hpp>

#include <tuple>

namespace ptc {
"""
TAIL = """
// ---- operators of C++ ----

inline Tensor operator+(const Tensor &a, const Tensor &b) { return add(a, b); }
inline Tensor operator-(const Tensor &a, const Tensor &b) { return sub(a, b); }
inline Tensor operator*(const Tensor &a, const Tensor &b) { return mul(a, b); }
inline Tensor operator/(const Tensor &a, const Tensor &b) { return div(a, b); }
inline Tensor operator+(const Tensor &a, const Scalar &b) { return add(a, b); }
inline Tensor operator-(const Tensor &a, const Scalar &b) { return sub(a, b); }
inline Tensor operator*(const Tensor &a, const Scalar &b) { return mul(a, b); }
inline Tensor operator/(const Tensor &a, const Scalar &b) { return div(a, b); }
inline Tensor operator-(const Tensor &a) { return neg(a); }

}  // namespace ptc

#endif
"""
# kind: the parameter's type, its default where it is absent, and what C is given
TYPES = {
    "tensor": ("const Tensor &", "{}", "{}.get()"),
    "tensors": ("const Tensors &", "{}", "{0}.data(), {0}.size()"),
    "scalar": ("const Scalar &", "{}", "{}.c"),
    "scalars": ("const std::vector<Scalar> &", "{}", "reinterpret_cast<const ptc_scalar *>({0}.data()), {0}.size()"),
    "int": ("int64_t", "0", "{}"),
    "float": ("double", "0", "{}"),
    "bool": ("bool", "false", "{}"),
    "ints": ("const Ints &", "{}", "{0}.data(), {0}.size()"),
    "floats": ("const Floats &", "{}", "{0}.data(), {0}.size()"),
    "bools": ("std::initializer_list<bool>", "{}", "{0}.begin(), {0}.size()"),
    "str": ("const Text &", "nullptr", "{}.c"),
    "dtype": ("Dtype", "any_dtype", "{}"),
    "layout": ("Layout", "any_layout", "{}"),
    "memory_format": ("MemoryFormat", "any_memory_format", "{}"),
    "device": ("Device", "Device{PTC_UNSET}", "{0}.type, {0}.index"),
    "generator": ("const Generator &", "{}", "{}.get()"),
    "options": ("const Options &", "{}", "&{}.c"),
}
RESULTS = {
    "tensor": "Tensor",
    "tensors": "std::vector<Tensor>",
    "int": "int64_t",
    "int32": "int32_t",
    "bool": "bool",
    "float": "double",
}
KEYWORDS = set("default operator new delete this register and or not xor union template out_ true false".split())


def named(arg):
    return arg.name + "_" if arg.name in KEYWORDS else arg.name


def literal(arg):
    """A default in C++."""
    given = arg.default
    if given is None:
        return "std::nullopt" if arg.optional and arg.kind in ("int", "float", "bool") else TYPES[arg.kind][1]
    if isinstance(given, bool):
        return str(given).lower()
    if isinstance(given, list):
        return "{" + ", ".join(map(str, given)) + "}"
    if arg.kind == "str":
        return f'"{given}"'
    if arg.kind in ("dtype", "layout", "memory_format"):
        return f"{TYPES[arg.kind][0]}({given})"
    return str(given)


def parameter(arg, with_default):
    kind = TYPES[arg.kind][0]
    if arg.optional and arg.kind in ("int", "float", "bool"):
        kind = f"std::optional<{kind}>"
    text = kind + ("" if kind.endswith("&") else " ") + named(arg)
    return f"{text} = {literal(arg)}" if with_default else text


def passed(arg):
    if arg.optional and arg.kind in ("int", "float", "bool"):
        return f"detail::pointer({named(arg)})"
    return TYPES[arg.kind][2].format(named(arg))


def function(op, order, least):
    params = ", ".join(parameter(arg, i >= least) for i, arg in enumerate(order))
    kinds = [RESULTS[kind] for _, kind in op.results]
    returned = kinds[0] if len(kinds) == 1 else f"std::tuple<{', '.join(kinds)}>" if kinds else "void"
    body, outs, names = [], [], []
    for i, (_, kind) in enumerate(op.results):
        body.append({"tensors": f"ptc_tensor_list r{i} = nullptr;"}.get(kind, f"{RESULTS[kind]} r{i} = {{}};"))
        outs.append(f"r{i}.put()" if kind == "tensor" else f"&r{i}")
        names.append(f"detail::taken(r{i})" if kind == "tensors" else f"std::move(r{i})" if len(kinds) > 1 else f"r{i}")
    body.append(f"check({op.symbol}({', '.join([*map(passed, op.args), *outs])}));")
    if op.in_place and op.args[0].kind == "tensor":
        returned, names = "const Tensor &", [named(op.args[0])]
    if names:
        body.append(f"return {names[0]};" if len(names) == 1 else f"return {{{', '.join(names)}}};")
    doc = "".join(f"// {line}\n" for line in (op.doc, op.schema) if line)
    space = "" if returned.endswith("&") else " "
    return f"{doc}inline {returned}{space}{api.group(op)}({params}) {{\n  " + "\n  ".join(body) + "\n}\n"


def main(path, what="operators"):
    description, ops = api.load(path)
    if what != "operators":
        print({"layers": generate_layers.text, "examples": generate_layers.examples}[what](description), end="")
        return
    print(HEAD)
    for overload in api.overloads(ops):
        print(function(*overload), end="")
    print(TAIL, end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
