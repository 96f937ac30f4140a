"""Image filters: blur by conv2d, median by unfold, edges, resampling, back by fold."""


def run(torch):
    F = torch.nn.functional
    torch.manual_seed(12)
    image = torch.zeros(1, 1, 10, 10)
    image[..., 2:8, 3:7] = 1.0
    noisy = image + 0.1 * torch.randn_like(image)
    noisy.view(-1)[torch.randperm(100)[:5]] = 5.0

    g = torch.exp(-(torch.arange(-2, 3.0) ** 2) / 2)
    g = g / g.sum()
    blurred = F.conv2d(F.pad(noisy, (2, 2, 2, 2), mode="reflect"), torch.outer(g, g)[None, None])
    patches = F.unfold(F.pad(noisy, [1] * 4, mode="replicate"), kernel_size=3)
    median = patches.median(dim=1).values.view(10, 10)
    sobel = torch.tensor([[-1.0, 0, 1], [-2, 0, 2], [-1, 0, 1]])
    edges = F.conv2d(blurred, torch.stack([sobel, sobel.T]).unsqueeze(1), padding=1)
    strength = torch.hypot(edges[0, 0], edges[0, 1])

    windows = image[0, 0].unfold(0, 2, 2).unfold(1, 2, 2)
    small = windows.mean(dim=(-1, -2))
    large = F.interpolate(small[None, None], scale_factor=2, mode="nearest")
    counts = F.fold(torch.ones_like(patches), (12, 12), 3)
    return {
        "blurred": blurred.squeeze(),
        "median": median,
        "edges": strength,
        "peak": torch.unravel_index(strength.argmax(), strength.shape),
        "small": small,
        "pooled": torch.equal(F.avg_pool2d(image, 2)[0, 0], small),
        "large": large.shape,
        "counts": counts[0, 0, 0],
        "threshold": (median > 0.5).sum(),
        "flipped": torch.flip(image, dims=[-1]).eq(image).all().item(),
        "bilinear": F.interpolate(image, size=(5, 7), mode="bilinear", align_corners=False)[0, 0, 1],
    }
