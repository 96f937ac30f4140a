"""Newton's method with exact Hessians, rows of which are gradients of gradients."""


def hessian(torch, f, x):
    (gradient,) = torch.autograd.grad(f(x), x, create_graph=True)
    rows = [torch.autograd.grad(g, x, retain_graph=True)[0] for g in gradient]
    return gradient.detach(), torch.stack(rows)


def rosenbrock(x):
    return (100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum()


def run(torch):
    x = torch.tensor([-1.2, 1.0, 0.8], dtype=torch.double)
    path = [x]
    for steps in range(30):  # noqa: B007
        point = x.clone().requires_grad_(True)
        gradient, H = hessian(torch, rosenbrock, point)
        if gradient.norm() < 1e-10:
            break
        eigenvalues = torch.linalg.eigvalsh(H)
        shift = max(0.0, 1e-3 - eigenvalues.min().item())
        direction = torch.linalg.solve(H + shift * torch.eye(3, dtype=H.dtype), -gradient)
        length = 1.0
        while rosenbrock(x + length * direction) > rosenbrock(x) and length > 1e-4:
            length /= 2
        x = x + length * direction
        path.append(x)

    # A root of a scalar equation: x = cos(x).
    root = torch.tensor(1.0, dtype=torch.double, requires_grad=True)
    for _ in range(6):
        value = root - torch.cos(root)
        (slope,) = torch.autograd.grad(value, root)
        root = (root - value / slope).detach().requires_grad_()
    return {
        "steps": steps,
        "minimum": x,
        "values": torch.stack([rosenbrock(p) for p in path])[:8],
        "definite": bool((eigenvalues > 0).all()),
        "root": root.item(),
    }
