"""Stochastic gradient descent."""

from __future__ import annotations

from .. import _ops
from . import _steps
from .optimizer import Optimizer, check_number, implementation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._typing import Params


class SGD(Optimizer):
    """Stochastic gradient descent with momentum, for each parameter p with gradient g:

    g += weight_decay * p; buffer = momentum * buffer + (1 - dampening) * g, in the first step g;
    p -= lr * (g + momentum * buffer if nesterov else buffer), or p += with maximize.

    foreach and fused are kept and change nothing: a step is libtorch's fused one.

    Raises NotImplementedError for differentiable, ValueError for negative lr, momentum or weight_decay, and nesterov without momentum or with
    dampening. As torch.optim.SGD.
    """

    def __init__(
        self,
        params: Params,
        lr: float = 1e-3,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
        foreach: bool | None = None,
        differentiable: bool = False,
        fused: bool | None = None,
    ) -> None:
        defaults = {
            "lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay,
            "nesterov": nesterov, "maximize": maximize, **implementation(foreach, fused, differentiable),
        }  # fmt: skip
        self._check_group(defaults)
        super().__init__(params, defaults)

    def _check_group(self, group):
        for name in ("lr", "momentum", "weight_decay"):
            check_number(name, group[name])
        check_number("dampening", group["dampening"], low=float("-inf"))
        if group["nesterov"] and (group["momentum"] <= 0 or group["dampening"] != 0):
            raise ValueError("nesterov needs a momentum above 0 and dampening 0")

    def _step_group(self, group, params, grads):
        settings = {name: float(group[name]) for name in ("lr", "momentum", "dampening", "weight_decay")}
        settings.update(nesterov=bool(group["nesterov"]), maximize=bool(group["maximize"]))
        if not settings["momentum"]:
            _steps.sgd_step(params, grads, [], is_first_step=False, **settings)
            return
        fresh, moving = ([], [], []), ([], [], [])
        for param, grad in zip(params, grads):
            buffer = self.state[param].get("momentum_buffer")
            row = fresh if buffer is None else moving
            if buffer is None:
                buffer = self.state[param]["momentum_buffer"] = _ops.empty_like(param)
            for column, tensor in zip(row, (param, grad, buffer)):
                column.append(tensor)
        for columns, is_first_step in ((fresh, True), (moving, False)):
            if columns[0]:
                _steps.sgd_step(*columns, is_first_step=is_first_step, **settings)
