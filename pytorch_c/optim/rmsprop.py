"""RMSprop (torch.optim.rmsprop)."""

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

__all__ = ["RMSprop", "rmsprop"]


class RMSprop(Optimizer):
    """RMSprop: steps by the gradient over the root of the running mean of its squares.

    alpha: how much of the mean is kept. eps is added to the root. centered takes the square of the mean
    gradient off the mean of squares. momentum: how much of the last step is kept. As torch.optim.RMSprop.
    """

    _counts_in_tensors = True
    _later_settings = {
        "momentum": 0, "centered": False, "foreach": None, "maximize": False, "differentiable": False,
        "capturable": False,
    }  # fmt: skip
    _like_param = frozenset({"square_avg", "momentum_buffer", "grad_avg"})

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1e-2,
        alpha: float = 0.99,
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum: float = 0,
        centered: bool = False,
        capturable: bool = False,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        defaults = {
            "lr": lr, "momentum": momentum, "alpha": alpha, "eps": eps, "centered": centered,
            "weight_decay": weight_decay, "capturable": capturable, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable,
        }  # fmt: skip
        self._check_group(defaults)
        super().__init__(params, defaults)

    def _check_group(self, group):
        check_lr(group["lr"])
        check_number("epsilon value", group["eps"])
        for name in ("momentum", "weight_decay", "alpha"):
            check_number(f"{name} value", group[name])

    def _new_state(self, group, param, grad):
        names = ["square_avg", *["momentum_buffer"] * (group["momentum"] > 0), *["grad_avg"] * bool(group["centered"])]
        return {"step": counter(param, group), **{name: _ops.zeros_like(param) for name in names}}

    def _step_group(self, group, params, grads):
        states = self._states(group, params, grads)
        settings = (
            "lr", "alpha", "eps", "weight_decay", "momentum", "centered", "foreach", "maximize", "differentiable",
            "capturable",
        )  # fmt: skip
        rmsprop(
            params,
            grads,
            column(states, "square_avg"),
            column(states, "grad_avg") if group["centered"] else [],
            column(states, "momentum_buffer") if group["momentum"] > 0 else [],
            column(states, "step"),
            **{name: group[name] for name in settings},
        )


def rmsprop(
    params: list[Tensor],
    grads: list[Tensor],
    square_avgs: list[Tensor],
    grad_avgs: list[Tensor],
    momentum_buffer_list: list[Tensor],
    state_steps: list[Tensor],
    foreach: bool | None = None,
    maximize: bool = False,
    differentiable: bool = False,
    capturable: bool = False,
    has_complex: bool = False,
    *,
    lr: float | Tensor,
    alpha: float,
    eps: float,
    weight_decay: float,
    momentum: float,
    centered: bool,
) -> None:
    """One RMSprop step for lists of parameters and their state, in place. As torch.optim.rmsprop.rmsprop.

    grad_avgs: [] unless centered; momentum_buffer_list: [] without momentum.
    """
    check_steps(state_steps)
    if capturable:
        check_capturable(params, state_steps)
    step = _multi_tensor_rmsprop if takes_foreach(foreach, differentiable) else _single_tensor_rmsprop
    step(
        params, grads, square_avgs, grad_avgs, momentum_buffer_list, state_steps, lr=_get_value(lr), alpha=alpha,
        eps=eps, weight_decay=weight_decay, momentum=momentum, centered=centered, maximize=maximize,
    )  # fmt: skip


def _single_tensor_rmsprop(
    params, grads, square_avgs, grad_avgs, buffers, state_steps,
    *, lr, alpha, eps, weight_decay, momentum, centered, maximize,
):  # fmt: skip
    means = grad_avgs if centered else [None] * len(params)
    buffers = buffers if momentum > 0 else [None] * len(params)
    for param, grad, square_avg, mean, buffer, step in zip(params, grads, square_avgs, means, buffers, state_steps):
        step += 1
        grad = -grad if maximize else grad
        if weight_decay != 0:
            grad = grad.add(param, alpha=weight_decay)
        ((param, grad, square_avg, mean, buffer),) = as_real([param, grad, square_avg, mean, buffer])
        square_avg.mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        root = square_avg
        if centered:
            mean.lerp_(grad, 1 - alpha)
            root = square_avg.addcmul(mean, mean, value=-1)
        root = root.sqrt() + eps
        if momentum > 0:
            buffer.mul_(momentum).addcdiv_(grad, root)
            param.add_(buffer, alpha=-lr)
        else:
            param.addcdiv_(grad, root, value=-lr)


def _multi_tensor_rmsprop(
    params, grads, square_avgs, grad_avgs, buffers, state_steps,
    *, lr, alpha, eps, weight_decay, momentum, centered, maximize,
):  # fmt: skip
    if not params:
        return
    params, grads, square_avgs, grad_avgs, buffers = as_real(params, grads, square_avgs, grad_avgs, buffers)
    count(state_steps)
    grads = decayed(params, grads, weight_decay, maximize)
    _ops._foreach_mul_(square_avgs, alpha)
    _ops._foreach_addcmul_(square_avgs, grads, grads, value=1 - alpha)
    if centered:
        _ops._foreach_lerp_(grad_avgs, grads, 1 - alpha)
        root = list(_ops._foreach_addcmul(square_avgs, grad_avgs, grad_avgs, value=-1))
        _ops._foreach_sqrt_(root)
    else:
        root = list(_ops._foreach_sqrt(square_avgs))
    _ops._foreach_add_(root, eps)
    if momentum > 0:
        _ops._foreach_mul_(buffers, momentum)
        _ops._foreach_addcdiv_(buffers, grads, root)
        _ops._foreach_add_(params, buffers, alpha=-lr)
    else:
        _ops._foreach_addcdiv_(params, grads, root, value=-lr)
