"""Shapes of core functions that Node.js, Ruby and C# state by hand, beside pytorch_c.json: a wrong one ends the process."""

import json
import re
import sys

import pytest

from pytorch_c import config

from .conftest import ROOT

BINDINGS = ROOT / "bindings"
sys.path.insert(0, str(BINDINGS))
import api  # noqa: E402

API = json.loads(open(config.api(), encoding="utf-8").read())
SHAPES = api.shapes(API)
C_SHARP = {"void": "v", "int": "i", "bool": "b", "byte": "b", "double": "d"}


def text(folder, ending):
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted((BINDINGS / folder).rglob(f"*.{ending}")))


def node():
    """(function, letters), of calls of `func` and of tables whose names get a prefix."""
    found = re.findall(r"func\('(ptc_\w+)',\s*'(\w+)'\)", text("node", "js"))
    for table, prefix in re.findall(
        r"Object\.entries\(\{(.*?)\}\)\)\s+c\[name\] = func\(`(ptc_\w+?)\$", text("node", "js"), re.S
    ):
        found += [(prefix + name, letters) for name, letters in re.findall(r"(\w+): '(\w+)'", table)]
    return [(name, letters.replace("t", "l")) for name, letters in found]


def ruby():
    found = re.findall(r"function\('(ptc_\w+)',\s*'([A-Z]*)'(?:,\s*'(\w)')?\)", text("ruby", "rb"))
    return [(name, ((gives or "L") + letters).replace("P", "L").lower()) for name, letters, gives in found]


def c_sharp():
    """A struct by value, and what C# makes of an array or a delegate, is a pointer but for ptc_scalar."""
    found = re.findall(r"extern (\w+) (ptc_\w+)\(([^)]*)\)", text("csharp", "cs"))
    for gives, name, params in found:
        kinds = [
            gives,
            *(
                one.split()[0] if "out " not in one and "[]" not in one else "long"
                for one in re.split(r",\s*", params)
                if one
            ),
        ]
        yield name, "".join("s" if kind == "Scalar" else C_SHARP.get(kind, "l") for kind in kinds)


@pytest.mark.parametrize("language, least", [(node, 50), (ruby, 30), (c_sharp, 60)])
def test_shapes_are_those_of_the_library(language, least):
    found = list(language())
    wrong = [(name, letters, SHAPES[name]) for name, letters in found if name in SHAPES and letters != SHAPES[name]]
    assert not wrong
    assert sum(name in SHAPES for name, _ in found) >= least
