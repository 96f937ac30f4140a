"""VGG (Simonyan and Zisserman, "Very Deep Convolutional Networks") with torchvision's state-dict names."""

from __future__ import annotations

from .. import nn
from ._weights import with_weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence
    from typing import Any

    from .._typing import Tensor

    Weights = str | os.PathLike[str] | Mapping[str, Any] | None

__all__ = ["VGG", "vgg11", "vgg11_bn", "vgg13", "vgg13_bn", "vgg16", "vgg16_bn", "vgg19", "vgg19_bn"]

_WIDTHS = (64, 128, 256, 512, 512)
# Number of convolutions of each width.
_DEPTHS = {11: (1, 1, 2, 2, 2), 13: (2, 2, 2, 2, 2), 16: (2, 2, 3, 3, 3), 19: (2, 2, 4, 4, 4)}


class VGG(nn.Module):
    """(n, 3, h, w) -> (n, num_classes), scores; h and w are at least 32.

    Args:
        features: Makes 512 channels of an image's 3
        init_weights: Whether the weights are drawn as torchvision draws them, or left as the layers made them
        dropout: Of the two hidden layers of the classifier

    Source: torchvision.models.VGG.
    """

    def __init__(
        self, features: nn.Module, num_classes: int = 1000, init_weights: bool = True, dropout: float = 0.5
    ) -> None:
        super().__init__()
        self.features = features
        self.avgpool = nn.AdaptiveAvgPool2d((7, 7))
        hidden = 4096
        self.classifier = nn.Sequential(
            *(nn.Linear(512 * 7 * 7, hidden), nn.ReLU(inplace=True), nn.Dropout(dropout)),
            *(nn.Linear(hidden, hidden), nn.ReLU(inplace=True), nn.Dropout(dropout)),
            nn.Linear(hidden, num_classes),
        )
        if init_weights:
            self._fill()

    def _fill(self):
        for module in self.modules():
            if isinstance(module, nn.Conv2d):
                nn.init.kaiming_normal_(module.weight, mode="fan_out", nonlinearity="relu")
                nn.init.zeros_(module.bias)
            elif isinstance(module, nn.Linear):
                nn.init.normal_(module.weight, 0, 0.01)
                nn.init.zeros_(module.bias)

    def forward(self, x: Tensor) -> Tensor:
        return self.classifier(self.avgpool(self.features(x)).flatten(1))


def _features(depths: Sequence[int], batch_norm: bool) -> nn.Sequential:
    """3 x 3 convolutions, a pool after those of each width."""
    layers: list[nn.Module] = []
    inputs = 3
    for width, depth in zip(_WIDTHS, depths):
        for _ in range(depth):
            layers.append(nn.Conv2d(inputs, width, 3, padding=1))
            if batch_norm:
                layers.append(nn.BatchNorm2d(width))
            layers.append(nn.ReLU(inplace=True))
            inputs = width
        layers.append(nn.MaxPool2d(2))
    return nn.Sequential(*layers)


def _vgg(layers: int, batch_norm: bool, weights: Weights, options: dict[str, Any]) -> VGG:
    if weights is not None:
        options = {"init_weights": False} | options
    return with_weights(VGG(_features(_DEPTHS[layers], batch_norm), **options), weights)


def vgg11(*, weights: Weights = None, **options: Any) -> VGG:
    """11 layers; options are VGG's, weights a state dict or its file."""
    return _vgg(11, False, weights, options)


def vgg11_bn(*, weights: Weights = None, **options: Any) -> VGG:
    """11 layers with batch normalization; options are VGG's, weights a state dict or its file."""
    return _vgg(11, True, weights, options)


def vgg13(*, weights: Weights = None, **options: Any) -> VGG:
    """13 layers; options are VGG's, weights a state dict or its file."""
    return _vgg(13, False, weights, options)


def vgg13_bn(*, weights: Weights = None, **options: Any) -> VGG:
    """13 layers with batch normalization; options are VGG's, weights a state dict or its file."""
    return _vgg(13, True, weights, options)


def vgg16(*, weights: Weights = None, **options: Any) -> VGG:
    """16 layers; options are VGG's, weights a state dict or its file."""
    return _vgg(16, False, weights, options)


def vgg16_bn(*, weights: Weights = None, **options: Any) -> VGG:
    """16 layers with batch normalization; options are VGG's, weights a state dict or its file."""
    return _vgg(16, True, weights, options)


def vgg19(*, weights: Weights = None, **options: Any) -> VGG:
    """19 layers; options are VGG's, weights a state dict or its file."""
    return _vgg(19, False, weights, options)


def vgg19_bn(*, weights: Weights = None, **options: Any) -> VGG:
    """19 layers with batch normalization; options are VGG's, weights a state dict or its file."""
    return _vgg(19, True, weights, options)
