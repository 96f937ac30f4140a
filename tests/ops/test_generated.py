"""Families without a file of their own: their arguments come from the schemas."""

from .family import has_file, operators_of
from .runner import FAMILY

test_op = operators_of(*(family for family in set(FAMILY.values()) if not has_file(family)))
