"""python -m codegen: writes what is derived from the headers (only what has changed)."""

import json
from pathlib import Path

from . import cffi_source, header, python_ops

PACKAGE = Path(__file__).resolve().parent.parent / "pytorch_c"


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text() != text:
        path.write_text(text)


def return_types(found):
    lines = ['"""Named results of operators that give several tensors. Derived; do not edit."""', "", "from collections import namedtuple", ""]
    lines += [f"{name} = namedtuple({name!r}, {fields!r}, module=__name__)" for name, fields in sorted(found.items())]
    return "\n".join(lines) + "\n"


def describe(function):
    return {
        "name": function.name,
        "family": function.family,
        "returns": function.returns,
        "params": [[p.type, p.name] for p in function.params],
        "doc": function.doc,
        "schema": function.schema.text if function.schema else None,
    }


def main():
    families = header.families()
    ops, results, modules = PACKAGE / "_ops", {}, []
    for family, functions in families.items():
        text, names, found = python_ops.module(family, functions)
        if names:
            write(ops / f"{family}.py", text)
            modules.append(family)
            results |= found
    init = "".join(f"from .{family} import *\n" for family in modules)
    write(ops / "__init__.py", f'"""Every operator as a function. Derived from the headers; do not edit."""\n# ruff: noqa\n\n{init}')
    write(PACKAGE / "return_types.py", return_types(results))
    everything = [describe(f) for functions in families.values() for f in functions]
    write(PACKAGE / "pytorch_c.json", json.dumps(everything, indent=1) + "\n")
    cdef, source = cffi_source.module(families)
    write(PACKAGE / "csrc" / "native.cdef", cdef + "\n")
    write(PACKAGE / "csrc" / "native.c", source)


if __name__ == "__main__":
    main()
