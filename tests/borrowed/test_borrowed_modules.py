"""The table of torch's modules against the installed torch: each row is true, and each borrowed module can be imported."""

import fnmatch
import importlib
import json
import subprocess
import sys
import warnings
from importlib.util import find_spec

import pytest
from support.project import HANG

from pytorch_c._borrowed import table

from . import imports, page, rows


def test_the_page_is_made_from_the_table():
    assert page.PAGE.read_text() == page.page(), "python -m tests.borrowed --write"


def test_each_module_of_ours_has_a_reason():
    assert [row.name for row in rows.every() if row.whose == "ours" and not row.reason] == []


def test_each_reason_is_of_a_module_there_is():
    names = {row.name for row in rows.every()}
    kept = {row.name for row in rows.every() if row.whose == "ours"}
    assert [one for one in rows.reasons()["absent"] if not fnmatch.filter(names, one)] == []
    assert [one for one in rows.reasons()["ours"] if not fnmatch.filter(kept, one)] == []


def test_each_name_of_a_module_of_ours_is_there_or_has_a_reason():
    kept = [""] + [row.name for row in rows.every() if row.whose == "ours"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wanted = {name: dir(importlib.import_module(f"torch.{name}".rstrip("."))) for name in kept}
        missing = {
            f"{module}.{name}".lstrip(".")
            for module in kept
            for name in wanted[module]
            if name != "__warningregistry__" and not has(module, name)  # that comes with a module's first warning
        }
    assert {one for one in missing if not rows.reason("names", one)} == set()
    assert [one for one in rows.reasons()["names"] if not fnmatch.filter(missing, one)] == []


def has(module, name):
    """Returns whether a module of this package lists a name, or has it: what is listed need not be imported for that."""
    found = importlib.import_module(f"pytorch_c{table.renamed(f'.{module}'.rstrip('.'))}")
    return name in dir(found) or hasattr(found, name)


def test_what_the_package_refuses_to_import_is_in_the_table():
    absent = {row.name for row in rows.every() if row.whose == "absent"}
    assert set(table.ABSENT) <= absent


def test_each_borrowed_module_can_be_imported():
    names = [f"pytorch_c{table.renamed(f'.{row.name}')}" for row in rows.every() if row.whose == "borrowed"]
    done = subprocess.run(
        [sys.executable, imports.__file__],
        input=json.dumps(names),
        capture_output=True,
        text=True,
        check=True,
        timeout=10 * HANG,
    )
    # The extra torch-tests has them, which `make test` alone does not install.
    absent = [f"No module named '{one}'" for one in ("hypothesis", "yaml") if find_spec(one) is None]
    failed = {name: why for name, why in json.loads(done.stdout).items() if not why.endswith(tuple(absent))}
    assert failed == {}


@pytest.mark.parametrize("source, why", [("import no_such_package", "No module named"), ("raise SystemExit(2)", "2")])
def test_a_module_that_cannot_be_imported_is_named(source, why, tmp_path, monkeypatch):
    (tmp_path / "made_module.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    failed = imports.failures(["made_module", "json"])
    assert list(failed) == ["made_module"] and why in failed["made_module"]


LATE = """
import pytorch_c
import pytorch_c.optim.lbfgs
{}
try:
    import torch
except ImportError as error:
    print(error)
else:
    print(torch.ones(2).tolist(), pytorch_c.ones(2).tolist())
"""


@pytest.mark.parametrize(
    ("before", "says"),
    [
        ("", "[1.0, 1.0] [1.0, 1.0]"),
        ("import pytorch_c._prims", "import torch before pytorch_c uses torch's own files"),
    ],
    ids=["none defines operators", "one defines operators"],
)
def test_torch_after_borrowed_files_works_or_says_one_sentence(before, says):
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", LATE.format(before)], capture_output=True, text=True, timeout=HANG
    )
    assert done.stdout.startswith(says) and done.stdout.count("\n") == 1, done.stdout + done.stderr
