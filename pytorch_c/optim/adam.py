"""Adam (torch.optim.adam)."""

from __future__ import annotations

from .. import _ops
from .._tensor.tensor import Tensor
from . import _steps
from ._adams import decayed_one, moved_means
from ._settings import (
    _get_value,
    are_on_cpu,
    as_real,
    check_betas,
    check_capturable,
    check_implementation,
    check_lr,
    check_number,
    check_steps,
    count,
    counter,
    learned,
    skips,
    takes_foreach,
)
from .optimizer import Optimizer, _device_dtype_check_for_fused, _to_scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._typing import Params

__all__ = ["Adam", "adam"]


class Adam(Optimizer):
    """Adam: steps by the running mean of gradients over the root of the running mean of their squares.

    betas: how much of the two means is kept. eps is added to the root. weight_decay * p is added to the
    gradient, or with decoupled_weight_decay=True lr * weight_decay * p taken off p (AdamW). amsgrad
    divides by the largest mean of squares so far. maximize steps upwards. A step is libtorch's fused
    one; foreach chooses lists of operations (True) or one parameter at a time (False, and with
    differentiable, which autograd follows).

    Raises ValueError for negative lr, eps or weight_decay, and betas outside [0, 1). As torch.optim.Adam.
    """

    _counts_in_tensors = True
    _later_settings = {
        "amsgrad": False,
        "maximize": False,
        "foreach": None,
        "capturable": False,
        "differentiable": False,
        "decoupled_weight_decay": False,
        "fused": None,
    }
    _like_param = frozenset({"exp_avg", "exp_avg_sq", "max_exp_avg_sq"})

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1e-3,
        betas: tuple[float | Tensor, float | Tensor] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        amsgrad: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
        decoupled_weight_decay: bool = False,
    ) -> None:
        check_betas(betas)
        defaults = {
            "lr": lr, "betas": tuple(map(_to_scalar, betas)), "eps": eps, "weight_decay": weight_decay,
            "amsgrad": amsgrad, "maximize": maximize, "foreach": foreach, "capturable": capturable,
            "differentiable": differentiable, "fused": fused, "decoupled_weight_decay": decoupled_weight_decay,
        }  # fmt: skip
        self._check_group(defaults)
        if isinstance(betas[0], Tensor) != isinstance(betas[1], Tensor):
            raise ValueError("betas must be either both floats or both Tensors")
        super().__init__(params, defaults)
        check_implementation(foreach, fused, differentiable)
        self._step_supports_amp_scaling = bool(fused)

    def _check_group(self, group):
        plain_foreach = group["foreach"] and not group["capturable"]
        if isinstance(group["lr"], Tensor) and plain_foreach:
            raise ValueError("lr as a Tensor is not supported for capturable=False and foreach=True")
        check_lr(group["lr"])
        check_number("epsilon value", group["eps"])
        check_number("weight_decay value", group["weight_decay"])
        check_betas(group["betas"])
        for index, beta in enumerate(group["betas"]):
            if isinstance(beta, Tensor) and plain_foreach:
                raise ValueError(f"betas[{index}] as a Tensor is not supported for capturable=False and foreach=True")

    def _refuse_sparse(self):
        raise RuntimeError("Adam does not support sparse gradients, please consider SparseAdam instead")

    def _new_state(self, group, param, grad):
        if group["fused"]:
            _device_dtype_check_for_fused(param)
        names = ("exp_avg", "exp_avg_sq", "max_exp_avg_sq")[: 3 if group["amsgrad"] else 2]
        return {"step": counter(param, group), **{name: _ops.zeros_like(param) for name in names}}

    def _init_group(
        self,
        group: dict[str, Any],
        params_with_grad: list[Tensor],
        grads: list[Tensor],
        exp_avgs: list[Tensor],
        exp_avg_sqs: list[Tensor],
        max_exp_avg_sqs: list[Tensor],
        state_steps: list[Tensor],
    ) -> bool:
        """Fills the lists that adam() takes, for steps of subclasses, and returns whether a parameter is complex."""
        found = self._gather(group, params_with_grad, grads)
        for param, state in zip((param for param, _ in found), self._states(group, *zip(*found)) if found else ()):
            exp_avgs.append(state["exp_avg"])
            exp_avg_sqs.append(state["exp_avg_sq"])
            state_steps.append(state["step"])
            if group["amsgrad"]:
                max_exp_avg_sqs.append(_largest(state, param))
        return any(param.is_complex() for param, _ in found)

    def _step_group(self, group, params, grads):
        exp_avgs, exp_avg_sqs, steps = self._columns(group, params, grads, "exp_avg", "exp_avg_sq", "step")
        beta1, beta2 = group["betas"]
        adam(
            params,
            grads,
            exp_avgs,
            exp_avg_sqs,
            [_largest(self.state[param], param) for param in params] if group["amsgrad"] else [],
            steps,
            amsgrad=bool(group["amsgrad"]),
            beta1=beta1,
            beta2=beta2,
            lr=group["lr"],
            weight_decay=group["weight_decay"],
            eps=group["eps"],
            maximize=bool(group["maximize"]),
            foreach=group["foreach"],
            capturable=group["capturable"],
            differentiable=group["differentiable"],
            fused=group["fused"],
            grad_scale=getattr(self, "grad_scale", None),
            found_inf=getattr(self, "found_inf", None),
            decoupled_weight_decay=bool(group["decoupled_weight_decay"]),
        )


def _largest(state, param):
    """The largest mean of squares so far; it may be asked for when some steps are done."""
    if "max_exp_avg_sq" not in state:
        state["max_exp_avg_sq"] = _ops.zeros_like(param)
    return state["max_exp_avg_sq"]


def adam(
    params: list[Tensor],
    grads: list[Tensor],
    exp_avgs: list[Tensor],
    exp_avg_sqs: list[Tensor],
    max_exp_avg_sqs: list[Tensor],
    state_steps: list[Tensor],
    foreach: bool | None = None,
    capturable: bool = False,
    differentiable: bool = False,
    fused: bool | None = None,
    grad_scale: Tensor | None = None,
    found_inf: Tensor | None = None,
    has_complex: bool = False,
    decoupled_weight_decay: bool = False,
    *,
    amsgrad: bool,
    beta1: float | Tensor,
    beta2: float | Tensor,
    lr: float | Tensor,
    weight_decay: float,
    eps: float,
    maximize: bool,
) -> None:
    """One Adam step for lists of parameters and their state, in place; counters go up by one.

    max_exp_avg_sqs: [] without amsgrad. As torch.optim.adam.adam.
    """
    check_steps(state_steps)
    if skips(grads, grad_scale, found_inf, fused):
        return
    if capturable:
        check_capturable(params, state_steps)
    columns = (params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps)
    fused = fused or (fused is foreach is None and not differentiable and are_on_cpu(params))
    if fused:
        _steps.adam_step(
            *columns,
            lr=float(lr),
            beta1=float(beta1),
            beta2=float(beta2),
            eps=float(eps),
            weight_decay=float(weight_decay),
            amsgrad=amsgrad,
            maximize=maximize,
            decoupled=decoupled_weight_decay,
        )
        return
    step = _multi_tensor_adam if takes_foreach(foreach, differentiable) else _single_tensor_adam
    step = _capturable_adam if capturable else step
    step(
        *columns,
        lr=lr,
        beta1=beta1,
        beta2=beta2,
        eps=eps,
        weight_decay=weight_decay,
        amsgrad=amsgrad,
        maximize=maximize,
        decoupled_weight_decay=decoupled_weight_decay,
        differentiable=differentiable,
    )


def _single_tensor_adam(
    params,
    grads,
    exp_avgs,
    exp_avg_sqs,
    max_exp_avg_sqs,
    state_steps,
    *,
    lr,
    beta1,
    beta2,
    eps,
    weight_decay,
    amsgrad,
    maximize,
    decoupled_weight_decay,
    differentiable,
):
    lr, beta1, beta2, weight_decay = map(learned, (lr, beta1, beta2, weight_decay))
    largest = max_exp_avg_sqs if amsgrad else [None] * len(params)
    for param, grad, exp_avg, exp_avg_sq, most, step_t in zip(
        params, grads, exp_avgs, exp_avg_sqs, largest, state_steps
    ):
        step_t += 1
        grad = -grad if maximize else grad
        grad = decayed_one(param, grad, lr, weight_decay, decoupled_weight_decay)
        ((param, grad, exp_avg, exp_avg_sq, most),) = as_real([param, grad, exp_avg, exp_avg_sq, most])
        exp_avg.lerp_(grad, 1 - beta1)
        if isinstance(beta2, Tensor):
            exp_avg_sq.lerp_(grad.square(), 1 - beta2)
        else:
            exp_avg_sq.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        mean = exp_avg_sq
        if amsgrad:
            most.copy_(_ops.maximum(most.clone() if differentiable else most, exp_avg_sq))
            mean = most
        step = step_t.clone() if differentiable else step_t.item()
        step_size, root = lr / (1 - beta1**step), (1 - beta2**step) ** 0.5
        if differentiable:
            param.addcdiv_(exp_avg.clone(), mean.sqrt() / (root * -step_size) + eps / -step_size)
        else:
            param.addcdiv_(exp_avg, (mean.sqrt() / root).add_(eps), value=-step_size)


def _multi_tensor_adam(
    params,
    grads,
    exp_avgs,
    exp_avg_sqs,
    max_exp_avg_sqs,
    state_steps,
    *,
    lr,
    beta1,
    beta2,
    eps,
    weight_decay,
    amsgrad,
    maximize,
    decoupled_weight_decay,
    differentiable,
):
    if not params:
        return
    lr, beta1, beta2 = map(_get_value, (lr, beta1, beta2))
    params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs = as_real(
        params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs
    )
    count(state_steps)
    moved_means(
        params,
        grads,
        exp_avgs,
        exp_avg_sqs,
        lr=lr,
        beta1=beta1,
        beta2=beta2,
        weight_decay=weight_decay,
        maximize=maximize,
        decoupled=decoupled_weight_decay,
    )
    steps = [step.item() for step in state_steps]
    if amsgrad:
        _ops._foreach_maximum_(max_exp_avg_sqs, exp_avg_sqs)
    denom = list(_ops._foreach_sqrt(max_exp_avg_sqs if amsgrad else exp_avg_sqs))
    _ops._foreach_div_(denom, [(1 - beta2**step) ** 0.5 for step in steps])
    _ops._foreach_add_(denom, eps)
    _ops._foreach_addcdiv_(params, exp_avgs, denom, [-lr / (1 - beta1**step) for step in steps])


def _capturable_adam(
    params,
    grads,
    exp_avgs,
    exp_avg_sqs,
    max_exp_avg_sqs,
    state_steps,
    *,
    lr,
    beta1,
    beta2,
    eps,
    weight_decay,
    amsgrad,
    maximize,
    decoupled_weight_decay,
    differentiable,
):
    """The step in which no number comes to the host, so that a graph of the device's work holds it: counters stay there."""
    if not params:
        return
    params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs = as_real(
        params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs
    )
    count(state_steps)
    moved_means(
        params,
        grads,
        exp_avgs,
        exp_avg_sqs,
        lr=lr,
        beta1=beta1,
        beta2=beta2,
        weight_decay=weight_decay,
        maximize=maximize,
        decoupled=decoupled_weight_decay,
    )
    if amsgrad:
        _ops._foreach_maximum_(max_exp_avg_sqs, exp_avg_sqs)
    denom = list(_ops._foreach_sqrt(max_exp_avg_sqs if amsgrad else exp_avg_sqs))
    roots = _one_less(_ops._foreach_pow(beta2, state_steps))
    _ops._foreach_sqrt_(roots)
    _ops._foreach_div_(denom, roots)
    _ops._foreach_add_(denom, eps)
    rates = _one_less(_ops._foreach_pow(beta1, state_steps))
    _ops._foreach_div_(rates, lr)
    _ops._foreach_mul_(denom, rates)
    _ops._foreach_addcdiv_(params, exp_avgs, denom, -1.0)


def _one_less(powers):
    """1 - each."""
    powers = list(powers)
    _ops._foreach_neg_(powers)
    _ops._foreach_add_(powers, 1)
    return powers
