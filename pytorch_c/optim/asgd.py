"""Averaged stochastic gradient descent (torch.optim.asgd)."""

from __future__ import annotations

from .. import _ops
from .._tensor.data import tensor as make_tensor
from .._tensor.tensor import Tensor
from ._settings import (
    _get_scalar_dtype,
    _get_value,
    as_real,
    check_capturable,
    check_lr,
    check_number,
    check_steps,
    column,
    count,
    decayed,
    takes_foreach,
)
from .optimizer import Optimizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._typing import Params

__all__ = ["ASGD", "asgd"]


class ASGD(Optimizer):
    """Stochastic gradient descent whose state keeps the mean of the parameters from step t0 on ("ax").

    eta, the rate of step t, is lr / (1 + lambd * lr * t) ** alpha; parameters decay by lambd * eta.
    As torch.optim.ASGD.
    """

    _counts_in_tensors = True
    _later_settings = {"foreach": None, "maximize": False, "differentiable": False, "capturable": False}
    _like_param = frozenset({"ax"})

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1e-2,
        lambd: float = 1e-4,
        alpha: float = 0.75,
        t0: float = 1e6,
        weight_decay: float = 0,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
        capturable: bool = False,
    ) -> None:
        defaults = {
            "lr": lr, "lambd": lambd, "alpha": alpha, "t0": t0, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "capturable": capturable,
        }  # fmt: skip
        self._check_group(defaults)
        super().__init__(params, defaults)

    def _check_group(self, group):
        check_lr(group["lr"])
        check_number("weight_decay value", group["weight_decay"])

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        for group in self.param_groups:
            for param in group["params"]:
                held = self.state.get(param) or {}
                for name in ("eta", "mu"):
                    if name in held and not isinstance(held[name], Tensor):
                        held[name] = _single(held[name], param)

    def _new_state(self, group, param, grad):
        return {
            "step": _single(0.0, param),
            "eta": _single(_get_value(group["lr"]), param),
            "mu": _single(1.0, param),
            "ax": _ops.zeros_like(param),
        }

    def _step_group(self, group, params, grads):
        states = self._states(group, params, grads)
        settings = (
            "lambd", "lr", "t0", "alpha", "weight_decay", "foreach", "maximize", "differentiable", "capturable",
        )  # fmt: skip
        columns = (column(states, name) for name in ("ax", "mu", "eta", "step"))
        asgd(params, grads, *columns, **{name: group[name] for name in settings})


def _single(value, param):
    return make_tensor(value, dtype=_get_scalar_dtype(), device=param.device)


def asgd(
    params: list[Tensor],
    grads: list[Tensor],
    axs: list[Tensor],
    mus: list[Tensor],
    etas: list[Tensor],
    state_steps: list[Tensor],
    foreach: bool | None = None,
    maximize: bool = False,
    differentiable: bool = False,
    capturable: bool = False,
    has_complex: bool = False,
    *,
    lambd: float,
    lr: float | Tensor,
    t0: float,
    alpha: float,
    weight_decay: float,
) -> None:
    """One ASGD step for lists of parameters and their state, in place. As torch.optim.asgd.asgd."""
    check_steps(state_steps)
    if capturable:
        check_capturable(params, state_steps)
    lr = _get_value(lr)
    step = _multi_tensor_asgd if takes_foreach(foreach, differentiable) else _single_tensor_asgd
    step(params, grads, axs, mus, etas, state_steps, lambd=lambd, weight_decay=weight_decay, maximize=maximize)
    for mu, eta, count_of in zip(mus, etas, state_steps):
        done = count_of.item()
        eta.fill_(lr / (1 + lambd * lr * done) ** alpha)
        mu.fill_(1 / max(1, done - t0))


def _single_tensor_asgd(params, grads, axs, mus, etas, state_steps, *, lambd, weight_decay, maximize):
    for param, grad, ax, mu, eta, step in zip(params, grads, axs, mus, etas, state_steps):
        ((param, grad, ax),) = as_real([param, grad, ax])
        step += 1
        grad = -grad if maximize else grad
        if weight_decay != 0:
            grad = grad.add(param, alpha=weight_decay)
        rate = eta.item()
        param.mul_(1 - lambd * rate)
        param.add_(grad, alpha=-rate)
        if mu.item() == 1:
            ax.copy_(param)
        else:
            ax.add_(param.sub(ax).mul_(mu))


def _multi_tensor_asgd(params, grads, axs, mus, etas, state_steps, *, lambd, weight_decay, maximize):
    if not params:
        return
    params, grads, axs = as_real(params, grads, axs)
    count(state_steps)
    grads = decayed(params, grads, weight_decay, maximize)
    rates = [eta.item() for eta in etas]
    _ops._foreach_mul_(params, [1 - lambd * rate for rate in rates])
    for rate in set(rates):
        rows = [index for index, one in enumerate(rates) if one == rate]
        _ops._foreach_add_([params[index] for index in rows], [grads[index] for index in rows], alpha=-rate)
    shares = [mu.item() for mu in mus]
    if set(shares) == {1.0}:
        _ops._foreach_copy_(axs, params)
        return
    moves = list(_ops._foreach_sub(params, axs))
    _ops._foreach_mul_(moves, shares)
    _ops._foreach_add_(axs, moves)
