"""botorch: a GP is fitted, and expected improvement optimized"""

import torch
from botorch.acquisition import LogExpectedImprovement
from botorch.fit import fit_gpytorch_mll
from botorch.models import SingleTaskGP
from botorch.optim import optimize_acqf
from gpytorch.mlls import ExactMarginalLogLikelihood
from show import show

torch.manual_seed(0)
x = torch.rand(10, 2, dtype=torch.double)
y = 1 - (x - 0.5).norm(dim=-1, keepdim=True)
model = SingleTaskGP(x, y)
fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
show(mean=model.posterior(torch.full((1, 2), 0.5, dtype=torch.double)).mean)
best, value = optimize_acqf(
    LogExpectedImprovement(model, best_f=y.max()),
    bounds=torch.tensor([[0.0, 0.0], [1.0, 1.0]], dtype=torch.double),
    q=1,
    num_restarts=2,
    raw_samples=16,
)
show(candidate=best, value=value)
