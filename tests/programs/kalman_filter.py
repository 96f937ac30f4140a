"""A Kalman filter for position and velocity, measured with noise."""


def run(torch):
    torch.manual_seed(2)
    double = {"dtype": torch.float64}
    dt = 0.1
    F = torch.tensor([[1.0, dt], [0.0, 1.0]], **double)
    H = torch.tensor([[1.0, 0.0]], **double)
    Q = 0.01 * torch.tensor([[dt**3 / 3, dt**2 / 2], [dt**2 / 2, dt]], **double)
    R = torch.tensor([[0.25]], **double)

    truth = torch.tensor([0.0, 1.0], **double)
    x, P = torch.zeros(2, **double), torch.eye(2, **double)
    process = torch.linalg.cholesky(Q)
    track, errors = [], []
    for _ in range(50):
        truth = F @ truth + process @ torch.randn(2, **double)
        z = H @ truth + R.sqrt().squeeze(0) * torch.randn(1, **double)
        x, P = F.mv(x), F @ P @ F.mT + Q
        S = H @ P @ H.mT + R
        K = torch.linalg.solve(S, H @ P).mT
        x = x + K @ (z - H @ x)
        P = (torch.eye(2, **double) - K @ H) @ P
        track.append(x)
        errors.append(x - truth)

    errors = torch.stack(errors)
    return {
        "track": torch.vstack(track),
        "covariance": P,
        "gain": K,
        "rmse": errors.square().mean(0).sqrt(),
        "symmetric": bool(torch.allclose(P, P.T, atol=1e-12)),
        "logdet": torch.logdet(P),
        "nees": torch.einsum("i,ij,j->", errors[-1], torch.linalg.inv(P), errors[-1]),
    }
