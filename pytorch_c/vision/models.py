"""Models for images."""

from __future__ import annotations

from .. import nn
from .resnet import BasicBlock, Bottleneck, ResNet, resnet, resnet18, resnet34, resnet50, resnet101, resnet152

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._typing import Tensor

__all__ = [
    "MLP",
    "BasicBlock",
    "Bottleneck",
    "ResNet",
    "resnet",
    "resnet18",
    "resnet34",
    "resnet50",
    "resnet101",
    "resnet152",
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
