"""The units of the C extension are layers: no unit uses a function or a variable of another one that leads back to it."""

import shutil
import subprocess
from graphlib import CycleError, TopologicalSorter

import pytest
from support.project import ROOT

UNITS = sorted(path.stem for path in (ROOT / "pytorch_c" / "csrc").glob("*.c"))
DEFINED = set("TDBRC")  # kinds of nm: code, and variables with and without a value


def symbols(path):
    """(defined, used) names of an object file."""
    lines = subprocess.run(["nm", str(path)], capture_output=True, text=True, check=True).stdout.splitlines()
    pairs = [line.split()[-2:] for line in lines]
    return {name for kind, name in pairs if kind in DEFINED}, {name for kind, name in pairs if kind == "U"}


@pytest.fixture(scope="module")
def graph():
    """{unit: the units whose names it uses}"""
    found = {path.stem: path for path in ROOT.glob("build/temp.*/pytorch_c/csrc/*.o") if path.stem in UNITS}
    if not shutil.which("nm") or len(found) < 40:
        pytest.skip("needs nm, and the object files that `make build` leaves")
    of = {unit: symbols(path) for unit, path in found.items()}
    home = {name: unit for unit, (defined, _) in of.items() for name in defined}
    return {unit: {home[name] for name in used & home.keys()} - {unit} for unit, (_, used) in of.items()}


def test_the_graph_is_read(graph):
    assert {"core", "known", "marks"} <= graph["handle"] and "handle" in graph["identity"]


def test_no_unit_uses_what_leads_back_to_it(graph):
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" uses ".join(reversed(error.args[1])))
