"""pytorch_c.json: its shape, that it refers to nothing that is not there, and that compiler and torch agree with it."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from support.project import HANG, ROOT

from codegen import describe, header
from pytorch_c import config

API = json.loads(Path(config.api()).read_text())
FUNCTIONS = {one["name"]: one for one in API["functions"]}
OPERATORS = [one for one in API["functions"] if "operator" in one]
NAMED = {key: {one["name"] for one in API[key]} for key in ("handles", "enums", "structs", "callbacks")}
TYPES = {one["text"]: one for one in API["types"]}
CALLBACKS = {one["name"]: one for one in API["callbacks"]}


def param(name, which):
    return next(one for one in FUNCTIONS[name]["params"] if one["name"] == which)


def test_it_is_what_the_headers_say():
    assert Path(config.api()).read_text() == describe.text(header.read()), "run python -m codegen"


def test_it_has_the_shape_that_its_schema_says():
    schema = json.loads((ROOT / "cshim" / "pytorch_c.schema.json").read_text())
    checker = jsonschema.Draft202012Validator(schema)
    checker.check_schema(schema)
    for error in checker.iter_errors(API):
        pytest.fail(f"{error.json_path}: {error.message[:300]}")
    for broken in ({**API, "format": 2}, {**API, "functions": [{**API["functions"][0], "more": 1}]}):
        assert not checker.is_valid(broken)


def outside(one, param):
    """The parameters of the functions that take a callback with this parameter."""
    if one["name"] not in CALLBACKS or "length" not in param:
        return set()
    takers = [f for f in API["functions"] if any(p.get("callback") == one["name"] for p in f["params"])]
    return {p["name"] for f in takers for p in f["params"]}


def test_whatever_is_named_is_described():
    for one in API["functions"] + API["callbacks"]:
        around = {p["name"] for p in one["params"]}
        for p in one["params"]:
            where = f"{one['name']}.{p['name']}"
            assert p["type"] in TYPES, where
            for key in ("handle", "enum", "struct", "callback"):
                assert key not in p or p[key] in NAMED[key + "s"], where
            assert "close" not in p or p["close"] in FUNCTIONS, where
            mentioned = {p[key] for key in ("length", "context", "destroy", "view_of") if key in p} | {*p.get("of", ())}
            # A callback may fill as many places as the function that takes it was given.
            assert mentioned <= around | outside(one, p), where
    for one in API["functions"]:
        assert one["returns"]["type"] in TYPES and one["family"] in {f["name"] for f in API["families"]}
        assert {*one["results"]} <= {p["name"] for p in one["params"]}, one["name"]
    assert {TYPES[name]["callback"] for name in TYPES if "callback" in TYPES[name]} == NAMED["callbacks"]


def test_lists_and_their_lengths_name_each_other():
    for one in API["functions"] + API["callbacks"]:
        params = {p["name"]: p for p in one["params"]}
        for p in params.values():
            if "length" in p and p["length"] in params:
                assert p["name"] in params[p["length"]]["of"]
            if p["kind"] == "length":
                assert all(params[name]["length"] == p["name"] for name in p["of"]), one["name"]
            assert ("list" in p or p["kind"] == "bytes") == ("length" in p), (one["name"], p["name"])


def declared(text, name):
    """A declarator from the described type alone."""
    one = TYPES[text]
    if "callback" in one:
        callback = CALLBACKS[one["callback"]]
        inner = ", ".join(declared(p["type"], p["name"]) for p in callback["params"])
        return declared(callback["returns"]["type"], f"(*{name})({inner})")
    return f"{'const ' if one['const'] else ''}{one['name']} {'*' * one['pointer']}{name}"


@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc on this machine")
def test_declarations_that_are_written_from_it_are_the_headers(tmp_path):
    """Every function declared again from the described types: the compiler refuses one that is not the header's."""
    source = tmp_path / "again.c"
    lines = ["#include <pytorch_c.h>"]
    for one in API["functions"]:
        inner = ", ".join(declared(p["type"], p["name"]) for p in one["params"]) or "void"
        lines.append(declared(one["returns"]["type"], f"{one['name']}({inner})") + ";")
    source.write_text("\n".join(lines) + "\n")
    command = ["gcc", "-std=c11", "-fsyntax-only", "-Werror", *config.cflags().split(), source]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG)
    assert done.returncode == 0, done.stderr[:2000]
    source.write_text(source.read_text().replace("ptc_mm(ptc_tensor self", "ptc_mm(ptc_node self"))
    assert subprocess.run(command, capture_output=True, timeout=HANG).returncode != 0


TORCHS = """
import json, torch
found = {}
for schema in torch._C._jit_get_all_schemas():
    if schema.name.startswith("aten::"):
        found[schema.name[6:] + ("." + schema.overload_name if schema.overload_name else "")] = [
            [a.name, str(a.type), a.default_value if a.has_default_value() else "none", a.kwarg_only,
             bool(a.alias_info and a.alias_info.is_write)]
            for a in schema.arguments
        ]
print(json.dumps(found, default=str))
"""
OPTIONS = {"dtype", "layout", "device", "pin_memory"}
# torch's names for the types behind kinds; an int may be an enum's number there.
KINDS = {
    "Tensor": "tensor",
    "int": "int",
    "float": "float",
    "bool": "bool",
    "number": "scalar",
    "str": "string",
    "Generator": "generator",
    "Device": "device_type",
}
ENUM_KINDS = {"dtype", "layout", "memory_format", "reduction"}


def plain_type(text):
    """(type, list, optional) of torch's "Optional[List[int]]"."""
    optional = text.startswith("Optional[")
    text = text[len("Optional[") : -1] if optional else text
    many = text.startswith("List[")
    text = text[len("List[") : -1] if many else text
    return text.removeprefix("Optional[").removesuffix("]"), many, optional


def test_arguments_are_those_that_torch_reads_from_its_own_schemas():
    """Names, kinds, defaults, keyword-only and written arguments, by torch's parser of schemas."""
    done = subprocess.run([sys.executable, "-c", TORCHS], capture_output=True, text=True, timeout=HANG, check=True)
    torchs = json.loads(done.stdout)
    compared = 0
    for one in OPERATORS:
        operator = one["operator"]
        full = operator["name"] + ("." + operator["overload"] if operator["overload"] else "")
        if full not in torchs:
            continue
        compared += 1
        args = torchs[full]
        params = {p["name"]: p for p in one["params"]}
        with_options = "options" in params
        for name, type, default, kwonly, written in args:
            if with_options and name in OPTIONS:
                assert name in params["options"]["fields"]
                continue
            ours = params.get(name) or params[f"{name}_type"]
            where = f"{full}: {name}: {ours}"
            kind, many, optional = plain_type(type)
            assert ours["kind"] == KINDS[kind] or (kind == "int" and ours["kind"] in ENUM_KINDS), where
            assert (many, optional) == ("list" in ours, "optional" in ours), where
            assert (kwonly, written) == ("keyword_only" in ours, "written" in ours), where
            expected = [default] * ours["size"] if "size" in ours and isinstance(default, int) else default
            assert ours.get("default", "none") == expected, where
    assert compared > 1900, compared


def test_a_number_keeps_the_kind_of_its_default():
    assert (param("ptc_add_Tensor", "alpha")["default"], param("ptc_add_Tensor", "alpha")["default_kind"]) == (1, "int")
    assert param("ptc_hardshrink", "lambd")["default_kind"] == "float"
    assert param("ptc_mse_loss", "reduction")["default"] == 1
    assert param("ptc_conv2d", "stride")["default"] == [1, 1]


def test_forms_of_an_operator_name_each_other():
    add = FUNCTIONS["ptc_add_Tensor"]["operator"]
    assert (add["variant"], add["inplace"], add["out"]) == ("functional", "ptc_add__Tensor", "ptc_add_out")
    for one in OPERATORS:
        operator = one["operator"]
        for kind in ("functional", "inplace", "out"):
            if kind in operator:
                other = FUNCTIONS[operator[kind]]["operator"]
                assert other["variant"] == kind and other[operator["variant"]] == one["name"], one["name"]
    grouped = [name for one in API["operators"] for name in one["functions"]]
    assert sorted(grouped) == sorted(one["name"] for one in OPERATORS)


def test_views_and_results():
    assert param("ptc_split_Tensor", "out")["view_of"] == "self" and "view_of" not in param("ptc_mm", "out")
    assert FUNCTIONS["ptc_max_dim"]["results"] == ["values", "indices"]
    assert FUNCTIONS["ptc_max_dim_max"]["results"] == ["max", "max_values"]
    assert FUNCTIONS["ptc_add__Tensor"]["results"] == ["self"]


def test_every_function_has_a_version_that_the_changelog_has():
    versions = set(re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.M))
    for one in API["functions"]:
        assert one["since"] in versions | {"0.2.0"}, one["name"]
    assert FUNCTIONS["ptc_mm"]["since"] == "0.1.0" and FUNCTIONS["ptc_func_push"]["since"] == "0.2.0"


def test_operators_that_only_some_libtorchs_have_say_so():
    some = {
        name: one["operator"]["libtorch"] for name, one in FUNCTIONS.items() if "libtorch" in one.get("operator", {})
    }
    assert some["ptc_qr"] == some["ptc_cholesky_out"] == {"before": "2.14"}
    assert some["ptc__foreach_mm"] == {"from": "2.13"} and some["ptc__philox_uniform_"] == {"from": "2.12"}
    assert "ptc_linalg_qr" not in some and "ptc_cholesky_solve" not in some


def blocks(text, language):
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.S | re.M)


def test_the_page_about_it_says_what_is_so():
    page = (ROOT / "docs" / "json.md").read_text()
    (generator,) = blocks(page, "python")
    done = subprocess.run(
        [sys.executable, "-c", generator, config.api()], capture_output=True, text=True, timeout=HANG, check=True
    )
    assert "ptc_add_Tensor(self, other, *, alpha=1) -> out\n" in done.stdout
    assert done.stdout.count("\n") == len(OPERATORS)
    keys = {key for one in API["functions"] for p in one["params"] for key in p}
    for key in keys | set(API) | set(API["functions"][0]):
        assert f"`{key}`" in page, key


@pytest.mark.skipif(not shutil.which("make"), reason="no make on this machine")
def test_it_is_installed_and_named_by_pkg_config(tmp_path):
    make = ["make", "-s", "-C", ROOT / "cshim", "install-files", f"PREFIX={tmp_path}", f"PYTHON={sys.executable}"]
    subprocess.run(make, check=True, timeout=HANG)
    installed = tmp_path / "share" / "pytorch_c" / "pytorch_c.json"
    assert installed.read_text() == Path(config.api()).read_text()
    assert installed.with_name("pytorch_c.schema.json").is_file()
    pc = (tmp_path / "lib" / "pkgconfig" / "pytorch_c.pc").read_text()
    assert "\napi=${prefix}/share/pytorch_c/pytorch_c.json\n" in pc


def test_the_page_names_every_key_and_kind():
    words = set(re.findall(r"`([a-z_]+)`", (ROOT / "docs" / "json.md").read_text()))
    parts = [one for key in ("handles", "enums", "structs", "callbacks", "families", "functions") for one in API[key]]
    params = [param for one in API["functions"] + API["callbacks"] for param in one["params"]]
    fields = [field for one in API["structs"] for field in one["fields"]]
    assert set(API).union(*parts, *params, *fields) <= words
    # Handles, enums and structs have kinds of their own, which the page ends with an ellipsis.
    plain = {one["kind"] for one in params + fields if not one.keys() & {"handle", "enum", "struct"}}
    assert plain <= words
    assert all("direction" in one for one in params) and not any("direction" in one for one in fields)
