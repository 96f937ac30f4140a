"""Products of vectors and matrices."""

from .family import operators_of
from .runner import row
from .samples import C, D, F, L, Out, V


def float8(*shape):
    """Numbers that float8 holds exactly, as a matrix of it."""

    def make(t):
        size = 1
        for n in shape:
            size *= n
        return (t.arange(float(size)) % 7 - 3).reshape(shape).to(t.float8_e4m3fn)

    return L(make)


def column_major(t):
    return float8(16, 32).make(t, 0, None).t()


HALF, HALVES = F(3, 3).of("float16"), F(2, 3, 3).of("float16")

SCALED = float8(16, 32), L(column_major)
ONE, TWO = V(1.0), V(2.0)
# Per tensor, without swizzle.
RECIPES = [ONE], [0], [0], [TWO], [0], [0]


def grouped():
    """Products of groups of matrices, and of matrices of float8."""
    ends = V([1, 3], "int32")
    yield row("_grouped_mm", F(2, 3, 8), F(2, 8, 4)).by_schema()
    yield row("_grouped_mm", F(3, 8), F(2, 8, 4), ends).by_schema().fixed()
    yield row("_grouped_mm", F(2, 4, 8), F(8, 4), V([1, 4], "int32"), None, D("float32")).by_schema().fixed()
    yield row("_scaled_mm", *SCALED, ONE, TWO, None, None, D("float32")).fixed()
    yield row("_scaled_mm", *SCALED, ONE, TWO, F(16).of("bfloat16"), out_dtype=D("bfloat16")).fixed().no_grad()
    yield row("_scaled_mm.out", *SCALED, ONE, TWO, out_dtype=D("float32"), out=Out()).fixed()
    yield row("_scaled_mm_v2", *SCALED, *RECIPES, None, D("float32")).fixed()
    yield row("_scaled_mm_v2.out", *SCALED, *RECIPES, None, D("float32"), out=Out()).fixed()
    yield row("_scaled_grouped_mm", *SCALED, V([1.0]), V([1.0]), ends).refused()
    yield row("_scaled_grouped_mm_v2", *SCALED, *RECIPES, ends).refused()


ROWS = [
    row("addbmm", F(3, 4), F(2, 3, 5), F(2, 5, 4), beta=0.5, alpha=2),
    row("addmm", F(3, 4), F(3, 5), F(5, 4)),
    row("addmm", F(4), F(3, 5), F(5, 4), beta=0.5, alpha=2),
    row("addmm.dtype", F(3, 4).of("float16"), F(3, 5).of("float16"), F(5, 4).of("float16"), D("float32")).refused(),
    row("addmm_", F(3, 4), F(3, 5), F(5, 4), alpha=2),
    row("addmv", F(3), F(3, 4), F(4), beta=2, alpha=0.5),
    row("addmv_", F(3), F(3, 4), F(4)),
    row("addr", F(3, 4), F(3), F(4), beta=2, alpha=0.5),
    row("baddbmm", F(2, 3, 4), F(2, 3, 5), F(2, 5, 4), beta=0.5),
    row("baddbmm", F(1, 4), F(2, 3, 5), F(2, 5, 4)),
    row("bilinear", F(3, 4), F(3, 5), F(2, 4, 5)),
    row("bilinear", F(3, 4), F(3, 5), F(2, 4, 5), F(2)),
    row("bmm", F(2, 3, 5), F(2, 5, 4)),
    row("bmm", C(2, 3, 5), C(2, 5, 4)),
    row("cross", F(4, 3), F(4, 3), dim=1),
    row("dot", F(5), F(5)),
    row("einsum", "ij,jk->ik", [F(3, 4), F(4, 5)]),
    row("einsum", "bij,bjk,k->bi", [F(2, 3, 4), F(2, 4, 5), F(5)], path=None).by_schema(),
    row("einsum", "ii", [F(3, 3)]),
    row("inner", F(2, 4), F(3, 4)),
    row("kron", F(2, 3), F(3, 2)),
    row("linear", F(3, 4), F(5, 4)),
    row("linear", F(2, 3, 4), F(5, 4), F(5)),
    row("linear", F(4), F(5, 4), bias=F(5)),
    row("matmul", F(4), F(4)),
    row("matmul", F(3, 4), F(4)),
    row("matmul", F(4), F(4, 5)),
    row("matmul", F(3, 4), F(4, 5)),
    row("matmul", F(2, 1, 3, 4), F(5, 4, 2)),
    row("mm", F(3, 4), F(4, 5)),
    row("mm", F(0, 4), F(4, 5)),
    row("mm", F(3, 0), F(0, 5)),
    row("mm.dtype", F(3, 4).of("float16"), F(4, 5).of("float16"), D("float32")).refused(),
    row("bmm.dtype", F(2, 3, 4).of("float16"), F(2, 4, 5).of("float16"), D("float32")).refused(),
    row(
        "baddbmm.dtype", F(2, 3, 3).of("float16"), F(2, 3, 4).of("float16"), F(2, 4, 3).of("float16"), D("float32")
    ).refused(),
    row("mv", F(3, 4), F(4)),
    row("outer", F(3), F(4)),
    row("tensordot", F(2, 3, 4), F(3, 4, 5), [1, 2], [0, 1]).by_schema(),
    row("trace", F(3, 4)),
    row("addmm.dtype_out", HALF, HALF, HALF, D("float32"), out=Out()).refused().no_grad(),
    row("baddbmm.dtype_out", HALVES, HALVES, HALVES, D("float32"), out=Out()).refused().no_grad(),
    row("bmm.dtype_out", HALVES, HALVES, D("float32"), out=Out()).refused().no_grad(),
    row("mm.dtype_out", HALF, HALF, D("float32"), out=Out()).refused().no_grad(),
    *grouped(),
    row("vdot", C(4), C(4)),
    row("vdot", F(4), V([1.0, 2.0, 3.0, 4.0])).fixed(),
]

test_op = operators_of("blas")
