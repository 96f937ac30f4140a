"""Programs are compiled again at the same calls as by torch's compiler, whose guards are asked in C++ (recompiling.py)."""

from pathlib import Path

import pytest
from support.programs import printed

PROGRAM = Path(__file__).with_name("recompiling.py")


def ran(library):
    return printed("-W", "ignore", PROGRAM, library)


@pytest.fixture(scope="module")
def found():
    """{library: {name: graphs after each call}}"""
    return {library: ran(library) for library in ("torch", "pytorch_c")}


def test_the_same_calls_compile_again(found):
    ours, theirs = found["pytorch_c"], found["torch"]
    assert {name: counts for name, counts in ours.items() if counts != theirs[name]} == {}
    assert ours.keys() == theirs.keys() and len(ours) > 100


def test_nothing_is_raised_in_the_place_of_a_count(found):
    assert not [name for name, counts in found["torch"].items() if any(isinstance(one, str) for one in counts)]


def test_most_changes_compile_again_and_most_repetitions_do_not(found):
    pairs = [pair for counts in found["torch"].values() for pair in zip(counts, counts[1:])]
    again = sum(after > before for before, after in pairs)
    assert 100 < again < len(pairs) - 100
