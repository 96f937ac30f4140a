"""Shapes of core functions: Node.js, Ruby and C# derive them, since a wrong one ends the process."""

import importlib.util
import json
import re
import shutil
import subprocess
import sys

import pytest

from pytorch_c import config

from .conftest import ROOT

BINDINGS = ROOT / "bindings"
sys.path.insert(0, str(BINDINGS))
import api  # noqa: E402

API = json.loads(open(config.api(), encoding="utf-8").read())
SHAPES = api.shapes(API)
FUNCTIONS = {one["name"] for one in API["functions"] if "operator" not in one}
BY_HAND = {
    "node": ("js", r"func\('ptc_\w+',|proto\('"),
    "ruby": ("rb", r"function\('ptc_\w+',|BlockCaller\.new\(Fiddle"),
    "csharp": ("cs", r"\bextern\b|\bdelegate (?:void|IntPtr)"),
}


@pytest.mark.parametrize("folder", BY_HAND)
def test_no_shape_is_written_by_hand(folder):
    ending, pattern = BY_HAND[folder]
    others = {"generate.js", "generate.rb", "calls.cs"}  # what writes them, and what measures a bare call
    for path in sorted((BINDINGS / folder).rglob(f"*.{ending}")):
        if path.name not in others and not {"generated", "node_modules"} & set(path.parts):
            assert not re.search(pattern, path.read_text(encoding="utf-8")), path


def of_a_script(language, copied, tmp_path):
    """The generator of a language, run in a copy of its folder."""
    command = shutil.which(language)
    if not command:
        pytest.skip(f"{language} is not installed")
    for name in copied:
        shutil.copy(BINDINGS / language / name, tmp_path)
    subprocess.run([command, str(tmp_path / copied[0]), config.api(), str(tmp_path)], check=True)


def node(tmp_path):
    of_a_script("node", ["generate.js", "generate_layers.js"], tmp_path)
    found = re.findall(r"^  (ptc_\w+): '(\w+)'", (tmp_path / "generated" / "shapes.js").read_text(), re.M)
    return [(name, letters.replace("t", "l")) for name, letters in found]


def ruby(tmp_path):
    of_a_script("ruby", ["generate.rb", "generate_layers.rb"], tmp_path)
    found = re.findall(r"^    '(ptc_\w+)' => '(\w+)'", (tmp_path / "pytorch_c_shapes.rb").read_text(), re.M)
    return [(name, letters.replace("P", "L").lower()) for name, letters in found]


def c_sharp(tmp_path):
    """A parameter in C# as a letter: what it makes of an array or a delegate is a pointer."""
    at = BINDINGS / "csharp" / "generate.py"
    spec = importlib.util.spec_from_file_location("generate_csharp", at, submodule_search_locations=[])
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(at.parent))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(at.parent))
        sys.modules.pop("generate_layers", None)
    kinds = {"void": "v", "int": "i", "byte": "b", "double": "d", "Scalar": "s"}
    for gives, name, params in re.findall(r"(?:extern|delegate) (\w+) (ptc_\w+)\(([^)]*)\)", module.core(API)):
        given = [one.split()[0] for one in re.split(r",\s*", params) if one]
        yield name, "".join(kinds.get(kind, "l") for kind in (gives, *given))


@pytest.mark.parametrize("language", [node, ruby, c_sharp])
def test_derived_shapes_are_those_of_the_library(language, tmp_path):
    found = dict(language(tmp_path))
    assert {name: letters for name, letters in found.items() if letters != SHAPES[name]} == {}
    assert len(found.keys() & FUNCTIONS) > 0.9 * len(FUNCTIONS)
