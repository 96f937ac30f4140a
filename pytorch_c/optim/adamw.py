"""Adam with decoupled weight decay (torch.optim.adamw)."""

from __future__ import annotations

from .._tensor.tensor import Tensor
from .adam import Adam, adam

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._typing import Params

__all__ = ["AdamW", "adamw"]


class AdamW(Adam):
    """Adam with decoupled weight decay, 0.01 by default. As torch.optim.AdamW."""

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1e-3,
        betas: tuple[float | Tensor, float | Tensor] = (0.9, 0.999),
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
            params,
            lr,
            betas,
            eps,
            weight_decay,
            amsgrad,
            foreach=foreach,
            maximize=maximize,
            capturable=capturable,
            differentiable=differentiable,
            fused=fused,
            decoupled_weight_decay=True,
        )

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        for group in self.param_groups:
            group["decoupled_weight_decay"] = True  # whatever a file says


def adamw(*args: Any, **kwargs: Any) -> None:
    """adam with decoupled weight decay; the arguments are adam's. As torch.optim.adamw.adamw."""
    adam(*args, **kwargs, decoupled_weight_decay=True)
