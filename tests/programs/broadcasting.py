"""Broadcasting tricks: grids, outer operations, one-hot, windows, in-place on views."""


def run(torch):
    x, y = torch.meshgrid(torch.arange(3), torch.arange(4), indexing="ij")
    u, v = torch.meshgrid([torch.arange(3), torch.arange(4)], indexing="xy")
    table = torch.arange(1, 6)[:, None] * torch.arange(1, 6)
    points = torch.tensor([[0.0, 0], [3, 4], [6, 8]])
    distances = (points[:, None] - points[None]).pow(2).sum(-1).sqrt()
    labels = torch.tensor([2, 0, 1])
    one_hot = (labels.unsqueeze(1) == torch.arange(3)).int()
    a, b = torch.broadcast_tensors(torch.arange(3).view(1, 3), torch.arange(2).view(2, 1))

    canvas = torch.zeros(4, 4)
    canvas[1:3, 1:3] += 1
    canvas.diagonal().add_(10)
    canvas[:, -1] *= -1
    canvas[canvas < 0] = 0.5
    canvas[[0, 2], :2] = torch.tensor([7.0, 8.0])
    windows = torch.arange(10).unfold(0, 4, 3)
    expanded = torch.tensor([[1], [2]]).expand(-1, 3)
    return {
        "grid": torch.stack((x, y)),
        "xy": (u, v),
        "table": table,
        "distances": distances,
        "one hot": one_hot,
        "common": (a, b, torch.broadcast_shapes((3, 1), (1, 4), (2, 1, 1))),
        "canvas": canvas,
        "windows": windows,
        "expanded": (expanded, expanded.stride(), expanded.repeat(2, 1), expanded.repeat_interleave(2, dim=1)),
        "tiled": torch.tensor([1, 2]).tile((2, 2)),
        "products": torch.cartesian_prod(torch.tensor([1, 2]), torch.tensor([3, 4, 5])),
        "pairs": torch.combinations(torch.arange(4), r=2),
        "rotated": torch.rot90(table[:2, :3], 1, [0, 1]),
        "unraveled": torch.unravel_index(torch.tensor([5, 11]), (3, 4)),
        "clamped": table.clamp(torch.tensor(3), torch.tensor([4, 8, 12, 16, 20])),
    }
