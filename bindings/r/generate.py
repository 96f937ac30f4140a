"""Writes pytorch_c_ops.R, every operator as an R function that calls it by its name, pytorch_c_layers.R, the layers,
and pytorch_c_enums.R.

python generate.py pytorch_c.json FOLDER
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import api
import generate_layers

# kind: the letter that ptc.c knows it by, and what is given
KINDS = {
    "tensor": ("T", "{}"),
    "tensors": ("L", "{}"),
    "scalar": ("s", "{}"),
    "scalars": ("S", "{}"),
    "int": ("i", "{}"),
    "float": ("f", "{}"),
    "bool": ("b", "{}"),
    "ints": ("I", "{}"),
    "floats": ("F", "{}"),
    "bools": ("B", "{}"),
    "str": ("t", "{}"),
    "dtype": ("y", "dtype_number({})"),
    "layout": ("l", "layout_number({})"),
    "memory_format": ("m", "format_number({})"),
    "device": ("d", "device_number({})"),
    "generator": ("g", "{}"),
}
OPTIONS = ["dtype", "layout", "device", "pin_memory"]
KEYWORDS = set("if else repeat while function for next break TRUE FALSE NULL Inf NaN NA in".split())


def named(name):
    return f"`{name}`" if name in KEYWORDS or name.startswith("_") else name


def literal(arg):
    given = arg.default
    if given is None:
        return "NULL"
    if isinstance(given, bool):
        return str(given).upper()
    if isinstance(given, list):
        return f"c({', '.join(map(str, given))})" if given else "numeric(0)"
    if arg.kind == "memory_format":
        return '"contiguous"'
    if arg.kind == "scalar" and isinstance(given, int):
        return f"{given}L"
    return f'"{given}"' if isinstance(given, str) else str(given)


def function(op, order, least, number):
    params, given, letters = [], [], ""
    for i, arg in enumerate(order):
        if arg.kind == "options":
            whole = "dtype=long" in op.schema  # the default of randint and randperm
            params += [f"{name} = NULL" for name in OPTIONS] + ["requires_grad = FALSE"]
            params[-5] = 'dtype = "int64"' if whole else params[-5]
        else:
            params.append(
                f"{named(arg.name)} = {literal(arg)}" if i >= least and arg.default is not api.NONE else named(arg.name)
            )
    for arg in op.args:
        if arg.kind == "options":
            letters += "yldb"
            given += [KINDS[name][1].format(name) for name in OPTIONS[:3]] + ["pin_memory"]
        else:
            letters += KINDS[arg.kind][0]
            given.append(KINDS[arg.kind][1].format(named(arg.name)))
    call = f'.Call(C_call, {number}L, "aten::{op.name}", "{op.overload}", "{letters}", list({", ".join(given)}))'
    if any(arg.kind == "options" for arg in op.args):
        call = f"with_grad({call}, requires_grad)"
    if op.variant != "functional":
        first = op.args[0] if op.in_place else next(arg for arg in op.args if arg.written)
        call = f"{{ {call}; invisible({named(first.name)}) }}"
    return (
        f"# {op.doc}\n# {op.schema}\nforms$`{op.symbol.removeprefix('ptc_')}` <- function({', '.join(params)}) {call}\n"
    )


def form(number, op, order, least):
    """Returns what ptc_r_operator knows of a form, as a list of R."""
    plain = [arg for arg in order if arg.kind != "options"]
    letters, names = "".join(KINDS[arg.kind][0] for arg in plain), ", ".join(f'"{arg.name}"' for arg in plain)
    options = str(len(plain) < len(order)).upper()
    places, at = {}, 0
    for arg in op.args:
        places[arg.name] = at
        at += len(OPTIONS) if arg.kind == "options" else 1
    schema = [places[arg.name] for arg in plain]
    moved = "NULL" if schema == list(range(len(plain))) else f"c({', '.join(f'{one}L' for one in schema)})"
    return (
        f'list(forms$`{op.symbol.removeprefix("ptc_")}`, "{letters}", c({names}), {least}L, {options}, {number}L, '
        f'"aten::{op.name}", "{op.overload}", {moved})'
    )


def enum(description, name, enum_name):
    values = next(one for one in description["enums"] if one["name"] == enum_name)["values"]
    pairs = ", ".join(f"{one['short']} = {one['value']}L" for one in values)
    return f"{name} <- c({pairs})\n"


def main(path, folder):
    description, ops = api.load(path)
    text = "# Derived from pytorch_c.json: operators under their schemas' names in `torch`, each overload in `forms`.\n"
    groups = {}
    for number, (op, order, least) in enumerate(api.overloads(ops)):
        text += function(op, order, least, number)
        groups.setdefault(api.group(op), []).append((number, op, order, least))
    for name, found in groups.items():
        quiet = "_invisible" if found[0][1].variant != "functional" else ""
        text += f'torch$`{name}` <- choose{quiet}("{name}", list({", ".join(form(*one) for one in found)}))\n'
    Path(folder, "pytorch_c_ops.R").write_text(text)
    Path(folder, "pytorch_c_layers.R").write_text(generate_layers.text(description))
    enums = (("DTYPES", "ptc_dtype"), ("LAYOUTS", "ptc_layout"), ("FORMATS", "ptc_memory_format"))
    Path(folder, "pytorch_c_enums.R").write_text("".join(enum(description, *one) for one in enums))


if __name__ == "__main__":
    main(*sys.argv[1:])
