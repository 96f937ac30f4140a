"""nn.functional against torch's: values, gradients, argument forms, checked words."""

import warnings

import pytest
import torch
from oracle import array, assert_close, outputs_and_gradients

import pytorch_c
from pytorch_c.nn import functional as F

X = array((2, 4, 7, 6), 1)
LINE = array((2, 4, 9), 2)
W = array((6, 4, 3, 3), 3)
ROW = array((3, 5), 4)
UNIT = array((3, 5), 5, 0.05, 0.95)
CLASSES = array((3,), 6, 0, 5).astype("int64")
C4 = array((4,), 7, 0.1, 1.0)
C5 = array((5,), 8, 0.1, 1.0)

# name of the case -> (function of (torch, *tensors), arrays)
CASES = {
    "relu": (lambda t, x: t.nn.functional.relu(x), [X]),
    "leaky_relu": (lambda t, x: t.nn.functional.leaky_relu(x, 0.2), [X]),
    "elu": (lambda t, x: t.nn.functional.elu(x, alpha=0.3), [X]),
    "silu": (lambda t, x: t.nn.functional.silu(x), [X]),
    "hardtanh": (lambda t, x: t.nn.functional.hardtanh(x, -0.3, 0.4), [X]),
    "relu6": (lambda t, x: t.nn.functional.relu6(x * 9), [X]),
    "gelu": (lambda t, x: t.nn.functional.gelu(x), [X]),
    "gelu tanh": (lambda t, x: t.nn.functional.gelu(x, approximate="tanh"), [X]),
    "softplus": (lambda t, x: t.nn.functional.softplus(x, 2, 0.5), [X]),
    "softmax": (lambda t, x: t.nn.functional.softmax(x, -1), [X]),
    "softmax in double": (lambda t, x: t.nn.functional.softmax(x, dim=1, dtype=t.float64), [X]),
    "log_softmax": (lambda t, x: t.nn.functional.log_softmax(x, dim=1), [X]),
    "log_softmax negative dim": (lambda t, x: t.nn.functional.log_softmax(x, -2), [X]),
    "linear": (lambda t, x, w, b: t.nn.functional.linear(x, w, b), [ROW, array((2, 5)), array((2,))]),
    "linear no bias": (lambda t, x, w: t.nn.functional.linear(x, w), [ROW, array((2, 5))]),
    "conv1d": (lambda t, x, w: t.nn.functional.conv1d(x, w, None, 2, 1), [LINE, array((5, 4, 3))]),
    "conv2d ints": (lambda t, x, w, b: t.nn.functional.conv2d(x, w, b, 2, 1, 1), [X, W, array((6,))]),
    "conv2d lists": (lambda t, x, w: t.nn.functional.conv2d(x, w, None, [1, 2], [2, 0], [1, 2]), [X, W]),
    "conv2d groups": (lambda t, x, w: t.nn.functional.conv2d(x, w, groups=2), [X, array((6, 2, 3, 3))]),
    "conv2d same": (lambda t, x, w: t.nn.functional.conv2d(x, w, padding="same", dilation=2), [X, W]),
    "conv2d valid": (lambda t, x, w: t.nn.functional.conv2d(x, w, padding="valid", stride=2), [X, W]),
    "conv3d": (
        lambda t, x, w: t.nn.functional.conv3d(x, w, padding=1),
        [array((1, 2, 4, 4, 4)), array((3, 2, 2, 2, 2))],
    ),
    "conv_transpose1d": (lambda t, x, w: t.nn.functional.conv_transpose1d(x, w, stride=2), [LINE, array((4, 3, 3))]),
    "conv_transpose2d": (
        lambda t, x, w, b: t.nn.functional.conv_transpose2d(x, w, b, 2, 1, 1, 1, 2),
        [X, array((4, 3, 3, 3)), array((3,))],
    ),
    "pad": (lambda t, x: t.nn.functional.pad(x, (1, 2), value=3.0), [X]),
    "pad reflect": (lambda t, x: t.nn.functional.pad(x, [1, 2, 0, 3], mode="reflect"), [X]),
    "pad circular": (lambda t, x: t.nn.functional.pad(x, [1, 2, 0, 3], "circular"), [X]),
    "max_pool1d": (lambda t, x: t.nn.functional.max_pool1d(x, 3), [LINE]),
    "max_pool2d": (lambda t, x: t.nn.functional.max_pool2d(x, 2), [X]),
    "max_pool2d all": (lambda t, x: t.nn.functional.max_pool2d(x, [2, 3], 2, [1, 1], 1, True), [X]),
    "max_pool2d indices": (lambda t, x: t.nn.functional.max_pool2d(x, 2, return_indices=True), [X]),
    "avg_pool1d": (lambda t, x: t.nn.functional.avg_pool1d(x, 3), [LINE]),
    "avg_pool2d": (lambda t, x: t.nn.functional.avg_pool2d(x, 3, 2, 1, True, False), [X]),
    "avg_pool2d divisor": (lambda t, x: t.nn.functional.avg_pool2d(x, (2, 2), divisor_override=3), [X]),
    "adaptive_avg_pool2d": (lambda t, x: t.nn.functional.adaptive_avg_pool2d(x, 3), [X]),
    "adaptive_avg_pool2d keep": (lambda t, x: t.nn.functional.adaptive_avg_pool2d(x, (None, 2)), [X]),
    "adaptive_max_pool2d": (lambda t, x: t.nn.functional.adaptive_max_pool2d(x, (2, 2)), [X]),
    "batch_norm": (
        lambda t, x, m, v, w, b: t.nn.functional.batch_norm(x, m.detach(), v.detach(), w, b, False, 0.1, 1e-3),
        [X, C4, C4, C4, C4],
    ),
    "batch_norm training": (lambda t, x: t.nn.functional.batch_norm(x, None, None, training=True), [X]),
    "layer_norm": (lambda t, x, w, b: t.nn.functional.layer_norm(x, (5,), w, b), [ROW, C5, C5]),
    "group_norm": (lambda t, x, w: t.nn.functional.group_norm(x, 2, w), [X, C4]),
    "normalize": (lambda t, x: t.nn.functional.normalize(x, dim=1), [X]),
    "normalize p": (lambda t, x: t.nn.functional.normalize(x, 3.0, -1), [X]),
    "dropout off": (lambda t, x: t.nn.functional.dropout(x, 0.5, False), [X]),
    "dropout": (lambda t, x: (t.manual_seed(3), t.nn.functional.dropout(x, p=0.4))[1], [X]),
    "embedding": (lambda t, w: t.nn.functional.embedding(t.tensor([[0, 2], [1, 1]]), w, -1), [ROW]),
    "nll_loss": (lambda t, x: t.nn.functional.nll_loss(x, t.from_numpy(CLASSES)), [ROW]),
    "nll_loss weights": (
        lambda t, x, w: t.nn.functional.nll_loss(x, t.from_numpy(CLASSES), w.detach(), ignore_index=2, reduction="sum"),
        [ROW, C5],
    ),
    "nll_loss none": (lambda t, x: t.nn.functional.nll_loss(x, t.from_numpy(CLASSES), reduction="none"), [ROW]),
    "nll_loss images": (lambda t, x: t.nn.functional.nll_loss(x, t.ones(2, 7, 6, dtype=t.int64)), [X]),
    "cross_entropy": (lambda t, x: t.nn.functional.cross_entropy(x, t.from_numpy(CLASSES), label_smoothing=0.2), [ROW]),
    "cross_entropy probabilities": (lambda t, x, p: t.nn.functional.cross_entropy(x, p), [ROW, UNIT]),
    "binary_cross_entropy": (
        lambda t, x, w: t.nn.functional.binary_cross_entropy(x, t.ones(3, 5), w.detach()),
        [UNIT, C5],
    ),
    "binary_cross_entropy_with_logits": (
        lambda t, x, y, w: t.nn.functional.binary_cross_entropy_with_logits(x, y.detach(), pos_weight=w.detach()),
        [ROW, UNIT, C5],
    ),
    "mse_loss": (lambda t, x, y: t.nn.functional.mse_loss(x, y), [ROW, UNIT]),
    "mse_loss weight": (lambda t, x, y: t.nn.functional.mse_loss(x, y, weight=y.detach()), [ROW, UNIT]),
    "mse_loss weight sum": (
        lambda t, x, y: t.nn.functional.mse_loss(x, y, weight=y.detach(), reduction="sum"),
        [ROW, UNIT],
    ),
    "l1_loss": (lambda t, x, y: t.nn.functional.l1_loss(x, y, reduction="none"), [ROW, UNIT]),
    "l1_loss weight": (lambda t, x, y: t.nn.functional.l1_loss(x, y, weight=y.detach()), [ROW, UNIT]),
    "smooth_l1_loss": (lambda t, x, y: t.nn.functional.smooth_l1_loss(x, y, beta=0.3), [ROW, UNIT]),
    "huber_loss": (lambda t, x, y: t.nn.functional.huber_loss(x, y, "sum", 0.3), [ROW, UNIT]),
    "huber_loss weight": (lambda t, x, y: t.nn.functional.huber_loss(x, y, weight=y.detach()), [ROW, UNIT]),
    "kl_div": (lambda t, x, y: t.nn.functional.kl_div(x, y, reduction="batchmean"), [ROW, UNIT]),
    "kl_div log": (lambda t, x, y: t.nn.functional.kl_div(x, y, reduction="sum", log_target=True), [ROW, UNIT]),
}


@pytest.mark.parametrize("case", CASES)
def test_equals_torch(case):
    function, arrays = CASES[case]
    ours = outputs_and_gradients(pytorch_c, lambda *tensors: function(pytorch_c, *tensors), arrays)
    theirs = outputs_and_gradients(torch, lambda *tensors: function(torch, *tensors), arrays)
    for one, other in zip(ours[1], theirs[1]):
        assert (one is None) == (other is None)
    keep = [number for number, grad in enumerate(theirs[1]) if grad is not None]
    assert_close(ours[0], theirs[0], atol=1e-5)
    assert_close([ours[1][n] for n in keep], [theirs[1][n] for n in keep], atol=1e-5)


def test_one_hot_equals_torch():
    for classes in (-1, 7):
        assert_close(
            F.one_hot(pytorch_c.from_numpy(CLASSES), classes),
            torch.nn.functional.one_hot(torch.from_numpy(CLASSES), classes),
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
    x, target = pytorch_c.from_numpy(ROW), pytorch_c.from_numpy(CLASSES)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert_close(
            getattr(F, name)(x, target, *positional),
            getattr(torch.nn.functional, name)(torch.from_numpy(ROW), torch.from_numpy(CLASSES), **keywords),
        )


def test_gotorch_order_of_binary_cross_entropy():
    x, target = pytorch_c.from_numpy(UNIT), pytorch_c.ones(3, 5)
    assert_close(
        F.binary_cross_entropy(x, target, None, "sum"),
        torch.nn.functional.binary_cross_entropy(torch.from_numpy(UNIT), torch.ones(3, 5), reduction="sum"),
    )


@pytest.mark.parametrize("flags", [(None, False), (False, None), (True, True), (False, True)])
def test_old_flags_mean_what_they_did(flags):
    results = []
    for library in (pytorch_c, torch):
        x, y = library.from_numpy(ROW), library.from_numpy(UNIT)
        with pytest.warns(UserWarning, match="size_average"):
            results.append(library.nn.functional.mse_loss(x, y, *flags))
    assert_close(*results)


@pytest.mark.parametrize(
    "name", ["nll_loss", "cross_entropy", "binary_cross_entropy", "mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss"]
)
@pytest.mark.parametrize("word", ["avg", "Mean", 1, None])
def test_unknown_reduction_names_the_allowed(name, word):
    x = pytorch_c.ones(2, 3)
    with pytest.raises(ValueError, match="reduction must be 'none', 'mean' or 'sum'"):
        getattr(F, name)(x, x, reduction=word)


def test_unknown_reduction_of_kl_div():
    with pytest.raises(ValueError, match="'batchmean'"):
        F.kl_div(pytorch_c.ones(2), pytorch_c.ones(2), reduction="batch")


def test_implicit_softmax_dim_warns_as_torch():
    for shape in ((3,), (2, 3), (2, 3, 4)):
        results = []
        for library in (pytorch_c, torch):
            with pytest.warns(UserWarning, match="Implicit dimension choice"):
                results.append(library.nn.functional.log_softmax(library.from_numpy(array(shape))))
        assert_close(*results)


def test_dims_are_checked():
    x = pytorch_c.ones(2, 3)
    for dim in (2, -3):
        with pytest.raises(IndexError, match="out of range"):
            F.log_softmax(x, dim)
        with pytest.raises(IndexError, match="out of range"):
            F.softmax(x, dim)


BAD = {
    "dropout above": (lambda x: F.dropout(x, 1.1), "between 0 and 1"),
    "dropout below": (lambda x: F.dropout(x, -0.1), "between 0 and 1"),
    "gelu": (lambda x: F.gelu(x, "exact"), "'none' or 'tanh'"),
    "hardtanh": (lambda x: F.hardtanh(x, 1, -1), "min_val"),
    "pad": (lambda x: F.pad(x, (1, 1), mode="mirror"), "'constant', 'reflect', 'replicate' or 'circular'"),
    "conv2d": (lambda x: F.conv2d(x, x, padding="full"), "'same', 'valid'"),
    "conv2d same": (lambda x: F.conv2d(x, x, padding="same", stride=[1, 2]), "strided"),
    "batch_norm eps": (lambda x: F.batch_norm(x, None, None, training=True, eps=0.0), "eps"),
    "batch_norm one value": (lambda x: F.batch_norm(x[:1, :, :1, :1], None, None, training=True), "more than 1 value"),
    "binary_cross_entropy": (lambda x: F.binary_cross_entropy(x, x[0]), "target must have the shape"),
    "binary_cross_entropy_with_logits": (lambda x: F.binary_cross_entropy_with_logits(x, x[0]), "target must have"),
    "mse weight": (lambda x: F.mse_loss(x, x, weight=x[0]), "weight must have the shape"),
    "embedding": (lambda x: F.embedding(pytorch_c.tensor([0]), pytorch_c.ones(3, 2), 3), "padding_idx"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_arguments_are_named(case):
    function, words = BAD[case]
    with pytest.raises(ValueError, match=words):
        function(pytorch_c.ones(2, 2, 3, 3))


def test_losses_warn_when_sizes_differ():
    with pytest.warns(UserWarning, match="different to the input size"):
        F.mse_loss(pytorch_c.ones(2, 3), pytorch_c.ones(3))


def test_in_place_forms_return_their_input():
    x = pytorch_c.tensor([-1.0, 2.0])
    assert F.relu(x, inplace=True) is x and x.tolist() == [0.0, 2.0]
    assert F.dropout(x, 1.0, True, True) is x and x.tolist() == [0.0, 0.0]
