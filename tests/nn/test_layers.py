"""Layers against torch's: starting values, forward, gradients, text, state dict keys."""

import copy
import pickle

import pytest
import torch
from support.built import array, assert_close, assert_same_bits, build_both, copy_state, outputs_and_gradients
from support.layers import LAYERS

import pytorch_c
from pytorch_c import nn


def make(code):
    return lambda library: eval(f"torch.nn.{code}", {"torch": library})


@pytest.mark.parametrize("code", LAYERS)
def test_starts_with_the_same_bits(code):
    ours, theirs = build_both(make(code))
    assert list(ours.state_dict()) == list(theirs.state_dict())
    for name, value in ours.state_dict().items():
        assert_same_bits(value, theirs.state_dict()[name])
    assert [name for name, _ in ours.named_parameters()] == [name for name, _ in theirs.named_parameters()]


@pytest.mark.parametrize("code", LAYERS)
def test_computes_the_same(code):
    ours, theirs = build_both(make(code))
    arrays = [array(shape, seed) for seed, shape in enumerate(LAYERS[code])]
    for training in (True, False):
        results = []
        for library, module in ((pytorch_c, ours), (torch, theirs)):
            module.train(training)
            module.zero_grad()
            library.manual_seed(7)
            results.append(outputs_and_gradients(library, module, arrays))
        assert_close(results[0], results[1], atol=1e-5)
        for one, other in zip(ours.parameters(), theirs.parameters()):
            assert_close(one.grad, other.grad, atol=1e-4, rtol=1e-4)
    for one, other in zip(ours.buffers(), theirs.buffers()):
        assert_close(one, other)


@pytest.mark.parametrize("code", LAYERS)
def test_reads_the_same(code):
    ours, theirs = build_both(make(code))
    assert repr(ours) == repr(theirs)


@pytest.mark.parametrize("code", LAYERS)
def test_state_goes_both_ways(code):
    ours, theirs = build_both(make(code))
    copy_state(theirs, ours)
    copy_state(ours, theirs)


@pytest.mark.parametrize("code", LAYERS)
def test_copies_are_independent(code):
    module = make(code)(pytorch_c)
    for twin in (copy.deepcopy(module), pickle.loads(pickle.dumps(module))):
        assert repr(twin) == repr(module)
        assert [type(one) for one in twin.parameters()] == [type(one) for one in module.parameters()]
        for (name, one), (_, other) in zip(twin.state_dict().items(), module.state_dict().items()):
            assert_same_bits(one, other)
            assert one.data_ptr() != other.data_ptr(), name


LOSSES = {
    "NLLLoss()": "classes",
    "NLLLoss(weight=torch.tensor([1.0, 2.0, 0.5]), ignore_index=1, reduction='sum')": "classes",
    "CrossEntropyLoss()": "classes",
    "CrossEntropyLoss(torch.tensor([1.0, 2.0, 0.5]), label_smoothing=0.1)": "classes",
    "CrossEntropyLoss(reduction='none')": "probabilities",
    "MSELoss()": "values",
    "MSELoss(reduction='sum')": "values",
    "L1Loss(reduction='none')": "values",
    "SmoothL1Loss(beta=0.25)": "values",
    "SmoothL1Loss(beta=0.0)": "values",
    "HuberLoss('sum', 0.25)": "values",
    "BCELoss()": "probabilities",
    "BCELoss(weight=torch.tensor([1.0, 2.0, 0.5]), reduction='sum')": "probabilities",
    "BCEWithLogitsLoss()": "values",
    "BCEWithLogitsLoss(pos_weight=torch.tensor([1.0, 2.0, 0.5]), reduction='none')": "values",
    "KLDivLoss(reduction='batchmean')": "probabilities",
    "KLDivLoss(reduction='sum', log_target=True)": "values",
}


@pytest.mark.parametrize("code", LOSSES)
def test_losses_compute_the_same(code):
    kind = LOSSES[code]
    score = array((4, 3), 1, 0.05, 0.95) if kind == "probabilities" else array((4, 3), 1)
    target = {
        "classes": array((4,), 2, 0, 3).astype("int64"),
        "values": array((4, 3), 2, 0, 1),
        "probabilities": array((4, 3), 2, 0.05, 0.95),
    }[kind]
    ours, theirs = build_both(make(code))
    one = outputs_and_gradients(pytorch_c, lambda x: ours(x, pytorch_c.from_numpy(target)), [score])
    other = outputs_and_gradients(torch, lambda x: theirs(x, torch.from_numpy(target)), [score])
    assert_close(one, other)
    assert list(ours.state_dict()) == list(theirs.state_dict())
    assert list(ours.parameters()) == []


def test_embedding_equals_torch():
    ours, theirs = build_both(lambda library: library.nn.Embedding(6, 3, padding_idx=-1, max_norm=1.0))
    assert repr(ours) == repr(theirs)
    index = array((2, 4), 0, 0, 6).astype("int64")
    for library, module in ((pytorch_c, ours), (torch, theirs)):
        module(library.from_numpy(index)).sum().backward()
    assert_close(ours.weight, theirs.weight)
    assert_close(ours.weight.grad, theirs.weight.grad)
    rows = pytorch_c.ones(2, 3)
    frozen = nn.Embedding.from_pretrained(rows)
    assert not frozen.weight.requires_grad and frozen.weight.data_ptr() == rows.data_ptr()


def test_in_place_activations_overwrite_their_input():
    for code in ("ReLU", "ReLU6", "SiLU", "LeakyReLU", "ELU", "Hardtanh"):
        module = getattr(nn, code)(inplace=True)
        x = pytorch_c.from_numpy(array((5,), low=-9.0))
        expected = getattr(torch.nn, code)()(torch.from_numpy(array((5,), low=-9.0)))
        assert module(x) is x
        assert_close(x, expected)
        assert repr(module) == repr(getattr(torch.nn, code)(inplace=True))


def test_conv_transpose_reaches_the_output_size():
    ours, theirs = build_both(lambda library: library.nn.ConvTranspose2d(2, 3, 3, stride=2, padding=1))
    x = array((1, 2, 5, 6))
    for size in ([10, 12], [1, 3, 9, 11]):
        one, other = ours(pytorch_c.from_numpy(x), size), theirs(torch.from_numpy(x), size)
        assert_close(one, other)
    with pytest.raises(ValueError, match="output_size must be between"):
        ours(pytorch_c.from_numpy(x), [20, 20])
    with pytest.raises(ValueError, match="output_size must have 2 or 4"):
        ours(pytorch_c.from_numpy(x), [9])


def test_running_statistics_follow_torch_over_several_batches():
    for momentum in (0.1, None):
        ours, theirs = build_both(make(f"BatchNorm2d(3, momentum={momentum})"))
        for seed in range(4):
            x = array((2, 3, 4, 4), seed)
            ours(pytorch_c.from_numpy(x)), theirs(torch.from_numpy(x))
        for name, value in ours.state_dict().items():
            assert_close(value, theirs.state_dict()[name])
        ours.reset_running_stats()
        assert ours.num_batches_tracked.item() == 0 and ours.running_var.tolist() == [1.0] * 3


BAD = [
    ("Conv2d(3, 4, 3, groups=0)", "groups"),
    ("Conv2d(3, 4, 3, groups=2)", "in_channels"),
    ("Conv2d(4, 3, 3, groups=2)", "out_channels"),
    ("Conv2d(3, 4, 3, padding='full')", "'same', 'valid'"),
    ("Conv2d(3, 4, 3, stride=2, padding='same')", "strided"),
    ("Conv2d(3, 4, 3, padding_mode='mirror')", "zeros, reflect, replicate, circular"),
    ("Conv2d(3, 4, (3, 3, 3))", "kernel_size"),
    ("ConvTranspose2d(3, 4, 3, padding_mode='reflect')", "padding_mode"),
    ("ConvTranspose2d(3, 4, 3, padding='same')", "padding"),
    ("Dropout(1.5)", "between 0 and 1"),
    ("Dropout(-0.1)", "between 0 and 1"),
    ("GroupNorm(3, 4)", "num_channels"),
    ("Hardtanh(1.0, -1.0)", "max_val"),
    ("Embedding(3, 2, padding_idx=3)", "padding_idx"),
    ("NLLLoss(reduction='avg')(torch.ones(1, 2), torch.tensor([0]))", "'none', 'mean' or 'sum'"),
    ("CrossEntropyLoss(reduction='batchmean')(torch.ones(1, 2), torch.tensor([0]))", "'none', 'mean' or 'sum'"),
]


@pytest.mark.parametrize("code, words", BAD)
def test_bad_settings_are_named(code, words):
    with pytest.raises(ValueError, match=words):
        make(code)(pytorch_c)


def test_batch_norm_refuses_other_shapes():
    with pytest.raises(ValueError, match="expected 4D input"):
        nn.BatchNorm2d(3)(pytorch_c.ones(2, 3))
    with pytest.raises(ValueError, match="expected 2D or 3D input"):
        nn.BatchNorm1d(3)(pytorch_c.ones(2, 3, 4, 4))
    with pytest.raises(ValueError, match="more than 1 value per channel"):
        nn.BatchNorm1d(3)(pytorch_c.ones(1, 3))


def test_half_precision_and_dtype_argument():
    layer = nn.Linear(2, 3, dtype=pytorch_c.float64)
    assert layer.weight.dtype == layer.bias.dtype == pytorch_c.float64
    norm = nn.BatchNorm2d(3, dtype=pytorch_c.float64)
    assert norm.running_mean.dtype == pytorch_c.float64 and norm.num_batches_tracked.dtype == pytorch_c.int64
