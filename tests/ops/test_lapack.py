"""Factorizations and solvers under the names that are older than torch.linalg."""

from .family import operators_of
from .runner import row
from .samples import F, P, V, spd

A = spd(3)
LU, PIVOTS = V([[4.0, 1.0], [0.5, 2.0]]), V([1, 2], "int32")

ROWS = [
    row("det", F(3, 3)),
    row("inverse", A),
    row("lu_solve", F(2, 2), LU, PIVOTS).fixed(),
    row("lu_unpack", LU, PIVOTS).fixed().by_schema(),
    row("orgqr", F(3, 2), F(2)),
    row("ormqr", F(3, 2), F(2), F(3, 2)),
    row("cholesky_solve", F(3, 2), A),
    row("triangular_solve", F(3, 2), A),
    row("pinverse", P(3, 2)),
    row("_lu_with_info", F(3, 3)),
    row("_lu_with_info", F(2, 4, 3), pivot=True, check_errors=False),
]

test_op = operators_of("lapack")
