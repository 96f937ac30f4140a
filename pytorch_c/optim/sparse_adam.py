"""Adam for sparse gradients (torch.optim.sparse_adam)."""

from __future__ import annotations

from .. import _ops
from .._tensor.tensor import Tensor
from ._functional import sparse_adam
from ._settings import _get_value, check_betas, check_lr, column
from .optimizer import Optimizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._typing import Params

__all__ = ["SparseAdam"]


class SparseAdam(Optimizer):
    """Adam for dense parameters whose gradients are sparse: only the elements that a gradient has are changed.

    Raises ValueError for sparse or complex parameters, and for lr or eps that are not above 0; a step
    RuntimeError for a dense gradient. As torch.optim.SparseAdam.
    """

    _like_param = frozenset({"exp_avg", "exp_avg_sq"})

    def __init__(
        self,
        params: Params,
        lr: float | Tensor = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        maximize: bool = False,
    ) -> None:
        defaults = {"lr": lr, "betas": betas, "eps": eps, "maximize": maximize}
        self._check_group(defaults)
        super().__init__(params, defaults)
        for words, needs, is_wrong in (
            ("Sparse params", "requires dense parameter tensors", lambda param: param.is_sparse),
            ("Complex params", "does not support complex parameters", lambda param: param.is_complex()),
        ):
            found = [
                [number, index]
                for number, group in enumerate(self.param_groups)
                for index, param in enumerate(group["params"])
                if is_wrong(param)
            ]
            if found:
                raise ValueError(f"{words} at indices {found}: SparseAdam {needs}")

    def _check_group(self, group):
        check_lr(group["lr"])
        if not 0.0 < group["lr"]:
            raise ValueError(f"Invalid learning rate: {group['lr']}")
        if not 0.0 < group["eps"]:
            raise ValueError(f"Invalid epsilon value: {group['eps']}")
        check_betas(group["betas"])

    def _refuse_sparse(self):
        """Sparse gradients are what it is for."""

    def _new_state(self, group, param, grad):
        return {"step": 0, **{name: _ops.zeros_like(param) for name in ("exp_avg", "exp_avg_sq")}}

    def _step_group(self, group, params, grads):
        if not all(grad.is_sparse for grad in grads):
            raise RuntimeError("SparseAdam does not support dense gradients, please consider Adam instead")
        states = self._states(group, params, grads)
        for state in states:
            state["step"] += 1
        beta1, beta2 = group["betas"]
        sparse_adam(
            params,
            grads,
            column(states, "exp_avg"),
            column(states, "exp_avg_sq"),
            column(states, "step"),
            eps=group["eps"],
            beta1=beta1,
            beta2=beta2,
            lr=_get_value(group["lr"]),
            maximize=group.get("maximize", False),
        )
