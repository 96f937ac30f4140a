"""Losses: torch.nn.functional.NAME.

reduction: "mean" (default) or "sum" give a scalar, "none" a loss for each item; another word raises
ValueError. size_average and reduce are torch's old spelling of it. GoTorch's positional order,
`nll_loss(input, target, weight, ignore_index, reduction)`, works as well.
"""

import warnings

from ... import _ops
from ._arguments import legacy_reduction, reduction_number, warn_if_sizes_differ


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    """Minus the value of input, log-probabilities (N, C, *), at the class indices target, int64 (N, *).

    weight: (C), a factor per class. Targets equal to ignore_index count for nothing.
    """
    if isinstance(ignore_index, str):
        size_average, ignore_index, reduction = None, size_average, ignore_index
    return _ops.nll_loss_nd(input, target, weight, reduction_number(reduction, size_average, reduce), ignore_index)


def cross_entropy(
    input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0
):
    """nll_loss of log_softmax of input, scores (N, C, *) or (C).

    target: class indices, int64 (N, *), or probabilities of input's shape and dtype.
    """
    if isinstance(ignore_index, str):
        size_average, ignore_index, reduction = None, size_average, ignore_index
    number = reduction_number(reduction, size_average, reduce)
    return _ops.cross_entropy_loss(input, target, weight, number, ignore_index, label_smoothing)


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    """-(t log x + (1 - t) log(1 - x)), times weight; input (*) in [0, 1], target of its shape (else ValueError)."""
    number = reduction_number(reduction, size_average, reduce)
    if input.shape != target.shape:
        raise ValueError(f"target must have the shape of input, {tuple(input.shape)}, got {tuple(target.shape)}")
    if weight is not None:
        weight = weight.expand(target.shape)
    return _ops.binary_cross_entropy(input, target, weight, number)


def binary_cross_entropy_with_logits(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
):
    """binary_cross_entropy of sigmoid(input), computed in a stable way; pos_weight is a factor for target 1."""
    number = reduction_number(reduction, size_average, reduce)
    if input.shape != target.shape:
        raise ValueError(f"target must have the shape of input, {tuple(input.shape)}, got {tuple(target.shape)}")
    return _ops.binary_cross_entropy_with_logits(input, target, weight, pos_weight, number)


def _weighted(errors, weight, reduction, divisor):
    """The reduction of errors * weight, where "mean" divides by divisor (None: by the count)."""
    if errors.shape != weight.shape:
        raise ValueError(f"weight must have the shape of input, {tuple(errors.shape)}, got {tuple(weight.shape)}")
    errors = errors * weight
    if reduction == 0:
        return errors
    if reduction == 2:
        return errors.sum()
    return errors.mean() if divisor is None else errors.sum() / divisor


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """(x - t) squared, input and target of one shape; with weight, the mean is the weighted one."""
    number = reduction_number(reduction, size_average, reduce)
    warn_if_sizes_differ(input, target)
    if weight is not None:
        return _weighted(_ops.mse_loss(input, target, 0), weight, number, weight.sum())
    return _ops.mse_loss(input, target, number)


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """|x - t|, input and target of one shape; with weight, the mean is the weighted one."""
    number = reduction_number(reduction, size_average, reduce)
    warn_if_sizes_differ(input, target)
    if weight is not None:
        return _weighted(_ops.l1_loss(input, target, 0), weight, number, weight.sum())
    return _ops.l1_loss(input, target, number)


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """(x - t)^2 / (2 beta) where |x - t| < beta, else |x - t| - beta / 2; beta=0 is l1_loss."""
    number = reduction_number(reduction, size_average, reduce)
    warn_if_sizes_differ(input, target)
    if beta == 0.0:
        return _ops.l1_loss(input, target, number)
    return _ops.smooth_l1_loss(input, target, number, beta)


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """(x - t)^2 / 2 where |x - t| < delta, else delta * (|x - t| - delta / 2)."""
    number = reduction_number(reduction)
    warn_if_sizes_differ(input, target)
    if weight is not None:
        return _weighted(_ops.huber_loss(input, target, 0, delta), weight, number, None)
    return _ops.huber_loss(input, target, number, delta)


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    """target * (log target - input), input being log-probabilities; log_target=True: target too.

    reduction has one word more, "batchmean": the sum divided by the batch size, the mathematical KL.
    """
    if isinstance(size_average, str):
        size_average, reduction = None, size_average
    if size_average is not None or reduce is not None:
        reduction = legacy_reduction(size_average, reduce)
    elif reduction == "mean":
        warnings.warn(
            "reduction: 'mean' divides the total loss by both the batch size and the support size. "
            "'batchmean' divides only by the batch size, and aligns with the KL div math definition.",
            stacklevel=2,
        )
    if reduction not in ("none", "mean", "sum", "batchmean"):
        raise ValueError(f"reduction must be 'none', 'mean', 'sum' or 'batchmean', got {reduction!r}")
    number = reduction_number("sum" if reduction == "batchmean" else reduction)
    loss = _ops.kl_div(input, target, number, log_target=log_target)
    return loss / input.shape[0] if reduction == "batchmean" and input.dim() != 0 else loss
