"""e3nn: spherical harmonics, tensor products and gates, whose code fx makes and TorchScript runs; a network that learns"""

import torch
from e3nn import nn, o3
from show import show, train

torch.manual_seed(0)
points = torch.randn(6, 3)
harmonics = o3.spherical_harmonics([0, 1, 2], points, normalize=True, normalization="component")
show(harmonics=harmonics.mean(0))
rotation = o3.matrix_x(torch.tensor(0.3)) @ o3.matrix_y(torch.tensor(1.1))
irreps = o3.Irreps("4x0e + 2x1o + 1x2e")
x = irreps.randn(6, -1)
linear = o3.Linear(irreps, "3x0e + 2x1o")
product = o3.FullyConnectedTensorProduct(irreps, o3.Irreps.spherical_harmonics(2), "4x0e + 4x0e + 2x1o")
turned = x @ irreps.D_from_matrix(rotation).T
show(
    linear=linear(x).mean(0),
    equivariant=(linear(turned) - linear(x) @ linear.irreps_out.D_from_matrix(rotation).T).norm() < 1e-4,
)
show(product=product(x, harmonics).mean(0), wigner=o3.wigner_3j(1, 1, 2).norm())
gate = nn.Gate("4x0e", [torch.tanh], "2x0e", [torch.sigmoid], "2x1o")
before = o3.FullyConnectedTensorProduct(irreps, o3.Irreps.spherical_harmonics(2), gate.irreps_in)
after = o3.Linear(gate.irreps_out, "1x0e")


class Network(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.before, self.gate, self.after = before, gate, after

    def forward(self, features, positions):
        sh = o3.spherical_harmonics([0, 1, 2], positions, normalize=True, normalization="component")
        return self.after(self.gate(self.before(features, sh)))


network = Network()
target = torch.linspace(-1, 1, 6)[:, None]
train(
    network,
    torch.optim.Adam(network.parameters(), 0.01),
    lambda: ((network(x, points) - target) ** 2).mean(),
    4,
    "gate",
)
found = network(x, points)
turned = network(x @ irreps.D_from_matrix(rotation).T, points @ rotation.T)
show(invariant=(found - turned).abs().max() < 1e-3, found=found.mean())
