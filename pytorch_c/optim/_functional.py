"""The steps of optimizers as functions of lists (torch.optim._functional)."""

from __future__ import annotations

import math

from .._tensor.tensor import Tensor
from .adadelta import adadelta
from .adagrad import _make_sparse, adagrad
from .adam import adam
from .adamax import adamax
from .adamw import adamw
from .asgd import asgd
from .nadam import nadam
from .radam import radam
from .rmsprop import rmsprop
from .rprop import rprop
from .sgd import sgd

__all__ = [
    "adadelta",
    "adagrad",
    "adam",
    "adamax",
    "adamw",
    "asgd",
    "nadam",
    "radam",
    "rmsprop",
    "rprop",
    "sgd",
    "sparse_adam",
]


def sparse_adam(
    params: list[Tensor],
    grads: list[Tensor],
    exp_avgs: list[Tensor],
    exp_avg_sqs: list[Tensor],
    state_steps: list[int],
    *,
    eps: float,
    beta1: float,
    beta2: float,
    lr: float,
    maximize: bool,
) -> None:
    """One Adam step for dense parameters with sparse gradients, in place; the counters are raised already.

    As torch.optim._functional.sparse_adam.
    """
    for param, grad, exp_avg, exp_avg_sq, step in zip(params, grads, exp_avgs, exp_avg_sqs, state_steps):
        grad = (-grad if maximize else grad).coalesce()
        indices, values = grad._indices(), grad._values()
        if not values.numel():
            continue
        mean = exp_avg.sparse_mask(grad)._values()
        change = values.sub(mean).mul_(1 - beta1)
        exp_avg.add_(_make_sparse(grad, indices, change))
        mean_of_squares = exp_avg_sq.sparse_mask(grad)._values()
        change_of_squares = values.pow(2).sub_(mean_of_squares).mul_(1 - beta2)
        exp_avg_sq.add_(_make_sparse(grad, indices, change_of_squares))
        numer, denom = change.add_(mean), change_of_squares.add_(mean_of_squares).sqrt_().add_(eps)
        step_size = lr * math.sqrt(1 - beta2**step) / (1 - beta1**step)
        param.add_(_make_sparse(grad, indices, -step_size * numer.div_(denom)))
