"""The table of bindings/README.md is made of the measurements beside it."""

import importlib.util
import json
from pathlib import Path

BINDINGS = Path(__file__).resolve().parents[2] / "bindings"


def test_the_table_of_memory_is_the_measurement():
    spec = importlib.util.spec_from_file_location("bindings_run", BINDINGS / "run.py")
    run = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(run)
    measured = json.loads((BINDINGS / "memory.json").read_text())
    assert "Python" in measured
    assert f"<!-- memory.json -->\n{run.memory_table(measured)}\n\n" in (BINDINGS / "README.md").read_text()
    assert all(one["peak"] <= run.MOST for one in measured.values())
