"""Losses against torch's: values, gradients, reductions, GoTorch's positional forms, and what they refuse."""

import warnings

import numpy
import pytest
from support.built import array, assert_close, assert_equals_torch, assert_raises_as_torch
from support.oracle import LIBRARIES, outcomes, refusals, same_outcome

import pytorch_c
from pytorch_c.nn import functional

X = array((2, 4, 7, 6), 1)
ROW = array((3, 5), 4)
UNIT = array((3, 5), 5, 0.05, 0.95)
CLASSES = array((3,), 6, 0, 5).astype("int64")
SIGNS = numpy.array([1.0, -1.0, 1.0], "float32")
TABLE = numpy.sign(array((3, 5), 9)).astype("float32")
LABELS = numpy.array([[0, 3, -1, 1, 2], [4, -1, 0, 0, 0], [1, 2, 3, 4, 0]])
C5 = array((5,), 8, 0.1, 1.0)
A, P, N = (array((3, 5), seed) for seed in (10, 11, 12))
PROBS = array((9, 3, 5), 13)
TARGETS = numpy.array([[1, 2, 3], [2, 2, 4], [4, 1, 1]])
LENGTHS = numpy.array([9, 8, 9])
SHORT = numpy.array([3, 2, 1])

# name -> (function of (F, *tensors) and **options, arrays): run with each reduction
REDUCED = {
    "nll_loss": (lambda F, x, y, **o: F.nll_loss(x, y, **o), [ROW, CLASSES]),
    "nll_loss weight": (
        lambda F, x, y, w, **o: F.nll_loss(x, y, w.detach(), ignore_index=2, **o),
        [ROW, CLASSES, C5],
    ),
    "nll_loss images": (lambda F, x, y, **o: F.nll_loss(x, y, **o), [X, numpy.ones((2, 7, 6), "int64")]),
    "cross_entropy": (lambda F, x, y, **o: F.cross_entropy(x, y, label_smoothing=0.2, **o), [ROW, CLASSES]),
    "cross_entropy weight": (
        lambda F, x, y, w, **o: F.cross_entropy(x, y, w.detach(), ignore_index=1, **o),
        [ROW, CLASSES, C5],
    ),
    "cross_entropy probabilities": (lambda F, x, p, **o: F.cross_entropy(x, p, **o), [ROW, UNIT]),
    "cross_entropy one": (lambda F, x, y, **o: F.cross_entropy(x[0], y[0], **o), [ROW, CLASSES]),
    "linear_cross_entropy": (
        lambda F, x, w, y, b, **o: F.linear_cross_entropy(x, w, y, linear_bias=b, ignore_index=0, **o),
        [A, array((7, 5)), CLASSES, array((7,))],
    ),
    "linear_cross_entropy more": (
        lambda F, x, w, y, **o: F.linear_cross_entropy(x, w, y, label_smoothing=0.1, **o),
        [A, array((7, 2, 5)), numpy.array([[0, 1], [2, 3], [6, 5]])],
    ),
    "linear_cross_entropy one": (
        lambda F, x, w, y, c, **o: F.linear_cross_entropy(x[0], w, y[0], weight=c.detach(), **o),
        [A, array((5, 5)), CLASSES, C5],
    ),
    "binary_cross_entropy": (
        lambda F, x, y, w, **o: F.binary_cross_entropy(x, y.detach(), w.detach(), **o),
        [UNIT, UNIT[::-1], C5],
    ),
    "binary_cross_entropy_with_logits": (
        lambda F, x, y, w, **o: F.binary_cross_entropy_with_logits(x, y, w.detach(), pos_weight=w.detach(), **o),
        [ROW, UNIT, C5],
    ),
    "ctc_loss": (lambda F, x, *y, **o: F.ctc_loss(x.log_softmax(2), *y, **o), [PROBS, TARGETS, LENGTHS, SHORT]),
    "ctc_loss sequences": (
        lambda F, x, y, **o: F.ctc_loss(x.log_softmax(2), y.flatten()[:6], (9, 8, 9), [3, 2, 1], 3, **o),
        [PROBS, TARGETS % 3],
    ),
    "ctc_loss too long": (
        lambda F, x, *y, **o: F.ctc_loss(x[:3].log_softmax(2), *y, zero_infinity=True, **o),
        [PROBS, TARGETS, LENGTHS * 0 + 3, SHORT],
    ),
    "ctc_loss one": (
        lambda F, x, y, n, m, **o: F.ctc_loss(x[:, 0].log_softmax(1), y[0], n[0], m[0], **o),
        [PROBS, TARGETS, LENGTHS, SHORT],
    ),
    "kl_div": (lambda F, x, y, **o: F.kl_div(x, y, **o), [ROW, UNIT]),
    "kl_div log": (lambda F, x, y, **o: F.kl_div(x, y, log_target=True, **o), [ROW, UNIT]),
    "poisson_nll_loss": (lambda F, x, y, **o: F.poisson_nll_loss(x, y, **o), [ROW, UNIT * 9]),
    "poisson_nll_loss full": (
        lambda F, x, y, **o: F.poisson_nll_loss(x, y.detach(), False, True, eps=1e-3, **o),
        [UNIT, UNIT * 9],
    ),
    "gaussian_nll_loss": (lambda F, x, y, v, **o: F.gaussian_nll_loss(x, y, v, **o), [ROW, UNIT, UNIT[::-1]]),
    "gaussian_nll_loss full": (
        lambda F, x, y, v, **o: F.gaussian_nll_loss(x, y, v, full=True, eps=0.5, **o),
        [ROW, UNIT, UNIT[:, 0]],
    ),
    "gaussian_nll_loss column": (
        lambda F, x, y, v, **o: F.gaussian_nll_loss(x, y, v, **o),
        [ROW, UNIT, UNIT[:, :1]],
    ),
    "gaussian_nll_loss number": (lambda F, x, y, **o: F.gaussian_nll_loss(x, y, 0.7, **o), [ROW, UNIT]),
    "mse_loss": (lambda F, x, y, **o: F.mse_loss(x, y, **o), [ROW, UNIT]),
    "mse_loss weight": (lambda F, x, y, **o: F.mse_loss(x, y, weight=y, **o), [ROW, UNIT]),
    "l1_loss": (lambda F, x, y, **o: F.l1_loss(x, y, **o), [ROW, UNIT]),
    "l1_loss weight": (lambda F, x, y, **o: F.l1_loss(x, y, weight=y, **o), [ROW, UNIT]),
    "smooth_l1_loss": (lambda F, x, y, **o: F.smooth_l1_loss(x, y, beta=0.3, **o), [ROW, UNIT]),
    "smooth_l1_loss beta 0": (lambda F, x, y, **o: F.smooth_l1_loss(x, y, beta=0, **o), [ROW, UNIT]),
    "huber_loss": (lambda F, x, y, **o: F.huber_loss(x, y, delta=0.3, **o), [ROW, UNIT]),
    "huber_loss weight": (lambda F, x, y, **o: F.huber_loss(x, y, weight=y, **o), [ROW, UNIT]),
    "margin_ranking_loss": (
        lambda F, a, b, y, **o: F.margin_ranking_loss(a[:, 0], b[:, 0], y, 0.3, **o),
        [A, P, SIGNS],
    ),
    "hinge_embedding_loss": (lambda F, x, y, **o: F.hinge_embedding_loss(x, y.detach(), 0.4, **o), [ROW, TABLE]),
    "cosine_embedding_loss": (
        lambda F, a, b, y, **o: F.cosine_embedding_loss(a, b, y.detach(), margin=0.1, **o),
        [A, P, SIGNS],
    ),
    "soft_margin_loss": (lambda F, x, y, **o: F.soft_margin_loss(x, y.detach(), **o), [ROW, TABLE]),
    "triplet_margin_loss": (lambda F, a, p, n, **o: F.triplet_margin_loss(a, p, n, **o), [A, P, N]),
    "triplet_margin_loss swap": (
        lambda F, a, p, n, **o: F.triplet_margin_loss(a, p, n, 0.7, 1, 1e-3, True, **o),
        [A, P, N],
    ),
    "triplet_margin_with_distance_loss": (
        lambda F, a, p, n, **o: F.triplet_margin_with_distance_loss(a, p, n, **o),
        [A, P, N],
    ),
    "triplet_margin_with_distance_loss own": (
        lambda F, a, p, n, **o: F.triplet_margin_with_distance_loss(
            a, p, n, distance_function=lambda x, y: (x - y).abs().amax(1), margin=0.5, swap=True, **o
        ),
        [A, P, N],
    ),
    "multi_margin_loss": (lambda F, x, y, **o: F.multi_margin_loss(x, y, **o), [ROW, CLASSES]),
    "multi_margin_loss all": (
        lambda F, x, y, w, **o: F.multi_margin_loss(x, y, 2, 0.6, w.detach(), **o),
        [ROW, CLASSES, C5],
    ),
    "multilabel_margin_loss": (lambda F, x, y, **o: F.multilabel_margin_loss(x, y, **o), [ROW, LABELS]),
    "multilabel_soft_margin_loss": (
        lambda F, x, y, w, **o: F.multilabel_soft_margin_loss(x, y, w, **o),
        [ROW, (TABLE > 0).astype("float32"), C5],
    ),
}


@pytest.mark.parametrize("word", ["mean", "sum", "none"])
@pytest.mark.parametrize("case", REDUCED)
@pytest.mark.filterwarnings("ignore:reduction. 'mean' divides")
def test_equals_torch(case, word):
    function, arrays = REDUCED[case]
    assert_equals_torch(lambda F, *x: function(F, *x, reduction=word), arrays)


# Losses that know torch's old pair of booleans as well.
OLD = [
    case
    for case in REDUCED
    if " " not in case
    and case
    not in ("linear_cross_entropy", "ctc_loss", "gaussian_nll_loss", "huber_loss", "triplet_margin_with_distance_loss")
]


@pytest.mark.parametrize("flags", [(None, False), (False, None), (True, True), (False, True)])
def test_old_flags_mean_what_they_did(flags):
    for case in OLD:
        function, arrays = REDUCED[case]
        results = []
        for library in LIBRARIES:
            tensors = [library.from_numpy(values.copy()) for values in arrays]
            with pytest.warns(UserWarning, match="size_average"):
                results.append(
                    function(library.nn.functional, *tensors, **dict(zip(("size_average", "reduce"), flags)))
                )
        assert_close(*results)


def test_old_word_for_the_mean_warns_as_torch():
    for library in LIBRARIES:
        with pytest.warns(UserWarning, match="elementwise_mean"):
            library.nn.functional.mse_loss(library.ones(2), library.zeros(2), reduction="elementwise_mean")


def test_batchmean_of_kl_div():
    for log_target in (False, True):
        assert_equals_torch(
            lambda F, x, y, log=log_target: F.kl_div(x, y, reduction="batchmean", log_target=log), [ROW, UNIT]
        )


# GoTorch's positional order -> torch's keywords
GOTORCH = {
    "nll_loss": ((None, -100, "mean"), {"reduction": "mean"}),
    "nll_loss sum": ((None, 1, "sum"), {"ignore_index": 1, "reduction": "sum"}),
    "cross_entropy": ((None, -100, "none"), {"reduction": "none"}),
}


@pytest.mark.parametrize("case", GOTORCH)
def test_gotorch_order_of_class_losses(case):
    name, (positional, keywords) = case.split()[0], GOTORCH[case]
    ours, theirs = LIBRARIES
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert_close(
            getattr(functional, name)(ours.from_numpy(ROW), ours.from_numpy(CLASSES), *positional),
            getattr(theirs.nn.functional, name)(theirs.from_numpy(ROW), theirs.from_numpy(CLASSES), **keywords),
        )


def test_gotorch_order_of_binary_cross_entropy():
    ours, theirs = LIBRARIES
    assert_close(
        functional.binary_cross_entropy(ours.from_numpy(UNIT), ours.ones(3, 5), None, "sum"),
        theirs.nn.functional.binary_cross_entropy(theirs.from_numpy(UNIT), theirs.ones(3, 5), reduction="sum"),
    )


@pytest.mark.parametrize("name", sorted({case.split()[0] for case in REDUCED} - {"kl_div"}))
@pytest.mark.filterwarnings("ignore:Using a target size")
def test_unknown_reduction_names_the_allowed(name):
    x = pytorch_c.ones(2, 3)
    third = name in ("margin_ranking_loss", "cosine_embedding_loss", "linear_cross_entropy", "gaussian_nll_loss")
    arguments = (x,) * (4 if name == "ctc_loss" else 3 if third or "triplet" in name else 2)
    for word in ("avg", "Mean", 1, None):
        with pytest.raises(ValueError, match="reduction must be 'none', 'mean' or 'sum'"):
            getattr(functional, name)(*arguments, reduction=word)


def test_unknown_reduction_of_kl_div():
    with pytest.raises(ValueError, match="'batchmean'"):
        functional.kl_div(pytorch_c.ones(2), pytorch_c.ones(2), reduction="batch")


@pytest.mark.parametrize("name", ["mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss"])
def test_warns_when_sizes_differ(name):
    results = []
    for library in LIBRARIES:
        with pytest.warns(UserWarning, match="different to the input size") as caught:
            results.append(getattr(library.nn.functional, name)(library.ones(2, 3), library.zeros(3)))
        assert caught[0].filename == __file__
    assert_close(*results)


def test_mean_of_kl_div_warns_as_torch():
    for library in LIBRARIES:
        with pytest.warns(UserWarning, match="'batchmean' divides only by the batch size") as caught:
            library.nn.functional.kl_div(library.ones(2), library.ones(2))
        assert caught[0].filename == __file__


@pytest.mark.parametrize(
    "given, dtype, raises",
    [
        ({}, "float32", None),
        ({"batch_chunk_size": 2}, "bfloat16", None),
        ({"acc_dtype": "float32", "acc_policy": "compact"}, "float16", None),
        ({"acc_dtype": "float64"}, "float32", RuntimeError),
        ({"acc_dtype": "int64"}, "float32", ValueError),
        ({"acc_policy": "quick"}, "float32", ValueError),
        ({"chunking_method": "aspect_ratio:0"}, "float32", ValueError),
        ({"batch_chunk_size": 0}, "float32", ValueError),
    ],
)
def test_options_of_linear_cross_entropy_are_torchs(given, dtype, raises):
    def case(t):
        x, w = (t.from_numpy(array(shape)).to(getattr(t, dtype)) for shape in ((5, 3), (4, 3)))
        settings = {name: getattr(t, value) if "dtype" in name else value for name, value in given.items()}
        options = t.nn.LinearCrossEntropyOptions(**settings)
        return t.nn.functional.linear_cross_entropy(x, w, t.tensor([0, 1, 3, 1, 0]), options=options)

    ours, theirs = outcomes(case)
    same_outcome(ours, theirs, str(given), raises)


def test_options_of_linear_cross_entropy_are_of_their_class():
    x = pytorch_c.ones(2, 3)
    with pytest.raises(TypeError, match="options"):
        functional.linear_cross_entropy(x, x, pytorch_c.tensor([0, 1]), options=object())


BAD = {
    IndexError: {
        "nll_loss class": (lambda F, x: F.nll_loss(x, x.argmax(1) + 9), [ROW], "(?i)out of bounds"),
    },
    RuntimeError: {
        "nll_loss target": (lambda F, x: F.nll_loss(x, x[:, 0]), [ROW], "(?i)long|int|dtype"),
        "nll_loss weight": (lambda F, x: F.nll_loss(x, x.argmax(1), x[0, :2]), [ROW], "(?i)weight"),
        "cross_entropy smoothing": (
            lambda F, x: F.cross_entropy(x, x.argmax(1), label_smoothing=1.5),
            [ROW],
            "label_smoothing",
        ),
        "linear_cross_entropy input": (
            lambda F, x, w: F.linear_cross_entropy(x, w, w),
            [X, ROW],
            "input with dimensionality 1 or 2, got 4",
        ),
        "linear_cross_entropy weight": (
            lambda F, x: F.linear_cross_entropy(x, x[0], x),
            [ROW],
            "linear_weight with dimensionality at least 2, got 1",
        ),
        "linear_cross_entropy features": (
            lambda F, x: F.linear_cross_entropy(x, x[:, :4], x),
            [ROW],
            r"in_features\), got 5 and 4",
        ),
        "linear_cross_entropy bias": (
            lambda F, x: F.linear_cross_entropy(x, x, x, linear_bias=x[0]),
            [ROW],
            "expected linear_bias shape",
        ),
        "linear_cross_entropy one": (
            lambda F, x: F.linear_cross_entropy(x[0], x.unsqueeze(1), x),
            [ROW],
            "requires batched input",
        ),
        "linear_cross_entropy ignore_index": (
            lambda F, x: F.linear_cross_entropy(x, x, x[:, :3], ignore_index=1),
            [ROW],
            "ignore_index cannot be specified",
        ),
        "binary_cross_entropy weight": (lambda F, x: F.binary_cross_entropy(x, x, x[0, :2]), [UNIT], "(?i)size|shape"),
        "binary_cross_entropy range": (lambda F, x: F.binary_cross_entropy(x * 9, x), [UNIT], "between 0 and 1"),
        "ctc_loss": (lambda F, x, y, n: F.ctc_loss(x, y, n, n[:2]), [PROBS, TARGETS, SHORT], "target_lengths"),
        "huber_loss delta": (lambda F, x: F.huber_loss(x, x, delta=0.0), [ROW], "delta"),
        "smooth_l1_loss beta": (lambda F, x: F.smooth_l1_loss(x, x, beta=-1.0), [ROW], "(?i)beta|negative"),
        "margin_ranking_loss": (
            lambda F, x: F.margin_ranking_loss(x, x, x[0]),
            [ROW],
            "margin_ranking_loss : .*should have same dimension",
        ),
        "cosine_embedding_loss": (lambda F, x: F.cosine_embedding_loss(x, x, x), [ROW], "target"),
        "triplet_margin_with_distance_loss dims": (
            lambda F, x: F.triplet_margin_with_distance_loss(x, x[0], x),
            [ROW],
            "anchor 2D, positive 1D, and negative 2D",
        ),
        "multilabel_margin_loss": (lambda F, x, y: F.multilabel_margin_loss(x, y + 5), [ROW, LABELS], "target|range"),
    },
    ValueError: {
        "binary_cross_entropy": (lambda F, x: F.binary_cross_entropy(x, x[0]), [UNIT], "target"),
        "binary_cross_entropy_with_logits": (
            lambda F, x: F.binary_cross_entropy_with_logits(x, x[0]),
            [ROW],
            "(?i)target",
        ),
        "gaussian_nll_loss negative": (lambda F, x: F.gaussian_nll_loss(x, x, -x), [UNIT], "var has negative"),
        "gaussian_nll_loss number": (lambda F, x: F.gaussian_nll_loss(x, x, -1.0), [UNIT], "var has negative"),
        "gaussian_nll_loss size": (lambda F, x: F.gaussian_nll_loss(x, x, x[:2]), [UNIT], "var is of incorrect size"),
        "gaussian_nll_loss sizes": (
            lambda F, x: F.gaussian_nll_loss(x, x, x[:2, 0]),
            [UNIT],
            "var is of incorrect size",
        ),
        "mse_loss weight": (lambda F, x: F.mse_loss(x, x, weight=x[0]), [ROW], "(?i)weight"),
        "l1_loss weight": (lambda F, x: F.l1_loss(x, x, weight=x[0]), [ROW], "(?i)weight"),
        "huber_loss weight": (lambda F, x: F.huber_loss(x, x, weight=x[0]), [ROW], "(?i)weight"),
        "triplet_margin_loss": (lambda F, x: F.triplet_margin_loss(x, x, x, 0), [ROW], "margin must be greater than 0"),
        "triplet_margin_with_distance_loss": (
            lambda F, x: F.triplet_margin_with_distance_loss(x, x, x, margin=-1),
            [ROW],
            "margin must be greater than 0",
        ),
        "multi_margin_loss p": (lambda F, x, y: F.multi_margin_loss(x, y, 3), [ROW, CLASSES], "only p == 1 and p == 2"),
        "multi_margin_loss weight": (
            lambda F, x, y: F.multi_margin_loss(x, y, weight=x),
            [ROW, CLASSES],
            "weight must be one-dimensional",
        ),
    },
}


@pytest.mark.parametrize("case, raises", refusals(BAD))
def test_bad_arguments_raise_as_torch(case, raises):
    assert_raises_as_torch(*case, raises)
