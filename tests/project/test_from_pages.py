"""The pages for those who come from another library: each line of Python runs, each name of a binding is there."""

import html
import re

import pytest
from support.project import ROOT

import pytorch_c
from codegen import header, layers

PAGES = {
    "from-tch-rs": "rust/pytorch_c/src/*.rs",
    "from-torchsharp": "csharp/*.cs",
    "from-djl": "java/src/pytorch_c/**/*.java",
    "from-r-torch": "r/*.R",
}


def rows(page):
    """[(theirs, the binding's, Python's)] of a page's table."""
    lines = re.findall(r"^\| (.+) \| (.+) \| (.+) \|$", (ROOT / "docs" / f"{page}.md").read_text(), re.M)
    return [[html.unescape(cell) for cell in line] for line in lines[1:]]


def codes(cell):
    return re.findall(r"`([^`]+)`", cell)


CALLS = [(page, code) for page in PAGES for *_, here in rows(page) for code in codes(here)]


@pytest.mark.parametrize(("page", "code"), CALLS)
def test_the_line_of_python_runs(page, code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    torch, nn = pytorch_c, pytorch_c.nn
    with torch.scope() as scope:
        names = {
            "torch": torch,
            "nn": nn,
            "optim": torch.optim,
            "data": torch.utils.data,
            "scope": scope,
            "a": torch.eye(2),
            "b": torch.ones(2, 2),
            "w": torch.ones(2, requires_grad=True),
            "model": nn.Linear(3, 2),
        }
        statement = f"{code}: pass" if code.startswith("class ") else code
        if code not in ("__init__", "forward", "x.close()"):
            exec(statement, names)


@pytest.mark.parametrize("page", PAGES)
def test_the_names_of_the_binding_are_there(page):
    source = "\n".join(path.read_text() for path in (ROOT / "bindings").glob(PAGES[page]))
    words = set(re.findall(r"\w+", source))
    symbols = {name.removeprefix("ptc_") for name in header.read().functions}
    operators = symbols | {name.split("_")[0] for name in symbols} | {one["name"] for one in layers.described()}
    missing = set()
    for _, binding, _ in rows(page):
        for code in codes(binding):
            name = re.findall(r"\w+", code)[-1] if re.fullmatch(r"[\w:.$]+", code) else None
            if name and name not in words and name not in operators:
                missing.add(code)
    assert not missing


def test_each_page_has_a_table():
    assert all(len(rows(page)) >= 15 for page in PAGES)
