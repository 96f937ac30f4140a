"""Reductions of all elements or of dimensions."""

from .family import operators_of
from .runner import row
from .samples import B, C, D, F, N, Out, P, V

NAN = float("nan")
TIES = V([[1.0, 3.0, 3.0, 2.0], [0.0, NAN, 5.0, NAN], [2.0, 2.0, 2.0, 2.0]])


def all_and_any():
    for name in ("all", "any"):
        yield row(name, B(3, 4))
        yield row(name, N(3, 4))
        yield row(f"{name}.dim", B(3, 4), 1)
        yield row(f"{name}.dim", B(3, 4), dim=-1, keepdim=True)
        yield row(f"{name}.dims", B(2, 3, 4), (0, 2))
        yield row(f"{name}.dims", B(2, 3, 4), dim=(0, 2), keepdim=True)


def extremes():
    for name in ("max", "min"):
        yield row(name, F(3, 4))
        yield row(name, TIES).fixed()
        yield row(f"{name}.dim", F(3, 4), 1)
        yield row(f"{name}.dim", TIES, dim=-1, keepdim=True).fixed()
        yield row(f"{name}.other", F(3, 4), F(4))
        yield row(f"{name}.other", F(3, 4), F())
    for name in ("amax", "amin"):
        yield row(name, F(3, 4))
        yield row(name, F(3, 4), 1)
        yield row(name, F(2, 3, 4), dim=(0, -1), keepdim=True)
        yield row(name, TIES, 1).fixed()
    for name in ("argmax", "argmin"):
        yield row(name, F(3, 4))
        yield row(name, F(3, 4), 1)
        yield row(name, F(3, 4), dim=0, keepdim=True)


def sums():
    for name, by_dim in (
        ("sum", "sum.dim_IntList"),
        ("mean", "mean.dim"),
        ("nansum", "nansum"),
        ("nanmean", "nanmean"),
    ):
        yield row(name, F(3, 4))
        yield row(name, F(3, 4), dtype=D("float64"))
        yield row(by_dim, F(3, 4), 1)
        yield row(by_dim, F(3, 4), (0, 1))
        yield row(by_dim, F(2, 3, 4), dim=[-1, 0], keepdim=True)
        yield row(by_dim, F(3, 4), 0, True, dtype=D("float64"))
    yield row("sum", B(3, 4))
    yield row("sum", N(3, 4, dtype="uint8"))
    yield row("sum.dim_IntList", F(3, 4), None)
    yield row("sum.dim_IntList", F(3, 4), ())
    yield row("sum", F(0, 3))
    yield row("prod", P(3, 4))
    yield row("prod", N(3, 4), dtype=D("float32"))
    yield row("prod.dim_int", P(3, 4), 1)
    yield row("prod.dim_int", P(3, 4), dim=0, keepdim=True)


def spreads():
    for name in ("std", "var", "std_mean", "var_mean"):
        yield row(name, F(3, 4))
        yield row(name, F(3, 4), False)
        yield row(f"{name}.dim", F(3, 4), 1, True)
        yield row(f"{name}.dim", F(3, 4), (0, 1), False)
        yield row(f"{name}.dim", F(2, 3, 4), [0, 2], unbiased=True, keepdim=True)
        yield row(f"{name}.correction", F(3, 4), correction=2)
        yield row(f"{name}.correction", F(3, 4), 1, correction=0, keepdim=True)
        yield row(f"{name}.correction", F(3, 4), dim=None, correction=1)


ROWS = [
    *all_and_any(),
    *extremes(),
    *sums(),
    *spreads(),
    row("aminmax", F(3, 4)),
    row("aminmax", F(3, 4), dim=1, keepdim=True),
    row("count_nonzero", N(3, 4)),
    row("count_nonzero", N(3, 4), 1),
    row("count_nonzero.dim_IntList", N(3, 4), (0, 1)),
    row("logsumexp", F(3, 4), 1),
    row("logsumexp", F(2, 3, 4), (0, 1), keepdim=True),
    row("median", F(3, 5)),
    row("median.dim", F(3, 5), 1),
    row("median.dim", TIES, dim=-1, keepdim=True).fixed(),
    row("mode", N(3, 4)),
    row("mode", N(3, 4), 0, True),
    row("norm.Scalar", F(3, 4)).by_schema(),
    row("norm.Scalar", F(3, 4), 1).by_schema(),
    row("norm.ScalarOpt_dim", F(3, 4), 2, (1,)).by_schema(),
    row("norm.ScalarOpt_dim", F(3, 4), None, (0, 1), True).by_schema(),
    row("norm.ScalarOpt_dtype", F(3, 4), 2, dtype=D("float64")).by_schema(),
    row("norm.ScalarOpt_dim_dtype", F(3, 4), 2, (1,), True, dtype=D("float64")).by_schema(),
    row("segment_reduce", F(4, 2), "sum", lengths=V([1, 3]), unsafe=True),
    row("_is_all_true", B(3, 4)),
    row("_is_any_true", B(3, 4)),
    row("hash_tensor", F(3, 4)).no_grad(),
    row("hash_tensor.out", F(3, 4), out=Out("uint64")).no_grad().fixed(),
    row("mean", C(3, 4)),
    row("sum.dim_IntList", C(3, 4), 0),
    row("_unique2", N(3, 4)).by_schema(),
    row("_unique2", N(3, 4), True, True, True).by_schema(),
    row("unique_consecutive", V([1, 1, 2, 2, 1])).by_schema(),
    row("unique_consecutive", V([1, 1, 2, 2, 1]), True, True).by_schema(),
    row("unique_dim", N(4, 2), 0, True, True, True).by_schema(),
    row("native_norm", F(3, 4)).refused(),
    row("native_norm.ScalarOpt_dim_dtype", F(3, 4), 2, (1,), True, D("float32")).refused(),
    row("nuclear_norm.dim", F(3, 4), (0, 1)).by_schema(),
]

test_op = operators_of("reduce")
