"""GoTorch's MLP trained here and with torch: the same curve."""

import numpy as np
import torch

import pytorch_c
from pytorch_c.vision.models import MLP


class TorchMLP(torch.nn.Module):
    """The network of the test in torch."""

    def __init__(self):
        super().__init__()
        self.fc1, self.fc2, self.fc3 = torch.nn.Linear(784, 512), torch.nn.Linear(512, 512), torch.nn.Linear(512, 10)

    def forward(self, x):
        x = torch.tanh(self.fc1(x.view(-1, 784)))
        return torch.log_softmax(self.fc3(torch.tanh(self.fc2(x))), 1)


def curve(package, model, images, labels, steps=100):
    functional = package.nn.functional
    optimizer = package.optim.SGD(model.parameters(), lr=0.01, momentum=0.5)
    losses = []
    for step in range(steps):
        x = package.from_numpy(images[step * 64 : step * 64 + 64])
        y = package.from_numpy(labels[step * 64 : step * 64 + 64])
        loss = functional.nll_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses


def test_loss_curve_of_100_steps_equals_torchs():
    data = np.random.default_rng(0)
    images = data.normal(size=(6400, 784)).astype(np.float32)
    labels = data.integers(0, 10, 6400)
    pytorch_c.manual_seed(1)
    ours = curve(pytorch_c, MLP(), images, labels)
    torch.manual_seed(1)
    theirs = curve(torch, TorchMLP(), images, labels)
    assert len(set(ours)) > 50
    np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-6)


def test_gotorchs_loop_with_every_local_alive_ends():
    """The loop of the design: `mb` and `cost` are bound when gc() runs again."""
    model = MLP()
    optimizer = pytorch_c.optim.SGD(model.parameters(), lr=0.01, momentum=0.5)
    for _ in range(20):
        record = pytorch_c.gc()
        mb = pytorch_c.rand(8, 784), pytorch_c.zeros(8, dtype=pytorch_c.int64)
        cost = pytorch_c.nn.functional.nll_loss(model(mb[0]), mb[1])
        optimizer.zero_grad()
        cost.backward()
        optimizer.step()
    assert record.survivors >= 3 and record.freed >= 0
    assert pytorch_c.finish_gc().survivors >= 3
