"""SGD and Adam as GoTorch makes them: settings first, parameters later.

optimizer = pytorch_c.SGD(0.01, 0.5, 0, 0, False)
optimizer.add_parameters(model.parameters())
"""

from __future__ import annotations

from . import adam, sgd


class SGD(sgd.SGD):
    """SGD(lr, momentum, dampening, weight_decay, nesterov), then add_parameters(params)."""

    _params_come_later = True

    def __init__(
        self,
        lr: float,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
    ) -> None:
        super().__init__(None, lr, momentum, dampening, weight_decay, nesterov, maximize=maximize)


class Adam(adam.Adam):
    """Adam(lr, beta1, beta2, weight_decay), then add_parameters(params)."""

    _params_come_later = True

    def __init__(
        self,
        lr: float,
        beta1: float = 0.9,
        beta2: float = 0.999,
        weight_decay: float = 0,
        *,
        eps: float = 1e-8,
        amsgrad: bool = False,
        maximize: bool = False,
    ) -> None:
        super().__init__(None, lr, (beta1, beta2), eps, weight_decay, amsgrad, maximize=maximize)
