"""Adam with Nesterov momentum (torch.optim.nadam)."""

from __future__ import annotations

from .. import _ops
from .._tensor.tensor import Tensor
from ._adams import check_adam, decayed_one, moved_means
from ._settings import (
    _get_value,
    as_real,
    check_capturable,
    check_number,
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

__all__ = ["NAdam", "nadam"]


class NAdam(Optimizer):
    """Adam with Nesterov momentum, which grows with the steps as momentum_decay says.

    With decoupled_weight_decay=True the decay is AdamW's. As torch.optim.NAdam.
    """

    _counts_in_tensors = True
    _later_settings = {
        "maximize": False, "foreach": None, "capturable": False, "differentiable": False,
        "decoupled_weight_decay": False,
    }  # fmt: skip
    _like_param = frozenset({"exp_avg", "exp_avg_sq"})

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum_decay: float = 4e-3,
        decoupled_weight_decay: bool = False,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
        capturable: bool = False,
        differentiable: bool = False,
    ) -> None:
        defaults = {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "momentum_decay": momentum_decay,
            "decoupled_weight_decay": decoupled_weight_decay, "maximize": maximize, "foreach": foreach,
            "capturable": capturable, "differentiable": differentiable,
        }  # fmt: skip
        self._check_group(defaults)
        super().__init__(params, defaults)

    def _check_group(self, group):
        check_adam(group)
        check_number("momentum_decay value", group["momentum_decay"])

    def __setstate__(self, state):
        super().__setstate__(state)
        for group in self.param_groups:
            for param in group["params"]:
                held = self.state.get(param) or {}
                if "mu_product" in held and not isinstance(held["mu_product"], Tensor):
                    held["mu_product"] = counter(param, group, float(held["mu_product"]))

    def _new_state(self, group, param, grad):
        zeros = {name: _ops.zeros_like(param) for name in ("exp_avg", "exp_avg_sq")}
        return {"step": counter(param, group), "mu_product": counter(param, group, 1.0), **zeros}

    def _step_group(self, group, params, grads):
        states = self._states(group, params, grads)
        beta1, beta2 = group["betas"]
        settings = (
            "lr", "weight_decay", "momentum_decay", "eps", "maximize", "decoupled_weight_decay", "foreach",
            "capturable", "differentiable",
        )  # fmt: skip
        columns = (column(states, name) for name in ("exp_avg", "exp_avg_sq", "mu_product", "step"))
        nadam(params, grads, *columns, beta1=beta1, beta2=beta2, **{name: group[name] for name in settings})


def nadam(
    params: list[Tensor],
    grads: list[Tensor],
    exp_avgs: list[Tensor],
    exp_avg_sqs: list[Tensor],
    mu_products: list[Tensor],
    state_steps: list[Tensor],
    decoupled_weight_decay: bool = False,
    foreach: bool | None = None,
    capturable: bool = False,
    differentiable: bool = False,
    has_complex: bool = False,
    maximize: bool = False,
    *,
    beta1: float,
    beta2: float,
    lr: float | Tensor,
    weight_decay: float,
    momentum_decay: float,
    eps: float,
) -> None:
    """One NAdam step for lists of parameters and their state, in place. As torch.optim.nadam.nadam."""
    check_steps(state_steps)
    check_steps(mu_products, "mu_products")
    if capturable:
        check_capturable(params, state_steps)
    step = _multi_tensor_nadam if takes_foreach(foreach, differentiable) else _single_tensor_nadam
    step(
        params, grads, exp_avgs, exp_avg_sqs, mu_products, state_steps, beta1=beta1, beta2=beta2, lr=_get_value(lr),
        weight_decay=weight_decay, momentum_decay=momentum_decay, eps=eps, maximize=maximize,
        decoupled_weight_decay=decoupled_weight_decay, differentiable=differentiable,
    )  # fmt: skip


def _momentum(beta1, step, momentum_decay):
    return beta1 * (1.0 - 0.5 * (0.96 ** (step * momentum_decay)))


def _single_tensor_nadam(
    params, grads, exp_avgs, exp_avg_sqs, mu_products, state_steps,
    *, beta1, beta2, lr, weight_decay, momentum_decay, eps, maximize, decoupled_weight_decay, differentiable,
):  # fmt: skip
    for param, grad, exp_avg, exp_avg_sq, mu_product, step_t in zip(
        params, grads, exp_avgs, exp_avg_sqs, mu_products, state_steps
    ):
        ((param, grad, exp_avg, exp_avg_sq),) = as_real([param, grad, exp_avg, exp_avg_sq])
        grad = -grad if maximize else grad
        step_t += 1
        step = step_t.item()
        grad = decayed_one(param, grad, lr, weight_decay, decoupled_weight_decay)
        mu, mu_next = (_momentum(beta1, at, momentum_decay) for at in (step, step + 1))
        mu_product *= mu
        exp_avg.lerp_(grad, 1 - beta1)
        exp_avg_sq.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        denom = exp_avg_sq.div(1 - beta2**step).sqrt() + eps
        product = mu_product if differentiable else mu_product.item()
        of_grad, of_mean = -lr * (1.0 - mu) / (1.0 - product), -lr * mu_next / (1.0 - product * mu_next)
        if differentiable:
            param.addcdiv_(grad * of_grad, denom)
            param.addcdiv_(exp_avg * of_mean, denom)
        else:
            param.addcdiv_(grad, denom, value=of_grad)
            param.addcdiv_(exp_avg, denom, value=of_mean)


def _multi_tensor_nadam(
    params, grads, exp_avgs, exp_avg_sqs, mu_products, state_steps,
    *, beta1, beta2, lr, weight_decay, momentum_decay, eps, maximize, decoupled_weight_decay, differentiable,
):  # fmt: skip
    if not params:
        return
    params, grads, exp_avgs, exp_avg_sqs = as_real(params, grads, exp_avgs, exp_avg_sqs)
    count(state_steps)
    grads = moved_means(
        params, grads, exp_avgs, exp_avg_sqs, lr=lr, beta1=beta1, beta2=beta2, weight_decay=weight_decay,
        maximize=maximize, decoupled=decoupled_weight_decay,
    )  # fmt: skip
    steps = [step.item() for step in state_steps]
    mus, mu_nexts = ([_momentum(beta1, step + more, momentum_decay) for step in steps] for more in (0, 1))
    _ops._foreach_mul_(mu_products, mus)
    products = [product.item() for product in mu_products]
    denom = list(_ops._foreach_div(exp_avg_sqs, [1 - beta2**step for step in steps]))
    _ops._foreach_sqrt_(denom)
    _ops._foreach_add_(denom, eps)
    of_grads = [-lr * (1.0 - mu) / (1.0 - product) for mu, product in zip(mus, products)]
    of_means = [-lr * mu_next / (1.0 - product * mu_next) for mu_next, product in zip(mu_nexts, products)]
    _ops._foreach_addcdiv_(params, grads, denom, of_grads)
    _ops._foreach_addcdiv_(params, exp_avgs, denom, of_means)
