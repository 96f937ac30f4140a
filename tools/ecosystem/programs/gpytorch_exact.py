"""gpytorch: an exact GP with an RBF kernel learns its scales, and predicts"""

import gpytorch
import torch
from show import show, train

torch.manual_seed(0)
x = torch.linspace(0, 1, 40)
y = torch.sin(x * 6.28) + 0.1 * torch.randn(40)


class Model(gpytorch.models.ExactGP):
    def __init__(self, x, y, likelihood):
        super().__init__(x, y, likelihood)
        self.mean_module = gpytorch.means.ConstantMean()
        self.covar_module = gpytorch.kernels.ScaleKernel(gpytorch.kernels.RBFKernel())

    def forward(self, x):
        return gpytorch.distributions.MultivariateNormal(self.mean_module(x), self.covar_module(x))


likelihood = gpytorch.likelihoods.GaussianLikelihood()
model = Model(x, y, likelihood)
mll = gpytorch.mlls.ExactMarginalLogLikelihood(likelihood, model)
model.train(), likelihood.train()
train(model, torch.optim.Adam(model.parameters(), lr=0.1), lambda: -mll(model(x), y), 15)
model.eval(), likelihood.eval()
with torch.no_grad(), gpytorch.settings.fast_pred_var():
    found = likelihood(model(torch.tensor([0.1, 0.5, 1.2])))
show(mean=found.mean, variance=found.variance)
