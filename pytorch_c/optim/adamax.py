"""Adamax (torch.optim.adamax)."""

from __future__ import annotations

from .. import _ops
from .._tensor.tensor import Tensor
from ._adams import check_adam
from ._settings import (
    _get_value,
    as_real,
    check_capturable,
    check_steps,
    column,
    count,
    counter,
    decayed,
    takes_foreach,
)
from .optimizer import Optimizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._typing import Params

__all__ = ["Adamax", "adamax"]


class Adamax(Optimizer):
    """Adam with the largest decayed gradient in the place of the root of mean squares. As torch.optim.Adamax."""

    _counts_in_tensors = True
    _later_settings = {"foreach": None, "maximize": False, "differentiable": False, "capturable": False}
    _like_param = frozenset({"exp_avg", "exp_inf"})

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        foreach: bool | None = None,
        *,
        maximize: bool = False,
        differentiable: bool = False,
        capturable: bool = False,
    ) -> None:
        defaults = {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "capturable": capturable,
        }  # fmt: skip
        self._check_group(defaults)
        super().__init__(params, defaults)

    def _check_group(self, group):
        check_adam(group)

    def _new_state(self, group, param, grad):
        zeros = {name: _ops.zeros_like(param) for name in ("exp_avg", "exp_inf")}
        return {"step": counter(param, group), **zeros}

    def _step_group(self, group, params, grads):
        states = self._states(group, params, grads)
        beta1, beta2 = group["betas"]
        settings = ("lr", "eps", "weight_decay", "foreach", "maximize", "differentiable", "capturable")
        adamax(
            params,
            grads,
            column(states, "exp_avg"),
            column(states, "exp_inf"),
            column(states, "step"),
            beta1=beta1,
            beta2=beta2,
            **{name: group[name] for name in settings},
        )


def adamax(
    params: list[Tensor],
    grads: list[Tensor],
    exp_avgs: list[Tensor],
    exp_infs: list[Tensor],
    state_steps: list[Tensor],
    foreach: bool | None = None,
    maximize: bool = False,
    differentiable: bool = False,
    capturable: bool = False,
    has_complex: bool = False,
    *,
    eps: float,
    beta1: float,
    beta2: float,
    lr: float | Tensor,
    weight_decay: float,
) -> None:
    """One Adamax step for lists of parameters and their state, in place. As torch.optim.adamax.adamax."""
    check_steps(state_steps)
    if capturable:
        check_capturable(params, state_steps)
    step = _multi_tensor_adamax if takes_foreach(foreach, differentiable) else _single_tensor_adamax
    step(
        params, grads, exp_avgs, exp_infs, state_steps, lr=_get_value(lr), beta1=beta1, beta2=beta2, eps=eps,
        weight_decay=weight_decay, maximize=maximize, differentiable=differentiable,
    )  # fmt: skip


def _single_tensor_adamax(
    params, grads, exp_avgs, exp_infs, state_steps,
    *, lr, beta1, beta2, eps, weight_decay, maximize, differentiable,
):  # fmt: skip
    for param, grad, exp_avg, exp_inf, step in zip(params, grads, exp_avgs, exp_infs, state_steps):
        step += 1
        grad = -grad if maximize else grad
        if weight_decay != 0:
            grad = grad.add(param, alpha=weight_decay)
        ((param, grad, exp_avg, exp_inf),) = as_real([param, grad, exp_avg, exp_inf])
        exp_avg.lerp_(grad, 1 - beta1)
        if differentiable:
            both = _ops.stack([exp_inf.mul_(beta2), grad.abs().add_(eps)])
            exp_inf.copy_(both.amax(0))
        else:
            exp_inf.copy_(_ops.maximum(exp_inf.mul_(beta2), grad.abs().add_(eps)))
        param.addcdiv_(exp_avg, exp_inf, value=-lr / (1 - beta1 ** step.item()))


def _multi_tensor_adamax(
    params, grads, exp_avgs, exp_infs, state_steps,
    *, lr, beta1, beta2, eps, weight_decay, maximize, differentiable,
):  # fmt: skip
    if not params:
        return
    params, grads, exp_avgs, exp_infs = as_real(params, grads, exp_avgs, exp_infs)
    count(state_steps)
    grads = decayed(params, grads, weight_decay, maximize)
    _ops._foreach_lerp_(exp_avgs, grads, 1 - beta1)
    _ops._foreach_mul_(exp_infs, beta2)
    sizes = list(_ops._foreach_abs(grads))
    _ops._foreach_add_(sizes, eps)
    _ops._foreach_maximum_(exp_infs, sizes)
    _ops._foreach_addcdiv_(params, exp_avgs, exp_infs, [-lr / (1 - beta1 ** step.item()) for step in state_steps])
