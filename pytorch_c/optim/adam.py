"""Adam and AdamW."""

from __future__ import annotations

from .. import _ops
from .._tensor.dtype import DTYPES
from . import _steps
from .optimizer import Optimizer, check_number, implementation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._typing import Params


class Adam(Optimizer):
    """Adam: steps by the running mean of gradients over the root of the running mean of their squares.

    betas: how much of the two means is kept. eps is added to the root. weight_decay * p is added to the
    gradient, or with decoupled_weight_decay=True lr * weight_decay * p taken off p (AdamW). amsgrad
    divides by the largest mean of squares so far. maximize steps upwards. foreach, fused and capturable
    are kept and change nothing: a step is libtorch's fused one; differentiable raises NotImplementedError.

    Raises ValueError for negative lr, eps or weight_decay, and betas outside [0, 1). As torch.optim.Adam.
    """

    def __init__(
        self,
        params: Params,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
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
        defaults = {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "amsgrad": amsgrad,
            "maximize": maximize, **implementation(foreach, fused, differentiable, capturable=capturable),
            "decoupled_weight_decay": decoupled_weight_decay,
        }  # fmt: skip
        self._check_group(defaults)
        defaults["betas"] = tuple(betas)
        super().__init__(params, defaults)

    def _check_group(self, group):
        for name in ("lr", "eps", "weight_decay"):
            check_number(name, group[name])
        betas = group["betas"]
        if not isinstance(betas, (tuple, list)) or len(betas) != 2:
            raise ValueError(f"betas must be two numbers, got {betas!r}")
        for index, beta in enumerate(betas):
            check_number(f"betas[{index}]", beta, below=1.0)

    def _state_of(self, param, amsgrad):
        state = self.state[param]
        if "step" not in state:
            state["step"] = _ops.zeros((), dtype=DTYPES["float32"], device=param.device)
            state["exp_avg"] = _ops.zeros_like(param)
            state["exp_avg_sq"] = _ops.zeros_like(param)
        if amsgrad and "max_exp_avg_sq" not in state:
            state["max_exp_avg_sq"] = _ops.zeros_like(param)
        return state

    def _step_group(self, group, params, grads):
        amsgrad = bool(group["amsgrad"])
        states = [self._state_of(param, amsgrad) for param in params]
        beta1, beta2 = group["betas"]
        _steps.adam_step(
            params,
            grads,
            [state["exp_avg"] for state in states],
            [state["exp_avg_sq"] for state in states],
            [state["max_exp_avg_sq"] for state in states] if amsgrad else [],
            [state["step"] for state in states],
            lr=float(group["lr"]),
            beta1=float(beta1),
            beta2=float(beta2),
            eps=float(group["eps"]),
            weight_decay=float(group["weight_decay"]),
            amsgrad=amsgrad,
            maximize=bool(group["maximize"]),
            decoupled=bool(group["decoupled_weight_decay"]),
        )


class AdamW(Adam):
    """Adam with decoupled weight decay, 0.01 by default. As torch.optim.AdamW."""

    def __init__(
        self,
        params: Params,
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
        foreach: bool | None = None,
        capturable: bool = False,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        super().__init__(
            params, lr, betas, eps, weight_decay, amsgrad, foreach=foreach, maximize=maximize, capturable=capturable,
            differentiable=differentiable, fused=fused, decoupled_weight_decay=True,
        )  # fmt: skip

    def _check_group(self, group):
        super()._check_group(group)
        group["decoupled_weight_decay"] = True  # whatever a file says
