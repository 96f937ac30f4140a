"""Stochastic gradient descent (torch.optim.sgd)."""

from __future__ import annotations

from .. import _ops
from .._boundary.handle import core
from .._tensor.tensor import Tensor
from . import _steps
from ._settings import (
    _get_value,
    as_real,
    check_implementation,
    check_lr,
    check_number,
    decayed,
    learned,
    skips,
    takes_foreach,
)
from .optimizer import Optimizer, _device_dtype_check_for_fused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._typing import Params

__all__ = ["SGD", "sgd"]


class SGD(Optimizer):
    """Stochastic gradient descent with momentum, for each parameter p with gradient g:

    g += weight_decay * p; buffer = momentum * buffer + (1 - dampening) * g, in the first step g;
    p -= lr * (g + momentum * buffer if nesterov else buffer), or p += with maximize.

    A step is libtorch's fused one; foreach chooses lists of operations (True) or one parameter at a
    time (False, and with differentiable or sparse gradients).

    Raises ValueError for negative lr, momentum or weight_decay, and nesterov without momentum or with
    dampening. As torch.optim.SGD.
    """

    _later_settings = {
        "nesterov": False,
        "maximize": False,
        "foreach": None,
        "differentiable": False,
        "fused": False,
    }
    _like_param = frozenset({"momentum_buffer"})

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1e-3,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float | Tensor = 0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
        foreach: bool | None = None,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        defaults = {
            "lr": lr,
            "momentum": momentum,
            "dampening": dampening,
            "weight_decay": weight_decay,
            "nesterov": nesterov,
            "maximize": maximize,
            "foreach": foreach,
            "differentiable": differentiable,
            "fused": fused,
        }
        self._check_group(defaults)
        super().__init__(params, defaults)
        check_implementation(foreach, fused, differentiable)
        self._step_supports_amp_scaling = bool(fused)

    def _check_group(self, group):
        check_lr(group["lr"])
        for name in ("momentum", "weight_decay"):
            check_number(f"{name} value", group[name])
        check_number("dampening value", group["dampening"], low=float("-inf"))
        if group["nesterov"] and (group["momentum"] <= 0 or group["dampening"] != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")

    def _init_group(
        self,
        group: dict[str, Any],
        params: list[Tensor],
        grads: list[Tensor],
        momentum_buffer_list: list[Tensor | None],
    ) -> bool:
        """Fills the lists that sgd() takes, for steps of subclasses, and returns whether a gradient is sparse."""
        found = self._gather(group, params, grads)
        if group["momentum"] != 0:
            momentum_buffer_list += [self.state[param].get("momentum_buffer") for param, _ in found]
        return any(grad.is_sparse for _, grad in found)

    def _step_group(self, group, params, grads):
        if group["momentum"] == 0 and group["fused"] is group["foreach"] is None and not group["differentiable"]:
            if not any([grad.is_sparse for grad in grads]):
                _steps.plain_sgd_step(params, grads, group["lr"], group["weight_decay"], group["maximize"])
                return
        if group["fused"]:
            for param in params:
                _device_dtype_check_for_fused(param)
        momentum, has_sparse_grad = group["momentum"], False
        known = core.state_columns(self.state, params, grads, ("momentum_buffer",)) if momentum else None
        if known is not None:
            (buffers,) = known
        else:
            has_sparse_grad = any([grad.is_sparse for grad in grads])
            buffers = [self.state[param].get("momentum_buffer") for param in params] if momentum else []
        sgd(
            params,
            grads,
            buffers,
            has_sparse_grad=has_sparse_grad,
            foreach=False if group["differentiable"] else group["foreach"],
            fused=group["fused"],
            grad_scale=getattr(self, "grad_scale", None),
            found_inf=getattr(self, "found_inf", None),
            weight_decay=group["weight_decay"],
            momentum=momentum,
            lr=group["lr"],
            dampening=group["dampening"],
            nesterov=bool(group["nesterov"]),
            maximize=bool(group["maximize"]),
        )
        if known is None:
            for param, buffer in zip(params, buffers):
                self.state[param]["momentum_buffer"] = buffer


def sgd(
    params: list[Tensor],
    d_p_list: list[Tensor],
    momentum_buffer_list: list[Tensor | None],
    has_sparse_grad: bool = False,
    foreach: bool | None = None,
    fused: bool | None = None,
    grad_scale: Tensor | None = None,
    found_inf: Tensor | None = None,
    *,
    weight_decay: float | Tensor,
    momentum: float,
    lr: float | Tensor,
    dampening: float,
    nesterov: bool,
    maximize: bool,
) -> None:
    """One step for lists of parameters and gradients, in place; where a buffer is None, it is made.

    As torch.optim.sgd.sgd.
    """
    if skips(d_p_list, grad_scale, found_inf, fused):
        return
    if fused and has_sparse_grad:
        raise RuntimeError("`_fused_sgd` does not support sparse gradients")
    if fused or (not fused and foreach is None and not has_sparse_grad):
        step = _fused_sgd
    else:
        step = _multi_tensor_sgd if takes_foreach(foreach, False, d_p_list) else _single_tensor_sgd
    step(
        params,
        d_p_list,
        momentum_buffer_list,
        lr=lr,
        momentum=_get_value(momentum),
        weight_decay=weight_decay,
        dampening=_get_value(dampening),
        nesterov=nesterov,
        maximize=maximize,
    )


def _single_tensor_sgd(params, grads, buffers, *, lr, momentum, weight_decay, dampening, nesterov, maximize):
    lr, weight_decay = learned(lr), learned(weight_decay)
    for index, (param, grad) in enumerate(zip(params, grads)):
        grad = -grad if maximize else grad
        if isinstance(weight_decay, Tensor):
            grad = grad.addcmul(param.clone(), weight_decay)
        elif weight_decay != 0:
            grad = grad.add(param, alpha=weight_decay)
        if momentum != 0:
            if buffers[index] is None:
                buffers[index] = grad.detach().clone()
            else:
                buffers[index].mul_(momentum).add_(grad, alpha=1 - dampening)
            grad = grad.add(buffers[index], alpha=momentum) if nesterov else buffers[index]
        if isinstance(lr, Tensor):
            param.addcmul_(grad, lr, value=-1)
        else:
            param.add_(grad, alpha=-lr)


def _multi_tensor_sgd(params, grads, buffers, *, lr, momentum, weight_decay, dampening, nesterov, maximize):
    if not params:
        return
    real, grads = as_real(params, grads)
    grads = decayed(real, grads, weight_decay, maximize)
    if momentum != 0:
        moving = [index for index, buffer in enumerate(buffers) if buffer is not None]
        if moving:
            (held,) = as_real([buffers[index] for index in moving])
            _ops._foreach_mul_(held, momentum)
            _ops._foreach_add_(held, [grads[index] for index in moving], alpha=1 - dampening)
        for index, buffer in enumerate(buffers):
            if buffer is None:
                made = grads[index].detach().clone()
                buffers[index] = _ops.view_as_complex(made) if params[index].is_complex() else made
        (held,) = as_real(buffers)
        grads = list(_ops._foreach_add(grads, held, alpha=momentum)) if nesterov else held
    _ops._foreach_add_(real, grads, alpha=-_get_value(lr))


def _fused_sgd(params, grads, buffers, *, lr, momentum, weight_decay, dampening, nesterov, maximize):
    settings = {
        "lr": float(lr),
        "momentum": float(momentum),
        "weight_decay": float(weight_decay),
        "dampening": float(dampening),
        "nesterov": nesterov,
        "maximize": maximize,
    }
    if not momentum:
        _steps.sgd_step(params, grads, [], is_first_step=False, **settings)
        return
    fresh, moving = ([], [], []), ([], [], [])
    for index, (param, grad) in enumerate(zip(params, grads)):
        row = fresh if buffers[index] is None else moving
        if buffers[index] is None:
            buffers[index] = _ops.empty_like(param)
        for to, tensor in zip(row, (param, grad, buffers[index])):
            to.append(tensor)
    for columns, is_first_step in ((fresh, True), (moving, False)):
        if columns[0]:
            _steps.sgd_step(*columns, is_first_step=is_first_step, **settings)
