"""Linear regression three ways: normal equations, lstsq, gradient descent by hand."""


def run(torch):
    torch.manual_seed(1)
    n = 64
    x = torch.cat([torch.ones(n, 1, dtype=torch.float64), torch.randn(n, 3, dtype=torch.float64)], dim=1)
    truth = torch.tensor([0.5, -1.0, 2.0, 3.0], dtype=torch.float64)
    y = x @ truth + 0.1 * torch.randn(n, dtype=torch.float64)

    by_normal = torch.linalg.solve(x.T @ x, x.T @ y)
    by_lstsq = torch.linalg.lstsq(x, y.unsqueeze(1)).solution.squeeze(1)

    w = torch.zeros(4, dtype=torch.float64, requires_grad=True)
    losses = []
    for _ in range(100):
        loss = ((x @ w - y) ** 2).mean()
        loss.backward()
        with torch.no_grad():
            w -= 0.1 * w.grad
            w.grad.zero_()
        losses.append(loss.item())

    residual = y - x @ by_normal
    r2 = 1 - residual.square().sum() / (y - y.mean()).square().sum()
    return {
        "normal": by_normal,
        "lstsq": by_lstsq,
        "descent": w.detach(),
        "first loss": losses[0],
        "last loss": losses[-1],
        "r2": r2,
        "sigma": residual.std(correction=4),
        "close": bool(torch.allclose(by_normal, by_lstsq)),
    }
