"""repr() of sparse and quantized tensors is torch's, letter for letter."""

import warnings

import pytest
import torch

import pytorch_c

CODES = [
    "t.sparse_coo_tensor([[0, 1], [1, 0]], [1.0, 2.5], (2, 2))",
    "t.sparse_coo_tensor([[0, 0], [1, 1]], [1.0, 2.5], (2, 2))",
    "t.sparse_coo_tensor([[0, 1]], [[1, 2], [3, 4]], (3, 2))",
    "t.sparse_coo_tensor((2, 3))",
    "t.sparse_coo_tensor([[0]], [1.5], (3,), dtype=t.float64)",
    "t.sparse_coo_tensor([[0]], [1.5], (3,), requires_grad=True)",
    "t.eye(40).to_sparse()",
    "t.eye(3).to_sparse_csr()",
    "t.eye(3, dtype=t.float16).to_sparse_csc()",
    "t.eye(4).to_sparse_bsr((2, 2))",
    "t.eye(4).to_sparse_bsc((2, 2))",
    "t.zeros(2, 2).to_sparse_csr()",
    "t.quantize_per_tensor(t.arange(3.0), 0.5, 10, t.quint8)",
    "t.quantize_per_tensor(t.tensor(1.0), 0.5, 10, t.qint8)",
    "t.quantize_per_channel(t.ones(2, 2), t.tensor([0.1, 0.2]), t.tensor([0, 1]), 0, t.qint8)",
    "t.quantize_per_tensor(t.arange(60.0).reshape(6, 10), 0.5, 10, t.qint32)",
    "t.eye(2).to_sparse() @ t.eye(2)",
]


@pytest.mark.parametrize("code", CODES)
def test_repr_is_torchs(code):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ours, theirs = (repr(eval(code, {"t": t})) for t in (pytorch_c, torch))
    assert ours == theirs


def test_parts_of_a_sparse_tensor_that_is_not_coalesced():
    x = pytorch_c.sparse_coo_tensor([[0, 0], [1, 1]], [1.0, 2.5], (2, 2))
    assert x._nnz() == 2 and x.coalesce()._nnz() == 1
    assert x._indices().tolist() == [[0, 0], [1, 1]] and x._values().tolist() == [1.0, 2.5]
