"""The small models: MLP and LeNet of the MNIST example, and the pair of DCGAN."""

import pytest
import torch

import pytorch_c
from pytorch_c import nn
from pytorch_c.vision.models import MLP, DCGANDiscriminator, DCGANGenerator, LeNet


@pytest.mark.parametrize("model", [MLP, LeNet])
@pytest.mark.parametrize("shape", [(5, 28, 28), (5, 1, 28, 28), (5, 784)])
def test_result_is_a_distribution_for_every_image(model, shape):
    output = model()(pytorch_c.rand(shape))
    assert tuple(output.shape) == (5, 10)
    assert pytorch_c.allclose(output.exp().sum(1), pytorch_c.ones(5))


def test_state_dict_has_the_names_and_shapes_of_torch():
    shapes = {name: tuple(tensor.shape) for name, tensor in MLP().state_dict().items()}
    assert shapes == {
        "fc1.weight": (512, 784),
        "fc1.bias": (512,),
        "fc2.weight": (512, 512),
        "fc2.bias": (512,),
        "fc3.weight": (10, 512),
        "fc3.bias": (10,),
    }


@pytest.mark.parametrize("model", [MLP, LeNet])
def test_all_parameters_get_gradients(model):
    model = model()
    model(pytorch_c.rand(2, 28, 28)).sum().backward()
    assert all(parameter.grad is not None for parameter in model.parameters())


def test_lenet_has_its_61_706_parameters():
    assert sum(one.numel() for one in LeNet().parameters()) == 61_706


# ---- DCGAN ----


def gotorchs_generator(nz, nc, ngf):
    """The layers of GoTorch's example, in torch."""
    widths, layers = [nz, ngf * 8, ngf * 4, ngf * 2, ngf], []
    for index, (inputs, outputs) in enumerate(zip(widths, widths[1:])):
        layers += [torch.nn.ConvTranspose2d(inputs, outputs, 4, min(index, 1) + 1, min(index, 1), bias=False)]
        layers += [torch.nn.BatchNorm2d(outputs), torch.nn.ReLU(True)]
    return torch.nn.Sequential(*layers, torch.nn.ConvTranspose2d(ngf, nc, 4, 2, 1, bias=False), torch.nn.Tanh())


def gotorchs_discriminator(nc, ndf):
    layers = [torch.nn.Conv2d(nc, ndf, 4, 2, 1, bias=False), torch.nn.LeakyReLU(0.2, True)]
    for inputs in (ndf, ndf * 2, ndf * 4):
        layers += [torch.nn.Conv2d(inputs, inputs * 2, 4, 2, 1, bias=False), torch.nn.BatchNorm2d(inputs * 2)]
        layers += [torch.nn.LeakyReLU(0.2, True)]
    return torch.nn.Sequential(*layers, torch.nn.Conv2d(ndf * 8, 1, 4, 1, 0, bias=False), torch.nn.Sigmoid())


@pytest.mark.parametrize(
    "mine, other, shape",
    [
        (lambda: DCGANGenerator(10, 3, 4), lambda: gotorchs_generator(10, 3, 4), (2, 10, 1, 1)),
        (lambda: DCGANDiscriminator(3, 4), lambda: gotorchs_discriminator(3, 4), (2, 3, 64, 64)),
    ],
)
def test_the_pair_is_gotorchs(mine, other, shape):
    model, reference = mine(), other()
    state = {f"main.{name}": one.numpy() for name, one in reference.state_dict().items()}
    assert {name: tuple(one.shape) for name, one in model.state_dict().items()} == {
        name: one.shape for name, one in state.items()
    }
    model.load_state_dict({name: pytorch_c.from_numpy(one) for name, one in state.items()})
    x = torch.randn(shape)
    expected = reference(x).detach()
    output = model(pytorch_c.from_numpy(x.numpy())).detach()
    assert (output.numpy() == expected.view(output.shape).numpy()).all()


@pytest.mark.parametrize("size", [8, 16, 32, 128])
def test_the_pair_fits_other_sizes(size):
    images = DCGANGenerator(5, 1, 2, size)(pytorch_c.randn(3, 5, 1, 1))
    assert tuple(images.shape) == (3, 1, size, size) and images.abs().max().item() <= 1
    real = DCGANDiscriminator(1, 2, size)(images)
    assert tuple(real.shape) == (3,) and ((real > 0) & (real < 1)).all().item()


def test_the_pairs_weights_are_drawn_as_dcgan_draws():
    pytorch_c.manual_seed(0)
    for module in DCGANGenerator().modules():
        if isinstance(module, nn.ConvTranspose2d):
            assert abs(module.weight.std().item() - 0.02) < 0.002
        elif isinstance(module, nn.BatchNorm2d):
            assert abs(module.weight.mean().item() - 1) < 0.01 and module.bias.abs().max().item() == 0


@pytest.mark.parametrize("size", [4, 28, 0, -8, 8.0])
def test_a_size_that_is_no_power_of_two_is_refused(size):
    with pytest.raises(ValueError, match="size"):
        DCGANGenerator(size=size)
    with pytest.raises(ValueError, match="size"):
        DCGANDiscriminator(size=size)
