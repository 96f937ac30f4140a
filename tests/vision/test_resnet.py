"""Residual networks: torchvision's numbers of parameters, names, and, where it is installed, numbers."""

import numpy
import pytest
import torch
from support.beside_torchvision import WITHOUT, theirs

import pytorch_c
from pytorch_c.vision import models


@pytest.mark.parametrize(
    "name, parameters, entries",
    [("resnet18", 11_689_512, 122), ("resnet34", 21_797_672, 218), ("resnet50", 25_557_032, 320)],
)
def test_parameters_are_as_many_as_torchvisions(name, parameters, entries):
    model = getattr(models, name)()
    assert sum(one.numel() for one in model.parameters()) == parameters
    assert len(model.state_dict()) == entries


def test_names_are_torchvisions():
    state = models.resnet50(num_classes=7).state_dict()
    shapes = {name: tuple(tensor.shape) for name, tensor in state.items()}
    assert shapes["conv1.weight"] == (64, 3, 7, 7) and shapes["fc.weight"] == (7, 2048)
    assert shapes["layer1.0.downsample.0.weight"] == (256, 64, 1, 1)
    assert shapes["layer4.2.bn3.running_var"] == (2048,)
    assert shapes["layer2.0.conv2.weight"] == (128, 128, 3, 3)


def test_a_block_that_starts_as_the_identity():
    block = models.resnet(models.BasicBlock, (1, 1, 1, 1), num_classes=3, zero_init_residual=True).layer1[0]
    x = pytorch_c.rand(2, 64, 5, 5)
    assert (block(x) == x).all().item()


def test_gradients_reach_everything():
    model = models.resnet(models.Bottleneck, (1, 1, 1, 1), num_classes=3)
    model(pytorch_c.rand(2, 3, 32, 32)).sum().backward()
    assert all(one.grad is not None for one in model.parameters())


@pytest.mark.parametrize(
    "make, error",
    [
        (lambda: models.ResNet(models.BasicBlock, (1, 1)), ValueError),
        (lambda: models.ResNet(models.BasicBlock, (1, 1, 1, 1), groups=2), ValueError),
        (lambda: models.resnet50(replace_stride_with_dilation=[True]), ValueError),
    ],
)
def test_wrong_arguments_are_refused(make, error):
    with pytest.raises(error):
        make()


@WITHOUT
@pytest.mark.parametrize("name", ["resnet18", "resnet50"])
@pytest.mark.parametrize("options", [{}, {"zero_init_residual": True}])
def test_same_seed_same_model_and_numbers(name, options):
    x = numpy.random.default_rng(0).random((2, 3, 64, 64), dtype=numpy.float32)
    results = []
    for library, package in ((pytorch_c, models), (torch, theirs("models.resnet"))):
        library.manual_seed(1)
        model = getattr(package, name)(num_classes=5, **options)
        state = {key: tensor.numpy() for key, tensor in model.state_dict().items()}
        results.append((state, model.eval()(library.from_numpy(x.copy())).detach().numpy()))
    (mine, output), (other, expected) = results
    assert list(mine) == list(other) and all((mine[key] == other[key]).all() for key in other)
    assert (output == expected).all()


@WITHOUT
def test_dilated_layers_are_torchvisions():
    options = {
        "num_classes": 4,
        "replace_stride_with_dilation": [False, True, True],
        "groups": 2,
        "width_per_group": 32,
    }
    shapes = []
    for library, package in ((pytorch_c, models), (torch, theirs("models.resnet"))):
        library.manual_seed(2)
        model = package.ResNet(package.Bottleneck, [1, 1, 2, 2], **options).eval()
        shapes.append(model(library.ones(1, 3, 40, 40)).detach().numpy())
    assert (shapes[0] == shapes[1]).all()
