"""The table of bindings/README.md is made of the measurements beside it, and its layers are those that there are."""

import importlib.util
import json
import re
from pathlib import Path

from pytorch_c import config

BINDINGS = Path(__file__).resolve().parents[2] / "bindings"


def test_the_table_of_memory_is_the_measurement():
    spec = importlib.util.spec_from_file_location("bindings_run", BINDINGS / "run.py")
    run = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(run)
    measured = json.loads((BINDINGS / "memory.json").read_text())
    assert "Python" in measured
    assert f"<!-- memory.json -->\n{run.memory_table(measured)}\n\n" in (BINDINGS / "README.md").read_text()
    assert all(one["peak"] <= run.MOST for one in measured.values())


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
