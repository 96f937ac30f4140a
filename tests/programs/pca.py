"""Principal components by svd, by eigh of the covariance, and the variance they explain."""


def run(torch):
    torch.manual_seed(5)
    latent = torch.randn(80, 2, dtype=torch.float64) * torch.tensor([3.0, 1.0], dtype=torch.float64)
    mixing, _ = torch.linalg.qr(torch.randn(5, 2, dtype=torch.float64))
    data = latent @ mixing.mT + 0.05 * torch.randn(80, 5, dtype=torch.float64)

    centered = data - data.mean(dim=0, keepdim=True)
    U, S, Vh = torch.linalg.svd(centered, full_matrices=False)
    signs = torch.sign(Vh.gather(1, Vh.abs().argmax(dim=1, keepdim=True)))
    components = Vh * signs
    explained = S**2 / (S**2).sum()

    eigenvalues = torch.linalg.eigvalsh(torch.cov(centered.T)).flip(0)
    restored = (centered @ components[:2].T) @ components[:2] + data.mean(0)
    torch.manual_seed(0)
    low = torch.pca_lowrank(data, q=2)
    return {
        "components": components[:2],
        "explained": explained,
        "cumulative": explained.cumsum(0),
        "eigenvalues": eigenvalues,
        "same": torch.allclose(eigenvalues, S**2 / 79),
        "error": torch.linalg.norm(restored - data),
        "rank": torch.linalg.matrix_rank(restored - data.mean(0)),
        "lowrank": low[1],
        "lowrank shapes": [tuple(x.shape) for x in low],
    }
