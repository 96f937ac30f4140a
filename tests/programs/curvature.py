"""Jacobians and Hessians of whole functions: Gauss-Newton, Newton's method, implicit derivatives, a function with two derivatives."""


def run(torch):
    F = torch.autograd.functional
    torch.manual_seed(5)

    # a curve fitted by Gauss-Newton
    t = torch.linspace(0, 4, 25, dtype=torch.float64)
    measured = 2.5 * torch.exp(-1.3 * t) + 0.5 + 0.01 * torch.randn(25, dtype=torch.float64)
    p = torch.tensor([1.0, 1.0, 0.0], dtype=torch.float64)
    for _ in range(8):

        def residual(p):
            return p[0] * torch.exp(-p[1] * t) + p[2] - measured

        jacobian = F.jacobian(residual, p)
        p = p - torch.linalg.lstsq(jacobian, residual(p)[:, None]).solution[:, 0]

    # the minimum of Rosenbrock's function by Newton's method
    def rosenbrock(x):
        return (100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum()

    x = torch.tensor([-1.2, 1.0, 0.7], dtype=torch.float64)
    for _ in range(30):
        gradient = F.jacobian(rosenbrock, x)
        x = x - torch.linalg.solve(F.hessian(rosenbrock, x) + 1e-3 * torch.eye(3, dtype=x.dtype), gradient)

    # conjugate gradients that see the Hessian only through products
    a = torch.randn(6, 6, dtype=torch.float64)
    a, b = a @ a.mT + torch.eye(6, dtype=a.dtype), torch.randn(6, dtype=torch.float64)

    def quadratic(y):
        return 0.5 * y @ a @ y - b @ y

    y = torch.zeros(6, dtype=torch.float64)
    r = d = b
    for _ in range(6):
        ad = F.hvp(quadratic, y, d)[1]
        step = (r @ r) / (d @ ad)
        y, r, old = y + step * d, r - step * ad, r
        d = r + (r @ r) / (old @ old) * d

    # a square root by iteration, whose derivative comes from what it solves
    class Root(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            z = torch.ones_like(x)
            for _ in range(30):
                z = (z + x / z) / 2
            ctx.save_for_backward(z)
            return z

        @staticmethod
        def backward(ctx, grad):
            (z,) = ctx.saved_tensors
            return grad / (2 * z)

    z = torch.tensor([0.25, 2.0, 9.0], dtype=torch.float64, requires_grad=True)
    checked = torch.autograd.gradcheck(Root.apply, z), torch.autograd.gradgradcheck(Root.apply, z)
    value, along = F.jvp(lambda z: Root.apply(z).cumsum(0), z, torch.ones(3, dtype=torch.float64))
    _, (back, by_p) = F.vjp(lambda z, p: (Root.apply(z), z * p.sum()), (z, p), (torch.ones_like(z), torch.ones_like(z)))
    blocks = F.hessian(lambda u, v: (u.outer(v).tanh() ** 2).sum(), (x[:2], y[:3]))
    return {
        "fit": p, "minimum": x, "solved": y, "error": float((a @ y - b).norm() < 1e-8), "checked": checked,
        "value": value, "along": along, "back": back, "by p": by_p, "blocks": blocks,
    }  # fmt: skip
