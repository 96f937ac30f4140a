"""Shared parts of Adam and its kin: the checks of their settings, weight decay of either kind, the two running means."""

from __future__ import annotations

from .. import _ops
from .._tensor.tensor import Tensor
from ._settings import check_betas, check_lr, check_number, decayed, signed


def check_adam(group):
    """ValueError for lr, eps or weight_decay below 0, and betas outside of [0, 1)."""
    check_lr(group["lr"])
    check_number("epsilon value", group["eps"])
    check_betas(group["betas"])
    check_number("weight_decay value", group["weight_decay"])


def decayed_one(param, grad, lr, weight_decay, decoupled):
    """The gradient with weight_decay * param added; decoupled: the gradient as it is, and the parameter shrunk in place."""
    learns = isinstance(weight_decay, Tensor)
    if not learns and weight_decay == 0:
        return grad
    if decoupled:
        param.mul_(1 - lr * weight_decay)
        return grad
    return grad.addcmul(param.clone(), weight_decay) if learns else grad.add(param, alpha=weight_decay)


def moved_means(params, grads, exp_avgs, exp_avg_sqs, *, lr, beta1, beta2, weight_decay, maximize, decoupled):
    """Decays as decayed_one and moves the means of gradients and of their squares; gives the gradients it took."""
    if decoupled:
        grads = signed(grads, maximize)
        if weight_decay != 0:
            _ops._foreach_mul_(params, 1 - lr * weight_decay)
    else:
        grads = decayed(params, grads, weight_decay, maximize)
    _ops._foreach_lerp_(exp_avgs, grads, 1 - beta1)
    _ops._foreach_mul_(exp_avg_sqs, beta2)
    _ops._foreach_addcmul_(exp_avg_sqs, grads, grads, 1 - beta2)
    return grads
