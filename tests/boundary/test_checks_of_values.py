"""Checks of values that stand before a kernel: of memory that is read in a loop, and of tensors that libtorch has to read."""

from __future__ import annotations

import math

import pytest

import pytorch_c as t

BEYOND = {
    "float32": math.inf,
    "float64": -math.inf,
    "complex64": complex(0, math.nan),
    "complex128": complex(math.inf, 1),
}


def places(x):
    """The elements of x in memory of several kinds."""
    wide = t.zeros(*x.shape[:-1], 2 * x.shape[-1], dtype=x.dtype)
    wide[..., ::2] = x
    found = {"in order": x, "with gaps": wide[..., ::2], "recorded": x, "transposed": x.mT.contiguous().mT}
    if x.is_floating_point() or x.is_complex():
        found["recorded"] = x.clone().requires_grad_()
        found["negative"] = t._neg_view(-x)
    return found


@pytest.mark.parametrize("at", [(0, 0), (2, 1), (2, 2)])
@pytest.mark.parametrize("dtype", BEYOND)
def test_one_number_that_is_not_finite(dtype, at):
    whole = t.eye(3, dtype=getattr(t, dtype))
    broken = whole.clone()
    broken[at] = BEYOND[dtype]
    for kind, x in places(whole).items():
        assert t.linalg.eigvals(x).shape == (3,), kind
    for kind, x in places(broken).items():
        with pytest.raises(t.TorchError, match="should not contain infs or NaNs"):
            t.linalg.eigvals(x)
            pytest.fail(kind)


def test_halves_are_looked_at_by_libtorch():
    with pytest.raises(t.TorchError, match="prob must be finite"):
        t.binomial(t.ones(2, dtype=t.float16), t.tensor([1.0, math.inf], dtype=t.float16))


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64", "int16"])
def test_one_order_that_is_too_large(dtype):
    fits = t.full((2, 3), 3, dtype=getattr(t, dtype))
    for kind, n in places(fits).items():
        assert t.special.hermite_polynomial_h(t.ones(2, 3), n).shape == (2, 3), kind
    if dtype == "int16":  # which has no such number
        return
    fits[1, 2] = 65537
    for kind, n in places(fits).items():
        with pytest.raises(t.TorchError, match="n must be at most 65536"):
            t.special.hermite_polynomial_h(t.ones(2, 3), n)
            pytest.fail(kind)


def test_an_order_that_is_no_number_is_left_to_libtorch():
    assert t.special.hermite_polynomial_h(t.ones(2), t.tensor([math.nan, 1.0])).shape == (2,)


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_the_least_number(dtype):
    x = t.full((2, 3), 4, dtype=getattr(t, dtype))
    for kind, one in places(x).items():
        assert t.lcm(one, one).tolist() == [[4] * 3] * 2, kind
    x[1, 1] = t.iinfo(x.dtype).min
    for kind, one in places(x).items():
        with pytest.raises(t.TorchError, match="must not have the least number of its dtype"):
            t.lcm(one, t.ones_like(one))
            pytest.fail(kind)


def test_in_a_vmap():
    orders = t.tensor([[1.0, 2.0], [3.0, 1e9]])
    assert t.vmap(lambda n: t.special.hermite_polynomial_h(n, n))(orders[:1]).shape == (1, 2)
    with pytest.raises(t.TorchError, match="n must be at most 65536"):
        t.vmap(lambda n: t.special.hermite_polynomial_h(n, n))(orders)


# ---- sizes that are found from indices ----


@pytest.mark.parametrize(
    "indices, words",
    [([[-1]], "found negative index"), ([[2**63 - 1]], "cannot be represented|negative"), ([[[0]]], "indices must be")],
)
def test_indices_from_which_no_size_follows(indices, words):
    with pytest.raises(t.TorchError, match=words):
        t.sparse_coo_tensor(indices, [1.0])


def test_a_promise_of_order_is_looked_at():
    with pytest.raises(t.TorchError, match="cannot set is_coalesced to true"):
        t.sparse_coo_tensor([[1, 0]], [1.0, 2.0], is_coalesced=True)
    assert t.sparse_coo_tensor([[0, 1]], [1.0, 2.0], is_coalesced=True).is_coalesced()
