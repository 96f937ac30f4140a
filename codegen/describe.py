"""pytorch_c.json: the C library as data, for generators in other languages. docs/json.md explains its format.

python -m codegen.describe [FILE]
"""

import json
import os
import re
import sys
from importlib.util import find_spec
from pathlib import Path

from . import added_errors, described_params, header, layers, libtorchs, parameter_words, releases
from .exceptions import TEXTS
from .operators import Relations, result_names
from .sentences import Sentences, table

# A reader that knows this number can read the file: keys may be added under it, what is there keeps its meaning.
FORMAT = 1


def libtorch_version():
    """The version of the libtorch that is built against ("2.13.0"), or None where there is none."""
    folder = os.environ.get("LIBTORCH")
    if not folder:
        spec = find_spec("torch")
        folder = spec.submodule_search_locations[0] if spec else ""
    for place in ("torch/headeronly/version.h", "torch/csrc/api/include/torch/version.h"):
        path = Path(folder, "include", place)
        text = path.read_text() if path.is_file() else ""
        found = [re.search(rf"#define TORCH_VERSION_{part} (\d+)", text) for part in ("MAJOR", "MINOR", "PATCH")]
        if all(found):
            return ".".join(one[1] for one in found)
    return None


def enum(one):
    flags = one.name.endswith(("_flag", "_option"))
    values = [
        {"name": name, "short": short, "value": value} | ({"doc": words(one.docs[name])} if name in one.docs else {})
        for (name, value), short in zip(one.values.items(), one.short)
    ]
    return {"name": one.name, "doc": words(one.doc) or table().get(one.name, ""), "flags": flags, "values": values}


def returned(function):
    """Returns what the C function itself returns, beside its outputs."""
    said = {"type": function.returns, "kind": described_params.returned_kind(function.returns, function.returns_enum)}
    if said["kind"] == "error":
        return said | {"owned": "new", "close": "ptc_error_free"}
    if function.name in TEXTS:
        return said | {"owned": TEXTS[function.name]}
    if said["kind"] == "address":
        said["owned"] = "borrowed"
    return said | ({"enum": function.returns_enum} if function.returns_enum else {})


def operator(function, relations):
    """Returns what the schema says, but for the arguments."""
    schema = function.schema
    first = schema.args[0] if schema.args else None
    return {
        "name": schema.name,
        "overload": schema.overload,
        "variant": "out" if schema.out_args else "inplace" if schema.inplace else "functional",
        "method": bool(first and first.name == "self" and first.type == "Tensor"),
        **relations.of(function),
        "schema": schema.text,
    } | ({"libtorch": only} if (only := libtorchs.of(schema.text)) else {})


def words(text):
    """A comment of a header as one line."""
    return " ".join(text.split())


def function(one, described, relations, sentences):
    said = {
        "name": one.name,
        "family": one.family,
        "section": one.section,
        "since": releases.since(one.name),
        "summary": sentences.of(one),
        "doc": words(one.doc),
        "returns": returned(one),
        "can_fail": one.can_fail,
        "params": described.params(one),
        "results": result_names(one),
    }
    if found := added_errors.of(one):
        said["errors"] = found
    if one.schema:
        return said | {"operator": operator(one, relations)}
    explain(one.name, said["params"])
    return said


def explain(name, params):
    """Gives each parameter of a function or callback without a schema its sentence."""
    for param in params:
        param["doc"] = parameter_words.of(name, param, params)


def families(api):
    """Each header with what its first comment says."""
    for name in api.families:
        place = header.place_of(name)
        first = re.match(r"/\*.*?\*/", (header.INCLUDE / place).read_text(), re.S)
        yield {"name": name, "header": place, "doc": words(" ".join(header.clean(first[0])))}


def groups(api):
    """Operators by their name, each with the functions of its overloads."""
    found = {}
    for one in api.functions.values():
        if one.schema:
            found.setdefault(one.schema.name, []).append(one)
    for name, functions in found.items():
        yield {"name": name, "family": functions[0].family, "functions": [one.name for one in functions]}


def description(api):
    """The parts of the object, in order."""
    described, relations, sentences = described_params.Described(api), Relations(api), Sentences(api)
    functions = [function(one, described, relations, sentences) for one in api.functions.values()]
    callbacks = list(described.callbacks())
    for one in callbacks:
        explain(one["name"], one["params"])
    structs = [
        {"name": one.name, "doc": words(one.doc), "fields": [described.field(f) for f in one.fields]}
        for one in api.structs.values()
    ]
    return {
        "format": FORMAT,
        "version": api.version,
        "abi_version": api.macros["PTC_ABI_VERSION"],
        "libtorch_version": libtorch_version(),
        "macros": [{"name": name, "value": value} for name, value in api.macros.items()],
        "types": described.types(),
        "handles": [
            {"name": one.name, "doc": table().get(one.name, ""), "struct": one.struct, "close": one.close}
            for one in api.handles.values()
        ],
        "enums": [enum(one) for one in api.enums.values()],
        "structs": structs,
        "callbacks": callbacks,
        "families": list(families(api)),
        "functions": functions,
        "operators": list(groups(api)),
        "layers": layers.described(),
    }


def text(api):
    """The file: a line for each entry of a list."""
    lines = []
    for key, value in description(api).items():
        if isinstance(value, list):
            value = "[\n" + ",\n".join("  " + json.dumps(one) for one in value) + "\n ]"
        else:
            value = json.dumps(value)
        lines.append(f" {json.dumps(key)}: {value}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    written = text(header.read())
    Path(sys.argv[1]).write_text(written) if sys.argv[1:] else print(written, end="")
