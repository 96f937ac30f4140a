"""Names between backticks in README and docs exist: Python names, C names, files, targets of make, modules to run."""

import importlib
import importlib.util
import re

import pytest
from support.project import ROOT

import pytorch_c
from codegen import header

# setup.py has a folder pytorch_c-VERSION here while another test makes a source distribution.
FOLDERS = sorted(path for path in ROOT.glob("*/README.md") if not path.parent.name.startswith("pytorch_c-"))
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md")), *FOLDERS]
# They name what torch has and we have not: tests/borrowed, tests/differences, tools/ecosystem and tools/torch_tests keep them.
ABOUT_TORCH = {"differences.md", "ecosystem.md", "modules.md", "torch-tests.md"}
MODULES = (
    "torch|pytorch_c|nn|autograd|memory|profiler|export|library|utils|vision|func|serialization|testing|linalg|fft"
)
PLACEHOLDERS = re.compile(r"\b(X|NAME|FAMILY|FILE)\b")
# By the word: a test in C; a module that is there to raise.
KNOWN = {"profiler.c", "profiler.itt"}


def quoted(page):
    return sorted(set(re.findall(r"`([^`\n]+)`", page.read_text())))


def resolves(dotted):
    """Returns whether a dotted name below the package is an attribute, or a module that can be imported."""
    found, path = pytorch_c, "pytorch_c"
    for part in re.sub(r"^(torch|pytorch_c)\.", "", dotted).split("."):
        try:
            found = getattr(found, part)
        except AttributeError:
            try:
                found = importlib.import_module(f"{path}.{part}")
            except ImportError:
                return False
        path += f".{part}"
    return True


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_names_are_there(page):
    if page.name in ABOUT_TORCH or page.parent.name == "bindings":
        pytest.skip("it names what others have")
    missing = []
    for text in quoted(page):
        name = re.fullmatch(rf"((?:{MODULES})(?:\.\w+)+)(?:\(.*\))?", text)
        if name and not PLACEHOLDERS.search(name[1]) and name[1] not in KNOWN:
            if not re.search(r"\.(py|h|cc|md|json|txt|so|pt2?)$", name[1]) and not resolves(name[1]):
                missing.append(text)
        path = re.fullmatch(r"(?:tests|cshim|codegen|tools|benchmarks|bindings|docs|examples)/[\w./-]+", text)
        if path and not PLACEHOLDERS.search(text) and text not in KNOWN:
            if not (ROOT / text).exists() and not list(ROOT.glob(f"{text}*")):
                missing.append(text)
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_functions_of_c_are_declared(page):
    declared = "\n".join(path.read_text() for path in (ROOT / "cshim/include").rglob("*.h"))
    words = set(re.findall(r"\w+", declared)) | set(header.read().functions)
    found = {
        name
        for text in quoted(page)
        for name in re.findall(r"\bptc_\w+\b(?!\*)", text)
        if not re.search(r"_$|NAME", name)
    }
    assert not {name for name in found if name not in words and not any(word.startswith(f"{name}_") for word in words)}


def test_where_to_look_names_files_that_have_the_names():
    rows = re.findall(
        r"^\| .+ \| \[`(.+)`\]\(\.\./(.+)\) \| (.+) \| .+ \|$", (ROOT / "docs/where.md").read_text(), re.M
    )
    assert len(rows) >= 30
    for shown, path, names in rows:
        words = set(re.findall(r"\w+", (ROOT / path).read_text()))
        assert shown == path and set(re.findall(r"`(\w+)`", names)) <= words, path


def targets(path):
    return set(" ".join(re.findall(r"^([a-z][\w-]*(?: [a-z][\w-]*)*):(?!=)", path.read_text(), re.M)).split())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_are_there(page):
    text = page.read_text()
    ours, c = targets(ROOT / "Makefile"), targets(ROOT / "cshim/Makefile")
    quotes = "\n".join(quoted(page))
    assert set(re.findall(r"^make ([a-z][\w-]+)", quotes, re.M)) <= ours
    assert set(re.findall(r"^make -C cshim ([a-z][\w-]+)", quotes, re.M)) <= c
    modules = set(re.findall(r"python -m ((?:pytorch_c|tests|codegen)\b[\w.]*)", text))
    assert not {one for one in modules if importlib.util.find_spec(one.rstrip(".")) is None}
    scripts = set(re.findall(r"python ((?:tests|tools|benchmarks|examples|bindings)/[\w/]+(?:\.py)?)", text))
    assert not {one for one in scripts if not (ROOT / one).exists()}
