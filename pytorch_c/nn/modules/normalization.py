"""Normalization within one item, without the batch."""

from __future__ import annotations

from ... import _ops
from ...autograd import Function
from .. import functional as F
from .. import init
from ..parameter import Parameter
from .module import Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._typing import DeviceLike, Dtype, Ints, Tensor

__all__ = ["CrossMapLRN2d", "GroupNorm", "LayerNorm", "LocalResponseNorm", "RMSNorm"]


class _Affine(Module):
    """A normalization that ends in weight * x + bias, or without them."""

    weight: Parameter
    bias: Parameter

    def _make_affine(self, shape, device, dtype, weight=True, bias=True):
        made = {"weight": weight, "bias": weight and bias}
        for name, wanted in made.items():
            own = Parameter(_ops.empty(shape, device=device, dtype=dtype)) if wanted else None
            self.register_parameter(name, own)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Weight 1, bias 0."""
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)


def _shape(normalized_shape):
    return tuple(normalized_shape) if hasattr(normalized_shape, "__iter__") else (normalized_shape,)


class LayerNorm(_Affine):
    """Normalizes over the last dimensions, of sizes normalized_shape (an int or several): (*) -> (*).

    weight and bias, of normalized_shape, are None with elementwise_affine=False, bias alone with bias=False.
    """

    __constants__ = ["normalized_shape", "eps", "elementwise_affine"]

    def __init__(
        self,
        normalized_shape: Ints,
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
    ) -> None:
        super().__init__()
        self.normalized_shape, self.eps = _shape(normalized_shape), eps
        self.elementwise_affine = elementwise_affine
        self._make_affine(self.normalized_shape, device, dtype, elementwise_affine, bias)

    def forward(self, input: Tensor) -> Tensor:
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return (
            f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}, "
            f"bias={self.bias is not None}"
        )


class GroupNorm(_Affine):
    """Normalizes (N, C, *) over each of num_groups groups of channels: the same shape.

    weight and bias: (num_channels), or None with affine=False. ValueError if the groups do not divide the channels.
    """

    __constants__ = ["num_groups", "num_channels", "eps", "affine"]

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        if num_channels % num_groups != 0:
            raise ValueError(f"num_channels must be divisible by num_groups, got {num_channels} and {num_groups}")
        self.num_groups, self.num_channels, self.eps, self.affine = num_groups, num_channels, eps, affine
        self._make_affine((num_channels,), device, dtype, affine, bias)

    def forward(self, input: Tensor) -> Tensor:
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return (
            f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}, "
            f"bias={self.bias is not None}"
        )


class RMSNorm(Module):
    """x divided by its root mean square over the last dimensions, of sizes normalized_shape, times weight: (*) -> (*).

    eps=None is the dtype's. weight, of normalized_shape, is None with elementwise_affine=False.
    Source: Zhang and Sennrich 2019, arXiv:1910.07467.
    """

    __constants__ = ["normalized_shape", "eps", "elementwise_affine"]
    weight: Parameter

    def __init__(
        self,
        normalized_shape: Ints,
        eps: float | None = None,
        elementwise_affine: bool = True,
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
    ) -> None:
        super().__init__()
        self.normalized_shape, self.eps = _shape(normalized_shape), eps
        self.elementwise_affine = elementwise_affine
        weight = _ops.empty(self.normalized_shape, device=device, dtype=dtype) if elementwise_affine else None
        self.register_parameter("weight", None if weight is None else Parameter(weight))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Weight 1."""
        if self.weight is not None:
            init.ones_(self.weight)

    def forward(self, x: Tensor) -> Tensor:
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self) -> str:
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}"


class _AcrossChannels(Module):
    def __init__(self, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0) -> None:
        super().__init__()
        self.size, self.alpha, self.beta, self.k = size, alpha, beta, k

    def extra_repr(self) -> str:
        return f"{self.size}, alpha={self.alpha}, beta={self.beta}, k={self.k}"


class LocalResponseNorm(_AcrossChannels):
    """x / (k + alpha * m) ** beta, m the mean square of `size` neighbouring channels: (N, C, *) -> (N, C, *)."""

    __constants__ = ["size", "alpha", "beta", "k"]

    def forward(self, input: Tensor) -> Tensor:
        return F.local_response_norm(input, self.size, self.alpha, self.beta, self.k)


def _band(channels, first, last, like):
    """(C, C): row c is 1 in the columns c + first to c + last."""
    offset = _ops.arange(channels, device=like.device)
    offset = offset - offset.unsqueeze(1)
    return ((offset >= first) & (offset <= last)).to(like.dtype)


def _across(band, x):
    """Sums of the channels of x (N, C, H, W) that each row of band names."""
    return _ops.matmul(band, x.flatten(2)).view(x.shape)


class _CrossMap(Function):
    """torch's sums, which keep the first channel in every window, and its gradient, whose window is one lower.

    Neither is what the formula says, but networks were trained with them.
    """

    @staticmethod
    def forward(ctx, input, size, alpha, beta, k):
        if input.dim() != 4:
            raise ValueError(f"CrossMapLRN2d: Expected input to be 4D, got {input.dim()}D instead.")
        reach = (size + 1) // 2
        band = _band(input.size(1), 1 - reach, reach - 1, input)
        band[:, 0] = 1
        scale = _across(band, input * input).mul_(alpha / size).add_(k)
        output = scale.pow(-beta).mul_(input)
        ctx.save_for_backward(input, output, scale)
        ctx.settings = size, alpha, beta
        return output

    @staticmethod
    def backward(ctx, grad):
        (input, output, scale), (size, alpha, beta) = ctx.saved_tensors, ctx.settings
        reach = (size + 1) // 2
        band = _band(input.size(1), -reach, size - 1 - reach, input)
        shared = _across(band, grad * output / scale)
        return grad * scale.pow(-beta) - input * shared * (2 * alpha * beta / size), None, None, None, None


class CrossMapLRN2d(_AcrossChannels):
    """LocalResponseNorm of (N, C, H, W) as Caffe's first networks had it; ValueError for other dimensions."""

    def __init__(self, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1) -> None:
        super().__init__(size, alpha, beta, k)

    def forward(self, input: Tensor) -> Tensor:
        return _CrossMap.apply(input, self.size, self.alpha, self.beta, self.k)
