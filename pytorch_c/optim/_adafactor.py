"""Adafactor (torch.optim.Adafactor)."""

from __future__ import annotations

from .. import _ops
from .._composites.types import finfo
from .._tensor.data import tensor as make_tensor
from .._tensor.tensor import Tensor
from ._settings import _get_scalar_dtype, _get_value, check_lr, check_steps
from .optimizer import Optimizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._typing import Params

__all__ = ["Adafactor"]


class Adafactor(Optimizer):
    """Adafactor: like Adam without a mean of gradients, and of a matrix's squares only the rows' and columns' means.

    The step is at most lr and 1 / sqrt(t), times the parameter's root mean square (at least eps[1]); an
    update whose root mean square is above d is clipped to it. foreach is kept and changes nothing.

    Raises ValueError for settings outside their limits. As torch.optim.Adafactor.
    """

    _counts_in_tensors = True
    _later_settings = {"foreach": None}
    _like_param = frozenset({"variance"})

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1e-2,
        beta2_decay: float = -0.8,
        eps: tuple[float | None, float] = (None, 1e-3),
        d: float = 1.0,
        weight_decay: float = 0.0,
        *,
        foreach: bool | None = None,
        maximize: bool = False,
    ) -> None:
        defaults = {
            "lr": lr, "beta2_decay": beta2_decay, "eps": eps, "d": d, "weight_decay": weight_decay,
            "foreach": foreach, "maximize": maximize,
        }  # fmt: skip
        self._check_group(defaults)
        super().__init__(params, defaults)

    def _check_group(self, group):
        eps1, eps2 = group["eps"]
        if isinstance(group["lr"], Tensor):
            check_lr(group["lr"])
        if not 0.0 <= group["lr"]:
            raise ValueError(f"Learning rate should be >= 0 but is: {group['lr']}")
        if not 0.0 >= group["beta2_decay"]:
            raise ValueError(f"beta2_decay should be <= 0 but is: {group['beta2_decay']}")
        if eps1 is not None and not 0.0 <= eps1:
            raise ValueError(f"epsilon1 should be >= 0 but is: {eps1}")
        if not 0.0 <= eps2:
            raise ValueError(f"epsilon2 should be >= 0 but is: {eps2}")
        if not 1.0 <= group["d"]:
            raise ValueError(f"Clipping threshold d should be >= 1 but is: {group['d']}")
        if not 0.0 <= group["weight_decay"]:
            raise ValueError(f"weight_decay should be >= 0 but is: {group['weight_decay']}")

    def _new_state(self, group, param, grad):
        if param.is_complex():
            raise RuntimeError("Adafactor does not support complex parameters")
        state = {"step": make_tensor(0.0, dtype=_get_scalar_dtype())}
        if grad.dim() <= 1:
            return {**state, "variance": _ops.zeros_like(grad)}
        *rest, rows, columns = grad.shape
        return {**state, "row_var": grad.new_zeros([*rest, rows, 1]), "col_var": grad.new_zeros([*rest, 1, columns])}

    def _step_group(self, group, params, grads):
        states = self._states(group, params, grads)
        eps1, eps2 = group["eps"]
        adafactor(
            params,
            grads,
            *([state.get(name) for state in states] for name in ("row_var", "col_var", "variance", "step")),
            d=group["d"],
            lr=group["lr"],
            beta2_decay=group["beta2_decay"],
            weight_decay=group["weight_decay"],
            eps1=eps1,
            eps2=eps2,
            foreach=group["foreach"],
            maximize=group["maximize"],
        )


def adafactor(
    params: list[Tensor],
    grads: list[Tensor],
    row_vars: list[Tensor | None],
    col_vars: list[Tensor | None],
    variances: list[Tensor | None],
    state_steps: list[Tensor],
    foreach: bool | None = None,
    grad_scale: Tensor | None = None,
    found_inf: Tensor | None = None,
    has_complex: bool = False,
    *,
    d: float,
    lr: float | Tensor,
    beta2_decay: float,
    weight_decay: float,
    eps1: float | None,
    eps2: float,
    maximize: bool,
) -> None:
    """One Adafactor step for lists of parameters and their state, in place. As torch's adafactor.

    row_vars, col_vars: for gradients of two dimensions and more; variances: for the others.
    """
    check_steps(state_steps)
    if grad_scale is not None or found_inf is not None:
        raise AssertionError("Grad scaling should occur outside of optimizer.step()")
    lr = _get_value(lr)
    for param, grad, row_var, col_var, variance, step_t in zip(
        params, grads, row_vars, col_vars, variances, state_steps
    ):
        grad = -grad if maximize else grad
        least = finfo(param.dtype).eps if eps1 is None else eps1
        step_t += 1
        step = step_t.item()
        share = step**beta2_decay
        size = max(eps2, _root_mean_square(param)) * min(lr, 1 / step**0.5)
        if weight_decay != 0:
            param.mul_(1 - lr * weight_decay)
        if grad.dim() > 1:
            estimate = _factored_estimate(grad, row_var, col_var, share, least)
        else:
            estimate = variance.lerp_(grad * grad, share).clone()
        update = estimate.clamp_(min=least * least).rsqrt_().mul_(grad)
        param.add_(update, alpha=-size / max(1.0, _root_mean_square(update) / d))


def _root_mean_square(tensor):
    return tensor.norm(2).item() / tensor.numel() ** 0.5


def _factored_estimate(grad, row_var, col_var, share, least):
    """The squares of gradients as a product of rows' and columns' means, which are brought up to date first."""
    for var, dim in ((row_var, -1), (col_var, -2)):
        var.lerp_(grad.norm(dim=dim, keepdim=True).square_().div_(grad.size(dim)), share)
    estimate = row_var @ col_var
    return estimate.div_(row_var.mean(dim=-2, keepdim=True).clamp_(min=least))
