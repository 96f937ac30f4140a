"""opacus: a private training with clipped gradients of samples and noise, and its accountant"""

import torch
from opacus import PrivacyEngine
from opacus.validators import ModuleValidator
from show import show
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
model = ModuleValidator.fix(
    torch.nn.Sequential(
        torch.nn.Conv1d(1, 4, 3), torch.nn.BatchNorm1d(4), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(24, 2)
    )
)
x = torch.randn(32, 1, 8)
loader = DataLoader(TensorDataset(x, (x.mean((1, 2)) > 0).long()), 8)
engine = PrivacyEngine()
model, optimizer, loader = engine.make_private(
    module=model,
    optimizer=torch.optim.SGD(model.parameters(), 0.1),
    data_loader=loader,
    noise_multiplier=1.0,
    max_grad_norm=1.0,
    poisson_sampling=False,
)
losses = []
for _ in range(2):
    for a, b in loader:
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(a), b)
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
show(
    losses=losses,
    epsilon=engine.get_epsilon(1e-5),
    norms=[float(p.grad_sample.flatten(1).norm(dim=1).mean()) for p in model.parameters()],
)
