"""Adagrad (torch.optim.adagrad)."""

from __future__ import annotations

from .. import _ops
from .._tensor.tensor import Tensor
from . import _steps
from ._settings import (
    _get_value,
    are_on_cpu,
    as_real,
    check_implementation,
    check_lr,
    check_number,
    check_steps,
    count,
    counter,
    decayed,
    skips,
    takes_foreach,
)
from .optimizer import Optimizer, _device_dtype_check_for_fused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._typing import Params

__all__ = ["Adagrad", "adagrad"]


class Adagrad(Optimizer):
    """Adagrad: steps by the gradient over the root of the sum of all squared gradients.

    The learning rate of step t is lr / (1 + (t - 1) * lr_decay); the sum starts at initial_accumulator_value.
    With fused=True, and by default on the CPU, a step is libtorch's fused one. Sparse gradients change
    the rows that they have. As torch.optim.Adagrad.
    """

    _counts_in_tensors = True
    _later_settings = {"foreach": None, "maximize": False, "differentiable": False, "fused": None}
    _like_param = frozenset({"sum"})

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1e-2,
        lr_decay: float = 0,
        weight_decay: float = 0,
        initial_accumulator_value: float = 0,
        eps: float = 1e-10,
        foreach: bool | None = None,
        *,
        maximize: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        defaults = {
            "lr": lr,
            "lr_decay": lr_decay,
            "eps": eps,
            "weight_decay": weight_decay,
            "initial_accumulator_value": initial_accumulator_value,
            "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable,
            "fused": fused,
        }
        self._check_group(defaults)
        super().__init__(params, defaults)
        check_implementation(foreach, fused, differentiable)
        self._step_supports_amp_scaling = bool(fused)
        for group in self.param_groups:
            for param in group["params"]:
                self.state[param] = self._new_state(group, param, None)

    def _check_group(self, group):
        check_lr(group["lr"])
        for name in ("lr_decay", "weight_decay", "initial_accumulator_value"):
            check_number(f"{name} value", group[name])
        check_number("epsilon value", group["eps"])

    def _new_state(self, group, param, grad):
        start = self.defaults["initial_accumulator_value"]
        start = complex(start, start) if param.is_complex() else start
        return {"step": counter(param, group), "sum": _ops.full_like(param, start)}

    def _refuse_sparse(self):
        """Sparse gradients are taken."""

    def share_memory(self) -> None:
        """Moves the sums into memory that processes share (Tensor.share_memory_)."""
        for state in self.state.values():
            state["sum"].share_memory_()

    def _init_group(
        self,
        group: dict[str, Any],
        params_with_grad: list[Tensor],
        grads: list[Tensor],
        state_sums: list[Tensor],
        state_steps: list[Tensor],
    ) -> tuple[bool, bool]:
        """Fills the lists that adagrad() takes, for steps of subclasses; whether a gradient is sparse, one complex."""
        found = self._gather(group, params_with_grad, grads)
        for state in self._states(group, *zip(*found)) if found else ():
            state_sums.append(state["sum"])
            state_steps.append(state["step"])
        return any(grad.is_sparse for _, grad in found), any(param.is_complex() for param, _ in found)

    def _step_group(self, group, params, grads):
        if group["fused"]:
            for param in params:
                _device_dtype_check_for_fused(param)
        sums, steps = self._columns(group, params, grads, "sum", "step")
        adagrad(
            params,
            grads,
            sums,
            steps,
            fused=group["fused"],
            grad_scale=getattr(self, "grad_scale", None),
            found_inf=getattr(self, "found_inf", None),
            has_sparse_grad=any(grad.is_sparse for grad in grads),
            foreach=group["foreach"],
            differentiable=group["differentiable"],
            lr=group["lr"],
            weight_decay=group["weight_decay"],
            lr_decay=group["lr_decay"],
            eps=group["eps"],
            maximize=bool(group["maximize"]),
        )


def adagrad(
    params: list[Tensor],
    grads: list[Tensor],
    state_sums: list[Tensor],
    state_steps: list[Tensor],
    fused: bool | None = None,
    grad_scale: Tensor | None = None,
    found_inf: Tensor | None = None,
    has_sparse_grad: bool = False,
    foreach: bool | None = None,
    differentiable: bool = False,
    has_complex: bool = False,
    *,
    lr: float | Tensor,
    weight_decay: float,
    lr_decay: float,
    eps: float,
    maximize: bool,
) -> None:
    """One Adagrad step for lists of parameters and their state, in place. As torch.optim.adagrad.adagrad."""
    check_steps(state_steps)
    if skips(grads, grad_scale, found_inf, fused):
        return
    if fused and has_sparse_grad:
        raise RuntimeError("`fused` does not support sparse gradients")
    lr = _get_value(lr)
    plain = fused is foreach is None and not differentiable and not has_sparse_grad
    if fused or (plain and are_on_cpu(params)):
        _steps.adagrad_step(
            params,
            grads,
            state_sums,
            state_steps,
            lr=float(lr),
            lr_decay=float(lr_decay),
            weight_decay=float(weight_decay),
            eps=float(eps),
            maximize=maximize,
        )
        return
    step = _multi_tensor_adagrad if takes_foreach(foreach, differentiable, grads) else _single_tensor_adagrad
    step(
        params,
        grads,
        state_sums,
        state_steps,
        lr=lr,
        weight_decay=weight_decay,
        lr_decay=lr_decay,
        eps=eps,
        maximize=maximize,
    )


def _make_sparse(grad, grad_indices, values):
    return _ops.sparse_coo_tensor(grad_indices, values, grad.size())


def _single_tensor_adagrad(params, grads, state_sums, state_steps, *, lr, weight_decay, lr_decay, eps, maximize):
    for param, grad, total, step_t in zip(params, grads, state_sums, state_steps):
        step_t += 1
        grad = -grad if maximize else grad
        if weight_decay != 0:
            if grad.is_sparse:
                raise RuntimeError("weight_decay option is not compatible with sparse gradients")
            grad = grad.add(param, alpha=weight_decay)
        rate = lr / (1 + (step_t.item() - 1) * lr_decay)
        if grad.is_sparse:
            _sparse_step(param, grad.coalesce(), total, rate, eps)
            continue
        ((param, grad, total),) = as_real([param, grad, total])
        total.addcmul_(grad, grad, value=1)
        param.addcdiv_(grad, total.sqrt() + eps, value=-rate)


def _sparse_step(param, grad, total, rate, eps):
    indices, values = grad._indices(), grad._values()
    total.add_(_make_sparse(grad, indices, values.pow(2)))
    root = total.sparse_mask(grad)._values().sqrt_().add_(eps)
    param.add_(_make_sparse(grad, indices, values / root), alpha=-rate)


def _multi_tensor_adagrad(params, grads, state_sums, state_steps, *, lr, weight_decay, lr_decay, eps, maximize):
    if not params:
        return
    params, grads, state_sums = as_real(params, grads, state_sums)
    count(state_steps)
    grads = decayed(params, grads, weight_decay, maximize)
    _ops._foreach_addcmul_(state_sums, grads, grads, value=1)
    root = list(_ops._foreach_sqrt(state_sums))
    _ops._foreach_add_(root, eps)
    _ops._foreach_addcdiv_(params, grads, root, [-lr / (1 + (step.item() - 1) * lr_decay) for step in state_steps])
