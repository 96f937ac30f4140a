"""Padding."""

from .family import operators_of
from .runner import row
from .samples import F

ROWS = [
    row("constant_pad_nd", F(2, 3), (1, 2)),
    row("constant_pad_nd", F(2, 3), [1, 0, 0, 2], 7),
    row("pad", F(2, 3), (1, 1)),
    row("pad", F(1, 2, 3), [1, 1], "reflect"),
    row("pad", F(1, 2, 3), (1, 1), mode="constant", value=2.5),
]

test_op = operators_of("padding")
