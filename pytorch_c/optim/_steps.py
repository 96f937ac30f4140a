"""One step of an optimizer for many parameters, in one call of the C library."""

from .._boundary.errors import throw
from .._boundary.handle import handles
from .._boundary.library import lib


def sgd_step(
    params, grads, momentum_buffers, *, lr, momentum, dampening, weight_decay, nesterov, maximize, is_first_step
):
    """Update params in place. momentum_buffers: [] without momentum; on the first step they are only written.

    Raises TorchValueError where gradient or state have another shape, dtype or device than their parameter.
    """
    count = len(params)
    error = lib.call_optimizer_sgd_step(
        handles(params), count, handles(grads), len(grads), handles(momentum_buffers), len(momentum_buffers),
        lr, momentum, dampening, weight_decay, nesterov, maximize, is_first_step,
    )  # fmt: skip
    if error:
        throw(error)


def adam_step(
    params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, steps,
    *, lr, beta1, beta2, eps, weight_decay, amsgrad, maximize, decoupled,
):  # fmt: skip
    """Update params and state in place and raise steps (0-dim, float32) by one; decoupled=True is AdamW.

    max_exp_avg_sqs: [] without amsgrad. Raises as sgd_step.
    """
    columns = (params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, steps)
    arguments = [argument for column in columns for argument in (handles(column), len(column))]
    error = lib.call_optimizer_adam_step(*arguments, lr, beta1, beta2, eps, weight_decay, amsgrad, maximize, decoupled)
    if error:
        throw(error)
