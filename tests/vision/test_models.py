"""The MLP of the MNIST example."""

import pytest

import pytorch_c
from pytorch_c.vision.models import MLP


@pytest.mark.parametrize("shape", [(5, 28, 28), (5, 1, 28, 28), (5, 784)])
def test_result_is_a_distribution_for_every_image(shape):
    output = MLP()(pytorch_c.rand(shape))
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


def test_all_parameters_get_gradients():
    model = MLP()
    model(pytorch_c.rand(2, 28, 28)).sum().backward()
    assert all(parameter.grad is not None for parameter in model.parameters())
