"""Inductor and AOTAutograd as torch has them: programs run under each library, and what they find is the same."""

from pathlib import Path

import pytest
from support.programs import printed

FILE = Path(__file__).with_name("inductor_programs.py")
NAMES = "overloads kernels public shared batched customs artifacts vectors kept outside checkpointed".split()


def found(library, names, **environment):
    """{program: findings} under one library, with CI set: AOTAutograd raises there what it warns of elsewhere."""
    return printed(FILE, library, *names, **{"CI": "1"} | environment)


@pytest.fixture(scope="module")
def of_torch():
    """The findings of all programs under torch."""
    return found("torch", NAMES)


@pytest.fixture(scope="module")
def of_ours():
    """The findings of all programs under pytorch_c."""
    return found("pytorch_c", NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_program_finds_what_it_finds_under_torch(name, of_torch, of_ours):
    assert of_ours[name] == of_torch[name]


def test_what_a_process_has_compiled_runs_in_another(tmp_path):
    first, second = (found("pytorch_c", ["attends"], TORCHINDUCTOR_CACHE_DIR=str(tmp_path)) for _ in range(2))
    assert [first["attends"][1], second["attends"][1]] == [False, True]
    assert first["attends"][0] == second["attends"][0]
