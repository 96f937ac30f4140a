"""Complex numbers: roots, Mandelbrot, unitary matrices, views as pairs, polar form."""

import cmath


def run(torch):
    roots = torch.polar(torch.ones(5), torch.arange(5) * (2 * torch.pi / 5))
    polynomial = torch.tensor([1.0, 0, 0, 0, 0, -1])
    companion = torch.diag(torch.ones(4), -1)
    companion[0] = -polynomial[1:]
    found = torch.linalg.eigvals(companion)
    found = found[torch.argsort(torch.angle(found))]

    re, im = torch.meshgrid(torch.linspace(-2, 0.5, 8), torch.linspace(-1, 1, 6), indexing="xy")
    c = torch.complex(re, im)
    z, steps = torch.zeros_like(c), torch.zeros(c.shape, dtype=torch.int)
    for _ in range(20):
        inside = z.abs() <= 2
        z = torch.where(inside, z * z + c, z)
        steps += inside

    A = torch.tensor([[1 + 1j, 2], [0.5j, -1]])
    Q, R = torch.linalg.qr(A)
    pairs = torch.view_as_real(A)
    pairs[0, 0, 1] = -1
    w = torch.tensor(0.5 + 0.25j, requires_grad=True)
    (w.exp() * w.conj()).abs().backward()
    return {
        "roots": roots,
        "sum": roots.sum().abs() < 1e-6,
        "found": torch.allclose(found**5, torch.ones(5, dtype=torch.cfloat), atol=1e-4),
        "steps": steps,
        "unitary": torch.allclose(Q.mH @ Q, torch.eye(2, dtype=Q.dtype), atol=1e-6),
        "A": A,
        "parts": (A.real, A.imag, A.H, A.conj().resolve_conj(), A.angle()),
        "vdot": torch.vdot(A[0], A[1]),
        "python": abs(A[0, 0].item() - (1 - 1j)) < 1e-6 and cmath.isclose(complex(w), 0.5 + 0.25j),
        "grad": w.grad,
        "dtypes": [str(x.dtype) for x in (A, A.real, A.to(torch.complex128), A.abs(), A * 2.0)],
        "square root": torch.sqrt(torch.tensor([-1.0 + 0j, 4 + 0j])),
    }
