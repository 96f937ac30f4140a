"""Losses that want a margin, and losses of several labels: torch.nn.functional.NAME.

reduction: "mean" (default) or "sum" give a scalar, "none" a loss for each item; another word raises
ValueError. size_average and reduce are torch's old spelling of it. TorchError for shapes or dtypes that do not fit.
"""

from __future__ import annotations

from ... import _ops
from ..._boundary.errors import TorchError
from ._arguments import reduced, reduction_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..._typing import Tensor

# ---- pairs ----


def margin_ranking_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: float = 0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """max(0, -t * (x1 - x2) + margin), where target is 1 if input1 should be the larger, else -1.

    Three tensors (*) with one number of dimensions (else TorchError), broadcast.
    """
    number = reduction_number(reduction, size_average, reduce)
    if not input1.dim() == input2.dim() == target.dim():
        raise TorchError(
            "margin_ranking_loss : All input tensors should have same dimension but got sizes: "
            f"input1: {input1.shape}, input2: {input2.shape}, target: {target.shape}"
        )
    return _ops.margin_ranking_loss(input1, input2, target, margin, number)


def hinge_embedding_loss(
    input: Tensor,
    target: Tensor,
    margin: float = 1.0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """x where target is 1, max(0, margin - x) where it is -1: a distance (*) of like and unlike pairs."""
    return _ops.hinge_embedding_loss(input, target, margin, reduction_number(reduction, size_average, reduce))


def cosine_embedding_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    margin: float = 0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """1 - cos(x1, x2) where target is 1, max(0, cos(x1, x2) - margin) where it is -1: (N, d), (N, d), (N).

    Without a batch: (d), (d), ().
    """
    number = reduction_number(reduction, size_average, reduce)
    return _ops.cosine_embedding_loss(input1, input2, target, margin, number)


def soft_margin_loss(
    input: Tensor, target: Tensor, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean"
) -> Tensor:
    """log(1 + exp(-t * x)), target 1 or -1, of input's shape."""
    return _ops.soft_margin_loss(input, target, reduction_number(reduction, size_average, reduce))


# ---- triplets ----


def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    margin: float = 1.0,
    p: float = 2,
    eps: float = 1e-6,
    swap: bool = False,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """max(0, d(anchor, positive) - d(anchor, negative) + margin), where d is the p-norm of the difference + eps.

    Three tensors (N, d) or (d). swap: the nearer of anchor and positive counts for the negative.
    ValueError unless margin > 0. Source: Balntas et al. 2016, Learning shallow convolutional feature descriptors
    with triplet losses.
    """
    number = reduction_number(reduction, size_average, reduce)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    return _ops.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, number)


def triplet_margin_with_distance_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    *,
    distance_function: Callable[[Tensor, Tensor], Tensor] | None = None,
    margin: float = 1.0,
    swap: bool = False,
    reduction: str = "mean",
) -> Tensor:
    """triplet_margin_loss with a distance of your own: distance_function(x, y) -> (N); None is pairwise_distance.

    ValueError unless margin > 0, TorchError where the numbers of dimensions differ.
    """
    number = reduction_number(reduction)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    dims = anchor.dim(), positive.dim(), negative.dim()
    if len(set(dims)) > 1:
        raise TorchError(
            "The anchor, positive, and negative tensors are expected to have the same number of dimensions, but got: "
            f"anchor {dims[0]}D, positive {dims[1]}D, and negative {dims[2]}D inputs"
        )
    distance = _ops.pairwise_distance if distance_function is None else distance_function
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = _ops.minimum(far, distance(positive, negative))
    return reduced(_ops.clamp_min(margin + near - far, 0), number)


# ---- labels ----


def multi_margin_loss(
    input: Tensor,
    target: Tensor,
    p: int = 1,
    margin: float = 1.0,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """The mean of max(0, margin - x[t] + x[i]) ** p over all classes i but the target t: (N, C), int64 (N); or (C), ().

    weight: (C), a factor per class. ValueError unless p is 1 or 2, or if weight is not 1-D.
    """
    number = reduction_number(reduction, size_average, reduce)
    if p not in (1, 2):
        raise ValueError(f"only p == 1 and p == 2 supported, got {p}")
    if weight is not None and weight.dim() != 1:
        raise ValueError(f"weight must be one-dimensional, got {weight.dim()} dimensions")
    return _ops.multi_margin_loss(input, target, p, margin, weight, number)


def multilabel_margin_loss(
    input: Tensor, target: Tensor, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean"
) -> Tensor:
    """The sum over the labels t and the other classes i of max(0, 1 - x[t] + x[i]) / C: (N, C), int64 (N, C); or (C).

    target: the labels of a row from the left, then -1.
    """
    return _ops.multilabel_margin_loss(input, target, reduction_number(reduction, size_average, reduce))


def multilabel_soft_margin_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """binary_cross_entropy_with_logits, averaged over the classes: (*, C), (*, C) -> (*) before the reduction.

    target: 0 or 1 for each class. weight: (C), a factor per class.
    """
    number = reduction_number(reduction, size_average, reduce)
    loss = -(target * _ops.log_sigmoid(input) + (1 - target) * _ops.log_sigmoid(-input))
    if weight is not None:
        loss = loss * weight
    return reduced(loss.sum(dim=-1) / input.size(-1), number)
