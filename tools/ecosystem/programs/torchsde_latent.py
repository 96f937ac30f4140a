"""torchsde: a stochastic differential equation solved by Milstein's method, and its gradient by the adjoint"""

import torch
import torchsde
from show import show

torch.manual_seed(0)


class Drift(torch.nn.Module):
    noise_type, sde_type = "diagonal", "ito"

    def __init__(self):
        super().__init__()
        self.net, self.scale = torch.nn.Linear(2, 2), torch.nn.Parameter(torch.tensor([0.3, 0.1]))

    def f(self, t, y):
        return self.net(y).tanh()

    def g(self, t, y):
        return self.scale * y


sde, y0, t = Drift(), torch.ones(4, 2), torch.linspace(0, 1, 5)
noise = torchsde.BrownianInterval(0.0, 1.0, (4, 2), entropy=3)
path = torchsde.sdeint(sde, y0, t, bm=noise, dt=0.1, method="milstein")
path.pow(2).sum().backward()
show(path=path[-1], gradient=sde.net.weight.grad, scale=sde.scale.grad)
