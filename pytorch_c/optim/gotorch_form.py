"""SGD and Adam as GoTorch makes them: settings first, parameters later.

optimizer = pytorch_c.SGD(0.01, 0.5, 0, 0, False)
optimizer.add_parameters(model.parameters())
"""

from . import adam, sgd


class SGD(sgd.SGD):
    """SGD(lr, momentum, dampening, weight_decay, nesterov), then add_parameters(params)."""

    _params_come_later = True

    def __init__(self, lr, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False):
        super().__init__(None, lr, momentum, dampening, weight_decay, nesterov, maximize=maximize)


class Adam(adam.Adam):
    """Adam(lr, beta1, beta2, weight_decay), then add_parameters(params)."""

    _params_come_later = True

    def __init__(self, lr, beta1=0.9, beta2=0.999, weight_decay=0, *, eps=1e-8, amsgrad=False, maximize=False):
        super().__init__(None, lr, (beta1, beta2), eps, weight_decay, amsgrad, maximize=maximize)
