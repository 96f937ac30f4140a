"""torch_geometric: a graph convolution and an attention network learn the classes of a random graph"""

import torch
from show import train
from torch_geometric.data import Data
from torch_geometric.nn import GATConv, GCNConv

torch.manual_seed(0)
data = Data(x=torch.randn(30, 8), edge_index=torch.randint(30, (2, 90)), y=torch.arange(30) % 3)
for kind in (GCNConv, GATConv):

    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = kind(8, 16), kind(16, 3)

        def forward(self, data):
            x = torch.relu(self.first(data.x, data.edge_index))
            return self.second(x, data.edge_index).log_softmax(-1)

    net = Net()
    adam = torch.optim.Adam(net.parameters(), 0.01, weight_decay=5e-4)
    train(net, adam, lambda: torch.nn.functional.nll_loss(net(data), data.y), 8, kind.__name__)
