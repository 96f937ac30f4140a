"""Models beside torchvision's: the same seed gives the same weights under the same names, and the same numbers.

Without torchvision, the numbers of parameters that its documentation tells.
"""

import numpy
import pytest
import torch
from support.beside_torchvision import WITHOUT, theirs

import pytorch_c
from pytorch_c.vision import models

# Of each model: torchvision's file, its parameters by torchvision's documentation, and the entries of its state dict.
MODELS = {
    "resnet18": ("resnet", 11_689_512, 122),
    "resnet34": ("resnet", 21_797_672, 218),
    "resnet50": ("resnet", 25_557_032, 320),
    "resnet101": ("resnet", 44_549_160, 626),
    "resnet152": ("resnet", 60_192_808, 932),
    "vgg11": ("vgg", 132_863_336, 22),
    "vgg11_bn": ("vgg", 132_868_840, 62),
    "vgg13": ("vgg", 133_047_848, 26),
    "vgg13_bn": ("vgg", 133_053_736, 76),
    "vgg16": ("vgg", 138_357_544, 32),
    "vgg16_bn": ("vgg", 138_365_992, 97),
    "vgg19": ("vgg", 143_667_240, 38),
    "vgg19_bn": ("vgg", 143_678_248, 118),
    "mobilenet_v2": ("mobilenetv2", 3_504_872, 314),
}


def layout(model):
    """[(name, shape, dtype)] of a state dict."""
    state = model.state_dict().items()
    return [(name, tuple(one.shape), str(one.dtype).split(".")[-1]) for name, one in state]


@pytest.mark.parametrize("name", MODELS)
def test_parameters_are_as_many_as_torchvisions(name):
    _, parameters, entries = MODELS[name]
    with pytorch_c.device("meta"):
        model = getattr(models, name)()
    assert sum(one.numel() for one in model.parameters()) == parameters
    assert len(model.state_dict()) == entries


@WITHOUT
@pytest.mark.parametrize("name", MODELS)
def test_names_shapes_and_layers_are_torchvisions(name):
    with pytorch_c.device("meta"):
        mine = getattr(models, name)()
    with torch.device("meta"):
        other = getattr(theirs(f"models.{MODELS[name][0]}"), name)()
    assert layout(mine) == layout(other)
    assert [key for key, _ in mine.named_parameters()] == [key for key, _ in other.named_parameters()]


def run(library, make, seed=1):
    """(state dict, outputs in evaluation and in training) of a model that is made from a seed."""
    library.manual_seed(seed)
    model = make()
    state = {key: one.numpy().copy() for key, one in model.state_dict().items()}
    x = library.from_numpy(numpy.random.default_rng(0).random((2, 3, 64, 64), dtype=numpy.float32))
    with library.no_grad():
        return state, model.eval()(x).numpy(), model.train()(x).numpy()


@WITHOUT
@pytest.mark.parametrize(
    "name, options",
    [
        ("mobilenet_v2", {"num_classes": 7, "width_mult": 0.5}),
        ("mobilenet_v2", {"num_classes": 3, "width_mult": 1.4, "dropout": 0.5}),
        ("mobilenet_v2", {"num_classes": 3, "inverted_residual_setting": [[1, 8, 1, 1], [3, 12, 2, 2]]}),
        ("vgg11_bn", {"num_classes": 3}),
        ("resnet18", {"num_classes": 3}),
    ],
)
def test_same_seed_same_model_and_numbers(name, options):
    mine = run(pytorch_c, lambda: getattr(models, name)(**options))
    other = run(torch, lambda: getattr(theirs(f"models.{MODELS[name][0]}"), name)(**options))
    assert list(mine[0]) == list(other[0])
    for key in mine[0]:
        numpy.testing.assert_array_equal(mine[0][key], other[0][key], err_msg=key)
    numpy.testing.assert_array_equal(mine[1], other[1])
    numpy.testing.assert_array_equal(mine[2], other[2])


@WITHOUT
def test_a_checkpoint_of_torchvisions_model_is_loaded(tmp_path):
    model = theirs("models.mobilenetv2").mobilenet_v2(num_classes=4).eval()
    torch.save(model.state_dict(), tmp_path / "weights.pth")
    mine = models.mobilenet_v2(num_classes=4, weights=tmp_path / "weights.pth").eval()
    x = numpy.random.default_rng(0).random((1, 3, 32, 32), dtype=numpy.float32)
    expected = model(torch.from_numpy(x)).detach().numpy()
    numpy.testing.assert_array_equal(mine(pytorch_c.from_numpy(x)).detach().numpy(), expected)


def test_weights_are_a_state_dict_or_its_file(tmp_path):
    first = models.resnet18(num_classes=2)
    pytorch_c.save(first.state_dict(), tmp_path / "weights.pt")
    for weights in (first.state_dict(), tmp_path / "weights.pt", str(tmp_path / "weights.pt")):
        second = models.resnet18(num_classes=2, weights=weights)
        assert (second.layer4[1].conv2.weight == first.layer4[1].conv2.weight).all().item()
    with pytest.raises(FileNotFoundError, match="DEFAULT.*downloaded"):
        models.resnet18(weights="DEFAULT")
    with pytest.raises(TypeError, match="weights must be a state dict"):
        models.resnet18(weights=3)
    with pytest.raises(RuntimeError, match="size mismatch for fc.weight"):
        models.resnet18(num_classes=3, weights=tmp_path / "weights.pt")


def test_blocks_refuse_what_torchvisions_do():
    with pytest.raises(ValueError, match="stride should be 1 or 2"):
        models.InvertedResidual(4, 4, 3, 1)
    with pytest.raises(ValueError, match="inverted_residual_setting"):
        models.mobilenet_v2(inverted_residual_setting=[[1, 2]])
    assert models.InvertedResidual(4, 4, 1, 2)(pytorch_c.rand(1, 4, 5, 5)).shape == (1, 4, 5, 5)
