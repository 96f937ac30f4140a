"""Views as copies."""

from .family import operators_of
from .runner import row
from .samples import F
from .test_sparse import COO, CSC, CSR

OUTS = [F(2, 3), F(2, 3)]

ROWS = [
    row("ccol_indices_copy", CSC),
    row("col_indices_copy", CSR),
    row("crow_indices_copy", CSR),
    row("row_indices_copy", CSC),
    row("indices_copy", COO).refused(),
    row("values_copy", CSR),
    row("view_as_complex_copy", F(3, 2)),
    row("split_copy.Tensor_out", F(4, 3), 2, out=OUTS),
    row("split_with_sizes_copy.out", F(4, 3), [2, 2], out=OUTS),
    row("unbind_copy.int_out", F(2, 2, 3), out=OUTS),
]
ROWS = [one.no_grad() if one.refusal else one.fixed().no_grad().by_schema() for one in ROWS]

test_op = operators_of("view_copy")
