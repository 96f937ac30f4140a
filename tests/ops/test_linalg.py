"""Linear algebra (torch.linalg)."""

from .family import operators_of
from .runner import row
from .samples import C, D, F, Out, V, spd

A = spd(3)

ROWS = [
    row("linalg_cholesky", A),
    row("linalg_cholesky", A, upper=True),
    row("linalg_cond.p_str", A, "fro"),
    row("linalg_det", F(2, 3, 3)),
    row("linalg_eigh", A).no_grad(),
    row("linalg_eigh", A, UPLO="U").no_grad(),
    row("linalg_inv", A),
    row("linalg_matrix_norm", F(3, 4), 1),
    row("linalg_matrix_norm", F(2, 3, 4), 2, (-2, -1), True, dtype=D("float64")),
    row("linalg_matrix_norm.str_ord", F(3, 4)),
    row("linalg_matrix_norm.str_ord", F(3, 4), "nuc"),
    row("linalg_norm", F(3, 4)),
    row("linalg_norm", F(3, 4), 2),
    row("linalg_norm", F(3, 4), ord=1, dim=(0, 1), keepdim=True),
    row("linalg_norm", F(3, 4), None, 0),
    row("linalg_norm.ord_str", F(3, 4), "fro"),
    row("linalg_norm.ord_str", F(3, 4), ord="nuc", dtype=D("float64")),
    row("linalg_qr", F(3, 2)),
    row("linalg_qr", F(3, 3), mode="complete"),
    row("linalg_slogdet", A),
    row("linalg_solve", A, F(3)),
    row("linalg_solve", A, F(3, 2)),
    row("linalg_solve", A, F(2, 3), left=False),
    row("linalg_svd", F(3, 2)).no_grad(),
    row("linalg_svd", F(3, 2), full_matrices=False),
    row("linalg_vector_norm", F(3, 4)),
    row("linalg_vector_norm", F(3, 4), 1, 0),
    row("linalg_vector_norm", C(3, 4), ord=float("inf"), dim=(0, 1), keepdim=True),
    row("linalg_householder_product", F(3, 2), F(2)),
    row("linalg_ldl_solve", A, V([1, 2, 3], "int32"), F(3, 2)).fixed(),
    row("linalg_lu_solve", A, V([1, 2, 3], "int32"), F(3, 2)).fixed(),
    row("linalg_pinv.atol_rtol_float", F(3, 2), atol=0.1, rtol=0.1),
    row("linalg_pinv.rcond_tensor", F(3, 2), V(0.01)).fixed().by_schema().no_grad(),
    row("linalg_tensorinv", F(4, 6, 8, 3)).fixed().no_grad(),
]


ROWS += [
    row("linalg_lstsq", F(4, 2), F(4, 3)).fixed(),
    row("linalg_lstsq", F(4, 2), F(4, 3), rcond=1e-6, driver="gelsd").fixed(),
    row("linalg_lstsq.out", F(4, 2), F(4, 3), solution=Out(), residuals=Out(), rank=Out("int64"), singular_values=Out())
    .fixed()
    .no_grad(),
]

test_op = operators_of("linalg")
