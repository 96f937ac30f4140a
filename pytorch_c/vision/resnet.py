"""Residual networks (He et al., "Deep Residual Learning for Image Recognition") with torchvision's state-dict names."""

from __future__ import annotations

from .. import nn
from ._weights import with_weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from .._typing import Tensor

    Norm = Callable[[int], nn.Module]
    Weights = str | os.PathLike[str] | Mapping[str, Any] | None

__all__ = ["BasicBlock", "Bottleneck", "ResNet", "resnet", "resnet18", "resnet34", "resnet50", "resnet101", "resnet152"]


def _conv(inputs, outputs, size, stride=1, groups=1, dilation=1):
    """A convolution without bias that keeps height and width at stride 1."""
    padding = dilation * (size // 2)
    return nn.Conv2d(inputs, outputs, size, stride, padding, dilation, groups, bias=False)


class BasicBlock(nn.Module):
    """Two 3 x 3 convolutions and their input added: (n, inplanes, h, w) -> (n, planes, h / stride, w / stride)."""

    expansion = 1

    def __init__(
        self,
        inplanes: int,
        planes: int,
        stride: int = 1,
        downsample: nn.Module | None = None,
        groups: int = 1,
        base_width: int = 64,
        dilation: int = 1,
        norm_layer: Norm | None = None,
    ) -> None:
        super().__init__()
        norm_layer = norm_layer or nn.BatchNorm2d
        if groups != 1 or base_width != 64:
            raise ValueError("BasicBlock only supports groups=1 and base_width=64")
        if dilation > 1:
            raise NotImplementedError("Dilation > 1 not supported in BasicBlock")
        self.conv1 = _conv(inplanes, planes, 3, stride)
        self.bn1 = norm_layer(planes)
        self.relu = nn.ReLU(inplace=True)
        self.conv2 = _conv(planes, planes, 3)
        self.bn2 = norm_layer(planes)
        self.downsample = downsample
        self.stride = stride

    def forward(self, x: Tensor) -> Tensor:
        identity = x if self.downsample is None else self.downsample(x)
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        return self.relu(out + identity)


class Bottleneck(nn.Module):
    """1 x 1, 3 x 3 and 1 x 1 convolutions and their input added: inplanes -> 4 * planes channels."""

    expansion = 4

    def __init__(
        self,
        inplanes: int,
        planes: int,
        stride: int = 1,
        downsample: nn.Module | None = None,
        groups: int = 1,
        base_width: int = 64,
        dilation: int = 1,
        norm_layer: Norm | None = None,
    ) -> None:
        super().__init__()
        norm_layer = norm_layer or nn.BatchNorm2d
        width = int(planes * (base_width / 64.0)) * groups
        self.conv1 = _conv(inplanes, width, 1)
        self.bn1 = norm_layer(width)
        self.conv2 = _conv(width, width, 3, stride, groups, dilation)
        self.bn2 = norm_layer(width)
        self.conv3 = _conv(width, planes * self.expansion, 1)
        self.bn3 = norm_layer(planes * self.expansion)
        self.relu = nn.ReLU(inplace=True)
        self.downsample = downsample
        self.stride = stride

    def forward(self, x: Tensor) -> Tensor:
        identity = x if self.downsample is None else self.downsample(x)
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.relu(self.bn2(self.conv2(out)))
        out = self.bn3(self.conv3(out))
        return self.relu(out + identity)


class ResNet(nn.Module):
    """(n, 3, h, w) -> (n, num_classes), scores.

    Args:
        block: BasicBlock or Bottleneck
        layers: Blocks in each of the four layers
        zero_init_residual: Whether each block starts as the identity
        groups, width_per_group: Of the 3 x 3 convolutions of Bottlenecks
        replace_stride_with_dilation: For layers 2 to 4, whether they dilate in place of halving height and width
        norm_layer: Made with a number of channels, by default BatchNorm2d

    Source: torchvision.models.ResNet.
    """

    def __init__(
        self,
        block: type[BasicBlock | Bottleneck],
        layers: Sequence[int],
        num_classes: int = 1000,
        zero_init_residual: bool = False,
        groups: int = 1,
        width_per_group: int = 64,
        replace_stride_with_dilation: Sequence[bool] | None = None,
        norm_layer: Norm | None = None,
    ) -> None:
        super().__init__()
        dilate = (False, *(replace_stride_with_dilation or (False, False, False)))
        if len(dilate) != 4:
            raise ValueError(f"replace_stride_with_dilation must have 3 elements, got {replace_stride_with_dilation}")
        if len(layers) != 4:
            raise ValueError(f"layers must be 4 numbers of blocks, got {layers}")
        self._norm_layer = norm_layer or nn.BatchNorm2d
        self.inplanes, self.dilation = 64, 1
        self.groups, self.base_width = groups, width_per_group
        self.conv1 = nn.Conv2d(3, 64, 7, stride=2, padding=3, bias=False)
        self.bn1 = self._norm_layer(64)
        self.relu = nn.ReLU(inplace=True)
        self.maxpool = nn.MaxPool2d(3, stride=2, padding=1)
        self.layer1, self.layer2, self.layer3, self.layer4 = (
            self._make_layer(block, 64 << index, layers[index], 2 if index else 1, dilate[index]) for index in range(4)
        )
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(512 * block.expansion, num_classes)
        self._fill(zero_init_residual)

    def _make_layer(self, block, planes, blocks, stride, dilate):
        before = self.dilation
        if dilate:
            self.dilation, stride = self.dilation * stride, 1
        outputs, downsample = planes * block.expansion, None
        if stride != 1 or self.inplanes != outputs:
            downsample = nn.Sequential(_conv(self.inplanes, outputs, 1, stride), self._norm_layer(outputs))
        widths, norm = (self.groups, self.base_width), self._norm_layer
        made = [block(self.inplanes, planes, stride, downsample, *widths, before, norm)]
        self.inplanes = outputs
        made += [block(outputs, planes, 1, None, *widths, self.dilation, norm) for _ in range(blocks - 1)]
        return nn.Sequential(*made)

    def _fill(self, zero_init_residual):
        for module in self.modules():
            if isinstance(module, nn.Conv2d):
                nn.init.kaiming_normal_(module.weight, mode="fan_out", nonlinearity="relu")
            elif isinstance(module, (nn.BatchNorm2d, nn.GroupNorm)):
                nn.init.constant_(module.weight, 1)
                nn.init.constant_(module.bias, 0)
        if not zero_init_residual:
            return
        for module in self.modules():
            if isinstance(module, (BasicBlock, Bottleneck)):
                last = module.bn3 if isinstance(module, Bottleneck) else module.bn2
                nn.init.constant_(last.weight, 0)

    def forward(self, x: Tensor) -> Tensor:
        x = self.maxpool(self.relu(self.bn1(self.conv1(x))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(self.avgpool(x).flatten(1))


def resnet(
    block: type[BasicBlock | Bottleneck], layers: Sequence[int], *, weights: Weights = None, **options: Any
) -> ResNet:
    """A ResNet of these blocks; GoTorch's Resnet. weights: a state dict or its file."""
    return with_weights(ResNet(block, layers, **options), weights)


def resnet18(*, weights: Weights = None, **options: Any) -> ResNet:
    """18 layers; options are ResNet's, weights a state dict or its file."""
    return resnet(BasicBlock, (2, 2, 2, 2), weights=weights, **options)


def resnet34(*, weights: Weights = None, **options: Any) -> ResNet:
    """34 layers; options are ResNet's, weights a state dict or its file."""
    return resnet(BasicBlock, (3, 4, 6, 3), weights=weights, **options)


def resnet50(*, weights: Weights = None, **options: Any) -> ResNet:
    """50 layers; options are ResNet's, weights a state dict or its file."""
    return resnet(Bottleneck, (3, 4, 6, 3), weights=weights, **options)


def resnet101(*, weights: Weights = None, **options: Any) -> ResNet:
    """101 layers; options are ResNet's, weights a state dict or its file."""
    return resnet(Bottleneck, (3, 4, 23, 3), weights=weights, **options)


def resnet152(*, weights: Weights = None, **options: Any) -> ResNet:
    """152 layers; options are ResNet's, weights a state dict or its file."""
    return resnet(Bottleneck, (3, 8, 36, 3), weights=weights, **options)
