"""Dropout."""

from .family import operators_of
from .runner import row
from .samples import F

ROWS = [
    row("feature_dropout", F(2, 3, 4, 4), 0.5, True),
]

test_op = operators_of("dropout")
