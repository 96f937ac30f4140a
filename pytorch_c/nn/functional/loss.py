"""Losses by class, by probability and by difference: torch.nn.functional.NAME.

reduction: "mean" (default) or "sum" give a scalar, "none" a loss for each item; another word raises
ValueError. size_average and reduce are torch's old spelling of it. GoTorch's positional order,
`nll_loss(input, target, weight, ignore_index, reduction)`, works as well.
TorchError for shapes or dtypes that do not fit, IndexError for a class out of range.
"""

from __future__ import annotations

import math
import warnings

from ... import _ops
from ..._boundary.errors import TorchError
from ..._tensor.dtype import DTYPES
from ...autograd import no_grad
from ._arguments import legacy_reduction, reduced, reduction_number, warn_if_sizes_differ

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..._typing import Tensor
    from ..modules.linear_cross_entropy_options import LinearCrossEntropyOptions

# ---- classes ----


def nll_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    ignore_index: int = -100,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """Minus the value of input, log-probabilities (N, C, *), at the class indices target, int64 (N, *).

    weight: (C), a factor per class. Targets equal to ignore_index count for nothing.
    """
    if isinstance(ignore_index, str):
        size_average, ignore_index, reduction = None, size_average, ignore_index
    return _ops.nll_loss_nd(input, target, weight, reduction_number(reduction, size_average, reduce), ignore_index)


def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    ignore_index: int = -100,
    reduce: bool | None = None,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """nll_loss of log_softmax of input, scores (N, C, *) or (C).

    target: class indices, int64 (N, *), or probabilities of input's shape and dtype. label_smoothing in [0, 1]: the
    share that goes to all classes alike, TorchError beyond. Source: Szegedy et al. 2015, arXiv:1512.00567.
    """
    if isinstance(ignore_index, str):
        size_average, ignore_index, reduction = None, size_average, ignore_index
    number = reduction_number(reduction, size_average, reduce)
    return _ops.cross_entropy_loss(input, target, weight, number, ignore_index, label_smoothing)


def _check_linear_cross_entropy(input, linear_weight, linear_bias):
    """TorchError, torch's RuntimeError, where the three do not fit each other."""
    shape, weight, bias = tuple(input.shape), tuple(linear_weight.shape), linear_bias
    if len(shape) not in (1, 2):
        raise TorchError(f"expected input with dimensionality 1 or 2, got {len(shape)}")
    if len(weight) < 2:
        raise TorchError(f"expected linear_weight with dimensionality at least 2, got {len(weight)}")
    if shape[-1] != weight[-1]:
        raise TorchError(
            "expected equal input and linear_weight last dimensions (in_features), "
            f"got {shape[-1]} and {weight[-1]}, respectively"
        )
    if bias is not None and tuple(bias.shape) != weight[:-1]:
        raise TorchError(f"expected linear_bias shape {weight[:-1]}, got {tuple(bias.shape)}")
    if len(weight) > 2 and len(shape) == 1:
        raise TorchError(
            f"K-dimensional loss defined by linear_weight shape {weight} requires batched input, (N, {shape[-1]}), "
            f"got unbatched input with shape {shape}"
        )


def linear_cross_entropy(
    input: Tensor,
    linear_weight: Tensor,
    target: Tensor,
    *,
    linear_bias: Tensor | None = None,
    weight: Tensor | None = None,
    reduction: str = "mean",
    ignore_index: int | None = None,
    label_smoothing: float = 0.0,
    options: LinearCrossEntropyOptions | None = None,
) -> Tensor:
    """cross_entropy of linear(input, linear_weight, linear_bias): (N, in) or (in), (C, *, in), target (N, *).

    The rest as in cross_entropy. options, a LinearCrossEntropyOptions, lets torch compute it in chunks, to save
    memory; here it is computed at once, so that only the dtype of the sums is taken from it.
    """
    _check_linear_cross_entropy(input, linear_weight, linear_bias)
    shape = (*input.shape[:-1], *linear_weight.shape[:-1])
    if ignore_index is not None and target.shape == shape:
        raise TorchError("ignore_index cannot be specified when target contains probabilities")
    settings = {"reduction": reduction, "label_smoothing": label_smoothing}
    settings["ignore_index"] = -100 if ignore_index is None else ignore_index
    bias = None if linear_bias is None else linear_bias.reshape(-1)
    if options is not None:
        if not hasattr(options, "acc_dtype"):
            raise TypeError(f"options must be a LinearCrossEntropyOptions or None, got {type(options).__name__}")
        if linear_weight.dim() == 2 and label_smoothing == 0.0 and target.dtype == DTYPES["int64"]:
            return _with_options(input, linear_weight, target, bias, weight, options, settings)
        warnings.warn(_ignored_options(target, linear_weight, linear_bias, reduction, label_smoothing), stacklevel=2)
    logits = _ops.linear(input, linear_weight.flatten(0, -2), bias).reshape(shape)
    return cross_entropy(logits, target, weight=weight, **settings)


def _with_options(input, rows, target, bias, weight, options, settings):
    """The loss of a batch, maybe of one, with sums in the dtype that the options say."""
    dtype, given = _sum_dtype(input, options), rows.dtype
    if dtype is not None:
        input, rows, bias, weight = (None if x is None else x.to(dtype) for x in (input, rows, bias, weight))
    alone = input.dim() == 1
    if alone:
        input, target = input.unsqueeze(0), target.unsqueeze(0)
    loss = cross_entropy(_ops.linear(input, rows, bias), target, weight=weight, **settings)
    loss = loss if dtype is None else loss.to(given)
    return loss.squeeze(0) if alone else loss


def _ignored_options(target, linear_weight, linear_bias, reduction, label_smoothing):
    return (
        "linear_cross_entropy: ``options`` ignored; chunked path needs reduction in {'mean','sum','none'}, "
        f"label_smoothing == 0, target.dtype == int64, out_features == (). Got reduction={reduction!r}, "
        f"label_smoothing={label_smoothing}, target.dtype={target.dtype}, "
        f"out_features={tuple(linear_weight.shape[1:-1])}, tracing=False, "
        f"linear_bias.shape={None if linear_bias is None else tuple(linear_bias.shape)}."
    )


def _sum_dtype(input, options):
    """The dtype in which sums over classes are kept, where it is not input's; TorchError where libtorch has none."""
    halves, dtype = (DTYPES["float16"], DTYPES["bfloat16"]), options.acc_dtype
    if dtype is None and options.acc_policy == "auto" and input.dtype in halves:
        dtype = DTYPES["float32"]
    if dtype is None or dtype == input.dtype:
        return None
    if input.dtype not in halves or dtype != DTYPES["float32"]:
        raise TorchError(
            "linear_cross_entropy supports float32 acc_dtype with float16/bfloat16 inputs, "
            f"but got {dtype} acc_dtype and {input.dtype} inputs."
        )
    return dtype


def binary_cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """-(t log x + (1 - t) log(1 - x)), times weight; input (*) in [0, 1], target of its shape (else ValueError)."""
    number = reduction_number(reduction, size_average, reduce)
    if input.shape != target.shape:
        raise ValueError(f"target must have the shape of input, {tuple(input.shape)}, got {tuple(target.shape)}")
    if weight is not None:
        weight = weight.expand(target.shape)
    return _ops.binary_cross_entropy(input, target, weight, number)


def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    pos_weight: Tensor | None = None,
) -> Tensor:
    """binary_cross_entropy of sigmoid(input), computed in a stable way; pos_weight is a factor for target 1."""
    number = reduction_number(reduction, size_average, reduce)
    if input.shape != target.shape:
        raise ValueError(f"target must have the shape of input, {tuple(input.shape)}, got {tuple(target.shape)}")
    return _ops.binary_cross_entropy_with_logits(input, target, weight, pos_weight, number)


def ctc_loss(
    log_probs: Tensor,
    targets: Tensor,
    input_lengths: Tensor | Sequence[int],
    target_lengths: Tensor | Sequence[int],
    blank: int = 0,
    reduction: str = "mean",
    zero_infinity: bool = False,
) -> Tensor:
    """Minus the log-likelihood of targets under all alignments with log_probs, (T, N, C) or (T, C).

    targets: int (N, S) or all in one row (sum of target_lengths), without `blank`. The lengths are (N), tensors of
    ints or sequences. "mean" divides by target_lengths first. zero_infinity: targets that are too long give 0.
    Source: Graves et al. 2006, Connectionist Temporal Classification.
    """
    number = reduction_number(reduction)
    return _ops.ctc_loss(log_probs, targets, input_lengths, target_lengths, blank, number, zero_infinity)


# ---- distributions ----


def kl_div(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    log_target: bool = False,
) -> Tensor:
    """target * (log target - input), input being log-probabilities; log_target=True: target too.

    reduction has one word more, "batchmean": the sum divided by the batch size, the mathematical KL.
    """
    if isinstance(size_average, str):
        size_average, reduction = None, size_average
    if size_average is not None or reduce is not None:
        reduction = legacy_reduction(size_average, reduce)
    elif reduction == "mean":
        warnings.warn(
            "reduction: 'mean' divides the total loss by both the batch size and the support size."
            "'batchmean' divides only by the batch size, and aligns with the KL div math definition."
            "'mean' will be changed to behave the same as 'batchmean' in the next major release.",
            stacklevel=2,
        )
    if reduction not in ("none", "mean", "sum", "batchmean"):
        raise ValueError(f"reduction must be 'none', 'mean', 'sum' or 'batchmean', got {reduction!r}")
    number = reduction_number("sum" if reduction == "batchmean" else reduction)
    loss = _ops.kl_div(input, target, number, log_target=log_target)
    return loss / input.shape[0] if reduction == "batchmean" and input.dim() != 0 else loss


def poisson_nll_loss(
    input: Tensor,
    target: Tensor,
    log_input: bool = True,
    full: bool = False,
    size_average: bool | None = None,
    eps: float = 1e-8,
    reduce: bool | None = None,
    reduction: str = "mean",
) -> Tensor:
    """exp(x) - t * x, where x is the log of a Poisson distribution's mean; x - t * log(x + eps) if not log_input.

    full=True adds Stirling's approximation of log(t!) where t > 1. input and target are broadcast.
    """
    number = reduction_number(reduction, size_average, reduce)
    return _ops.poisson_nll_loss(input, target, log_input, full, eps, number)


def _variance(var, input):
    """var as a tensor that broadcasts with input; ValueError if it is negative or has another shape."""
    if isinstance(var, (int, float)):
        if var < 0:
            raise ValueError("var has negative entry/entries")
        return _ops.full_like(input, var)
    if (var < 0).any():
        raise ValueError("var has negative entry/entries")
    wanted, shape = input.shape, var.shape
    if shape == wanted:
        return var
    if shape == wanted[:-1]:
        return var.unsqueeze(-1)
    if len(shape) == len(wanted) and sum(own for one, own in zip(wanted, shape) if one != own) == 1:
        return var
    raise ValueError(f"var is of incorrect size: {tuple(shape)} for an input of {tuple(wanted)}")


def gaussian_nll_loss(
    input: Tensor, target: Tensor, var: Tensor | float, full: bool = False, eps: float = 1e-6, reduction: str = "mean"
) -> Tensor:
    """(log v + (x - t)^2 / v) / 2, where v is var, at least eps; full=True adds log(2 pi) / 2.

    var: a number, or of input's shape, without its last dimension, or with one dimension of size 1 (else ValueError).
    Source: Nix and Weigend 1994, Estimating the mean and variance of the target probability distribution.
    """
    var = _variance(var, input).clone()
    number = reduction_number(reduction)
    with no_grad():
        var.clamp_(min=eps)
    loss = 0.5 * (var.log() + (input - target) ** 2 / var)
    if full:
        loss += 0.5 * math.log(2 * math.pi)
    return reduced(loss, number)


# ---- differences ----


def _weighted(errors, weight, number, divisor):
    """The reduction of errors * weight, where "mean" divides by divisor (None: by the count)."""
    if errors.shape != weight.shape:
        raise ValueError(f"weight must have the shape of input, {tuple(errors.shape)}, got {tuple(weight.shape)}")
    errors = errors * weight
    return errors.sum() / divisor if number == 1 and divisor is not None else reduced(errors, number)


def mse_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    weight: Tensor | None = None,
) -> Tensor:
    """(x - t) squared, input and target of one shape; with weight, the mean is the weighted one."""
    number = reduction_number(reduction, size_average, reduce)
    warn_if_sizes_differ(input, target)
    if weight is not None:
        return _weighted(_ops.mse_loss(input, target, 0), weight, number, weight.sum())
    return _ops.mse_loss(input, target, number)


def l1_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    weight: Tensor | None = None,
) -> Tensor:
    """|x - t|, input and target of one shape; with weight, the mean is the weighted one."""
    number = reduction_number(reduction, size_average, reduce)
    warn_if_sizes_differ(input, target)
    if weight is not None:
        return _weighted(_ops.l1_loss(input, target, 0), weight, number, weight.sum())
    return _ops.l1_loss(input, target, number)


def smooth_l1_loss(
    input: Tensor,
    target: Tensor,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: str = "mean",
    beta: float = 1.0,
) -> Tensor:
    """(x - t)^2 / (2 beta) where |x - t| < beta, else |x - t| - beta / 2; beta=0 is l1_loss, below TorchError.

    Source: Girshick 2015, arXiv:1504.08083.
    """
    number = reduction_number(reduction, size_average, reduce)
    warn_if_sizes_differ(input, target)
    if beta == 0.0:
        return _ops.l1_loss(input, target, number)
    return _ops.smooth_l1_loss(input, target, number, beta)


def huber_loss(
    input: Tensor, target: Tensor, reduction: str = "mean", delta: float = 1.0, weight: Tensor | None = None
) -> Tensor:
    """(x - t)^2 / 2 where |x - t| < delta, else delta * (|x - t| - delta / 2); TorchError unless delta > 0.

    Source: Huber 1964, Robust Estimation of a Location Parameter.
    """
    number = reduction_number(reduction)
    warn_if_sizes_differ(input, target)
    if weight is not None:
        return _weighted(_ops.huber_loss(input, target, 0, delta), weight, number, None)
    return _ops.huber_loss(input, target, number, delta)
