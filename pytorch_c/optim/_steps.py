"""One step of an optimizer for many parameters, in one call of the C library."""

from .._boundary import api


def sgd_step(
    params, grads, momentum_buffers, *, lr, momentum, dampening, weight_decay, nesterov, maximize, is_first_step
):
    """Updates params in place. momentum_buffers: [] without momentum; on the first step they are only written.

    Raises TorchValueError where gradient or state have another shape, dtype or device than their parameter.
    """
    api.optimizer_sgd_step(
        params, grads, momentum_buffers, lr, momentum, dampening, weight_decay, nesterov, maximize, is_first_step
    )


def plain_sgd_step(params, grads, lr, weight_decay, maximize):
    """sgd_step without momentum."""
    rates = float(lr), 0.0, 0.0, float(weight_decay)
    api.optimizer_sgd_step(params, grads, (), *rates, False, bool(maximize), False)


def adam_step(
    params,
    grads,
    exp_avgs,
    exp_avg_sqs,
    max_exp_avg_sqs,
    steps,
    *,
    lr,
    beta1,
    beta2,
    eps,
    weight_decay,
    amsgrad,
    maximize,
    decoupled,
):
    """Updates params and state in place and raises steps (0-dim, float32) by one; decoupled=True is AdamW.

    max_exp_avg_sqs: [] without amsgrad. Raises as sgd_step.
    """
    columns = (params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, steps)
    api.optimizer_adam_step(*columns, lr, beta1, beta2, eps, weight_decay, amsgrad, maximize, decoupled)


def adagrad_step(params, grads, state_sums, steps, *, lr, lr_decay, weight_decay, eps, maximize):
    """Updates params and state_sums in place and raises steps (0-dim, float32) by one. Raises as sgd_step."""
    api.optimizer_adagrad_step(params, grads, state_sums, steps, lr, lr_decay, weight_decay, eps, maximize)
