"""pyro: stochastic variational inference of a regression with an automatic guide, and NUTS"""

import pyro
import pyro.distributions as dist
import torch
from pyro.infer import MCMC, NUTS, SVI, Trace_ELBO
from pyro.infer.autoguide import AutoDiagonalNormal
from show import show

torch.manual_seed(0)
pyro.set_rng_seed(0)
x = torch.randn(50, 2)
y = x @ torch.tensor([1.0, -2.0]) + 0.5 + 0.1 * torch.randn(50)


def model(x, y=None):
    weight = pyro.sample("weight", dist.Normal(0.0, 1.0).expand([2]).to_event(1))
    bias = pyro.sample("bias", dist.Normal(0.0, 1.0))
    scale = pyro.sample("scale", dist.HalfNormal(1.0))
    with pyro.plate("data", len(x)):
        return pyro.sample("y", dist.Normal(x @ weight + bias, scale), obs=y)


guide = AutoDiagonalNormal(model)
svi = SVI(model, guide, pyro.optim.Adam({"lr": 0.05}), Trace_ELBO())
show(elbo=[svi.step(x, y) for _ in range(20)], median=[v.tolist() for v in guide.median(x).values()])
mcmc = MCMC(NUTS(model), num_samples=5, warmup_steps=5, disable_progbar=True)
mcmc.run(x, y)
show(samples=mcmc.get_samples()["weight"])
