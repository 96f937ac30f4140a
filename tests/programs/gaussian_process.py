"""Gaussian process regression by Cholesky, its likelihood climbed with autograd."""

import math


def kernel(torch, a, b, length, scale):
    return scale**2 * torch.exp(-0.5 * torch.cdist(a[:, None] / length, b[:, None] / length) ** 2)


def run(torch):
    torch.manual_seed(14)
    x = torch.linspace(0, 5, 12, dtype=torch.float64)
    y = torch.sin(x) + 0.1 * torch.randn(12, dtype=torch.float64)
    raw = torch.zeros(3, dtype=torch.float64, requires_grad=True)

    def likelihood():
        length, scale, noise = torch.nn.functional.softplus(raw)
        K = kernel(torch, x, x, length, scale) + (noise**2 + 1e-6) * torch.eye(12, dtype=x.dtype)
        L = torch.linalg.cholesky(K)
        alpha = torch.cholesky_solve(y[:, None], L).squeeze(1)
        value = -0.5 * y.dot(alpha) - L.diagonal().log().sum() - 6 * math.log(2 * math.pi)
        return value, L, alpha

    values = []
    for _ in range(25):
        value, _, _ = likelihood()
        (slope,) = torch.autograd.grad(value, raw)
        raw = (raw + 0.05 * slope.clamp(-5, 5)).detach().requires_grad_()
        values.append(value.item())

    with torch.no_grad():
        _, L, alpha = likelihood()
        length, scale, noise = torch.nn.functional.softplus(raw)
        new = torch.tensor([0.5, 2.5, 4.5, 8.0], dtype=x.dtype)
        cross = kernel(torch, new, x, length, scale)
        mean = cross @ alpha
        v = torch.linalg.solve_triangular(L, cross.mT, upper=False)
        variance = scale**2 - v.pow(2).sum(0)
    return {
        "values": values[::8],
        "climbed": values[-1] > values[0],
        "raw": raw.detach(),
        "mean": mean,
        "variance": variance,
        "uncertain": int(variance.argmax()),
        "spread": (y - y.mean()).square().mean(),
        "lower": torch.equal(L, L.tril()),
    }
