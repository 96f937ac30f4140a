"""What is written from the model as data: pytorch_c.json for bindings, and the package's constants."""

import json
from dataclasses import fields

from .model import Param

# Facts that say nothing are left out.
SILENT = {
    field.name: field.default for field in fields(Param) if field.name not in ("type", "name", "kind", "direction")
}


def param(one):
    said = {name: getattr(one, name) for name in ("type", "name", "kind", "direction")}
    said |= {name: value for name in SILENT if (value := getattr(one, name)) != SILENT[name]}
    if one.callback:
        said["callback"] = one.callback.name
    return said


def function(one):
    said = {
        "name": one.name,
        "family": one.family,
        "section": one.section,
        "returns": one.returns,
        "can_fail": one.can_fail,
        "params": [param(p) for p in one.params],
        "doc": one.doc,
        "schema": one.schema.text if one.schema else None,
    }
    return said | ({"enum": one.returns_enum} if one.returns_enum else {})


def description(api):
    """The object of pytorch_c.json, as text with a line for each function."""
    described = {
        "version": api.version,
        "abi_version": api.macros["PTC_ABI_VERSION"],
        "macros": api.macros,
        "handles": {one.name: {"struct": one.struct, "close": one.close} for one in api.handles.values()},
        "enums": {one.name: {"doc": one.doc, "values": one.values, "docs": one.docs} for one in api.enums.values()},
        "structs": {
            one.name: {"doc": one.doc, "fields": [param(f) for f in one.fields]} for one in api.structs.values()
        },
        "callbacks": {
            one.name: {"doc": one.doc, "returns": one.returns, "params": [param(p) for p in one.params]}
            for one in api.callbacks.values()
        },
    }
    lines = [f" {json.dumps(key)}: {json.dumps(value, indent=1)}," for key, value in described.items()]
    functions = ",\n".join("  " + json.dumps(function(one)) for one in api.functions.values())
    return "\n".join(["{", *lines, ' "functions": [', functions, " ]", "}", ""])


def constants(api):
    """pytorch_c/_boundary/constants.py: the numbers of the headers, without their PTC_."""
    lines = ['"""The numbers of the C library, named as in its headers without PTC_. Derived; do not edit."""', ""]
    lines += [f"{name.removeprefix('PTC_')} = {value!r}" for name, value in api.macros.items()]
    for enum in api.enums.values():
        lines += ["", f"# enum {enum.name}" + (f": {enum.doc}" if enum.doc else "")]
        lines += [f"{name.removeprefix('PTC_')} = {value}" for name, value in enum.values.items()]
        values = "".join(f"    {name!r}: {value},\n" for name, value in enum.short.items())
        lines += [f"{enum.name.removeprefix('ptc_').upper()} = {{", values + "}"]
    return "\n".join(lines) + "\n"
