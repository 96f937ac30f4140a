"""Modes and settings of torch that hold at a call."""

import torch

from .compiling import X


def grad_mode(compiled):
    g = compiled(lambda x: x + 1)
    yield g(X)
    with torch.no_grad():
        yield g(X)
    yield g(X)
    with torch.inference_mode():
        yield g(X)
    with torch.no_grad():
        yield g(X)


def autocast(compiled):
    a = torch.ones(3, 3)
    g = compiled(lambda x: x @ x)
    yield g(a)
    with torch.autocast("cpu"):
        yield g(a)
    with torch.autocast("cpu", dtype=torch.float16):
        yield g(a)
    with torch.autocast("cpu", enabled=False):
        yield g(a)
    with torch.autocast("cpu", cache_enabled=False):
        yield g(a)
    yield g(a)


def default_dtype(compiled):
    g = compiled(lambda x: x + torch.ones(3))
    yield g(X)
    torch.set_default_dtype(torch.float64)
    yield g(X)
    torch.set_default_dtype(torch.float32)
    yield g(X)


def deterministic(compiled):
    g = compiled(lambda x: x + 1)
    yield g(X)
    torch.use_deterministic_algorithms(True)
    yield g(X)
    torch.use_deterministic_algorithms(True, warn_only=True)
    yield g(X)
    torch.use_deterministic_algorithms(False)
    yield g(X)


def function_modes(compiled):
    from torch.overrides import TorchFunctionMode

    class M(TorchFunctionMode):
        def __torch_function__(self, f, t, a=(), k=None):
            return f(*a, **k or {})

    class N(M):
        pass

    g = compiled(lambda x: x + 1)
    yield g(X)
    with M():
        yield g(X)
    with M():
        yield g(X)
    with N():
        yield g(X)
    with M(), N():
        yield g(X)
    yield g(X)


def forward_ad(compiled):
    import torch.autograd.forward_ad as fa

    g = compiled(lambda x: x + 1)
    yield g(X)
    with fa.dual_level():
        yield g(X)
    yield g(X)


def grad_toggle_inner(compiled):

    def f(x):
        with torch.no_grad():
            y = x * 2
        return y + x

    g = compiled(f)
    yield g(X)
    yield g(X.clone().requires_grad_())
    with torch.no_grad():
        yield g(X)


def random(compiled):
    g = compiled(lambda x, n: x.view(n, -1) + 1)
    for n in (1, 2, 3, 6, 1, 2):
        yield g(torch.ones(6), n)


CHANGES = [
    grad_mode,
    autocast,
    default_dtype,
    deterministic,
    function_modes,
    forward_ad,
    grad_toggle_inner,
    random,
]
