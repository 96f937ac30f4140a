"""Dropout."""

from .family import operators_of
from .runner import row
from .samples import F

ROWS = [
    row("feature_dropout", F(2, 3, 4, 4), 0.5, True),
    row("_fused_dropout", F(2, 3), 0.5).refused(),
]

test_op = operators_of("dropout")
