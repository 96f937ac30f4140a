"""Programs that torch captures for the tests: {name: (module, arguments, keyword arguments, dynamic sizes)}."""

import torch
from torch import nn


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(4, 8), nn.Linear(8, 3)

    def forward(self, x):
        return self.second(torch.relu(self.first(x)))


class Cnn(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm, self.end = nn.Conv2d(3, 4, 3, padding=1), nn.BatchNorm2d(4), nn.Linear(16, 2)

    def forward(self, x):
        y = torch.relu(self.norm(self.conv(x)) + x[:, :1])
        return self.end(nn.functional.adaptive_avg_pool2d(y, 2).flatten(1))


class Recurrent(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.cell = kind(3, 5, num_layers=2, batch_first=True)

    def forward(self, x):
        return self.cell(x)


class Nested(nn.Module):
    def forward(self, pair, options, *, scale=2.0):
        x, (y, z) = pair
        return {"sum": x + y * scale, "rest": [options["shift"] - z, (x.mean(),)]}


class Embedded(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(10, 4)
        self.register_buffer("scale", torch.tensor([1.0, 2.0, 3.0, 4.0]), persistent=False)
        self.constant = torch.arange(4.0)

    def forward(self, index):
        return self.table(index) * self.scale + self.constant + torch.tensor(0.5)


class Counting(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("steps", torch.zeros((), dtype=torch.int64))

    def forward(self, x):
        self.steps.add_(1)
        x.mul_(2)
        return x + self.steps


class Branching(nn.Module):
    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda a: a.sin(), lambda a: a.cos() * 2, (x,))


class Looping(nn.Module):
    def forward(self, n, x):
        from torch._higher_order_ops.while_loop import while_loop

        return while_loop(lambda n, x: n > 0, lambda n, x: (n - 1, x * 2), (n, x))


class Modes(nn.Module):
    def __init__(self):
        super().__init__()
        self.end = nn.Linear(3, 3)

    def forward(self, x):
        with torch.no_grad():
            y = self.end(x)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            z = x @ x.t()
        return y, z


class Sized(nn.Module):
    def forward(self, x, y):
        rows = x.shape[0]
        return x.reshape(rows * 2, -1), y.new_zeros(rows + 1), torch.cat([x, x]), rows // 2


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.one = nn.Linear(4, 4, bias=False)
        self.other = nn.Linear(4, 4, bias=False)
        self.other.weight = self.one.weight

    def forward(self, x):
        return self.other(self.one(x))


class Weights(nn.Module):
    def __init__(self):
        super().__init__()
        for name, dtype in (("halves", torch.bfloat16), ("complexes", torch.complex64), ("bytes", torch.int8)):
            self.register_buffer(name, torch.arange(6).reshape(2, 3).to(dtype).t())

    def forward(self, x):
        return x + self.halves, x * self.complexes, self.bytes * 2, (self.bytes > 2).float()


BATCH = torch.export.Dim("batch", min=2, max=64)


def all_programs():
    torch.manual_seed(0)
    x = torch.randn(4, 4)
    layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True).eval()
    return {
        "mlp": (Mlp(), (x,), {}, None),
        "mlp, dynamic": (Mlp(), (x,), {}, ({0: BATCH},)),
        "cnn, eval": (Cnn().eval(), (torch.randn(2, 3, 6, 6),), {}, None),
        "cnn, train": (Cnn().train(), (torch.randn(2, 3, 6, 6),), {}, None),
        "lstm": (Recurrent(nn.LSTM), (torch.randn(2, 4, 3),), {}, None),
        "gru": (Recurrent(nn.GRU), (torch.randn(2, 4, 3),), {}, None),
        "transformer": (layer, (torch.randn(2, 5, 8),), {}, None),
        "nested": (Nested(), ((x, (x + 1, x * 2)), {"shift": x}), {"scale": 3.0}, None),
        "embedding": (Embedded(), (torch.tensor([1, 3, 9]),), {}, None),
        "counting": (Counting(), (torch.ones(3),), {}, None),
        "branches": (Branching(), (torch.ones(3),), {}, None),
        "loop": (Looping(), (torch.tensor(3), torch.ones(2)), {}, None),
        "modes": (Modes(), (torch.randn(3, 3),), {}, None),
        "sizes": (
            Sized(),
            (torch.randn(4, 6), torch.ones(2)),
            {},
            ({0: torch.export.Dim("rows", min=2, max=64)}, None),
        ),
        "tied": (Tied(), (x,), {}, None),
        "weights": (Weights(), (torch.randn(3, 2),), {}, None),
    }
