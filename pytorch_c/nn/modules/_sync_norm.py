"""Batch normalization over the batches of several processes, of operators and one collective that gradients go through."""

from __future__ import annotations

from importlib import import_module

from ... import _ops
from ...autograd.function import Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..._tensor.tensor import Tensor


def _distributed():
    return import_module(f"{__package__.partition('.')[0]}.distributed")


def group_of_several(group: Any) -> Any:
    """The group, by default that of all processes; None where there is none, or one process."""
    distributed = _distributed()
    if not distributed.is_initialized():
        return None
    found = distributed.group.WORLD if group is None else group
    return found if distributed.get_world_size(found) > 1 else None


class _Sum(Function):
    """The sum over a group; so is the sum of the gradients, since each process has a part of the loss."""

    @staticmethod
    def forward(ctx, x, group):
        ctx.group, x = group, x.clone()
        _distributed().all_reduce(x, group=group)
        return x

    @staticmethod
    def backward(ctx, grad):
        grad = grad.contiguous().clone()
        _distributed().all_reduce(grad, group=ctx.group)
        return grad, None


def synchronized(x: Tensor, weight: Any, bias: Any, eps: float, group: Any) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """(x normalized by channel over all processes, mean, variance, number of values of a channel); x may be empty."""
    shape = [1, -1] + [1] * (x.dim() - 2)
    dims = [0, *range(2, x.dim())]
    wide = x.float() if x.element_size() < 4 else x
    count = _ops.full((1,), x.numel() // x.size(1), dtype=wide.dtype, device=x.device)
    sums = _Sum.apply(_ops.cat([wide.sum(dims), count]), group)
    total = sums[-1:].detach()
    mean = sums[:-1] / total
    centered = wide - mean.view(shape)
    variance = _Sum.apply((centered * centered).sum(dims), group) / total
    out = centered * (variance + eps).rsqrt().view(shape)
    if weight is not None:
        out = out * weight.view(shape)
    if bias is not None:
        out = out + bias.view(shape)
    return out.to(x.dtype), mean.detach(), variance.detach(), total
