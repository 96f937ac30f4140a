"""Tutorials and how-to pages: their programs run and print what the pages show; links lead somewhere."""

import json
import re
import subprocess
import sys

import pytest
from support import pages
from support.project import HANG, ROOT

DOCS = ROOT / "docs"
PAGES = [*sorted((DOCS / "tutorials").glob("*.md")), *sorted((DOCS / "how-to").glob("*.md"))]


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """The outputs of each page's program: all of them are forked from one process."""
    results = tmp_path_factory.mktemp("pages") / "pages.json"
    command = [sys.executable, pages.__file__, "--json", str(results), *map(str, PAGES)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=HANG)
    assert results.is_file(), done.stdout + done.stderr
    return json.loads(results.read_text())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_page_runs_and_prints_what_it_shows(page, ran):
    found = ran[page.name]
    assert "error" not in found, found["error"]
    assert not found["wrong"], "\n".join(found["wrong"])


@pytest.mark.parametrize(
    "page", [page for page in PAGES if "<!-- needs " in page.read_text()], ids=lambda page: page.stem
)
def test_every_language_of_the_page_ran(page, ran):
    missing = ran[page.name].get("missing")
    if missing:
        pytest.skip(f"not run, for their commands are not here: {', '.join(missing)}")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page):
    words = re.sub(r"```.*?```", "", page.read_text(), flags=re.S)
    for target, _, heading in re.findall(r"\]\((?!http)([^)#]*)(#([^)]+))?\)", words):
        path = (page.parent / target).resolve() if target else page
        assert path.exists(), target
        assert not heading or heading in headings(path), f"{target}#{heading}"


def headings(page):
    """The anchors of a page's headings, as GitHub makes them."""
    lines = re.findall(r"^#+ (.+)$", page.read_text(), re.M)
    return {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in lines}


def test_every_page_is_listed():
    listed = set(re.findall(r"\]\((\S+)\)", (DOCS / "learn.md").read_text()))
    assert {str(page.relative_to(DOCS)) for page in PAGES} <= listed


def test_there_are_enough():
    assert len(list((DOCS / "how-to").glob("*.md"))) >= 40
    assert len(list((DOCS / "tutorials").glob("*.md"))) >= 12


@pytest.mark.parametrize("page", sorted((DOCS / "how-to").glob("*.md")), ids=lambda page: page.stem)
def test_a_how_to_is_half_a_screen(page):
    assert len(page.read_text().splitlines()) <= 60


# ---- the runner ----


def give(tmp_path, text):
    page, folder = tmp_path / "page.md", tmp_path / "folder"
    page.write_text(text)
    folder.mkdir()
    found = pages.fork(page, folder)
    return found.get("error") or "\n".join(pages.differences(page, found, folder))


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("```python\nx = 1\n```\n\n```python\nprint(x)\n```\n\n```text\n1\n```\n", ""),
        ("```python\nprint(1)\n```\n\n```text\n2\n```\n", "shows"),
        ("```python\nprint('a b c')\n```\n\n```text\na … c\n```\n", ""),
        ("```python\nraise ValueError('why')\n```\n", "why"),
        ("```sh\nexit 3\n```\n", "exit status 3"),
        ("<!-- needs nosuchcommand: it is not there -->\n```sh\nnosuchcommand\n```\n", ""),
        ("```python\nimport os\nos.kill(os.getpid(), 9)\n```\n", "the process ended"),
    ],
)
def test_the_runner_finds_what_is_wrong(text, wrong, tmp_path):
    said = give(tmp_path, text)
    assert wrong in said and bool(wrong) == bool(said)
