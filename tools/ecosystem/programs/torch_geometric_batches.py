"""torch_geometric: batches of graphs, pooling, and message passing of one's own"""

import torch
from show import show, train
from torch_geometric.data import Batch, Data
from torch_geometric.nn import GINConv, MessagePassing, global_mean_pool

torch.manual_seed(0)


class Edges(MessagePassing):
    def __init__(self):
        super().__init__(aggr="max")
        self.mlp = torch.nn.Linear(16, 8)

    def forward(self, x, edge_index):
        return self.propagate(edge_index, x=x)

    def message(self, x_i, x_j):
        return self.mlp(torch.cat([x_i, x_j - x_i], dim=1)).relu()


graphs = [Data(x=torch.randn(n, 8), edge_index=torch.randint(n, (2, 3 * n)), y=torch.tensor([n % 2])) for n in range(4, 12)]
batch = Batch.from_data_list(graphs)
gin, edges, head = GINConv(torch.nn.Linear(8, 8)), Edges(), torch.nn.Linear(8, 2)
model = torch.nn.ModuleList([gin, edges, head])


def loss():
    x = edges(gin(batch.x, batch.edge_index).relu(), batch.edge_index)
    return torch.nn.functional.cross_entropy(head(global_mean_pool(x, batch.batch)), batch.y)


train(model, torch.optim.Adam(model.parameters(), 0.01), loss, 6)
show(nodes=batch.num_nodes)
