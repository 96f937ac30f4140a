"""k-means with cdist, argmin, bincount and index_add_; then counts by unique."""


def run(torch):
    torch.manual_seed(11)
    centers = torch.tensor([[0.0, 0.0], [6.0, 0.0], [0.0, 6.0]])
    points = (centers[:, None, :] + torch.randn(3, 40, 2)).reshape(-1, 2)
    found = points[torch.randperm(len(points))[:3]].clone()

    for steps in range(20):  # noqa: B007
        nearest = torch.cdist(points, found).argmin(dim=1)
        count = torch.bincount(nearest, minlength=3).clamp(min=1)
        total = torch.zeros_like(found).index_add_(0, nearest, points)
        moved = total / count.unsqueeze(-1)
        if torch.equal(moved, found):
            break
        found = moved

    order = found.sum(dim=1).argsort()
    labels, sizes = torch.unique(nearest, return_counts=True)
    inertia = torch.cdist(points, found).min(dim=1).values.square().sum()
    spread = torch.zeros(3).scatter_reduce(
        0, nearest, torch.norm(points - found[nearest], dim=1), reduce="amax", include_self=False
    )
    return {
        "steps": steps,
        "centers": found[order],
        "labels": labels,
        "sizes": sizes,
        "inertia": inertia,
        "spread": spread,
        "assignment": nearest,
    }
