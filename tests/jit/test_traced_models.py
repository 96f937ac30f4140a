"""Small models traced by both libraries: other batches and lengths, and archives in both directions."""

import io

import numpy
import pytest
import torch

import pytorch_c

pytestmark = pytest.mark.filterwarnings(
    "ignore::DeprecationWarning",
    "ignore::UserWarning",
    "ignore::torch.jit.TracerWarning",
    "ignore::pytorch_c.jit.TracerWarning",
)

MODELS = """
class Perceptron(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.GELU(), nn.Dropout(), nn.Linear(8, 3))

    def forward(self, x):
        return self.layers(x.mean(1)).log_softmax(-1)


class Convolutions(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.norm, self.second = nn.Conv1d(6, 4, 3, padding=1), nn.GroupNorm(2, 4), nn.Conv1d(4, 4, 3, padding=1)

    def forward(self, x):
        y = F.relu(self.norm(self.first(x.transpose(1, 2))))
        y = y + self.second(y)
        return F.adaptive_avg_pool1d(y, 2).flatten(1), F.interpolate(y, size=x.size(1) * 2)


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.cells, self.out = nn.LSTM(6, 5, 2, batch_first=True, bidirectional=True), nn.Linear(10, 2)

    def forward(self, x):
        y, (h, c) = self.cells(x)
        return self.out(y[:, -1]), h, y[:, : x.size(1) // 2]


class Steps(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRU(6, 4)

    def forward(self, x):
        h = torch.zeros(1, x.size(1), 4)
        return self.cell(x, h)[0].sum(0)


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.rest = nn.Linear(6, 8), nn.Linear(6, 16)

    def forward(self, x):
        b, n, _ = x.shape
        q = self.query(x).view(b, n, 2, -1).transpose(1, 2)
        k, v = self.rest(x).view(b, n, 2, 8).transpose(1, 2).chunk(2, -1)
        scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
        mask = torch.tril(torch.ones(n, n)).bool()
        return (scores.masked_fill(~mask, float("-inf")).softmax(-1) @ v).transpose(1, 2).reshape(b, n, -1)


class Positions(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(20, 6)
        self.register_buffer("wave", torch.arange(120.0).reshape(20, 6).sin())

    def forward(self, x):
        places = torch.arange(x.size(1)).unsqueeze(0).expand(x.size(0), -1)
        return x + self.table(places) + self.wave[: x.size(1)]


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        layer = nn.TransformerEncoderLayer(6, 2, 8, batch_first=True, dropout=0.0)
        self.encoder = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)

    def forward(self, x):
        return self.encoder(x)[:, 0]


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention = nn.MultiheadAttention(6, 2, batch_first=True)

    def forward(self, x):
        return self.attention(x, x, x)


class Images(nn.Module):
    def __init__(self):
        super().__init__()
        self.down, self.up = nn.Conv2d(1, 3, 3, stride=2, padding=1), nn.ConvTranspose2d(3, 1, 2, stride=2)

    def forward(self, x):
        x = x.unsqueeze(1)
        y = self.up(F.silu(self.down(x)))
        y = F.pad(y, (0, x.size(3) - y.size(3), 0, x.size(2) - y.size(2)))
        return torch.cat([x, y[..., : x.size(3)]], 1)


class Changes(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros(1))

    def forward(self, x):
        self.count += x.size(0)
        y = x.clone()
        y[:, 0] = 0
        y[..., 1:].mul_(2)
        y[y > 1] = self.count.item() * 0 + 1
        return y, self.count


class Named(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleDict({"a": nn.Linear(6, 6), "b": nn.Tanh()})
        self.scales = nn.ParameterList([nn.Parameter(torch.ones(6)) for _ in range(2)])
        self.parts["a"].register_forward_hook(lambda module, args, result: result + args[0])

    def forward(self, x):
        for part in self.parts.values():
            x = part(x)
        return {"scaled": x * self.scales[1], "shape": x.new_full((x.size(0),), x.size(1))}


class Statistics(nn.Module):
    def forward(self, x):
        centred = x - x.mean(1, keepdim=True)
        covariance = centred.transpose(1, 2) @ centred / (x.size(1) - 1)
        best = x.topk(x.size(2) // 2, -1)
        return covariance, best.values, x.flatten(1).norm(dim=1), x.sum() / x.numel(), torch.stack(list(x.unbind(2)))
"""


def made(library, name):
    names = {"torch": library, "nn": library.nn, "F": library.nn.functional, "__name__": "models"}
    exec(MODELS, names)
    model = names[name]()
    for number, tensor in enumerate(model.state_dict().values()):
        if tensor.is_floating_point():
            tensor.copy_(
                (library.arange(tensor.numel()).float() * 0.7 + number).sin().reshape(tensor.shape) * 0.4 + 0.1
            )
    return model.eval()


def flat(x):
    if isinstance(x, dict):
        x = [x[key] for key in sorted(x)]
    return [one for part in x for one in flat(part)] if isinstance(x, (list, tuple)) else [x.detach().numpy()]


def inputs(library, *sizes):
    return (library.arange(int(numpy.prod(sizes))).float() * 0.37).cos().reshape(sizes)


@pytest.mark.parametrize(
    "name",
    "Perceptron Convolutions Recurrent Steps Attention Positions Encoder Heads Images Changes Named Statistics".split(),
)
def test_a_model(name):
    programs = {
        library: library.jit.trace(made(library, name), inputs(library, 2, 8, 6), check_trace=False, strict=False)
        for library in (torch, pytorch_c)
    }
    ours, theirs = programs[pytorch_c], programs[torch]
    assert sorted(ours.state_dict()) == sorted(theirs.state_dict())
    readers = [(pytorch_c, theirs), (torch, ours)]
    read = [(library, library.jit.load(io.BytesIO(one.save_to_buffer()))) for library, one in readers]
    for sizes in (2, 8, 6), (5, 12, 6), (1, 9, 6):
        expected = flat(theirs(inputs(torch, *sizes)))
        for library, program in [(pytorch_c, ours), *read]:
            found = flat(program(inputs(library, *sizes)))
            assert len(found) == len(expected)
            for one, other in zip(found, expected):
                numpy.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)
