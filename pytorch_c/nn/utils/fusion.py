"""Batch normalization folded into the layer before it, for evaluation (torch.nn.utils.fusion)."""

from __future__ import annotations

import copy

from ... import _ops
from ..parameter import Parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    from ..._typing import Tensor

    _M = TypeVar("_M")

__all__ = ["fuse_conv_bn_eval", "fuse_conv_bn_weights", "fuse_linear_bn_eval", "fuse_linear_bn_weights"]


def _check(layer, bn):
    if layer.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    if bn.running_mean is None or bn.running_var is None:
        raise AssertionError("bn.running_mean and bn.running_var must not be None")


def fuse_conv_bn_eval(conv: _M, bn: Any, transpose: bool = False) -> _M:
    """A copy of a convolution that computes bn(conv(x)); both must be in evaluation mode (AssertionError).

    transpose: conv is a transposed convolution.
    """
    _check(conv, bn)
    fused: Any = copy.deepcopy(conv)
    fused.weight, fused.bias = fuse_conv_bn_weights(
        fused.weight, fused.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias, transpose
    )
    return fused


def fuse_conv_bn_weights(
    conv_w: Tensor,
    conv_b: Tensor | None,
    bn_rm: Tensor,
    bn_rv: Tensor,
    bn_eps: float,
    bn_w: Tensor | None,
    bn_b: Tensor | None,
    transpose: bool = False,
) -> tuple[Parameter, Parameter]:
    """(weight, bias) of the convolution that fuse_conv_bn_eval makes; None stands for a bias of 0 and a weight of 1.

    conv_w: (out, in, *), with transpose (in, out, *); the others (out).
    """
    bias = _ops.zeros_like(bn_rm) if conv_b is None else conv_b
    bias_dtype = conv_w.dtype if conv_b is None else conv_b.dtype
    bn_w = _ops.ones_like(bn_rm) if bn_w is None else bn_w
    bn_b = _ops.zeros_like(bn_rm) if bn_b is None else bn_b
    shape = [1, -1] if transpose else [-1, 1]
    scale = _ops.rsqrt(bn_rv + bn_eps)
    weight = conv_w * (bn_w * scale).reshape(shape + [1] * (conv_w.dim() - 2))
    fused = (bias - bn_rm) * scale * bn_w + bn_b
    return (
        Parameter(weight.to(dtype=conv_w.dtype), conv_w.requires_grad),
        Parameter(fused.to(dtype=bias_dtype), bias.requires_grad),
    )


def fuse_linear_bn_eval(linear: _M, bn: Any) -> _M:
    """A copy of a Linear that computes bn(linear(x)); both must be in evaluation mode.

    AssertionError unless they are, and bn has as many features as linear gives, or one.
    """
    _check(linear, bn)
    fused: Any = copy.deepcopy(linear)
    if fused.out_features != bn.num_features and bn.num_features != 1:
        raise AssertionError(
            "To fuse, linear.out_features == bn.num_features or bn.num_features == 1, "
            f"got linear.out_features={fused.out_features} and bn.num_features={bn.num_features}"
        )
    fused.weight, fused.bias = fuse_linear_bn_weights(
        fused.weight, fused.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias
    )
    return fused


def fuse_linear_bn_weights(
    linear_w: Tensor,
    linear_b: Tensor | None,
    bn_rm: Tensor,
    bn_rv: Tensor,
    bn_eps: float,
    bn_w: Tensor,
    bn_b: Tensor,
) -> tuple[Parameter, Parameter]:
    """(weight, bias) of the Linear that fuse_linear_bn_eval makes. linear_w: (out, in); the others (out)."""
    bias = _ops.zeros_like(bn_rm) if linear_b is None else linear_b
    bias_dtype = linear_w.dtype if linear_b is None else linear_b.dtype
    scale = bn_w * _ops.rsqrt(bn_rv + bn_eps)
    weight = linear_w * scale.unsqueeze(-1).to(dtype=linear_w.dtype)
    fused = ((bias - bn_rm) * scale + bn_b).to(dtype=bias_dtype)
    return Parameter(weight, linear_w.requires_grad), Parameter(fused, bias.requires_grad)
