"""zuko and nflows: neural spline and masked autoregressive flows learn a density"""

import nflows.distributions
import nflows.flows
import nflows.transforms
import torch
import zuko
from show import show, train

torch.manual_seed(0)
x = torch.randn(64, 2) * torch.tensor([1.0, 0.3]) + torch.tensor([0.0, 1.0])
nsf = zuko.flows.NSF(2, transforms=2, hidden_features=(16, 16))
train(nsf, torch.optim.Adam(nsf.parameters(), 1e-2), lambda: -nsf().log_prob(x).mean(), 6, "zuko")
show(sample=nsf().sample((3,)))
maf = nflows.flows.MaskedAutoregressiveFlow(2, 8, 2, 1)
train(maf, torch.optim.Adam(maf.parameters(), 1e-2), lambda: -maf.log_prob(x).mean(), 6, "nflows")
