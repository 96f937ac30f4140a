"""MobileNetV2 (Sandler et al., "Inverted Residuals and Linear Bottlenecks") with torchvision's state-dict names."""

from __future__ import annotations

from .. import nn
from ..nn import functional as F
from ._weights import with_weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from .._typing import Tensor

    Norm = Callable[[int], nn.Module]

__all__ = ["InvertedResidual", "MobileNetV2", "mobilenet_v2"]

# Of each stage: how many times wider its blocks are inside, its channels, its blocks, its first one's stride.
_STAGES = (
    (1, 16, 1, 1),
    (6, 24, 2, 2),
    (6, 32, 3, 2),
    (6, 64, 4, 2),
    (6, 96, 3, 1),
    (6, 160, 3, 2),
    (6, 320, 1, 1),
)


def _convolved(inputs, outputs, size, norm, stride=1, groups=1):
    """A convolution, its normalization, and ReLU up to 6."""
    conv = nn.Conv2d(inputs, outputs, size, stride, (size - 1) // 2, groups=groups, bias=False)
    return nn.Sequential(conv, norm(outputs), nn.ReLU6(inplace=True))


class InvertedResidual(nn.Module):
    """A block that is wide inside: (n, inp, h, w) -> (n, oup, h / stride, w / stride).

    Its input is added where that has the result's shape. expand_ratio: how many times wider it is inside.
    """

    def __init__(self, inp: int, oup: int, stride: int, expand_ratio: float, norm_layer: Norm | None = None) -> None:
        super().__init__()
        if stride not in (1, 2):
            raise ValueError(f"stride should be 1 or 2 instead of {stride}")
        norm = norm_layer or nn.BatchNorm2d
        width = int(round(inp * expand_ratio))
        wider = [_convolved(inp, width, 1, norm)] if expand_ratio != 1 else []
        deep = _convolved(width, width, 3, norm, stride, groups=width)
        self.stride, self.out_channels = stride, oup
        self.use_res_connect = stride == 1 and inp == oup
        self.conv = nn.Sequential(*wider, deep, nn.Conv2d(width, oup, 1, bias=False), norm(oup))

    def forward(self, x: Tensor) -> Tensor:
        return x + self.conv(x) if self.use_res_connect else self.conv(x)


class MobileNetV2(nn.Module):
    """(n, 3, h, w) -> (n, num_classes), scores.

    Args:
        width_mult: Times the numbers of channels
        inverted_residual_setting: For each stage (expand_ratio, channels, blocks, stride)
        round_nearest: The numbers of channels are multiples of it
        block, norm_layer: What makes blocks and normalizations
        dropout: Before the classifier

    Source: torchvision.models.MobileNetV2.
    """

    def __init__(
        self,
        num_classes: int = 1000,
        width_mult: float = 1.0,
        inverted_residual_setting: Sequence[Sequence[int]] | None = None,
        round_nearest: int = 8,
        block: Callable[..., nn.Module] = InvertedResidual,
        norm_layer: Norm | None = None,
        dropout: float = 0.2,
    ) -> None:
        super().__init__()
        stages = _STAGES if inverted_residual_setting is None else inverted_residual_setting
        if not stages or any(len(stage) != 4 for stage in stages):
            raise ValueError(f"inverted_residual_setting must have 4 numbers for each stage, got {stages}")
        norm = norm_layer or nn.BatchNorm2d
        width = _rounded(32 * width_mult, round_nearest)
        self.last_channel = _rounded(1280 * max(1.0, width_mult), round_nearest)
        layers: list[nn.Module] = [_convolved(3, width, 3, norm, stride=2)]
        for ratio, channels, blocks, stride in stages:
            outputs = _rounded(channels * width_mult, round_nearest)
            for index in range(blocks):
                step = 1 if index else stride
                layers.append(block(width, outputs, step, expand_ratio=ratio, norm_layer=norm))
                width = outputs
        layers.append(_convolved(width, self.last_channel, 1, norm))
        self.features = nn.Sequential(*layers)
        self.classifier = nn.Sequential(nn.Dropout(dropout), nn.Linear(self.last_channel, num_classes))
        self._fill()

    def _fill(self):
        for module in self.modules():
            if isinstance(module, nn.Conv2d):
                nn.init.kaiming_normal_(module.weight, mode="fan_out")
                if module.bias is not None:
                    nn.init.zeros_(module.bias)
            elif isinstance(module, (nn.BatchNorm2d, nn.GroupNorm)):
                nn.init.ones_(module.weight)
                nn.init.zeros_(module.bias)
            elif isinstance(module, nn.Linear):
                nn.init.normal_(module.weight, 0, 0.01)
                nn.init.zeros_(module.bias)

    def forward(self, x: Tensor) -> Tensor:
        return self.classifier(F.adaptive_avg_pool2d(self.features(x), (1, 1)).flatten(1))


def _rounded(channels, multiple):
    """The nearest multiple, at least one, and never less than nine tenths."""
    found = max(multiple, int(channels + multiple / 2) // multiple * multiple)
    return found + multiple if found < 0.9 * channels else found


def mobilenet_v2(*, weights: str | os.PathLike[str] | Mapping[str, Any] | None = None, **options: Any) -> MobileNetV2:
    """MobileNetV2; options are the class's, weights a state dict or its file."""
    return with_weights(MobileNetV2(**options), weights)
