"""Other names of operators."""

from .family import operators_of
from .runner import row
from .samples import F

ROWS = [
    row("clip", F(3, 4), -0.5, 0.5),
    row("clip.Tensor", F(3, 4), F(4), F(4)),
    row("clip_", F(3, 4), max=0.5),
    row("clip_.Tensor", F(3, 4), min=F(4)),
]

test_op = operators_of("aliases")
