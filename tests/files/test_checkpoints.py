"""Checkpoints of whole trainings, which go on in the other library: ResNet-50, an LSTM, and every kind of optimizer."""

import pytest
import torch
from support import vision_of_torch

import pytorch_c
from pytorch_c.vision import models

BOTH_WAYS = pytest.mark.parametrize("first, second", [(pytorch_c, torch), (torch, pytorch_c)], ids=["to", "from"])


def tagger(t):
    """An LSTM with a head."""

    class Net(t.nn.Module):
        def __init__(self):
            super().__init__()
            self.lstm = t.nn.LSTM(5, 6, 2, bidirectional=True)
            self.head = t.nn.Linear(12, 3)

        def forward(self, x):
            return self.head(self.lstm(x)[0]).flatten(0, 1)

    return Net()


OPTIMIZERS = {
    "SGD": lambda t, p: t.optim.SGD(p, lr=0.05, momentum=0.9, nesterov=True),
    "Adam": lambda t, p: t.optim.Adam(p, lr=0.01),
    "AdamW": lambda t, p: t.optim.AdamW(p, lr=0.01, amsgrad=True),
    "LBFGS": lambda t, p: t.optim.LBFGS(p, lr=0.5, max_iter=4, line_search_fn="strong_wolfe"),
}


def step(model, optimizer, x, y, loss):
    """One step, with a closure as LBFGS needs it; the loss before it."""

    def closure():
        optimizer.zero_grad()
        error = loss(model(x), y)
        error.backward()
        return error

    return optimizer.step(closure).item()


def trained(t, make, optimizer, data, steps, checkpoint=None):
    """(losses, checkpoint) of a training, from a seed or from a checkpoint."""
    t.manual_seed(0)
    model = make(t)
    optimizer = OPTIMIZERS[optimizer](t, model.parameters())
    if checkpoint:
        model.load_state_dict(checkpoint["model"])
        optimizer.load_state_dict(checkpoint["optimizer"])
    x, y = (t.from_numpy(one) for one in data)
    losses = [step(model, optimizer, x, y, t.nn.functional.cross_entropy) for _ in range(steps)]
    return losses, {"model": model.state_dict(), "optimizer": optimizer.state_dict()}


def goes_on(first, second, make, optimizer, data, path, done, more):
    """Trains in the first library and goes on in the second, from the file; and all of it in the second."""
    losses, checkpoint = trained(first, make, optimizer, data, done)
    first.save(checkpoint, path)
    further, end = trained(second, make, optimizer, data, more, second.load(path))
    expected, whole = trained(second, make, optimizer, data, done + more)
    assert losses + further == pytest.approx(expected, rel=1e-5)
    assert len(set(expected)) == len(expected)
    return end["model"], whole["model"]


@BOTH_WAYS
@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_an_lstm_goes_on_with_its_optimizer(first, second, optimizer, tmp_path):
    torch.manual_seed(1)
    data = torch.randn(7, 4, 5).numpy(), torch.rand(28, 3).softmax(1).numpy()
    end, whole = goes_on(first, second, tagger, optimizer, data, tmp_path / "x.pt", 3, 3)
    for name, tensor in end.items():
        second.testing.assert_close(tensor, whole[name], rtol=1e-4, atol=1e-5)


@BOTH_WAYS
def test_a_resnet50_goes_on(first, second, tmp_path):
    torch.manual_seed(1)
    data = torch.rand(2, 3, 32, 32).numpy(), torch.tensor([1, 5]).numpy()
    make = lambda t: (models if t is pytorch_c else vision_of_torch).resnet50(num_classes=10)
    end, whole = goes_on(first, second, make, "SGD", data, tmp_path / "x.pt", 1, 1)
    assert list(end) == list(whole) and len(end) == 320
    for name, tensor in end.items():
        second.testing.assert_close(tensor, whole[name], rtol=1e-4, atol=1e-5)
