"""Derivatives against finite differences; second derivatives; hooks of the tape: retain, accumulate, detach."""


def numeric(torch, f, x, eps=1e-6):
    grad = torch.empty_like(x)
    flat, out = x.view(-1), grad.view(-1)
    for i in range(flat.numel()):
        kept = flat[i].item()
        flat[i] = kept + eps
        up = f(x).item()
        flat[i] = kept - eps
        down = f(x).item()
        flat[i] = kept
        out[i] = (up - down) / (2 * eps)
    return grad


def run(torch):
    torch.manual_seed(8)
    functions = {
        "softplus": lambda x: torch.nn.functional.softplus(x).sum(),
        "logsumexp": lambda x: torch.logsumexp(x, dim=1).sum(),
        "det": lambda x: torch.linalg.det(x @ x.mT + torch.eye(3, dtype=x.dtype)),
        "norm": lambda x: torch.norm(x, p=3),
        "prod": lambda x: x.prod(dim=0).sum(),
        "sort": lambda x: (x.sort(dim=1).values * torch.arange(4)).sum(),
        "where": lambda x: torch.where(x > 0, x.exp(), x.pow(2)).mean(),
        "cumsum": lambda x: x.cumsum(1).tanh().sum(),
    }
    results = {}
    for name, f in functions.items():
        x = torch.randn(3, 4, dtype=torch.float64)
        expected = numeric(torch, f, x.clone())
        (grad,) = torch.autograd.grad(f(x.requires_grad_()), x)
        results[name] = [grad, torch.allclose(grad, expected, atol=1e-5)]

    a = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64, requires_grad=True)
    y = (a**3).sum()
    (first,) = torch.autograd.grad(y, a, create_graph=True)
    (second,) = torch.autograd.grad(first.sum(), a)
    middle = a * 2
    middle.retain_grad()
    (middle.exp().sum() + middle.detach().sum()).backward()
    (a * 1.0).sum().backward()
    results |= {"first": first.detach(), "second": second, "middle": middle.grad, "accumulated": a.grad}
    return results
