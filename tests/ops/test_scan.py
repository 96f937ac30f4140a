"""Cumulative sums and products, differences, integrals."""

from .family import operators_of
from .runner import row
from .samples import D, F, N, P


def extremes():
    for name in ("cummax", "cummin"):
        yield row(name, F(3, 4), 1)
        yield row(name, F(3, 4), dim=-2)


ROWS = [
    *extremes(),
    row("cumprod", P(3, 4), 1),
    row("cumprod", P(3, 4), dim=0, dtype=D("float64")),
    row("cumsum", F(3, 4), -1),
    row("cumsum", N(3, 4), 0, dtype=D("float32")),
    row("gradient.tensorarrayint", F(4), spacing=[P(4)], dim=0).by_schema().fixed(),
    row("gradient.tensorarray", F(4, 3), spacing=[P(4), P(3)], dim=[0, 1]).by_schema().fixed(),
]

test_op = operators_of("scan")
