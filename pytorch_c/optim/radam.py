"""Rectified Adam (torch.optim.radam)."""

from __future__ import annotations

from .. import _ops
from .._tensor.tensor import Tensor
from ._adams import check_adam, decayed_one, moved_means
from ._settings import (
    _get_value,
    as_real,
    check_capturable,
    check_steps,
    column,
    count,
    counter,
    takes_foreach,
)
from .optimizer import Optimizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._typing import Params

__all__ = ["RAdam", "radam"]


class RAdam(Optimizer):
    """Adam whose adaptive rate is rectified by the variance that few steps leave, and left out for the first ones.

    With decoupled_weight_decay=True the decay is AdamW's. As torch.optim.RAdam.
    """

    _counts_in_tensors = True
    _later_settings = {
        "foreach": None, "maximize": False, "differentiable": False, "decoupled_weight_decay": False,
        "capturable": False,
    }  # fmt: skip
    _like_param = frozenset({"exp_avg", "exp_avg_sq"})

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        decoupled_weight_decay: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
    ) -> None:
        defaults = {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "maximize": maximize,
            "foreach": foreach, "capturable": capturable, "decoupled_weight_decay": decoupled_weight_decay,
            "differentiable": differentiable,
        }  # fmt: skip
        self._check_group(defaults)
        super().__init__(params, defaults)

    def _check_group(self, group):
        check_adam(group)

    def _new_state(self, group, param, grad):
        zeros = {name: _ops.zeros_like(param) for name in ("exp_avg", "exp_avg_sq")}
        return {"step": counter(param, group), **zeros}

    def _step_group(self, group, params, grads):
        states = self._states(group, params, grads)
        beta1, beta2 = group["betas"]
        settings = (
            "lr", "weight_decay", "eps", "maximize", "foreach", "capturable", "differentiable",
            "decoupled_weight_decay",
        )  # fmt: skip
        columns = (column(states, name) for name in ("exp_avg", "exp_avg_sq", "step"))
        radam(params, grads, *columns, beta1=beta1, beta2=beta2, **{name: group[name] for name in settings})


def radam(
    params: list[Tensor],
    grads: list[Tensor],
    exp_avgs: list[Tensor],
    exp_avg_sqs: list[Tensor],
    state_steps: list[Tensor],
    decoupled_weight_decay: bool = False,
    foreach: bool | None = None,
    differentiable: bool = False,
    capturable: bool = False,
    has_complex: bool = False,
    maximize: bool = False,
    *,
    beta1: float,
    beta2: float,
    lr: float | Tensor,
    weight_decay: float,
    eps: float,
) -> None:
    """One RAdam step for lists of parameters and their state, in place. As torch.optim.radam.radam."""
    check_steps(state_steps)
    if capturable:
        check_capturable(params, state_steps)
    step = _multi_tensor_radam if takes_foreach(foreach, differentiable) else _single_tensor_radam
    step(
        params, grads, exp_avgs, exp_avg_sqs, state_steps, beta1=beta1, beta2=beta2, lr=_get_value(lr),
        weight_decay=weight_decay, eps=eps, maximize=maximize, decoupled_weight_decay=decoupled_weight_decay,
    )  # fmt: skip


def _rectification(beta2, step):
    """The factor of the adaptive rate in a step; None where the variance is not tractable yet."""
    most = 2 / (1 - beta2) - 1
    length = most - 2 * step * beta2**step / (1 - beta2**step)
    if length <= 5.0:
        return None
    return ((length - 4) * (length - 2) * most / ((most - 4) * (most - 2) * length)) ** 0.5


def _single_tensor_radam(
    params, grads, exp_avgs, exp_avg_sqs, state_steps,
    *, beta1, beta2, lr, weight_decay, eps, maximize, decoupled_weight_decay,
):  # fmt: skip
    for param, grad, exp_avg, exp_avg_sq, step_t in zip(params, grads, exp_avgs, exp_avg_sqs, state_steps):
        ((param, grad, exp_avg, exp_avg_sq),) = as_real([param, grad, exp_avg, exp_avg_sq])
        grad = -grad if maximize else grad
        step_t += 1
        step = step_t.item()
        grad = decayed_one(param, grad, lr, weight_decay, decoupled_weight_decay)
        exp_avg.lerp_(grad, 1 - beta1)
        exp_avg_sq.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        update = exp_avg / (1 - beta1**step) * lr
        factor = _rectification(beta2, step)
        if factor is not None:
            update = update * ((1 - beta2**step) ** 0.5 / (exp_avg_sq.sqrt() + eps)) * factor
        param.add_(update, alpha=-1.0)


def _multi_tensor_radam(
    params, grads, exp_avgs, exp_avg_sqs, state_steps,
    *, beta1, beta2, lr, weight_decay, eps, maximize, decoupled_weight_decay,
):  # fmt: skip
    if not params:
        return
    params, grads, exp_avgs, exp_avg_sqs = as_real(params, grads, exp_avgs, exp_avg_sqs)
    count(state_steps)
    moved_means(
        params, grads, exp_avgs, exp_avg_sqs, lr=lr, beta1=beta1, beta2=beta2, weight_decay=weight_decay,
        maximize=maximize, decoupled=decoupled_weight_decay,
    )  # fmt: skip
    steps = [step.item() for step in state_steps]
    updates = list(_ops._foreach_div(exp_avgs, [1 - beta1**step for step in steps]))
    _ops._foreach_mul_(updates, lr)
    factors = [_rectification(beta2, step) for step in steps]
    rectified = [index for index, factor in enumerate(factors) if factor is not None]
    if rectified:
        rates = list(_ops._foreach_sqrt([exp_avg_sqs[index] for index in rectified]))
        _ops._foreach_add_(rates, eps)
        _ops._foreach_reciprocal_(rates)
        _ops._foreach_mul_(rates, [(1 - beta2 ** steps[index]) ** 0.5 for index in rectified])
        chosen = [updates[index] for index in rectified]
        _ops._foreach_mul_(chosen, rates)
        _ops._foreach_mul_(chosen, [factors[index] for index in rectified])
    _ops._foreach_add_(params, updates, alpha=-1.0)
