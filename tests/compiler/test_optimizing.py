"""Steps of optimizers that are compiled: graphs, graph breaks and results are torch's."""

from functools import cache
from pathlib import Path

import pytest
from support.programs import printed

FILE = Path(__file__).with_name("optimizing.py")
NAMES = (
    "plain", "moved", "listed", "adam", "largest", "captured", "decoupled", "summed", "rooted", "quick", "by signs",
    "by_rates", "with_closure", "whole", "without_hooks",
)  # fmt: skip


@cache
def found(library):
    """{program: findings} under one library."""
    return printed(FILE, library)


@pytest.mark.parametrize("name", NAMES)
def test_a_compiled_step_is_the_one_of_torch(name):
    assert found("pytorch_c")[name] == found("torch")[name]


def test_every_program_is_compared():
    assert [*found("pytorch_c")] == [*NAMES]
