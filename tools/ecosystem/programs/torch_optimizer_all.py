"""torch_optimizer: fifteen of its optimizers on Rosenbrock's function"""

import torch
import torch_optimizer
from show import show

torch.manual_seed(0)  # Adahessian draws
NAMES = "A2GradUni AccSGD AdaBelief AdaBound AdaMod Adahessian AdamP AggMo Apollo DiffGrad Lamb NovoGrad PID QHAdam QHM RAdam SGDP SGDW SWATS Shampoo Yogi".split()
for name in NAMES:
    x = torch.tensor([-0.5, 0.7], requires_grad=True)
    optimizer = getattr(torch_optimizer, name)([x], lr=1e-3)
    losses = []
    for _ in range(5):
        optimizer.zero_grad()
        loss = (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2
        loss.backward(create_graph=name == "Adahessian")
        optimizer.step()
        losses.append(loss.item())
    show(**{name: losses})
