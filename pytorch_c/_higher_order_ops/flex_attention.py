"""Attention with scores and masks that are functions (torch._higher_order_ops.flex_attention)."""

from __future__ import annotations

import math

from .. import _ops
from .._dynamo._trace_wrapped_higher_order_op import TransformGetItemToIndex
from .._tensor.dtype import DTYPES
from ..func import vmap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .._tensor.tensor import Tensor

__all__ = ["flex_attention", "flex_attention_backward"]

_PLACES = ((None, None, None, 0), (None, None, 0, None), (None, 0, None, None), (0, None, None, None))


def _of_each_score(function, leading, buffers):
    """A function of (score, batch, head, query, key) for all of them at once; `leading` arguments go along."""
    for places in _PLACES:
        function = vmap(function, in_dims=(0,) * leading + places + (None,) * buffers)
    return function


def _scores(query, key, score_mod, block_mask, scale, score_buffers, mask_buffers):
    working = DTYPES["float64" if query.dtype.name == "float64" else "float32"]
    scores = (query.to(working) @ key.to(working).transpose(-2, -1) * scale).to(working)
    places = [_ops.arange(0, size, device=scores.device) for size in scores.shape]
    with TransformGetItemToIndex():
        kept = _of_each_score(block_mask[-1], 0, len(mask_buffers))(*places, *mask_buffers)
        changed = _of_each_score(score_mod, 1, len(score_buffers))(scores, *places, *score_buffers)
        hidden = _ops.full((), -math.inf, dtype=working, device=scores.device)
        return _ops.where(kept, changed, hidden)


def _attention(
    query: Tensor,
    key: Tensor,
    value: Tensor,
    score_mod: Callable[..., Tensor],
    block_mask: tuple[Any, ...],
    scale: float,
    kernel_options: dict[str, Any],
    score_mod_other_buffers: tuple[Any, ...] = (),
    mask_mod_other_buffers: tuple[Any, ...] = (),
) -> tuple[Tensor, Tensor, Tensor]:
    """softmax(score_mod(query @ key^T * scale), masked) @ value, its logsumexp and its largest scores, both by log 2.

    Args:
        query: (B, Hq, L, E)
        key: (B or 1, H, S, E), where H divides Hq
        value: (B or 1, H, S, Ev)
        score_mod: (score, batch, head, query, key) -> score, of tensors without dimensions
        block_mask: its last item says (batch, head, query, key) -> bool

    Raises:
        RuntimeError: batches that do not broadcast

    The scores are all in memory; there is no compiler that would fuse them. Source: torch's eager implementation.
    """
    groups = query.size(1) // key.size(1)
    key, value = (one.repeat_interleave(groups, dim=1) for one in (key, value))
    batches, theirs = query.size(0), key.size(0)
    if batches != theirs and not (batches > 1 and theirs == 1):
        raise RuntimeError(f"Bq and Bkv must broadcast. Got Bq={batches} and Bkv={theirs}")
    key, value = (one.expand((batches, *one.shape[1:])) for one in (key, value))
    scores = _scores(query, key, score_mod, block_mask, scale, score_mod_other_buffers, mask_mod_other_buffers)
    largest, logsumexp = scores.amax(-1), scores.logsumexp(-1)
    kept = (scores == -math.inf).all(-1).logical_not()
    logsumexp = _ops.where(kept, logsumexp, _ops.full_like(logsumexp, -math.inf))
    # A row without any key gives zeros, and not NaN.
    weights = _ops.where(kept.unsqueeze(-1), scores, _ops.zeros_like(scores)).softmax(-1)
    weights = weights * kept.unsqueeze(-1)
    out = weights.to(query.dtype) @ value.to(query.dtype)
    return _laid_out_like(out, query), logsumexp / math.log(2), largest / math.log(2)


def _laid_out_like(out, query):
    """The result with its dimensions in memory in the order of the query's."""
    order = sorted(range(4), key=lambda dim: -query.stride(dim))
    return out.permute(order).contiguous().permute([order.index(dim) for dim in range(4)])


class _FlexAttention(_ops.HigherOrderOperator):  # type: ignore[misc]
    """The operator: autograd, transforms and modes see the operators that it is composed of."""

    def __init__(self) -> None:
        super().__init__("flex_attention", cacheable=True)

    def __call__(self, /, *args: Any, **kwargs: Any) -> tuple[Tensor, Tensor, Tensor]:
        return _attention(*args, **kwargs)


class _FlexAttentionBackward(_ops.HigherOrderOperator):  # type: ignore[misc]
    """The derivative of the operator, by its name alone: autograd derives what the operator is composed of."""

    def __init__(self) -> None:
        super().__init__("flex_attention_backward", cacheable=True)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError("flex_attention_backward(): autograd derives flex_attention here; call backward()")


flex_attention = _FlexAttention()
flex_attention_backward = _FlexAttentionBackward()
