"""The page of GoTorch's names: each has its counterpart, each call on it runs."""

import importlib
import re

import pytest
from PIL import Image
from support.project import ROOT

import pytorch_c

ROW = re.compile(r"\| (.+?) \| (.+?) \| ?(.*?) ?\|")
# The number of names that GoTorch exports, methods and the types of modules included.
NAMES = 240


def rows():
    """[(GoTorch's names, ours, the call or the reason)] of all tables."""
    lines = (ROOT / "docs" / "gotorch.md").read_text().splitlines()
    found = [
        ROW.fullmatch(line) for line in lines if line.startswith("| ") and not line.startswith(("| GoTorch", "| ---"))
    ]
    assert all(found)
    return [match.groups() for match in found]


ROWS = rows()


def codes(text):
    return re.findall(r"`([^`]+)`", text)


def member(path):
    """Returns what stands under a dotted path below the package; its modules are imported."""
    found, module = pytorch_c, "pytorch_c"
    for name in path.split("."):
        try:
            found = getattr(found, name)
        except AttributeError:
            found = importlib.import_module(f"{module}.{name}")
        module = f"{module}.{name}"
    return found


def test_the_page_has_them_all():
    names = [name for go, _, _ in ROWS for name in codes(go)]
    assert len(names) >= NAMES, len(names)
    assert len([row for row in ROWS if not codes(row[1])]) <= 7, "few have no counterpart"


@pytest.mark.parametrize("path", sorted({path for _, here, _ in ROWS for path in codes(here)}))
def test_the_counterpart_is_there(path):
    found = member(path)
    attribute = path in ("Tensor.grad", "Tensor.shape", "Tensor.dtype")
    value = isinstance(found, (str, pytorch_c.dtype)) or attribute
    assert value or callable(found), found


def test_what_has_no_counterpart_has_a_reason():
    for go, here, note in ROWS:
        assert codes(here) or (here == "–" and len(note) > 10), go


@pytest.mark.parametrize("call", [code for _, here, note in ROWS for code in codes(note) if codes(here)])
def test_the_call_runs(call):
    a, b = pytorch_c.tensor([[0.1, 0.2], [0.3, 0.4]]), pytorch_c.tensor([[0.5, 0.6], [0.7, 0.8]])
    # GoTorch's names before Python's own: sum, float, bool.
    names = {name: getattr(pytorch_c, name) for name in re.findall(r"[a-zA-Z]\w*", call) if hasattr(pytorch_c, name)}
    value = eval(call, names | {"a": a, "b": b, "image": Image.new("RGB", (5, 4))})
    if isinstance(value, pytorch_c.optim.Optimizer):
        value.close()


def test_of_gotorchs_own_tests_what_fails_has_a_reason():
    """bindings/go/gotorch_tests.py writes the list; the page says why each of the failures is none of ours."""
    lines = (ROOT / "bindings" / "go" / "gotorch_tests.txt").read_text().splitlines()
    page = (ROOT / "bindings" / "go" / "README.md").read_text()
    passed = [line for line in lines if line.startswith("PASS ")]
    assert len(passed) >= 123 and f"{len(passed)} of {len(lines)} pass" in page
    assert [line for line in lines if line.startswith("FAIL ") and f"`{line.split()[-1]}`" not in page] == []
