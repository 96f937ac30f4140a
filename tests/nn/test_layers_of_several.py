"""Layers that are called with more than floats against torch's: losses, bags, clusters, unpooling, conversions."""

import pytest
import torch
from support.built import array, assert_close, assert_same_bits, build_both
from support.oracle import LIBRARIES, outcomes, same_outcome

import pytorch_c

# what is built -> what it is called with, in the names of `tensors`
CALLS = {
    "L1Loss()": "x, y",
    "PoissonNLLLoss()": "x, p",
    "PoissonNLLLoss(log_input=False, full=True, eps=0.1, reduction='sum')": "p * x.exp(), p",
    "GaussianNLLLoss()": "x, y, p",
    "GaussianNLLLoss(full=True, eps=0.3, reduction='none')": "x, y, p[:, :1]",
    "HingeEmbeddingLoss(margin=0.5)": "x, sign",
    "SoftMarginLoss(reduction='sum')": "x, sign",
    "MarginRankingLoss(margin=0.2)": "x, y, sign",
    "CosineEmbeddingLoss(margin=0.1)": "x, y, sign[:, 0]",
    "MultiLabelMarginLoss()": "x, t.tensor([[0, 2, -1], [1, -1, 0], [2, 1, 0], [0, -1, -1]])",
    "MultiLabelSoftMarginLoss(weight=t.tensor([1.0, 2.0, 0.5]))": "x, (sign + 1) / 2",
    "MultiMarginLoss(p=2, margin=0.7, weight=t.tensor([1.0, 2.0, 0.5]))": "x, c",
    "TripletMarginLoss(margin=0.3, p=1.5, swap=True)": "x, y, y * y",
    "TripletMarginWithDistanceLoss()": "x, y, y * y",
    "TripletMarginWithDistanceLoss(distance_function=lambda a, b: (a - b).abs().sum(1), swap=True)": "x, y, y * y",
    "CTCLoss(blank=2, zero_infinity=True)": "(t.stack([x, y, x * y]) * 2).log_softmax(2), t.tensor([[0, 1], [1, 1], [0, 0], [1, 0]]), [3] * 4, "
    "[2, 1, 2, 1]",
    "LinearCrossEntropyLoss(3, 5, bias=True, label_smoothing=0.1)": "x, c",
    "LinearCrossEntropyLoss(3, 5, out_features=(2,), weight=t.ones(5), ignore_index=1)": "x, t.stack([c, 2 - c], 1)",
    "AdaptiveLogSoftmaxWithLoss(3, 9, [2, 5], div_value=1.5, head_bias=True)": "x, c * 4",
    "AdaptiveLogSoftmaxWithLoss(3, 9, (4,))": "x[0], c[0]",
    "EmbeddingBag(6, 3)": "c.view(2, 2)",
    "EmbeddingBag(6, 3, mode='sum', padding_idx=-5)": "c, t.tensor([0, 3]), x[:, 0]",
    "EmbeddingBag(6, 3, max_norm=1.0, mode='max', include_last_offset=True)": "c, t.tensor([0, 1, 4])",
    "Embedding(6, 3, padding_idx=1, scale_grad_by_freq=True, norm_type=1.0)": "c",
    "MaxUnpool1d(2)": "*t.nn.MaxPool1d(2, return_indices=True)(line), (2, 4, 9)",
    "MaxUnpool2d((3, 2), stride=2)": "*t.nn.MaxPool2d((3, 2), 2, return_indices=True)(plane)",
    "MaxUnpool3d(2, padding=0)": "*t.nn.MaxPool3d(2, return_indices=True)(t.stack([plane] * 2, 2)), t.Size([2, 2, 2, 7, 6])",
}


def tensors(t):
    """x, y: (4, 3) floats; p: positive ones; sign: 1 and -1; c: classes (4); line: (2, 4, 9); plane: (2, 2, 7, 6)."""
    x, y = (t.from_numpy(array((4, 3), seed)) for seed in (1, 2))
    return {
        "t": t,
        "x": x.requires_grad_(),
        "y": y.requires_grad_(),
        "p": t.from_numpy(array((4, 3), 3, 0.2, 2)),
        "sign": (y.detach() > 0) * 2.0 - 1,
        "c": t.tensor([0, 2, 1, 2]),
        "line": t.from_numpy(array((2, 4, 9), 4)).requires_grad_(),
        "plane": t.from_numpy(array((2, 2, 7, 6), 5)).requires_grad_(),
    }


def built(code):
    return build_both(lambda t: eval(f"t.nn.{code}", {"t": t}))


@pytest.mark.parametrize("code, call", CALLS.items())
def test_calls_equal_torch(code, call):
    found = []
    for t, module in zip(LIBRARIES, built(code)):
        names = tensors(t)
        result = eval(f"module({call})", {**names, "module": module})
        results = list(result) if isinstance(result, tuple) else [result]
        (results[0] * results[0]).sum().backward()
        leaves = [names[key].grad for key in ("x", "y", "line", "plane")]
        found.append([results, [one for one in (*leaves, *(p.grad for p in module.parameters())) if one is not None]])
    assert_close(*found, atol=1e-5)


@pytest.mark.parametrize("code", CALLS)
def test_they_start_and_read_the_same(code):
    ours, theirs = built(code)
    assert repr(ours) == repr(theirs) and list(ours.state_dict()) == list(theirs.state_dict())
    for name, value in ours.state_dict().items():
        assert_same_bits(value, theirs.state_dict()[name])


def test_all_of_an_adaptive_softmax():
    found = []
    for t, module in zip(LIBRARIES, built("AdaptiveLogSoftmaxWithLoss(3, 9, [2, 5], div_value=1.5)")):
        x = t.from_numpy(array((40, 3), 8, -4, 4))
        found.append([module.log_prob(x), module.predict(x), module.predict(x[:1])])
        assert type(module(x, module.predict(x)))._fields == ("output", "loss")
        module.reset_parameters()
    assert_close(*found, atol=1e-5)
    assert (found[0][1] >= 2).any() and (found[0][1] < 2).any()


def test_old_names_warn():
    for code in ("NLLLoss2d()", "Hardtanh(min_value=-2.0, max_value=1.5)", "MSELoss(size_average=False)"):
        ours, theirs = outcomes(lambda t, code=code: repr(eval(f"t.nn.{code}", {"t": t})))
        same_outcome(ours, theirs, code)
        for t in LIBRARIES:
            with pytest.warns((FutureWarning, UserWarning)):
                eval(f"t.nn.{code}", {"t": t})


def test_rows_may_be_given():
    for t in LIBRARIES:
        rows = t.ones(4, 2)
        bag, table = (kind.from_pretrained(rows, padding_idx=-1) for kind in (t.nn.EmbeddingBag, t.nn.Embedding))
        for made in (bag, table):
            assert made.padding_idx == 3 and not made.weight.requires_grad and made.weight.data_ptr() == rows.data_ptr()
        assert t.nn.EmbeddingBag.from_pretrained(rows, freeze=False).weight.requires_grad


def test_batch_norms_become_synchronized_ones():
    found = []
    for t in LIBRARIES:
        t.manual_seed(0)
        model = t.nn.Sequential(
            t.nn.Conv1d(3, 4, 2), t.nn.BatchNorm1d(4, momentum=None), t.nn.ModuleList([t.nn.BatchNorm2d(2)])
        )
        model.eval()
        weight = model[1].weight
        made = t.nn.SyncBatchNorm.convert_sync_batchnorm(model)
        assert made is model and made[1].weight is weight and not made[1].training
        alone = t.nn.SyncBatchNorm.convert_sync_batchnorm(t.nn.BatchNorm1d(3, affine=False), "group")
        assert alone.process_group == "group"
        x = t.from_numpy(array((5, 3, 6)))
        found.append(([made.train()[1](made[0](x)), alone(x)], (repr(made), repr(alone), list(made.state_dict()))))
    assert_close(found[0][0], found[1][0])
    assert found[0][1] == found[1][1]


REFUSED = {
    "AdaptiveLogSoftmaxWithLoss(3, 9, [])": ValueError,
    "AdaptiveLogSoftmaxWithLoss(3, 9, [5, 2])": ValueError,
    "AdaptiveLogSoftmaxWithLoss(3, 9, [2, 2])": ValueError,
    "AdaptiveLogSoftmaxWithLoss(3, 9, [2, 9])": ValueError,
    "AdaptiveLogSoftmaxWithLoss(3, 9, [2])(t.ones(4, 3), t.tensor([9, 0, 1, 2]))": RuntimeError,
    "AdaptiveLogSoftmaxWithLoss(3, 9, [2])(t.ones(4, 3), t.tensor([0]))": RuntimeError,
    "AdaptiveLogSoftmaxWithLoss(3, 9, [2])(t.ones(4, 3), t.tensor(0))": RuntimeError,
    "AdaptiveLogSoftmaxWithLoss(3, 9, [2])(t.ones(4, 3), t.ones(4, 3).long())": RuntimeError,
    "Bilinear(0, 2, 2)": ValueError,
    "CircularPad2d(1)(t.ones(3, 3))": ValueError,
    "CrossMapLRN2d(2)(t.ones(3, 3))": ValueError,
    "EmbeddingBag(3, 2, padding_idx=3)": (AssertionError, ValueError),
    "EmbeddingBag(3, 2, _weight=t.ones(2, 2))": (AssertionError, ValueError),
    "EmbeddingBag.from_pretrained(t.ones(2))": (AssertionError, ValueError),
    "Hardtanh(2.0, 1.0)": (AssertionError, ValueError),
    "FractionalMaxPool2d(2)": ValueError,
    "FractionalMaxPool2d(2, 2, 0.5)": ValueError,
    "FractionalMaxPool3d(0, 2)": ValueError,
    "FractionalMaxPool3d(2, output_ratio=(0.5, 1.0, 0.5))": ValueError,
    "InstanceNorm1d(3, affine=True)(t.ones(2, 4, 5))": ValueError,
    "InstanceNorm2d(3)(t.ones(2, 4))": ValueError,
    "LinearCrossEntropyLoss(3, 2, weight=t.ones(3))": RuntimeError,
    "LinearCrossEntropyLoss(3, 2, label_smoothing=1.5)": RuntimeError,
    "MultiMarginLoss(p=3)": ValueError,
    "MultiMarginLoss(weight=t.ones(2, 2))": ValueError,
    "PixelShuffle(2)(t.ones(1, 3, 2, 2))": RuntimeError,
    "Softmax2d()(t.ones(3, 3))": ValueError,
    "SyncBatchNorm(3)(t.ones(3))": ValueError,
    "SyncBatchNorm(0)(t.ones(3, 0))": ValueError,
    "TripletMarginLoss(margin=0)": ValueError,
    "TripletMarginWithDistanceLoss(margin=-1.0)": ValueError,
    "Unflatten(1, 3)": TypeError,
    "Unflatten(1, (3, 'a'))": TypeError,
}


@pytest.mark.parametrize("code", REFUSED)
def test_bad_arguments_are_refused_as_in_torch(code):
    ours, theirs = outcomes(lambda t: eval(f"t.nn.{code}", {"t": t}))
    same_outcome(ours, theirs, code, REFUSED[code], text=False)


def test_an_instance_norm_warns_of_other_channels():
    for t in LIBRARIES:
        with pytest.warns(UserWarning, match="size at dim=1 does not match num_features"):
            t.nn.InstanceNorm1d(3)(t.ones(2, 4, 5))


def test_old_statistics_of_an_instance_norm_are_refused():
    for t in LIBRARIES:
        with pytest.raises(RuntimeError, match="running_mean"):
            t.nn.InstanceNorm1d(3).load_state_dict({"running_mean": t.zeros(3)})


def test_classes_are_of_torchs_kinds():
    for name in torch.nn.modules.__all__:
        ours = getattr(pytorch_c.nn, name, None)
        assert ours is not None or name == "Container", name
