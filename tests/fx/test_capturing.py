"""Fake tensors, make_fx and compile(): the same shapes, strides, classes, graphs, calls of a backend and converted scripts as torch's."""

from functools import cache
from pathlib import Path

import pytest
from support.programs import printed

PROGRAMS = Path(__file__).parent / "programs.py"
FAKES, SYMBOLIC, EARLY, JOINT = 34, 26, 21, 10
GRAPHS, COMPILED, EXPORTED, CONVERTED = 21, 8, 4, 7


COUNTS = {
    "fakes": FAKES,
    "graphs": GRAPHS,
    "symbolic": SYMBOLIC,
    "early": EARLY,
    "joint": JOINT,
    "compiled": COMPILED,
    "exported": EXPORTED,
    "converted": CONVERTED,
}


@cache
def found(library):
    """{function of programs.py: the findings of a library}."""
    return printed(PROGRAMS, library, *COUNTS)


@pytest.mark.parametrize(("what", "count"), COUNTS.items())
def test_ours_finds_what_torch_finds(what, count):
    ours, theirs = found("pytorch_c")[what], found("torch")[what]
    assert len(theirs) == count
    assert {name: one for name, one in ours.items() if one != theirs[name]} == {}


def test_graphs_compute_what_the_functions_do():
    assert all(same for _, same in found("pytorch_c")["graphs"].values())


def test_fake_tensors_share_memory_and_have_sizes_of_data():
    outcomes = printed(PROGRAMS.with_name("fakes.py"))
    assert len(outcomes) == 11 and {name: why for name, why in outcomes.items() if why} == {}
