"""lion_pytorch, adabelief_pytorch, schedulefree, prodigyopt, geoopt: their optimizers train an MLP"""

import adabelief_pytorch
import geoopt
import lion_pytorch
import prodigyopt
import schedulefree
import torch
from show import show, train

MAKERS = {
    "lion": lambda p: lion_pytorch.Lion(p, lr=1e-3, weight_decay=1e-2),
    "adabelief": lambda p: adabelief_pytorch.AdaBelief(p, lr=1e-2, print_change_log=False),
    "schedulefree": lambda p: schedulefree.AdamWScheduleFree(p, lr=1e-2),
    "prodigy": lambda p: prodigyopt.Prodigy(p),
    "geoopt": lambda p: geoopt.optim.RiemannianAdam(p, lr=1e-2),
}
for name, make in MAKERS.items():
    torch.manual_seed(0)
    x = torch.randn(32, 4)
    y = (x[:, :1] * x[:, 1:2]).tanh()
    model = torch.nn.Sequential(torch.nn.Linear(4, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
    optimizer = make(model.parameters())
    if hasattr(optimizer, "train"):
        optimizer.train()
    train(model, optimizer, lambda: torch.nn.functional.mse_loss(model(x), y), 10, name)
    show(**{f"{name} state": len(optimizer.state_dict()["state"])})
ball = geoopt.PoincareBall()
points = geoopt.ManifoldParameter(ball.random(5, 2) * 0.1, manifold=ball)
step = geoopt.optim.RiemannianSGD([points], lr=0.1)
train(points, step, lambda: ball.dist(points[:1], points[1:]).sum(), 5, "poincare")
