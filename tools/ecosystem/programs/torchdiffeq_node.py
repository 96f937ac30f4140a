"""torchdiffeq: a neural ODE learns a spiral, by dopri5 and the adjoint method, and by rk4"""

import torch
from show import show, train
from torchdiffeq import odeint, odeint_adjoint

torch.manual_seed(0)
true = torch.tensor([[-0.1, 2.0], [-2.0, -0.1]])
t = torch.linspace(0.0, 1.5, 12)
start = torch.tensor([[2.0, 0.0]])
target = odeint(lambda t, y: y**3 @ true, start, t, method="dopri5")
show(target=target[-1])


class Field(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Sequential(torch.nn.Linear(2, 20), torch.nn.Tanh(), torch.nn.Linear(20, 2))

    def forward(self, t, y):
        return self.net(y**3)


for name, solve in (("adjoint", odeint_adjoint), ("rk4", lambda *a: odeint(*a, method="rk4"))):
    field = Field()
    sgd = torch.optim.RMSprop(field.parameters(), lr=1e-2)
    train(field, sgd, lambda: (solve(field, start, t) - target).abs().mean(), 5, name)
