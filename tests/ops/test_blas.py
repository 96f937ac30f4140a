"""Products of vectors and matrices."""

from .family import operators_of
from .runner import row
from .samples import C, D, F, Out, V

HALF, HALVES = F(3, 3).of("float16"), F(2, 3, 3).of("float16")

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
    row("cdist", F(3, 4), F(2, 4)).by_schema(),
    row("cdist", F(3, 4), F(2, 4), 1.0).by_schema(),
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
    row("vdot", C(4), C(4)),
    row("vdot", F(4), V([1.0, 2.0, 3.0, 4.0])).fixed(),
]

test_op = operators_of("blas")
