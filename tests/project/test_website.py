"""The sources of the site: every page stands in one section, and the check of its links finds what is wrong."""

import sys

import pytest
from support.project import ROOT

sys.path.insert(0, str(ROOT / "tools"))
from website import check, stage  # noqa: E402


@pytest.fixture(scope="module")
def staged(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    return folder, stage.write(folder)


def test_every_page_is_in_one_table_of_contents(staged):
    folder, shown = staged
    entries = []
    for page in folder.glob("*.md"):
        blocks = page.read_text().split("```{toctree}")[1:]
        entries += [
            line for block in blocks for line in block.partition("```")[0].split("\n") if line[:1] not in ("", ":")
        ]
    entries = [entry.partition("<")[2].rstrip(">") or entry for entry in entries]
    assert len(entries) == len(set(entries))
    assert {str(page.with_suffix("")) for page in shown} <= set(entries)
    assert {str(page.relative_to(ROOT)) for page in (ROOT / "docs").glob("*.md")} <= {str(page) for page in shown}


def test_files_that_pages_link_to_are_staged(staged):
    folder, _ = staged
    assert (folder / "cshim/include/pytorch_c/jit/jit.h").is_file()
    assert (folder / "benchmarks/pictures/instructions.svg").is_file()


def test_wrong_links_and_requests_are_found(tmp_path):
    (tmp_path / "a.html").write_text(
        '<a href="b.html#here">b</a><a href="b.html#there">b</a><a href="https://x.org">x</a>'
    )
    (tmp_path / "b.html").write_text(
        '<h1 id="here">b</h1><a href="../c.html">c</a><script src="https://x.org/x.js"></script>'
    )
    found, count = check.problems(tmp_path)
    assert count == 5
    assert found == [
        "a.html: b.html#there: no such anchor",
        "b.html: ../c.html: no such file",
        "b.html: fetches https://x.org/x.js",
    ]
