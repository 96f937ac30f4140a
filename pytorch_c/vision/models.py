"""Models for images."""

from __future__ import annotations

from .. import nn
from ..nn import functional as F
from .dcgan import DCGANDiscriminator, DCGANGenerator, dcgan_init
from .mobilenet import InvertedResidual, MobileNetV2, mobilenet_v2
from .resnet import BasicBlock, Bottleneck, ResNet, resnet, resnet18, resnet34, resnet50, resnet101, resnet152
from .vgg import VGG, vgg11, vgg11_bn, vgg13, vgg13_bn, vgg16, vgg16_bn, vgg19, vgg19_bn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._typing import Tensor

__all__ = [
    "BasicBlock",
    "Bottleneck",
    "DCGANDiscriminator",
    "DCGANGenerator",
    "InvertedResidual",
    "LeNet",
    "MLP",
    "MobileNetV2",
    "ResNet",
    "VGG",
    "dcgan_init",
    "mobilenet_v2",
    "resnet",
    "resnet101",
    "resnet152",
    "resnet18",
    "resnet34",
    "resnet50",
    "vgg11",
    "vgg11_bn",
    "vgg13",
    "vgg13_bn",
    "vgg16",
    "vgg16_bn",
    "vgg19",
    "vgg19_bn",
]


class MLP(nn.Module):
    """Three fully connected layers for 28 x 28 gray images: (n, 28, 28) or (n, 784) -> (n, 10), log probabilities.

    The model of GoTorch's MNIST example, with torch's names for the weights: fc1.weight, fc1.bias, …
    """

    def __init__(self) -> None:
        super().__init__()
        self.fc1 = nn.Linear(28 * 28, 512)
        self.fc2 = nn.Linear(512, 512)
        self.fc3 = nn.Linear(512, 10)

    def forward(self, x: Tensor) -> Tensor:
        x = x.reshape(-1, 28 * 28)
        x = self.fc1(x).tanh()
        x = self.fc2(x).tanh()
        return self.fc3(x).log_softmax(1)


class LeNet(nn.Module):
    """LeNet-5 for 28 x 28 gray images: (n, 1, 28, 28), (n, 28, 28) or (n, 784) -> (n, 10), log probabilities.

    Two convolutions with pools and three fully connected layers (LeCun et al., "Gradient-Based Learning Applied to
    Document Recognition"), with today's ReLU and max pools. Weights: conv1, conv2, fc1, fc2, fc3.
    """

    def __init__(self) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(1, 6, 5, padding=2)
        self.conv2 = nn.Conv2d(6, 16, 5)
        self.fc1 = nn.Linear(16 * 5 * 5, 120)
        self.fc2 = nn.Linear(120, 84)
        self.fc3 = nn.Linear(84, 10)

    def forward(self, x: Tensor) -> Tensor:
        x = x.reshape(-1, 1, 28, 28)
        x = F.max_pool2d(self.conv1(x).relu(), 2)
        x = F.max_pool2d(self.conv2(x).relu(), 2).flatten(1)
        x = self.fc2(self.fc1(x).relu()).relu()
        return self.fc3(x).log_softmax(1)
