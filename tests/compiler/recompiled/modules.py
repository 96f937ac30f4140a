"""Modules of nn, their parts and hooks, and groups of an optimizer."""

import torch
from torch import nn

from .compiling import X, calls


class Mod(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.bn = nn.BatchNorm1d(3)
        self.register_buffer("buf", torch.ones(3))
        self.n = 2

    def forward(self, x):
        return self.bn(self.lin(x)) * self.buf + self.n


def modules(compiled):
    m = Mod()
    g = compiled(m)
    yield g(X)
    yield g(X)
    m.eval()
    yield g(X)
    m.train()
    yield g(X)
    m.n = 3
    yield g(X)
    m.lin.weight.requires_grad_(False)
    yield g(X)
    m.lin.weight.requires_grad_(True)
    yield g(X)
    m.lin.weight = nn.Parameter(torch.ones(3, 3))
    yield g(X)
    m.lin = nn.Linear(3, 3)
    yield g(X)
    m.lin = nn.Linear(3, 3, bias=False)
    yield g(X)
    m.buf = torch.ones(1)
    yield g(X)
    m.lin = nn.Identity()
    yield g(X)


def module_double(compiled):
    m = nn.Linear(3, 3)
    g = compiled(m)
    yield g(X)
    m.double()
    yield g(X.double())
    m.float()
    yield g(X)


def module_hooks(compiled):
    m = nn.Sequential(nn.Linear(3, 3), nn.ReLU())
    g = compiled(m)
    yield g(X)
    yield g(X)
    h = m[0].register_forward_hook(lambda mod, i, o: o + 1)
    yield g(X)
    h.remove()
    yield g(X)
    h = m.register_forward_pre_hook(lambda mod, i: (i[0] + 1,))
    yield g(X)


def module_lists(compiled):

    class M(nn.Module):
        def __init__(self):
            super().__init__()
            self.l = nn.ModuleList([nn.Linear(3, 3) for _ in range(3)])
            self.d = nn.ModuleDict({"a": nn.ReLU(), "b": nn.Tanh()})
            self.p = nn.ParameterList([nn.Parameter(torch.ones(3))])
            self.q = nn.ParameterDict({"k": nn.Parameter(torch.ones(3))})

        def forward(self, x):
            for m in self.l:
                x = m(x)
            for m in self.d.values():
                x = m(x)
            return x + self.p[0] + self.q["k"]

    m = M()
    g = compiled(m)
    yield g(X)
    yield g(X)
    m.l.append(nn.Linear(3, 3))
    yield g(X)
    m.d["c"] = nn.Sigmoid()
    yield g(X)
    m.d["a"] = nn.Tanh()
    yield g(X)
    m.p[0] = nn.Parameter(torch.ones(1))
    yield g(X)
    m.l[1] = nn.Identity()
    yield g(X)


def sequential(compiled):
    m = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Dropout(0.5))
    g = compiled(m)
    yield g(X)
    m.eval()
    yield g(X)
    m[2].p = 0.25
    yield g(X)
    m.train()
    yield g(X)
    m.append(nn.Tanh())
    yield g(X)
    m[1] = nn.Tanh()
    yield g(X)


def module_arg(compiled):
    a, b = (nn.Linear(3, 3), nn.Linear(3, 3))
    yield from calls(compiled(lambda m, x: m(x)), (a, X), (a, X), (b, X), (nn.Linear(3, 4), X), (nn.ReLU(), X), (a, X))


def module_shared(compiled):

    class M(nn.Module):
        def __init__(self):
            super().__init__()
            self.a = nn.Linear(3, 3)
            self.b = self.a

        def forward(self, x):
            return self.b(self.a(x))

    m = M()
    g = compiled(m)
    yield g(X)
    m.b = nn.Linear(3, 3)
    yield g(X)
    m.b = m.a
    yield g(X)


def tied_params(compiled):

    class M(nn.Module):
        def __init__(self):
            super().__init__()
            self.a = nn.Linear(3, 3)
            self.b = nn.Linear(3, 3)
            self.b.weight = self.a.weight

        def forward(self, x):
            return self.b(self.a(x))

    m = M()
    g = compiled(m)
    yield g(X)
    yield g(X)
    m.b.weight = nn.Parameter(torch.ones(3, 3))
    yield g(X)


def named_params(compiled):
    m = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))

    def f(x):
        for _, p in m.named_parameters():
            x = x + p.sum()
        return x

    g = compiled(f)
    yield g(X)
    yield g(X)
    m.append(nn.Linear(3, 3))
    yield g(X)
    m[0].bias = None
    yield g(X)


def attention(compiled):
    m = nn.MultiheadAttention(4, 2)
    a = torch.ones(3, 1, 4)
    g = compiled(lambda x: m(x, x, x)[0])
    yield g(a)
    yield g(a)
    yield g(torch.ones(5, 1, 4))
    m.eval()
    yield g(a)


def transformer_layer(compiled):
    m = nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0)
    a = torch.ones(3, 1, 4)
    g = compiled(m)
    yield g(a)
    yield g(a)


def conv(compiled):
    m = nn.Sequential(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.Flatten())
    a = torch.ones(1, 1, 5, 5)
    g = compiled(m)
    yield g(a)
    yield g(torch.ones(2, 1, 5, 5))
    yield g(torch.ones(3, 1, 5, 5))
    m.eval()
    yield g(a)


def optimizer_groups(compiled):
    p = nn.Parameter(torch.ones(3))
    o = torch.optim.SGD([p], lr=0.1)
    p.grad = torch.ones(3)

    def f(x):
        return x * o.param_groups[0]["lr"]

    g = compiled(f)
    yield g(X)
    yield g(X)
    o.param_groups[0]["lr"] = 0.2
    yield g(X)
    o.param_groups[0]["lr"] = 0.3
    yield g(X)


def inplace_param(compiled):
    m = nn.Linear(3, 3)
    g = compiled(m)
    yield g(X)
    with torch.no_grad():
        m.weight.add_(1)
        yield g(X)
    m.weight.data = torch.ones(3, 3)
    yield g(X)
    m.weight.data = torch.ones(5, 3)
    m.bias.data = torch.ones(5)
    yield g(X)


def dict_of_modules(compiled):
    ms = {"a": nn.Linear(3, 3), "b": nn.ReLU()}

    def f(x):
        for m in ms.values():
            x = m(x)
        return x

    g = compiled(f)
    yield g(X)
    yield g(X)
    ms["c"] = nn.Tanh()
    yield g(X)
    ms["a"] = nn.Linear(3, 3)
    yield g(X)


def list_of_modules(compiled):
    ms = [nn.Linear(3, 3) for _ in range(3)]

    def f(x):
        for m in ms:
            x = m(x)
        return x

    g = compiled(f)
    yield g(X)
    ms.reverse()
    yield g(X)
    ms.pop()
    yield g(X)


def module_train_flag(compiled):

    class M(nn.Module):
        def __init__(self):
            super().__init__()
            self.flag = False
            self.cfg = {"a": 1}
            self.act = torch.nn.functional.relu

        def forward(self, x):
            return self.act(x) + self.cfg["a"] if self.flag else x

    m = M()
    g = compiled(m)
    yield g(X)
    m.flag = True
    yield g(X)
    m.cfg["a"] = 2
    yield g(X)
    m.act = torch.tanh
    yield g(X)
    m.extra = 1
    yield g(X)
    del m.extra
    yield g(X)


def two_modules_same_class(compiled):

    class M(nn.Module):
        def __init__(self, n):
            super().__init__()
            self.n = n
            self.l = nn.Linear(3, 3)

        def forward(self, x):
            return self.l(x) * self.n

    a, b, c = (M(1), M(1), M(2))

    def f(m, x):
        return m(x)

    g = compiled(f)
    for m in (a, b, c, a, b):
        yield g(m, X)


CHANGES = [
    modules, module_double, module_hooks, module_lists, sequential, module_arg, module_shared, tied_params, named_params, attention, transformer_layer, conv, optimizer_groups, inplace_param, dict_of_modules, list_of_modules, module_train_flag, two_modules_same_class,
]  # fmt: skip
