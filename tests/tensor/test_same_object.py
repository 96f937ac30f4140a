"""Operators that give their argument back give the same object, where torch does."""

import functools

import pytest
import torch
from support.oracle import Code, agree_all, cases

import pytorch_c


def tensors(t):
    return {
        "matrix": t.arange(6.0).reshape(2, 3),
        "transposed": t.arange(6.0).reshape(2, 3).t(),
        "vector": t.arange(3.0),
        "number": t.tensor(1.0),
        "ints": t.arange(3),
        "bools": t.tensor([True]),
        "complex": t.ones(2) * 1j,
        "conjugate": (t.ones(2) * 1j).conj(),
        "half": t.ones(2, dtype=t.float16),
        "leaf": t.ones(2, requires_grad=True),
        "parameter": t.nn.Parameter(t.ones(2)),
        "sparse": t.eye(2).to_sparse(),
        "empty": t.ones(0),
    }


CODES = """
x.contiguous()
x.contiguous(memory_format=t.contiguous_format)
x.to(x.dtype)
x.to(x)
x.to('cpu')
x.to('cpu', x.dtype)
x.to(dtype=x.dtype, copy=True)
x.cpu()
x.float()
x.half()
x.type(x.dtype)
x.type_as(x)
x.expand_as(x)
x.view(x.shape)
x.reshape(x.shape)
x.flatten()
x.flatten(0, 0)
x.ravel()
x.detach()
x.detach_()
x.requires_grad_(x.requires_grad)
x.clone()
x.squeeze()
x.permute(tuple(range(x.dim())))
x.conj()
x.conj_physical()
x.resolve_conj()
x.resolve_neg()
x.positive()
+x
x.real
x.mT
x.H
x.adjoint()
x.sum_to_size(x.shape)
x.to_dense()
x.coalesce()
x.mul_(1)
x.data
x[...]
t.as_tensor(x)
t.real(x)
t.conj(x)
t.atleast_1d(x)
t.atleast_2d(x)
t.atleast_3d(x)
t.dropout(x, 0.5, False)
t.dropout(x, 0.5, True)
t.alpha_dropout(x, 0.5, False)
t.nn.functional.dropout(x, 0.5, False)
t.nn.Dropout().eval()(x)
t.nn.Identity()(x)
t.broadcast_to(x, x.shape)
t.broadcast_tensors(x, x)[1]
t.atleast_1d(x, x)[1]
t.atleast_2d([x])[0]
t.atleast_3d((x, x))[0]
t.cartesian_prod(x)
t.cartesian_prod(x, x)
t.relu(x)
"""


# {code: how many of the kinds of x both refuse, and as what}
REFUSED = {
    "x.contiguous()": {RuntimeError: 1},
    "x.contiguous(memory_format=t.contiguous_format)": {RuntimeError: 1},
    "x.expand_as(x)": {RuntimeError: 1},
    "x.view(x.shape)": {NotImplementedError: 1},
    "x.reshape(x.shape)": {RuntimeError: 1},
    "x.flatten()": {RuntimeError: 1},
    "x.ravel()": {RuntimeError: 1},
    "x.detach_()": {RuntimeError: 3},
    "x.squeeze()": {NotImplementedError: 1},
    "x.positive()": {RuntimeError: 1},
    "+x": {RuntimeError: 1},
    "x.mT": {RuntimeError: 9},
    "x.H": {RuntimeError: 9},
    "x.adjoint()": {RuntimeError: 9},
    "x.coalesce()": {RuntimeError: 12},
    "x.mul_(1)": {RuntimeError: 3},
    "x[...]": {NotImplementedError: 1},
    "t.dropout(x, 0.5, True)": {RuntimeError: 2, NotImplementedError: 3},
    "t.broadcast_to(x, x.shape)": {RuntimeError: 1},
    "t.cartesian_prod(x)": {RuntimeError: 4},
    "t.cartesian_prod(x, x)": {RuntimeError: 4},
    "t.relu(x)": {RuntimeError: 1, NotImplementedError: 2},
}


@pytest.mark.parametrize("code", cases(CODES, "\n"))
def test_as_torch(code):
    kinds = [Code(f"{code} is x", functools.partial(names, kind)) for kind in tensors(torch)]
    agree_all(kinds, REFUSED.get(code))


def names(kind, t):
    return {"t": t, "x": tensors(t)[kind]}


def test_bin_edges_are_those_that_were_given():
    for library in (pytorch_c, torch):
        edges = library.arange(3.0)
        assert library.histogramdd(library.ones(2, 1), [edges]).bin_edges[0] is edges


def test_a_tensor_that_is_given_back_is_counted_once():
    x = pytorch_c.ones(2)
    before = pytorch_c.live_tensors()
    kept = [x.contiguous(), x.float(), x.flatten()]
    assert pytorch_c.live_tensors() == before and all(one is x for one in kept)


def test_what_a_subclass_knows_is_kept():
    weight = pytorch_c.nn.Parameter(pytorch_c.ones(2))
    weight.note = "mine"
    assert weight.contiguous().note == weight.to(pytorch_c.float32).note == "mine"


def test_a_closed_tensor_is_still_refused():
    x = pytorch_c.ones(2)
    x.close()
    with pytest.raises(ValueError, match="closed"):
        x.contiguous()
