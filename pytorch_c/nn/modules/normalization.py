"""Normalization within one item, without the batch."""

from __future__ import annotations

from ... import _ops
from .. import functional as F
from .. import init
from ..module import Module
from ..parameter import Parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._typing import DeviceLike, Dtype, Ints, Tensor


class LayerNorm(Module):
    """Normalizes over the last dimensions, of sizes normalized_shape (an int or several): (*) -> (*).

    weight and bias, of normalized_shape, are None with elementwise_affine=False, bias alone with bias=False.
    """

    weight: Parameter
    bias: Parameter

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
        shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.normalized_shape, self.eps, self.elementwise_affine = shape, eps, elementwise_affine
        affine = elementwise_affine
        self.register_parameter("weight", Parameter(_ops.ones(shape, device=device, dtype=dtype)) if affine else None)
        self.register_parameter(
            "bias", Parameter(_ops.zeros(shape, device=device, dtype=dtype)) if affine and bias else None
        )

    def reset_parameters(self) -> None:
        """Weight 1, bias 0."""
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)

    def forward(self, input: Tensor) -> Tensor:
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return (
            f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}, "
            f"bias={self.bias is not None}"
        )


class GroupNorm(Module):
    """Normalizes (N, C, *) over each of num_groups groups of channels: the same shape.

    weight and bias: (num_channels), or None with affine=False. ValueError if the groups do not divide the channels.
    """

    weight: Parameter
    bias: Parameter

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
        self.register_parameter(
            "weight", Parameter(_ops.ones((num_channels,), device=device, dtype=dtype)) if affine else None
        )
        self.register_parameter(
            "bias", Parameter(_ops.zeros((num_channels,), device=device, dtype=dtype)) if affine and bias else None
        )

    def reset_parameters(self) -> None:
        """Weight 1, bias 0."""
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)

    def forward(self, input: Tensor) -> Tensor:
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        return (
            f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}, "
            f"bias={self.bias is not None}"
        )
