"""Ranking metrics with sort, topk, searchsorted and cumulative sums."""


def run(torch):
    torch.manual_seed(10)
    scores = torch.rand(4, 10)
    relevant = torch.rand(4, 10) > 0.6
    gains = relevant.float()

    order = scores.argsort(dim=-1, descending=True)
    ranked = gains.gather(-1, order)
    discount = 1 / torch.log2(torch.arange(10) + 2.0)
    ideal = gains.sort(-1, descending=True).values
    ndcg = (ranked * discount).sum(-1) / (ideal * discount).sum(-1).clamp(min=1e-9)
    precision = ranked.cumsum(-1) / torch.arange(1, 11)
    average_precision = (precision * ranked).sum(-1) / ranked.sum(-1)
    first = ranked.argmax(-1)
    top = scores.topk(3, dim=-1)
    recall = gains.gather(1, top.indices).sum(1) / gains.sum(1)

    positive, negative = scores[relevant], scores[~relevant]
    auc = (positive[:, None] > negative[None]).float().mean()
    values, indices = torch.sort(torch.tensor([3, 1, 3, 2, 1]), stable=True)
    edges = torch.tensor([0.25, 0.5, 0.75])
    return {
        "ndcg": ndcg,
        "map": average_precision.mean(),
        "reciprocal": (1 / (first + 1)).mean(),
        "recall": recall,
        "auc": auc,
        "top": (top.values, top.indices),
        "stable": (values, indices),
        "bins": torch.bucketize(scores[0], edges),
        "right": torch.searchsorted(edges, torch.tensor([0.5, 0.6]), right=True),
        "median": scores.median(dim=1),
        "third": torch.kthvalue(scores, 3),
        "quantiles": torch.quantile(scores, torch.tensor([0.1, 0.5, 0.9]), dim=1),
        "best": scores.max(dim=0),
        "running": torch.cummax(scores[0], dim=0),
        "mode": torch.mode(torch.tensor([1, 2, 2, 3, 3, 3])),
        "histogram": torch.histc(scores, bins=4, min=0, max=1),
        "extremes": torch.aminmax(scores, dim=1),
    }
