"""Normalizations, linear maps, look-ups and distances against torch's: values, gradients, and what they refuse."""

import numpy
import pytest
from support.built import array, assert_close, assert_equals_torch, assert_raises_as_torch
from support.oracle import LIBRARIES, refusals

import pytorch_c
from pytorch_c.nn import functional

X = array((2, 4, 7, 6), 1)
LINE = array((2, 4, 9), 2)
ROW = array((3, 5), 4)
C4 = array((4,), 7, 0.1, 1.0)
C5 = array((5,), 8, 0.1, 1.0)
INDEX = numpy.array([[0, 2], [1, 1]])
BAG = numpy.array([0, 2, 1, 1, 0, 2])
OFFSETS = numpy.array([0, 2, 2])
CLASSES = numpy.array([0, 3, 1, 1])


def _running(F, x, m, v, *rest, function="batch_norm"):
    """The result, and the running values that were moved."""
    m, v = m.detach().clone(), v.detach().clone()
    return getattr(F, function)(x, m, v, *rest, True, 0.3), m, v


CASES = {
    "batch_norm": (
        lambda F, x, m, v, w, b: F.batch_norm(x, m.detach(), v.detach(), w, b, False, 0.1, 1e-3),
        [X, C4, C4, C4, C4],
    ),
    "batch_norm training": (lambda F, x: F.batch_norm(x, None, None, training=True), [X]),
    "batch_norm moves": (_running, [X, C4, C4, C4, C4]),
    "batch_norm rows": (lambda F, x: F.batch_norm(x, None, None, None, None, True), [ROW]),
    "instance_norm": (lambda F, x, w, b: F.instance_norm(x, weight=w, bias=b, eps=1e-3), [X, C4, C4]),
    "instance_norm moves": (lambda F, *x: _running(F, *x, function="instance_norm"), [LINE, C4, C4, C4, C4]),
    "instance_norm given": (
        lambda F, x, m, v: F.instance_norm(x, m.detach(), v.detach(), use_input_stats=False),
        [X, C4, C4],
    ),
    "layer_norm": (lambda F, x, w, b: F.layer_norm(x, (5,), w, b), [ROW, C5, C5]),
    "layer_norm two": (lambda F, x: F.layer_norm(x, [7, 6], eps=1e-2), [X]),
    "rms_norm": (lambda F, x, w: F.rms_norm(x, (5,), w), [ROW, C5]),
    "rms_norm eps": (lambda F, x: F.rms_norm(x, [7, 6], eps=0.1), [X]),
    "group_norm": (lambda F, x, w, b: F.group_norm(x, 2, w, b), [X, C4, C4]),
    "group_norm rows": (lambda F, x: F.group_norm(x, 2, eps=1e-2), [X[:, :, 0, 0]]),
    "local_response_norm": (lambda F, x: F.local_response_norm(x, 3, 0.1, 0.6, 2.0), [X]),
    "local_response_norm line": (lambda F, x: F.local_response_norm(x, 2), [LINE]),
    "local_response_norm solid": (lambda F, x: F.local_response_norm(x.unsqueeze(-1), 5), [X]),
    "local_response_norm empty": (lambda F, x: F.local_response_norm(x[:0], 2), [LINE]),
    "normalize": (lambda F, x: F.normalize(x, dim=1), [X]),
    "normalize p": (lambda F, x: F.normalize(x, 3.0, -1), [X]),
    "normalize dims": (lambda F, x: F.normalize(x, 2, (1, 2)), [X]),
    "normalize eps": (lambda F, x: F.normalize(x, 1, 0, eps=2.0), [ROW]),
    "linear": (lambda F, x, w, b: F.linear(x, w, b), [ROW, array((2, 5)), array((2,))]),
    "linear no bias": (lambda F, x, w: F.linear(x, w), [ROW, array((2, 5))]),
    "linear more": (lambda F, x, w: F.linear(x, w), [X, array((2, 6))]),
    "linear one": (lambda F, x, w: F.linear(x, w), [ROW, C5]),
    "bilinear": (lambda F, a, b, w, c: F.bilinear(a, b, w, c), [ROW, array((3, 4)), array((2, 5, 4)), array((2,))]),
    "bilinear no bias": (lambda F, a, b, w: F.bilinear(a, b, w), [ROW, array((3, 4)), array((2, 5, 4))]),
    "grouped_mm": (lambda F, a, b: F.grouped_mm(a, b), [array((2, 4, 8)), array((2, 8, 4))]),
    "grouped_mm ends": (
        lambda F, a, b, ends: F.grouped_mm(a, b, offs=ends),
        [array((6, 8)), array((2, 8, 4)), numpy.array([2, 6], "int32")],
    ),
    "embedding": (lambda F, w, i: F.embedding(i, w, -1), [ROW, INDEX]),
    "embedding first": (lambda F, w, i: F.embedding(i, w, padding_idx=0, scale_grad_by_freq=True), [ROW, INDEX]),
    "embedding int32": (lambda F, w, i: F.embedding(i, w), [ROW, INDEX.astype("int32")]),
    "one_hot": (lambda F, i: F.one_hot(i), [CLASSES]),
    "one_hot more": (lambda F, i: F.one_hot(i, 7), [INDEX]),
    "embedding_bag": (lambda F, w, i, o: F.embedding_bag(i, w, o), [ROW, BAG, OFFSETS]),
    "embedding_bag sum": (lambda F, w, i, o: F.embedding_bag(i, w, o, mode="sum"), [ROW, BAG, OFFSETS]),
    "embedding_bag max": (lambda F, w, i, o: F.embedding_bag(i, w, o, mode="max"), [ROW, BAG, OFFSETS]),
    "embedding_bag rows": (lambda F, w, i: F.embedding_bag(i, w, scale_grad_by_freq=True), [ROW, INDEX]),
    "embedding_bag weights": (
        lambda F, w, i, s: F.embedding_bag(i, w, mode="sum", per_sample_weights=s),
        [ROW, INDEX, array((2, 2))],
    ),
    "embedding_bag last": (
        lambda F, w, i, o, s: F.embedding_bag(
            i, w, o, mode="sum", per_sample_weights=s, include_last_offset=True, padding_idx=-1
        ),
        [ROW, BAG, numpy.array([0, 3, 6]), array((6,))],
    ),
    "embedding_bag padding": (lambda F, w, i: F.embedding_bag(i, w, padding_idx=1), [ROW, INDEX]),
    "pairwise_distance": (lambda F, a, b: F.pairwise_distance(a, b), [ROW, array((3, 5), 9)]),
    "pairwise_distance all": (lambda F, a, b: F.pairwise_distance(a, b, 3.0, 1e-3, True), [ROW, array((3, 5), 9)]),
    "cosine_similarity": (lambda F, a, b: F.cosine_similarity(a, b), [ROW, array((3, 5), 9)]),
    "cosine_similarity dim": (lambda F, a, b: F.cosine_similarity(a, b, dim=0, eps=0.5), [ROW, array((3, 5), 9)]),
    "pdist": (lambda F, x: F.pdist(x), [ROW]),
    "pdist p": (lambda F, x: F.pdist(x, p=1.5), [ROW]),
}


@pytest.mark.parametrize("case", CASES)
def test_equals_torch(case):
    assert_equals_torch(*CASES[case])


def test_looked_up_rows_are_scaled_down_as_torch():
    for name, arguments in (("embedding", ()), ("embedding_bag", (None,))):
        results = []
        for library in LIBRARIES:
            weight = library.from_numpy(ROW * 3).requires_grad_()
            rows = getattr(library.nn.functional, name)(library.from_numpy(INDEX), weight, *arguments, max_norm=1.0)
            results.append([rows, weight])
        assert_close(*results)
        assert results[0][1].is_leaf


def test_sparse_gradients_as_torch():
    for name in ("embedding", "embedding_bag"):
        results = []
        for library in LIBRARIES:
            weight = library.from_numpy(ROW.copy()).requires_grad_()
            getattr(library.nn.functional, name)(library.from_numpy(INDEX), weight, sparse=True).sum().backward()
            assert weight.grad.is_sparse
            results.append(weight.grad.to_dense())
        assert_close(*results)


def test_swapped_arguments_of_embedding_bag_warn_as_torch():
    results = []
    for library in LIBRARIES:
        with pytest.warns(UserWarning, match="should now be") as caught:
            results.append(library.nn.functional.embedding_bag(library.from_numpy(ROW), library.from_numpy(INDEX)))
        assert caught[0].filename == __file__
    assert_close(*results)


def test_products_of_scaled_small_floats():
    results = []
    for library in LIBRARIES:
        F = library.nn.functional
        a = library.from_numpy(array((16, 32), 1)).to(library.float8_e4m3fn)
        one, per_tensor = library.full((), 0.5), F.ScalingType.TensorWise
        plain = F.SwizzleType.NO_SWIZZLE
        results.append(F.scaled_mm(a, a.t(), one, per_tensor, one, [per_tensor], plain, plain, None, library.float32))
    assert_close(*results, atol=1e-4)


def test_products_of_scaled_groups_are_for_devices():
    for library in LIBRARIES:
        F = library.nn.functional
        a, one = library.zeros(1, 16, 16).to(library.float8_e4m3fn), library.ones(1, 16)
        with pytest.raises(NotImplementedError, match="_scaled_grouped_mm_v2"):
            F.scaled_grouped_mm(a, a, one, F.ScalingType.RowWise, one, F.ScalingType.RowWise)


def test_out_is_written():
    x = pytorch_c.from_numpy(ROW)
    for run in (lambda **o: functional.normalize(x, **o), lambda **o: functional.linear(x, x, **o)):
        out = pytorch_c.empty(0)
        assert run(out=out) is out
        pytorch_c.testing.assert_close(out, run())


BAD = {
    IndexError: {
        "normalize dim": (lambda F, x: F.normalize(x, dim=2), [ROW], "out of range"),
        "embedding index": (lambda F, w, i: F.embedding(i, w), [ROW, INDEX + 2], "index out of range"),
        "cosine_similarity": (lambda F, a: F.cosine_similarity(a, a, dim=2), [ROW], "out of range"),
    },
    NotImplementedError: {
        "embedding_bag weights": (
            lambda F, w, i, s: F.embedding_bag(i, w, per_sample_weights=s),
            [ROW, INDEX, array((2, 2))],
            "only supported for mode='sum'",
        ),
    },
    RuntimeError: {
        "embedding of a number": (lambda F, w, i: F.embedding(i, w[0, 0]), [ROW, INDEX], "must be 2-D"),
        "batch_norm running": (lambda F, x: F.batch_norm(x, None, None), [X], "running_mean"),
        "instance_norm running": (lambda F, x: F.instance_norm(x, use_input_stats=False), [X], "running_mean"),
        "layer_norm": (lambda F, x: F.layer_norm(x, (4,)), [ROW], r"normalized_shape=\[4\]"),
        "rms_norm": (lambda F, x: F.rms_norm(x, (4,)), [ROW], r"normalized_shape=\[4\]"),
        "group_norm dims": (lambda F, x: F.group_norm(x, 1), [C4], "at least 2 dimensions"),
        "group_norm groups": (lambda F, x: F.group_norm(x, 3), [X], "divisible by num_groups"),
        "linear": (lambda F, x, w: F.linear(x, w), [ROW, array((2, 4))], "shapes cannot be multiplied"),
        "bilinear": (lambda F, a, w: F.bilinear(a, a, w), [ROW, array((2, 4, 5))], "size"),
        "grouped_mm": (lambda F, a: F.grouped_mm(a, a), [ROW], "."),
        "embedding dtype": (lambda F, w: F.embedding(w, w), [ROW], "(?i)indices"),
        "one_hot": (lambda F, i: F.one_hot(i, 2), [CLASSES], "num_classes"),
        "one_hot negative": (lambda F, i: F.one_hot(i - 1), [CLASSES], "non-negative"),
        "one_hot dtype": (lambda F, x: F.one_hot(x), [ROW], "index tensor|int64"),
        "pairwise_distance": (lambda F, a: F.pairwise_distance(a, a[:2, :4]), [ROW], "size of tensor"),
        "pdist": (lambda F, x: F.pdist(x[0]), [ROW], "2D"),
        "pdist p": (lambda F, x: F.pdist(x, -1.0), [ROW], "non-negative p"),
    },
    ValueError: {
        "batch_norm one value": (
            lambda F, x: F.batch_norm(x[:1, :, :1, :1], None, None, training=True),
            [X],
            "more than 1 value per channel",
        ),
        "batch_norm eps": (
            lambda F, x: F.batch_norm(x, None, None, training=True, eps=0.0),
            [X],
            "eps must be positive",
        ),
        "batch_norm negative eps": (
            lambda F, x, m: F.batch_norm(x, m, m, eps=-1.0),
            [X, C4],
            "eps must be non-negative",
        ),
        "instance_norm": (lambda F, x: F.instance_norm(x[..., :1, :1]), [X], "more than 1 spatial element"),
        "group_norm one value": (lambda F, x: F.group_norm(x[:1], 5), [ROW], "more than 1 value per channel"),
        "local_response_norm": (lambda F, x: F.local_response_norm(x, 2), [ROW], "Expected 3D or higher"),
        "scaled_mm": (
            lambda F, a: F.scaled_mm(a, a, a, F.ScalingType.TensorWise, a, F.ScalingType.TensorWise),
            [ROW],
            ".",
        ),
        "embedding_bag mode": (
            lambda F, w, i: F.embedding_bag(i, w, mode="min"),
            [ROW, INDEX],
            "mode has to be one of",
        ),
        "embedding_bag offsets": (lambda F, w, i: F.embedding_bag(i, w), [ROW, BAG], "offsets has to be a 1D Tensor"),
        "embedding_bag 2-D offsets": (
            lambda F, w, i, o: F.embedding_bag(i, w, o),
            [ROW, BAG, INDEX],
            "offsets has to be",
        ),
        "embedding_bag rows": (lambda F, w, i: F.embedding_bag(i, w, i), [ROW, INDEX], "then offsets has to be None"),
        "embedding_bag input": (lambda F, w, i: F.embedding_bag(i[None], w), [ROW, INDEX], "input has to be 1D or 2D"),
        "embedding_bag weight": (lambda F, w, i: F.embedding_bag(i, w[0]), [ROW, INDEX], "weight has to be a 2D"),
        "embedding_bag max by frequency": (
            lambda F, w, i: F.embedding_bag(i, w, mode="max", scale_grad_by_freq=True),
            [ROW, INDEX],
            "max mode.*frequency",
        ),
        "embedding_bag max sparse": (
            lambda F, w, i: F.embedding_bag(i, w, mode="max", sparse=True),
            [ROW, INDEX],
            "max mode.*sparse",
        ),
        "embedding_bag weights shape": (
            lambda F, w, i, s: F.embedding_bag(i, w, mode="sum", per_sample_weights=s),
            [ROW, INDEX, array((2, 3))],
            "same shape as the input",
        ),
    },
    (AssertionError, ValueError): {
        "embedding padding_idx": (lambda F, w, i: F.embedding(i, w, 3), [ROW, INDEX], "within num_embeddings"),
        "embedding negative padding_idx": (
            lambda F, w, i: F.embedding(i, w, -4),
            [ROW, INDEX],
            "within num_embeddings",
        ),
    },
}


@pytest.mark.parametrize("case, raises", refusals(BAD))
def test_bad_arguments_raise_as_torch(case, raises):
    assert_raises_as_torch(*case, raises)


def test_recipe_of_another_kind_is_named():
    x = pytorch_c.ones(2, 2)
    with pytest.raises(TypeError, match="scale_recipe_b must be ScalingType"):
        functional.scaled_mm(x, x, x, functional.ScalingType.RowWise, x, 1)
