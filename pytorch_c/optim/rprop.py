"""Resilient backpropagation (torch.optim.rprop)."""

from __future__ import annotations

from .. import _ops
from .._tensor.tensor import Tensor
from ._settings import (
    _get_value,
    as_real,
    check_capturable,
    check_lr,
    check_steps,
    column,
    count,
    counter,
    signed,
    takes_foreach,
)
from .optimizer import Optimizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._typing import Params

__all__ = ["Rprop", "rprop"]


class Rprop(Optimizer):
    """Resilient backpropagation: each element has a step size of its own, and only the gradient's sign counts.

    etas: the factors of the step size where the sign has changed, and where it has not; step_sizes: its
    limits. As torch.optim.Rprop.
    """

    _counts_in_tensors = True
    _later_settings = {"foreach": None, "maximize": False, "differentiable": False, "capturable": False}
    _like_param = frozenset({"prev", "step_size"})

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1e-2,
        etas: tuple[float, float] = (0.5, 1.2),
        step_sizes: tuple[float, float] = (1e-6, 50),
        *,
        capturable: bool = False,
        foreach: bool | None = None,
        maximize: bool = False,
        differentiable: bool = False,
    ) -> None:
        defaults = {
            "lr": lr, "etas": etas, "step_sizes": step_sizes, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable, "capturable": capturable,
        }  # fmt: skip
        self._check_group(defaults)
        super().__init__(params, defaults)

    def _check_group(self, group):
        check_lr(group["lr"])
        low, high = group["etas"]
        if not 0.0 < low < 1.0 < high:
            raise ValueError(f"Invalid eta values: {low}, {high}")

    def _new_state(self, group, param, grad):
        size = _get_value(group["lr"])
        size = complex(size, size) if param.is_complex() else size
        return {
            "step": counter(param, group),
            "prev": _ops.zeros_like(param),
            "step_size": _ops.full_like(grad, size),
        }

    def _step_group(self, group, params, grads):
        states = self._states(group, params, grads)
        etaminus, etaplus = group["etas"]
        step_size_min, step_size_max = group["step_sizes"]
        settings = ("foreach", "maximize", "differentiable", "capturable")
        rprop(
            params,
            grads,
            column(states, "prev"),
            column(states, "step_size"),
            column(states, "step"),
            step_size_min=step_size_min,
            step_size_max=step_size_max,
            etaminus=etaminus,
            etaplus=etaplus,
            **{name: group[name] for name in settings},
        )


def rprop(
    params: list[Tensor],
    grads: list[Tensor],
    prevs: list[Tensor],
    step_sizes: list[Tensor],
    state_steps: list[Tensor],
    foreach: bool | None = None,
    capturable: bool = False,
    maximize: bool = False,
    differentiable: bool = False,
    has_complex: bool = False,
    *,
    step_size_min: float,
    step_size_max: float,
    etaminus: float,
    etaplus: float,
) -> None:
    """One Rprop step for lists of parameters and their state, in place. As torch.optim.rprop.rprop."""
    check_steps(state_steps)
    if capturable:
        check_capturable(params, state_steps)
    if not params:
        return
    if takes_foreach(foreach, differentiable):
        count(state_steps)
    else:
        for step in state_steps:
            step += 1
    params, grads, prevs, step_sizes = as_real(params, grads, prevs, step_sizes)
    grads = signed(grads, maximize)
    taken = []
    for grad, prev, step_size in zip(grads, prevs, step_sizes):
        product = grad.mul(prev.clone() if differentiable else prev)
        turned = product.lt(0)
        factor = _ops.where(product.gt(0), etaplus, _ops.where(turned, etaminus, 1.0)).to(step_size.dtype)
        step_size.mul_(factor).clamp_(step_size_min, step_size_max)
        taken.append(grad.masked_fill(turned, 0))
    if takes_foreach(foreach, differentiable):
        _ops._foreach_addcmul_(params, _ops._foreach_sign(taken), step_sizes, value=-1)
        _ops._foreach_copy_(prevs, taken)
    else:
        for param, prev, step_size, grad in zip(params, prevs, step_sizes, taken):
            param.addcmul_(grad.sign(), step_size, value=-1)
            prev.copy_(grad)
