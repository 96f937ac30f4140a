"""Sparse tensors and their parts."""

import pytest
import torch
from support.compare import same
from support.oracle import LIBRARIES, agree

import pytorch_c

from .family import operators_of
from .runner import row
from .samples import D, Device, F, L, N, Out, V


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


def internal():
    """Returns what torch.sparse calls."""
    yield row("_coalesced_", L(loose), True)
    yield row("_convert_indices_from_csr_to_coo", ROW_STARTS, COLUMNS)
    yield row("_convert_indices_from_csr_to_coo", ROW_STARTS, COLUMNS, out_int32=True, transpose=True)
    yield row("_convert_indices_from_csr_to_coo.out", ROW_STARTS, COLUMNS, out=Out("int64"))
    for name in ("_indices", "_nnz", "_values"):
        yield row(name, L(loose))
    yield row("_nnz", CSR)
    yield row("_sparse_addmm", F(2, 4), COO, F(3, 4), beta=0.5, alpha=2)
    yield row("_sparse_broadcast_to", COO, (2, 2, 3))
    for name in ("_sparse_csr_prod.dim_dtype", "_sparse_csr_sum.dim_dtype"):
        yield row(name, CSR, [1], True)
        yield row(name, CSR, [0], True, dtype=D("float64"))
    for name in ("_sparse_log_softmax", "_sparse_softmax"):
        yield row(f"{name}.int", COO, 1)
        yield row(f"{name}.int", COO, 0, D("float64"))
        yield row(name, COO, 1, False)
    yield row("_sparse_mm", COO, F(3, 4))
    yield row("_sparse_mm.reduce", CSR, F(3, 4), "mean")
    yield row("_sparse_sum", COO)
    yield row("_sparse_sum.dtype", COO, dtype=D("float64"))
    yield row("_sparse_sum.dim", COO, [0])
    yield row("_sparse_sum.dim_dtype", COO, [1], dtype=D("float64"))
    yield row("_spdiags", F(2, 3), V([0, 1]), (3, 3))
    yield row("_spdiags", F(2, 3), V([0, -1]), (3, 3), D("sparse_csr"))
    yield row("_validate_sparse_coo_tensor_args", V([[0, 1], [1, 0]]), VALUES, (2, 3))
    yield row("_validate_sparse_compressed_tensor_args", ROW_STARTS, COLUMNS, VALUES, (2, 3), D("sparse_csr"))


def on_cuda():
    """Returns what libtorch has for CUDA alone."""
    packed, meta, dense = F(32, 32).of("float16"), N(32, 4, dtype="int16"), F(64, 32).of("float16")
    yield row("_cslt_compress", dense)
    yield row("_cslt_sparse_mm", packed, dense)
    yield row("_cslt_sparse_mm_search", packed, dense)
    yield row("_sparse_semi_structured_addmm", F(32).of("float16"), packed, meta, dense)
    yield row("_sparse_semi_structured_mm", packed, meta, dense)
    yield row("_sparse_semi_structured_tile", dense, "", True)
    yield row("_spsolve", CSR, F(2))


ROWS = [one.fixed().no_grad().by_schema() for one in (*ROWS, *internal())]
ROWS += [one.no_grad().refused() for one in on_cuda()]

GRADIENTS = {
    "_sparse_addmm": lambda call, x, dense: call(dense.t()[:2] @ dense, x, dense, beta=0.5, alpha=2),
    "_sparse_log_softmax": lambda call, x, dense: call(x, 1).to_dense().clamp(min=-9),
    "_sparse_mm": lambda call, x, dense: call(x, dense),
    "_sparse_softmax": lambda call, x, dense: call(x, 1).to_dense(),
    "_sparse_sum": lambda call, x, dense: call(x, [0]).to_dense(),
}


@pytest.mark.parametrize("name", GRADIENTS)
def test_gradient_of_a_sparse_argument(name):
    found = []
    for t, operators in ((pytorch_c, pytorch_c), (torch, torch.ops.aten)):
        x, dense = coo(t).requires_grad_(), (t.arange(12.0).reshape(3, 4) - 5).requires_grad_()
        result = GRADIENTS[name](getattr(operators, name), x, dense)
        (result * t.arange(float(result.numel())).reshape(result.shape)).sum().backward()
        found.append([x.grad.to_dense(), *([dense.grad] if dense.grad is not None else [])])
    same(*found)


def test_coalesced_is_said_without_a_check():
    for t in (pytorch_c, torch):
        x = loose(t)
        assert not x.is_coalesced() and x._coalesced_(True) is x and x.is_coalesced()


BAD = {
    "index": (([[0, 5], [1, 0]], [2.0, 3.0], (2, 3)), "size is 2 but found index 5"),
    "dimensions": (([[0, 1], [1, 0]], [2.0, 3.0], (2, 3, 4)), "sparse_dim . dense_dim"),
}


@pytest.mark.parametrize("what", BAD)
def test_arguments_that_make_no_tensor_are_refused(what):
    (indices, values, size), message = BAD[what]
    for t in (pytorch_c, torch):
        with pytest.raises(RuntimeError, match=message):
            t._validate_sparse_coo_tensor_args(t.tensor(indices), t.tensor(values), size)


@pytest.mark.parametrize("starts", [[0, 1, 5], [1, 1, 2], [0, 2, 1, 2], [0, -1, 2]])
def test_starts_of_rows_that_do_not_rise_are_refused(starts):
    with pytest.raises(ValueError, match="'crow_indices' must rise from 0"):
        pytorch_c._convert_indices_from_csr_to_coo(pytorch_c.tensor(starts), pytorch_c.tensor([1, 0]))


test_op = operators_of("sparse")


INDICES = {
    "within": ([[0, 2], [1, 0]], (3, 2), True),
    "one dimension is dense": ([[0, 2]], (3, 2), True),
    "none": ([[], []], (3, 2), True),
    "none, of no size": ([[], []], (0, 2), True),
    "the row is too large": ([[0, 3], [1, 0]], (3, 2), False),
    "the column is too large": ([[0, 2], [1, 2]], (3, 2), False),
    "negative": ([[0, -1], [1, 0]], (3, 2), False),
    "of no size": ([[0, 0], [1, 0]], (0, 2), False),
}


@pytest.mark.parametrize("turned", [False, True], ids=["as made", "transposed"])
@pytest.mark.parametrize("case", INDICES)
def test_indices_outside_of_the_size_are_refused(case, turned):
    rows, size, fits = INDICES[case]
    found = []
    for library in LIBRARIES:
        indices = library.tensor(rows, dtype=library.int64)
        indices = indices.t().contiguous().t() if turned else indices
        values = library.ones((indices.shape[1], *size[len(rows) :]))
        try:
            made = library.sparse_coo_tensor(indices, values, size, check_invariants=True)
            found.append(made.to_dense().tolist())
        except RuntimeError as error:
            found.append(str(error).partition("\n")[0])
    assert found[0] == found[1]
    assert isinstance(found[0], list) == fits


# The values of a 2 by 4 matrix, or of two blocks of two by two, by where its rows or columns begin.
OF_VALUES = {
    "csr": lambda t, v, **kw: t.sparse_csr_tensor([0, 2, 4], [0, 1, 0, 3], v, (2, 4), **kw),
    "csc": lambda t, v, **kw: t.sparse_csc_tensor(t.tensor([0, 2, 3, 3, 4]), t.tensor([0, 1, 0, 1]), v, (2, 4), **kw),
    "bsr": lambda t, v, **kw: t.sparse_bsr_tensor([0, 1], [1], v.view(1, 2, 2), (2, 4), **kw),
    "bsc": lambda t, v, **kw: t.sparse_bsc_tensor([0, 0, 1], [0], v.view(1, 2, 2), (2, 4), **kw),
    "by layout": lambda t, v, **kw: t.sparse_compressed_tensor(
        [0, 2, 4], [0, 1, 0, 3], v, (2, 4), layout=t.sparse_csr, **kw
    ),
    "coo": lambda t, v, **kw: t.sparse_coo_tensor([[0, 0, 1, 1], [0, 1, 0, 3]], v, (2, 4), **kw),
}


@pytest.mark.parametrize("options", [{}, {"dtype": "float32"}, {"requires_grad": True}], ids=str)
@pytest.mark.parametrize("layout", OF_VALUES)
def test_values_get_the_gradient_of_the_tensor_that_they_make(layout, options):
    def gradient(t):
        values = t.arange(1.0, 5.0, dtype=t.float64, requires_grad=True)
        made = OF_VALUES[layout](t, values, **{key: getattr(t, str(one), one) for key, one in options.items()})
        (made.to_dense() * t.arange(8.0).view(2, 4)).sum().backward()
        return type(made.grad_fn).__name__, made.dtype, values.grad

    agree(gradient)


@pytest.mark.parametrize("masked", [True, False])
@pytest.mark.parametrize("layout", ["sparse_csr", "sparse_bsc"])
def test_gradcheck_takes_compressed_tensors(layout, masked):
    def checked(t):
        sizes = {"blocksize": (2, 2)} if "_bs" in layout else {}
        x = t.tensor([[1.0, 2, 0, 0], [3, 4, 0, 0]], dtype=t.float64).to_sparse(layout=getattr(t, layout), **sizes)
        gradcheck = t.sparse.as_sparse_gradcheck(t.autograd.gradcheck)
        return gradcheck(lambda one: one.to_dense(masked_grad=masked), (x.requires_grad_(),), masked=masked)

    agree(checked)
