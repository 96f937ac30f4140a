"""Every row of docs/differences.md, run under torch and under this package."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.differences import page, rows, warm

ROWS = rows.every()
CASES = {f"{row.name}-{number}": case for row in ROWS for number, case in enumerate(row.cases)}


@pytest.fixture(scope="module")
def outcomes():
    """{name: (what torch did, what pytorch_c did)}, from two processes that run side by side."""

    def all_of(library):
        process = warm.Warm(library)
        try:
            return [process.run(case.program, case.imports_torch, case.seconds) for case in CASES.values()]
        finally:
            process.close()

    with ThreadPoolExecutor(2) as pool:
        return dict(zip(CASES, zip(*pool.map(all_of, ("torch", "pytorch_c")))))


@pytest.mark.parametrize("name", CASES)
def test_a_row_says_what_both_do(outcomes, name):
    case, (theirs, ours) = CASES[name], outcomes[name]
    said = f"{case.program}\ntorch: {warm.told(theirs)}\nhere: {warm.told(ours)}\n"
    assert warm.matches(case.torch, theirs), f"{said}the row says of torch: {case.torch}"
    assert warm.matches(case.here, ours), f"{said}the row says of this package: {case.here}"
    agree = warm.matches(case.torch, ours) and warm.matches(case.here, theirs)
    assert not agree, f"{said}both do the same: remove the case"


def test_the_page_is_made_from_the_rows():
    assert page.PAGE.read_text(encoding="utf-8") == page.page(), "run python -m tests.differences --write"


def test_every_chapter_is_on_the_page():
    files = {path.stem for path in Path(rows.HERE).glob("*.toml")}
    assert files == {*rows.CHAPTERS, "left_out"}


def test_no_two_rows_have_one_name():
    assert len({row.name for row in ROWS}) == len(ROWS)
