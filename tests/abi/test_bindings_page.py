"""The results of which the table of bindings/README.md is made, and the layers of that page: those that there are."""

import importlib.util
import json
import re
from pathlib import Path

from pytorch_c import config

BINDINGS = Path(__file__).resolve().parents[2] / "bindings"


def test_every_language_has_passed_what_the_table_shows():
    """The table is made of these numbers: tests/project/test_figures.py."""
    spec = importlib.util.spec_from_file_location("bindings_run", BINDINGS / "run.py")
    run = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(run)
    found = json.loads((BINDINGS / "results.json").read_text())
    layers = json.loads(Path(config.api()).read_text())["layers"]
    assert list(found) == ["date", "Python", *run.LANGUAGES]
    for name in ("Python", *run.LANGUAGES):
        one = found[name]
        assert one["closes"] == run.RACES <= one["calls"] * 3, name  # a hook closes three in its call
        assert one["alone"] <= one["peak"] <= run.MOST, name
        if name != "Python":
            assert one["tests"] > 0 and one["package"], name
            assert one["networks"] == 2 and one["layers"] == len(layers), name


def test_the_layers_are_those_of_the_description_and_the_snippets_those_of_the_programs():
    """Each line of a snippet stands in a language's program `cnn`, which make test-bindings runs."""
    page = (BINDINGS / "README.md").read_text()
    section = page.split("\n## Layers\n")[1].split("\n## ")[0]
    table = section[section.index("| with weights") : section.index("| of layers")]
    listed = re.findall(r"\b[A-Z]\w+", table)
    layers = json.loads(Path(config.api()).read_text())["layers"]
    assert sorted(listed) == sorted(one["name"] for one in layers)
    programs = "".join(
        path.read_text() for path in BINDINGS.rglob("*") if path.stem in ("cnn", "Cnn") and path.is_file()
    )
    programs = "\n".join(line.strip() for line in programs.splitlines())
    blocks = re.findall(r"^```\w+\n(.*?)^```", section, re.S | re.M)
    assert len(blocks) == 9
    flat = " ".join(programs.split())
    for line in "".join(blocks).splitlines():
        assert line.strip().removesuffix(" …}") in flat, line
