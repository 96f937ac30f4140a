"""Adadelta (torch.optim.adadelta)."""

from __future__ import annotations

from .. import _ops
from .._tensor.tensor import Tensor
from ._settings import (
    _get_value,
    as_real,
    check_capturable,
    check_lr,
    check_number,
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

__all__ = ["Adadelta", "adadelta"]


class Adadelta(Optimizer):
    """Adadelta: gradients scaled by the root of the running mean of squared steps over that of squared gradients.

    rho: how much of the two means is kept. As torch.optim.Adadelta.
    """

    _counts_in_tensors = True
    _later_settings = {"foreach": None, "maximize": False, "differentiable": False, "capturable": False}
    _like_param = frozenset({"square_avg", "acc_delta"})

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1.0,
        rho: float = 0.9,
        eps: float = 1e-6,
        weight_decay: float = 0,
        foreach: bool | None = None,
        *,
        capturable: bool = False,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        defaults = {
            "lr": lr, "rho": rho, "eps": eps, "weight_decay": weight_decay, "maximize": maximize,
            "capturable": capturable, "foreach": foreach, "differentiable": differentiable,
        }  # fmt: skip
        self._check_group(defaults)
        super().__init__(params, defaults)

    def _check_group(self, group):
        check_lr(group["lr"])
        if not 0.0 <= group["rho"] <= 1.0:
            raise ValueError(f"Invalid rho value: {group['rho']}")
        check_number("epsilon value", group["eps"])
        check_number("weight_decay value", group["weight_decay"])

    def _new_state(self, group, param, grad):
        zeros = {name: _ops.zeros_like(param) for name in ("square_avg", "acc_delta")}
        return {"step": counter(param, group), **zeros}

    def _step_group(self, group, params, grads):
        states = self._states(group, params, grads)
        settings = ("lr", "rho", "eps", "weight_decay", "foreach", "maximize", "differentiable", "capturable")
        adadelta(
            params,
            grads,
            column(states, "square_avg"),
            column(states, "acc_delta"),
            column(states, "step"),
            **{name: group[name] for name in settings},
        )


def adadelta(
    params: list[Tensor],
    grads: list[Tensor],
    square_avgs: list[Tensor],
    acc_deltas: list[Tensor],
    state_steps: list[Tensor],
    capturable: bool = False,
    foreach: bool | None = None,
    differentiable: bool = False,
    has_complex: bool = False,
    *,
    lr: float | Tensor,
    rho: float,
    eps: float,
    weight_decay: float,
    maximize: bool,
) -> None:
    """One Adadelta step for lists of parameters and their state, in place. As torch.optim.adadelta.adadelta."""
    check_steps(state_steps)
    if capturable:
        check_capturable(params, state_steps)
    columns = (params, grads, square_avgs, acc_deltas, state_steps)
    settings = {"lr": _get_value(lr), "rho": rho, "eps": eps, "weight_decay": weight_decay, "maximize": maximize}
    if takes_foreach(foreach, differentiable):
        _multi_tensor_adadelta(*columns, **settings)
    else:
        _single_tensor_adadelta(*columns, **settings, differentiable=differentiable)


def _single_tensor_adadelta(
    params, grads, square_avgs, acc_deltas, state_steps, *, lr, rho, eps, weight_decay, maximize, differentiable
):
    for param, grad, square_avg, acc_delta, step in zip(params, grads, square_avgs, acc_deltas, state_steps):
        step += 1
        grad = -grad if maximize else grad
        if weight_decay != 0:
            grad = grad.add(param, alpha=weight_decay)
        ((param, grad, square_avg, acc_delta),) = as_real([param, grad, square_avg, acc_delta])
        square_avg.mul_(rho).addcmul_(grad, grad, value=1 - rho)
        root = square_avg.add(eps).sqrt_()
        delta = acc_delta.add(eps).sqrt_()
        delta = (delta.clone() if differentiable else delta).div_(root).mul_(grad)
        acc_delta.mul_(rho).addcmul_(delta, delta, value=1 - rho)
        param.add_(delta, alpha=-lr)


def _multi_tensor_adadelta(
    params, grads, square_avgs, acc_deltas, state_steps, *, lr, rho, eps, weight_decay, maximize
):
    if not params:
        return
    params, grads, square_avgs, acc_deltas = as_real(params, grads, square_avgs, acc_deltas)
    count(state_steps)
    grads = decayed(params, grads, weight_decay, maximize)
    _ops._foreach_mul_(square_avgs, rho)
    _ops._foreach_addcmul_(square_avgs, grads, grads, value=1 - rho)
    root = list(_ops._foreach_add(square_avgs, eps))
    _ops._foreach_sqrt_(root)
    deltas = list(_ops._foreach_add(acc_deltas, eps))
    _ops._foreach_sqrt_(deltas)
    _ops._foreach_div_(deltas, root)
    _ops._foreach_mul_(deltas, grads)
    _ops._foreach_mul_(acc_deltas, rho)
    _ops._foreach_addcmul_(acc_deltas, deltas, deltas, value=1 - rho)
    _ops._foreach_add_(params, deltas, alpha=-lr)
