"""Comparison of tensors with tensors and numbers."""

from .family import operators_of
from .runner import row
from .samples import B, C, F, N, V

NAN, INF = float("nan"), float("inf")
SPECIAL = V([NAN, INF, -INF, 0.0, -0.0, 1.5])


def comparisons():
    for name in ("eq", "ge", "gt", "le", "lt", "ne"):
        yield row(f"{name}.Tensor", N(3, 4), N(3, 4))
        yield row(f"{name}.Tensor", F(3, 1), F(4))
        yield row(f"{name}.Tensor", F(3, 4), F())
        yield row(f"{name}.Tensor", N(3, 4), F(3, 4))
        yield row(f"{name}.Tensor", SPECIAL, SPECIAL).fixed()
        yield row(f"{name}.Scalar", N(3, 4), 1)
        yield row(f"{name}.Scalar", F(3, 4), 0.5)
        yield row(f"{name}.Scalar", F(3, 4), True)
        yield row(f"{name}.Scalar", N(3, 4, dtype="uint8"), -1)
        yield row(f"{name}.Scalar", SPECIAL, NAN).fixed()
        yield row(f"{name}_.Tensor", F(3, 4), F(4))
        yield row(f"{name}_.Scalar", F(3, 4), other=0.5)


ROWS = [
    *comparisons(),
    row("eq.Scalar", C(3), 1j),
    row("ne.Scalar", C(3), 1 + 1j),
    row("allclose", F(3, 4), F(3, 4)),
    row("allclose", V([1.0, 2.0]), V([1.0, 2.00001])).fixed(),
    row("allclose", V([1.0, 2.0]), V([1.0, 2.1]), 0.1, 0.1).fixed(),
    row("allclose", SPECIAL, SPECIAL, equal_nan=True).fixed(),
    row("equal", F(3, 4), F(3, 4)),
    row("equal", V([1, 2]), V([1, 2])).fixed(),
    row("equal", V([1, 2]), V([1, 2, 3])).fixed(),
    row("is_nonzero", V([0.0])).fixed(),
    row("is_nonzero", V(True)).fixed(),
    row("isclose", V([1.0, 2.0]), V([1.001, 2.1]), rtol=0.01).fixed(),
    row("isclose", SPECIAL, SPECIAL, equal_nan=True).fixed(),
    *(row(name, SPECIAL).fixed() for name in ("isfinite", "isinf", "isnan", "isneginf", "isposinf", "isreal")),
    row("isreal", C(3)),
    row("isnan", B(3)),
]

test_op = operators_of("compare")
