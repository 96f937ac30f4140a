"""Comparison, tests, sorting, searching."""

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


TIES = V([[1.0, 3.0, 3.0, 2.0], [0.0, float("nan"), 5.0, float("nan")], [2.0, 2.0, 2.0, 2.0]])

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
    row("isin.Tensor_Tensor", N(3, 4), V([1, 2])),
    row("isin.Tensor_Tensor", N(3, 4), V([1, 2]), assume_unique=False, invert=True),
    row("isin.Tensor_Scalar", N(3, 4), 1),
    row("isin.Scalar_Tensor", 1, N(3, 4), invert=True),
    row("argsort", F(3, 4)),
    row("argsort", F(3, 4), 0, True),
    row("argsort", F(3, 4), descending=True),
    row("argsort.stable", TIES, stable=True, dim=1).fixed(),
    row("bucketize.Tensor", F(3, 4), V([-1.0, 0.0, 1.0])).fixed(),
    row("bucketize.Tensor", F(3, 4), V([-1.0, 0.0, 1.0]), out_int32=True, right=True).fixed(),
    row("bucketize.Scalar", 0.5, V([-1.0, 0.0, 1.0])).fixed(),
    row("kthvalue", F(3, 4), 2),
    row("kthvalue", F(3, 4), 1, dim=0, keepdim=True),
    row("searchsorted.Tensor", V([1.0, 3.0, 5.0]), F(3, 4)).fixed(),
    row("searchsorted.Tensor", V([1.0, 3.0, 5.0]), V([3.0, 6.0]), side="right").fixed(),
    row("searchsorted.Tensor", V([3.0, 1.0, 5.0]), V([3.0, 6.0]), sorter=V([1, 0, 2]), out_int32=True).fixed(),
    row("searchsorted.Scalar", V([1.0, 3.0, 5.0]), 3.0, right=True).fixed(),
    row("sort", F(3, 4)),
    row("sort", F(3, 4), 0, True),
    row("sort", F(3, 4), dim=0, descending=True),
    row("sort.stable", TIES, stable=True, dim=1, descending=True).fixed(),
    row("topk", F(3, 4), 2),
    row("topk", F(3, 4), k=2, dim=0, largest=False, sorted=True),
]

test_op = operators_of("compare")
