"""The tests of a header's operators."""

from pathlib import Path

import pytest
from support.compare import Different

from . import generate
from .runner import FAMILY, SCHEMAS, run
from .tables import tables

HERE = Path(__file__).resolve().parent

# Overloads that Python code reaches through another one; test_convert.py calls them by themselves.
FROM_C_ONLY = {"to.device", "to.dtype", "to.other", "index.Tensor", "index.Tensor_out"}


def has_file(family):
    """Returns whether a family has a file of its own."""
    return (HERE / f"test_{family}.py").is_file()


def operators_of(*families):
    """A test for each overload of the families: all its rows equal torch, and one reaches the overload."""
    ops = [op for op in SCHEMAS if FAMILY[op] in families and op not in FROM_C_ONLY]

    @pytest.mark.parametrize("op", ops)
    def test_op(op, recorder):
        rows = [*tables().get(op, ()), *generate.rows(op)]
        assert rows, f"torch takes none of the generated arguments: write a row for {op}"
        reached, problems = set(), []
        for row in rows:
            try:
                reached |= run(row, recorder)
            except Different as problem:
                problems.append(str(problem))
        assert not problems, "\n".join(problems)
        assert rows[0].symbol in reached, (
            f"no row reaches {op}: write one (its rows reach {', '.join(sorted(reached))})"
        )

    return test_op
