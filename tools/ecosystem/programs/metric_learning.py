"""pytorch_metric_learning: triplets, NT-Xent, ArcFace and a miner train an embedding"""

import torch
from pytorch_metric_learning import losses, miners
from show import train

torch.manual_seed(0)
x, y = torch.randn(24, 6), torch.arange(24) % 4
for name, loss in {
    "triplet": losses.TripletMarginLoss(),
    "ntxent": losses.NTXentLoss(),
    "arcface": losses.ArcFaceLoss(4, 8),
    "multi": losses.MultiSimilarityLoss(),
}.items():
    net, mine = torch.nn.Linear(6, 8), miners.MultiSimilarityMiner()
    parameters = [*net.parameters(), *loss.parameters()]

    def value():
        found = net(x)
        return loss(found, y, mine(found, y)) if name == "multi" else loss(found, y)

    train(net, torch.optim.Adam(parameters, 1e-2), value, 5, name)
