"""Muon (torch.optim.Muon)."""

from __future__ import annotations

import math

from .. import _ops
from .._tensor.tensor import Tensor
from ._settings import _get_value, check_lr, column
from .optimizer import Optimizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._typing import Params

__all__ = ["Muon"]

EPS = 1e-7
# The quintic whose iteration brings singular values towards 1, steepest at 0 (Keller Jordan's Muon).
DEFAULT_A, DEFAULT_B, DEFAULT_C = 3.4445, -4.7750, 2.0315
DEFAULT_NS_STEPS = 5
_ADJUSTMENTS = (None, "original", "match_rms_adamw")


class Muon(Optimizer):
    """Muon: momentum for matrices, whose step is orthogonalized by ns_steps of a Newton-Schulz iteration.

    adjust_lr_fn: how the rate depends on the matrix's shape, "original" (None too) or "match_rms_adamw".

    Raises ValueError for parameters that are no matrices and settings outside their limits.
    As torch.optim.Muon.
    """

    _like_param = frozenset({"momentum_buffer"})

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1e-3,
        weight_decay: float = 0.1,
        momentum: float = 0.95,
        nesterov: bool = True,
        ns_coefficients: tuple[float, float, float] = (DEFAULT_A, DEFAULT_B, DEFAULT_C),
        eps: float = EPS,
        ns_steps: int = DEFAULT_NS_STEPS,
        adjust_lr_fn: str | None = None,
    ) -> None:
        defaults = {
            "lr": lr, "weight_decay": weight_decay, "momentum": momentum, "nesterov": nesterov,
            "ns_coefficients": ns_coefficients, "eps": eps, "ns_steps": ns_steps, "adjust_lr_fn": adjust_lr_fn,
        }  # fmt: skip
        self._check_group(defaults)
        super().__init__(params, defaults)
        for group in self.param_groups:
            for param in group["params"]:
                if param.ndim != 2:
                    raise ValueError(
                        f"Muon only supports 2D parameters whereas we found a parameter with size: {param.size()}"
                    )

    def _check_group(self, group):
        if isinstance(group["lr"], Tensor):
            check_lr(group["lr"])
        for name, text in (("lr", "Learning rate"), ("momentum", "momentum"), ("weight_decay", "weight decay")):
            if not 0.0 <= group[name]:
                raise ValueError(f"{text} should be >= 0 but is: {group[name]}")
        if group["adjust_lr_fn"] not in _ADJUSTMENTS:
            raise ValueError(f"Adjust learning rate function {group['adjust_lr_fn']} is not supported")

    def _new_state(self, group, param, grad):
        if param.is_complex():
            raise RuntimeError("Muon does not support complex parameters")
        return {"momentum_buffer": _ops.zeros_like(grad)}

    def _step_group(self, group, params, grads):
        states = self._states(group, params, grads)
        settings = (
            "lr", "weight_decay", "momentum", "nesterov", "ns_coefficients", "eps", "ns_steps", "adjust_lr_fn",
        )  # fmt: skip
        buffers = column(states, "momentum_buffer")
        muon(params, grads, buffers, has_complex=False, **{name: group[name] for name in settings})


def muon(
    params: list[Tensor],
    grads: list[Tensor],
    muon_momentum_bufs: list[Tensor],
    *,
    foreach: bool | None = None,
    lr: float | Tensor,
    weight_decay: float,
    momentum: float,
    nesterov: bool,
    ns_coefficients: tuple[float, float, float],
    ns_steps: int,
    eps: float,
    adjust_lr_fn: str | None,
    has_complex: bool,
) -> None:
    """One Muon step for lists of matrices and their buffers, in place. As torch's muon."""
    if foreach:
        raise RuntimeError("Foreach is not supported for Muon yet")
    if has_complex:
        raise ValueError("Complex parameters are not supported")
    lr = _get_value(lr)
    for param, grad, buffer in zip(params, grads, muon_momentum_bufs):
        if grad.ndim != 2:
            raise ValueError("Param gradient must be a 2D matrix")
        buffer.lerp_(grad, 1 - momentum)
        update = grad.lerp(buffer, momentum) if nesterov else buffer
        update = _zeropower_via_newtonschulz(update, ns_coefficients, ns_steps, eps)
        param.mul_(1 - lr * weight_decay)
        param.add_(update, alpha=-_adjust_lr(lr, adjust_lr_fn, param.shape))


def _zeropower_via_newtonschulz(grad, ns_coefficients, ns_steps, eps):
    """A bfloat16 matrix with the singular vectors of grad and singular values near 1."""
    if ns_steps >= 100:
        raise ValueError("Number of steps must be less than 100 for computational efficiency")
    if len(grad.shape) != 2:
        raise ValueError("Input tensor gradient must be a 2D matrix")
    if len(ns_coefficients) != 3:
        raise ValueError("Coefficients must be a tuple of exactly 3 values")
    a, b, c = ns_coefficients
    tall = grad.size(0) > grad.size(1)
    matrix = grad.bfloat16().T if tall else grad.bfloat16()
    matrix = matrix.div(matrix.norm().clamp(min=eps))
    for _ in range(ns_steps):
        gram = matrix @ matrix.T
        matrix = _ops.addmm(matrix, _ops.addmm(gram, gram, gram, beta=b, alpha=c), matrix, beta=a)
    return matrix.T if tall else matrix


def _adjust_lr(lr, adjust_lr_fn, param_shape):
    rows, columns = param_shape[:2]
    if adjust_lr_fn is None or adjust_lr_fn == "original":
        return lr * math.sqrt(max(1, rows / columns))
    return lr * (0.2 * math.sqrt(max(rows, columns)))
