"""Dropout layers: the functions of nn/functional/dropout.py, in training alone. ValueError unless 0 <= p <= 1."""

from __future__ import annotations

from .. import functional as F
from ..functional._arguments import check_probability
from .module import Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._typing import Tensor

__all__ = ["AlphaDropout", "Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "FeatureAlphaDropout"]


class _DropoutNd(Module):
    __constants__ = ["p", "inplace"]
    function = None

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        check_probability(p)
        self.p, self.inplace = p, inplace

    def forward(self, input: Tensor) -> Tensor:
        return self.function(input, self.p, self.training, self.inplace)

    def extra_repr(self) -> str:
        return f"p={self.p}, inplace={self.inplace}"


class Dropout(_DropoutNd):
    """In training sets each value to 0 with probability p and divides the rest by 1 - p; else does nothing."""

    function = staticmethod(F.dropout)


class Dropout1d(_DropoutNd):
    """Dropout of whole channels of (N, C, L) or (C, L)."""

    function = staticmethod(F.dropout1d)


class Dropout2d(_DropoutNd):
    """Dropout of whole channels of (N, C, H, W). Source: Tompson et al. 2014, arXiv:1411.4280."""

    function = staticmethod(F.dropout2d)


class Dropout3d(_DropoutNd):
    """Dropout of whole channels of (N, C, D, H, W)."""

    function = staticmethod(F.dropout3d)


class _Alpha(_DropoutNd):
    def forward(self, input: Tensor) -> Tensor:
        return self.function(input, self.p, self.training)  # torch's layers do not pass inplace on


class AlphaDropout(_Alpha):
    """Dropout that keeps mean and variance, to go with SELU. Source: Klambauer et al. 2017, arXiv:1706.02515."""

    function = staticmethod(F.alpha_dropout)


class FeatureAlphaDropout(_Alpha):
    """AlphaDropout of whole channels of (N, C, *)."""

    function = staticmethod(F.feature_alpha_dropout)
