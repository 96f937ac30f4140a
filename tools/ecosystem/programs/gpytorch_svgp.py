"""gpytorch: a variational GP with inducing points, trained by its ELBO"""

import gpytorch
import torch
from show import train

torch.manual_seed(0)
x = torch.rand(64, 2)
y = torch.sin(3 * x[:, 0]) + x[:, 1]


class Model(gpytorch.models.ApproximateGP):
    def __init__(self, points):
        found = gpytorch.variational.CholeskyVariationalDistribution(points.size(0))
        super().__init__(gpytorch.variational.VariationalStrategy(self, points, found, learn_inducing_locations=True))
        self.mean_module = gpytorch.means.ConstantMean()
        self.covar_module = gpytorch.kernels.ScaleKernel(gpytorch.kernels.MaternKernel(ard_num_dims=2))

    def forward(self, x):
        return gpytorch.distributions.MultivariateNormal(self.mean_module(x), self.covar_module(x))


model, likelihood = Model(x[:10].clone()), gpytorch.likelihoods.GaussianLikelihood()
mll = gpytorch.mlls.VariationalELBO(likelihood, model, num_data=64)
parameters = [*model.parameters(), *likelihood.parameters()]
train(model, torch.optim.Adam(parameters, lr=0.05), lambda: -mll(model(x), y), 10)
