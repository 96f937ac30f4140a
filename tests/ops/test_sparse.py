"""Sparse tensors and their parts."""

from .family import operators_of
from .runner import row
from .samples import D, Device, F, L, V


def coo(t):
    """[[0, 2, 0], [3, 0, 0]]"""
    return t.sparse_coo_tensor(t.tensor([[0, 1], [1, 0]]), t.tensor([2.0, 3.0]), (2, 3)).coalesce()


def loose(t):
    return t.sparse_coo_tensor(t.tensor([[0, 0], [1, 1]]), t.tensor([2.0, 3.0]), (2, 3))


def csr(t):
    return t.sparse_csr_tensor(t.tensor([0, 1, 2]), t.tensor([1, 0]), t.tensor([2.0, 3.0]), (2, 3), dtype=t.float32)


def csc(t):
    return t.sparse_csc_tensor(t.tensor([0, 1, 2]), t.tensor([1, 0]), t.tensor([2.0, 3.0]), (3, 2), dtype=t.float32)


COO, CSR, CSC = L(coo), L(csr), L(csc)
ROW_STARTS, COLUMNS, VALUES = V([0, 1, 2]), V([1, 0]), V([2.0, 3.0])
BLOCKS = V([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]])

ROWS = [
    row("coalesce", L(loose)),
    row("is_coalesced", L(loose)),
    row("indices", COO),
    row("values", COO),
    row("crow_indices", CSR),
    row("col_indices", CSR),
    row("ccol_indices", CSC),
    row("row_indices", CSC),
    row("sparse_coo_tensor.indices", V([[0, 1], [1, 0]]), VALUES),
    row("sparse_coo_tensor.indices_size", V([[0, 1], [1, 0]]), VALUES, (2, 3), dtype=D("float64")),
    row(
        "sparse_coo_tensor.size",
        (2, 3),
        dtype=D("float32"),
        layout=D("sparse_coo"),
        device=Device("cpu"),
        pin_memory=False,
    ),
    row("sparse_csr_tensor.crow_col_value", ROW_STARTS, COLUMNS, VALUES),
    row("sparse_csr_tensor.crow_col_value_size", ROW_STARTS, COLUMNS, VALUES, (2, 3)),
    row("sparse_csc_tensor.ccol_row_value", ROW_STARTS, COLUMNS, VALUES),
    row("sparse_csc_tensor.ccol_row_value_size", ROW_STARTS, COLUMNS, VALUES, (3, 2)),
    row("sparse_bsr_tensor.crow_col_value", ROW_STARTS, COLUMNS, BLOCKS),
    row("sparse_bsr_tensor.crow_col_value_size", ROW_STARTS, COLUMNS, BLOCKS, (4, 4)),
    row("sparse_bsc_tensor.ccol_row_value", ROW_STARTS, COLUMNS, BLOCKS),
    row("sparse_bsc_tensor.ccol_row_value_size", ROW_STARTS, COLUMNS, BLOCKS, (4, 4)),
    row("sparse_compressed_tensor.comp_plain_value", ROW_STARTS, COLUMNS, VALUES, layout=D("sparse_csr")),
    row("sparse_compressed_tensor.comp_plain_value_size", ROW_STARTS, COLUMNS, VALUES, (2, 3), layout=D("sparse_csr")),
    row("sparse_dim", COO),
    row("dense_dim", COO),
    row("sparse_mask", F(2, 3), COO),
    row("sparse_resize_", COO, (4, 5), 2, 0),
    row("sparse_resize_and_clear_", COO, (4, 5), 2, 0),
    row("sparse_sampled_addmm", CSR, F(2, 4), F(4, 3)),
    row("sparse_sampled_addmm.out", CSR, F(2, 4), F(4, 3), out=CSR),
    row("copy_sparse_to_sparse_", L(lambda t: t.zeros(2, 3, layout=t.sparse_coo)), COO),
    row("resize_as_sparse_", COO, L(lambda t: t.zeros(4, 5, layout=t.sparse_coo))),
    row("hspmm", COO, F(3, 4)),
    row("hspmm.out", COO, F(3, 4), out=L(lambda t: t.zeros(0, 0, layout=t.sparse_coo))),
    row("smm", COO, F(3, 4)),
    row("sspaddmm", L(lambda t: t.zeros(2, 4, layout=t.sparse_coo)), COO, F(3, 4)),
    row(
        "sspaddmm.out",
        L(lambda t: t.zeros(2, 4, layout=t.sparse_coo)),
        COO,
        F(3, 4),
        out=L(lambda t: t.zeros(0, 0, layout=t.sparse_coo)),
    ),
]
ROWS = [one.fixed().no_grad().by_schema() for one in ROWS]

test_op = operators_of("sparse")
