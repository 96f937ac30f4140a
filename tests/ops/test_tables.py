"""The tables themselves."""

from .runner import FAMILY, SCHEMAS
from .tables import tables


def test_every_row_names_an_operator_of_the_headers():
    assert not [op for op in tables() if op not in SCHEMAS]


def test_families_are_read():
    assert len(SCHEMAS) > 600 and "add.Tensor" in SCHEMAS and FAMILY["mm"] == "blas"
