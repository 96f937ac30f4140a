"""The composites of torch.functional and their like: the same values, tuples and errors as torch's."""

import os

import numpy
import pytest
import torch
from support.oracle import agree_all, agree_on, refused

import pytorch_c

CONTRACTION = [
    "t.einsum('ij,kj->ik', x, x)",
    "t.einsum('ij,kj->ik', [x, x])",
    "t.einsum('ij->', x)",
    "t.einsum(x, [0, 1], x, [2, 1], [0, 2])",
    "t.einsum(x, [0, 1])",
    "t.einsum(x, [26, 51], [51, 26])",
    "t.einsum(y.float(), [..., 0], [..., 0])",
    "t.einsum('i,ij,j->', x[:, 0], x, v)",
    "t.tensordot(x, x, dims=([1], [1]))",
    "t.tensordot(x, x.t(), 1)",
    "t.tensordot(x, x)",
    "t.tensordot(x, x, dims=t.tensor([[1], [1]]))",
    "t.tensordot(x, x.t(), dims=t.tensor(1))",
    "t.tensordot(x, x, 0).shape",
    "t.tensordot(y, y, dims=([0, 2], [0, 2]))",
    "t.tensordot(x, x.t(), 1, out=t.zeros(3, 3))",
    "t.chain_matmul(x, x.t(), x)",
    "t.chain_matmul(x, x.t(), out=t.zeros(3, 3))",
    "t.block_diag(x, s, v)",
    "t.block_diag()",
    "t.cartesian_prod(v, i.float())",
    "t.cartesian_prod(v)",
    "t.cdist(x, x[:2])",
    "t.cdist(x, x, p=1)",
    "t.cdist(x, x, p=inf)",
    "t.cdist(x[None], x, 0.5, 'use_mm_for_euclid_dist')",
    "t.cdist(x, x, compute_mode='donot_use_mm_for_euclid_dist')",
]

NORMS = [
    f"{call}({first}{p}{rest})"
    for call, first in (("t.norm", "x"), ("x.norm", ""))
    for p, rest in (
        ("", ""), (", 'fro'", ""), (", 'nuc'", ""), (", 1", ""), (", p=inf", ""), (", -inf", ""), (", 0", ""), (", None", ""),
        (", 2", ", 1"), (", 2", ", dim=(0, 1)"), (", 'fro'", ", dim=0, keepdim=True"), (", 'nuc'", ", (0, 1)"), (", 3", ", -1, True"),
        (", 2", ", dim=1, dtype=t.float64"), ("", ", dtype=t.float64"), (", 'other'", ""), (", 'nuc'", ", 0"), (", 2", ", 7"),
    )
]  # fmt: skip
NORMS = [code.replace("(, ", "(") for code in NORMS] + [
    "t.norm(x, 2, 0, out=t.zeros(4))",
    "t.norm(x, 'fro', (0, 1), out=t.zeros(()))",
    "t.norm(y)",
    "t.norm(y, dtype=t.float32)",
    "t.norm(y.float())",
    "t.norm(y.to(t.complex64))",
    "t.norm(x.to_sparse())",
    "t.norm(x.to_sparse(), 2)",
    "t.norm(x.to_sparse(), 'fro', dtype=t.float64)",
    "t.linalg.norm(x, 'fro')",
    "t.linalg.norm(x, ord=2, dim=(0, 1))",
    "t.nuclear_norm(x)",
    "t.frobenius_norm(x, (0, 1))",
]

FACTORS = [
    "t.lu(x[:, :3])",
    "x[:, :3].lu()",
    "t.lu(x[:, :3], get_infos=True)",
    "t.lu(t.zeros(2, 2), get_infos=True)",
    "t.lu(t.zeros(2, 2))",
    "t.lu(x[:, :3], out=(t.zeros(0), t.zeros(0, dtype=t.int32)))",
    "t.lu_unpack(*t.lu(x[:, :3]))",
    "t.lu_solve(x[:, :1], *t.lu(x[:, :3] + t.eye(3)))",
    "t.svd_lowrank(x, q=2)[1]",
    "t.svd_lowrank(x.t(), q=2, niter=3, M=t.ones(3))[1]",
    "t.svd_lowrank(x.to_sparse(), q=2)[1]",
    "t.pca_lowrank(x)[1]",
    "t.pca_lowrank(x, q=2, niter=0)[1]",
    "t.pca_lowrank(x, q=2, center=False)[0].abs()",
]

SHAPES = [
    "t.split(x, 2)", "t.split(x, 3, dim=1)", "t.split(x, [1, 2])", "t.split(x, (1, 3), 1)",
    "x.split(2, 1)", "x.split([3, 1], dim=-1)", "x.split(split_size=2)", "t.split(tensor=x, split_size_or_sections=2)",
    "x.split(t.tensor(2))", "x.split_with_sizes([1, 2])", "t.unsafe_split(x, 2)",
    "t.chunk(x, 2)", "t.chunk(x, 3, dim=1)", "x.chunk(5, -1)", "t.tensor_split(v, 3)", "t.tensor_split(v, (1, 3))",
    "t.tensor_split(v, i)", "t.hsplit(x, 2)", "t.vsplit(x, [1])", "y.dsplit(2)", "x.hsplit([1, 2])", "x.unbind()", "t.unbind(x, 1)",
    "t.broadcast_tensors(x, v, s)", "t.broadcast_tensors(x, y[0])", "t.broadcast_tensors()",
    "t.broadcast_shapes((3, 4), (4,), (2, 1, 1))", "t.broadcast_shapes(3, (2, 1))", "t.broadcast_shapes()",
    "t.broadcast_shapes((0,), (1,))", "t.broadcast_shapes([2, 3], t.Size([3]))",
    "t.meshgrid(s, v)", "t.meshgrid(v, x[0])", "t.meshgrid(v, x[0], indexing='xy')", "t.meshgrid([v, x[0], s], indexing='ij')", "t.meshgrid(i, i, i, indexing='xy')",
    "t.atleast_1d(s)", "t.atleast_1d(s, x)", "t.atleast_2d([s, v])", "t.atleast_2d(v)", "t.atleast_3d(x)", "t.atleast_3d((s, v, x))",
    "t.unravel_index(t.tensor([5, 7]), (3, 4))", "t.unravel_index(t.tensor(5), 12)",
    "t.unravel_index(i, ())", "t.unravel_index(y, (4, 6))", "x.unflatten(1, (2, 2))", "x.unflatten(1, (2, -1))", "t.unflatten(x, 1, (2, 2))",
    "t.squeeze(x[None, :, None], (0, 2))", "x[None].squeeze()", "x[None].squeeze(0)", "t.moveaxis(y, 0, 2).shape", "t.movedim(y, (0, 1), (1, 0)).shape",
    "y.permute(2, 0, 1).shape", "y.permute((2, 0, 1)).shape", "t.permute(y, (2, 0, 1)).shape", "x.flip(0, 1)", "x.flip([1])", "t.flip(x, (0,))",
    "x.roll(1)", "x.roll((1, -1), (0, 1))", "t.roll(x, shifts=1, dims=0)", "x.view(2, 6)", "x.view((2, -1))", "x.view(t.Size([12]))", "x.view(t.int32)",
    "x.view(dtype=t.int32)", "x.view(size=(4, 3))", "x.reshape(-1)", "x.reshape([6, 2])", "x.reshape(shape=(4, 3))", "v.expand(2, -1)", "v.expand((2, 4))",
    "v.expand(size=(2, 4))", "v.repeat(2, 1)", "v.repeat([2])", "v.repeat(repeats=(2, 2))", "v.tile(2)", "v.tile((2, 1))", "v.broadcast_to(2, 4)",
    "v.broadcast_to((2, 4))", "t.broadcast_to(v, (2, 4))", "x.sum_to_size(1, 4)", "x.sum_to_size((3, 1))", "t.zeros(0).resize_(2, 2).shape",
    "t.zeros(0).resize_((2, 2)).shape", "x.swapaxes(0, 1)", "x.t()", "x.T", "x.mT", "x.H", "v.T", "y.mT.shape", "y.mH.shape", "x.adjoint()",
    "reversed(x)", "s.H", "t.rot90(x)", "t.ravel(x)", "x.narrow(1, 1, 2)", "x.unfold(1, 2, 1)", "t.combinations(v, 2)", "t.tril_indices(3, 3)",
]  # fmt: skip

SETS = [
    f"{call}(sorted=True{flags})" if call != "plain" else f"t.unique(t.tensor([2, 1, 2, 3]){flags})"
    for call in ("plain", "t.tensor([[2, 1], [2, 3]]).unique")
    for flags in (
        "", ", return_inverse=True", ", return_counts=True", ", return_inverse=True, return_counts=True", ", dim=0",
        ", dim=0, return_inverse=True", ", dim=0, return_counts=True", ", dim=-1, return_inverse=True, return_counts=True", ", dim=5",
    )
] + [
    "t.nonzero(x)", "x.nonzero(as_tuple=True)", "t.nonzero(m, as_tuple=True)", "t.nonzero(x, as_tuple=False)", "t.nonzero(s)", "s.nonzero(as_tuple=True)",
    "x[m.nonzero(as_tuple=True)]", "t.nonzero(x, out=t.zeros(0, dtype=t.int64))",
    "t.unique(x, True, True)", "t.unique(x, True, False, True)", "t.unique(m)", "t.unique(t.zeros(0))",
    "t.unique_consecutive(t.tensor([1, 1, 2, 1]))", "t.unique_consecutive(t.tensor([1, 1, 2, 1]), return_inverse=True)",
    "t.unique_consecutive(t.tensor([1, 1, 2, 1]), return_counts=True)", "t.unique_consecutive(t.tensor([1, 1, 2, 1]), True, True)",
    "t.tensor([[1, 1], [1, 1], [2, 1]]).unique_consecutive(dim=0)", "t.tensor([[1, 1], [1, 1], [2, 1]]).unique_consecutive(True, dim=0)",
]  # fmt: skip

SPECTRAL = [
    "t.stft(t.arange(32.0), 8, return_complex=True)",
    "t.stft(t.arange(32.0), 8, return_complex=False, window=t.ones(8))",
    "t.stft(t.arange(32.0), 8, 4, 8, t.hann_window(8), True, 'constant', True, True, True)",
    "t.stft(t.arange(32.0).reshape(2, 16), n_fft=8, hop_length=2, win_length=6, window=t.ones(6), center=False, return_complex=True)",
    "t.stft(t.arange(32.0), 8, center=False, align_to_window=True, return_complex=True)",
    "t.arange(32.0).stft(8, return_complex=True, onesided=False)",
    "t.istft(t.stft(t.arange(32.0), 8, return_complex=True), 8)",
    "t.stft(t.arange(32.0), 8, window=t.hann_window(8), return_complex=True).istft(8, window=t.hann_window(8), length=32)",
]

SPARSE = [
    "t.sparse_coo_tensor([[0, 1], [1, 2]], [1, 2])",
    "t.sparse_coo_tensor([[0, 1], [1, 2]], [1.0, 2], (3, 4))",
    "t.sparse_coo_tensor(t.tensor([[0, 1], [1, 2]]), t.tensor([1.0, 2]), (3, 4), dtype=t.float64)",
    "t.sparse_coo_tensor(indices=[[0, 1]], values=[[1, 2], [3, 4]], size=(2, 2))",
    "t.sparse_coo_tensor((2, 3))",
    "t.sparse_coo_tensor(size=(2, 3), indices=t.zeros(2, 0), values=t.zeros(0))",
    "t.sparse_coo_tensor([[0, 1]], [1.0, 2], is_coalesced=True).is_coalesced()",
    "t.sparse_coo_tensor([[0, 1]], [1.0, 2], (3,), check_invariants=True)",
    "t.sparse_csr_tensor([0, 1, 2], [0, 1], [1, 2])",
    "t.sparse_csr_tensor([0, 1, 2], [0, 1], [1.0, 2], (2, 3), dtype=t.float64)",
    "t.sparse_csr_tensor(t.tensor([0, 1, 2], dtype=t.int32), t.tensor([0, 1], dtype=t.int32), v[:2]).crow_indices()",
    "t.sparse_csc_tensor([0, 1, 2], [0, 1], [1.0, 2], (3, 2))",
    "t.sparse_bsr_tensor([0, 1], [0], [[[1.0, 2]]], (1, 2))",
    "t.sparse_bsc_tensor([0, 1], [0], [[[1.0, 2]]], (1, 2))",
    "t.sparse_compressed_tensor([0, 1, 2], [0, 1], [1, 2], (2, 2), layout=t.sparse_csr)",
    "t.spmm(x.to_sparse(), x.t())",
    "t.mm(x.to_sparse(), x.t())",
    "t.hsmm(x.to_sparse(), x.t().contiguous())",
    "t.saddmm(t.eye(3).to_sparse(), x.to_sparse(), x.t().contiguous())",
    "x.to_sparse_coo()",
    "x.to_sparse_csr().col_indices()",
    "x.to_sparse().coalesce().values()",
    "x.to_sparse_csr().is_sparse_csr, x.is_sparse_csr, x.is_sparse",
]


REFUSED = {
    IndexError: [
        "t.norm(x, 2, 7)",
        "x.norm(2, 7)",
        "t.split(x, 2, 5)",
        "t.unique(t.tensor([2, 1, 2, 3]), dim=5)",
        "t.tensor([[2, 1], [2, 3]]).unique(sorted=True, dim=5)",
    ],
    RuntimeError: [
        "t.einsum('ij,jk', x, x)",
        "t.tensordot(x, x, dims=-1)",
        "t.tensordot(x, x, dims=5)",
        "t.tensordot(x, x, dims='a')",
        "t.block_diag(y)",
        "t.cartesian_prod(x)",
        "t.cdist(x, v)",
        "t.norm(x, 'other')",
        "t.norm(x, 'nuc', 0)",
        "x.norm('other')",
        "x.norm('nuc', 0)",
        "t.norm(y)",
        "t.norm(y, dtype=t.float32)",
        "t.split(x, [1, 1])",
        "t.split(x, 0)",
        "t.split(x, -1)",
        "t.broadcast_tensors(x, i)",
        "t.broadcast_shapes((2,), (3,))",
        "t.broadcast_shapes((0,), (2,))",
        "t.meshgrid(v, i)",
        "t.meshgrid(v, v, indexing='a')",
        "t.meshgrid(x)",
        "x.unflatten(1, ())",
        "v.H",
        "v.mT",
        "t.stft(t.arange(32.0), 8, align_to_window=True, return_complex=True)",
        "t.stft(t.arange(32.0), 8)",
        "t.istft(x, 8)",
        "t.sparse_coo_tensor([[0, 5]], [1.0, 2], (3,), check_invariants=True)",
        "t.sparse_coo_tensor([[0, 1]], [1.0], (3,))",
    ],
    TypeError: [
        "t.einsum('ij', 3)",
        "t.lu(x[:, :3], out=(t.zeros(0),))",
        "x.split('a')",
        "t.unravel_index(v, (3, 4))",
        "t.unravel_index(i, (2.0,))",
        "t.nonzero(x, True)",
        "t.unique(3)",
    ],
    ValueError: [
        "t.einsum('ij')",
        "t.einsum(x, [0, 52])",
        "t.cdist(x, x, compute_mode='other')",
        "t.norm(x.to_sparse(), 'fro', dtype=t.float64)",
        "t.pca_lowrank(x, q=9)",
        "t.pca_lowrank(x, niter=-1)",
        "t.broadcast_shapes((-1,))",
        "t.unravel_index(i, (2, -1))",
    ],
    (RuntimeError, ValueError): [
        "t.sparse_compressed_tensor([0, 1, 2], [0, 1], [1, 2], (2, 2))",
    ],
}


@pytest.mark.parametrize("chapter", ("CONTRACTION", "NORMS", "FACTORS", "SHAPES", "SETS", "SPECTRAL", "SPARSE"))
def test_composites_give_what_torch_gives(chapter):
    known = {code for codes in REFUSED.values() for code in codes}
    agree_all((code for code in globals()[chapter] if code not in known), strides=chapter == "SHAPES")


@pytest.mark.parametrize("code, raises", refused(REFUSED))
def test_refused_as_by_torch(code, raises):
    agree_on(code, raises)


@pytest.mark.parametrize(
    "code",
    [
        "t.einsum('ij,kj->ik', a, a)", "t.tensordot(a, a, 2)", "t.cdist(a, a + 1)", "t.norm(a)", "t.norm(a, 'nuc')", "a.norm(3, 1)",
        "t.meshgrid(a[0], a[1], indexing='ij')[0]", "t.stft(a.reshape(-1), 4, return_complex=True).abs()", "t.block_diag(a, a[0])",
        "t.split(a, 1)[1]", "t.broadcast_tensors(a, a[0])[1]", "a.unflatten(1, (2, 2))[..., 0]", "t.chain_matmul(a, a.t(), a)",
        "t.pca_lowrank(a, 2)[1]", "a.where(a > 0, 0)", "t.sparse_coo_tensor([[0, 1]], a[:2, 0], (3,)).to_dense()",
        "a.mH @ a", "t.cartesian_prod(a[0], a[1])", "t.lu(a[:, :3])[0]",
    ],
)  # fmt: skip
def test_gradients_equal_torchs(code):
    found = []
    for t in (pytorch_c, torch):
        t.manual_seed(0)
        a = (t.arange(12.0, dtype=t.float64).reshape(3, 4).sin() * 2).requires_grad_()
        eval(code, {"t": t, "a": a}).sum().backward()
        found.append(a.grad.tolist())
    assert numpy.allclose(*found)


def test_unique_is_a_tuple_only_where_asked():
    x = pytorch_c.tensor([1, 1, 2])
    assert isinstance(pytorch_c.unique(x), pytorch_c.Tensor)
    assert type(pytorch_c.unique(x, return_counts=True)) is tuple


def test_results_of_variable_length_are_tuples():
    x = pytorch_c.ones(4, 2)
    for found in (x.split(2), x.chunk(2), x.unbind(), pytorch_c.meshgrid(x[0], x[0], indexing="ij"), x.hsplit(2)):
        assert type(found) is tuple


def test_each_composite_has_a_docstring_with_its_source():
    from pytorch_c import _composites

    for name in _composites.NAMES:
        found = getattr(pytorch_c, name)
        code = getattr(found, "__code__", None)
        if code and code.co_filename.startswith(os.path.dirname(torch.__file__)):
            continue  # torch's own function, which has what torch gave it
        assert found.__doc__ or not callable(found), name
