"""docs/ecosystem.md tells of every program of tools/ecosystem, and at which commit it was run."""

import re
import subprocess

import pytest
from support.project import ROOT

PAGE = (ROOT / "docs" / "ecosystem.md").read_text()
TOOLS = ROOT / "tools" / "ecosystem"
ROWS = dict(re.findall(r"^\| `(\w+)` \| (?:[^|]|\\\|)* \| [^|]* \| [^|]* \| [\d,]+ \| (.*) \|$", PAGE, re.M))


def test_every_program_has_a_row_and_every_row_a_program():
    assert set(ROWS) == {path.stem for path in (TOOLS / "programs").glob("*.py")} - {"show"}


def test_the_count_is_that_of_the_rows():
    good, of = map(int, re.search(r"(\d+) of (\d+) programs agree", PAGE).groups())
    assert of == len(ROWS)
    assert good == sum(row == "every digit" or row.startswith("to ") for row in ROWS.values())


def test_it_names_the_commit():
    assert re.search(r"Written by `make ecosystem`, at commits? `[0-9a-f]{7,}`", PAGE)


def test_the_commits_are_in_the_history():
    if (
        subprocess.run(["git", "rev-parse", "--is-shallow-repository"], cwd=ROOT, capture_output=True, text=True).stdout
        != "false\n"
    ):
        pytest.skip("no history of git's is here")
    for name in re.findall(r"at commits? ((?:`[0-9a-f]{7,}`(?:, )?)+)", PAGE, re.I):
        for commit in re.findall(r"[0-9a-f]{7,}", name):
            assert subprocess.run(["git", "cat-file", "-e", commit], cwd=ROOT).returncode == 0, commit


def test_nothing_stands_in_for_a_package():
    pinned = {line.partition("==")[0] for line in (TOOLS / "packages.txt").read_text().split()}
    assert "torchvision" in pinned
    assert not [path for path in (TOOLS / "programs").glob("no_*.py")]


def test_the_ten_of_ci_are_programs():
    ten = re.search(r"^TEN = tuple\((.*?)^\)", (TOOLS / "__main__.py").read_text(), re.S | re.M)[1]
    names = " ".join(re.findall(r'"([\w ]+)"', ten)).split()
    assert len(names) == 10 and set(names) <= set(ROWS)
