"""Two noisy clouds told apart by a linear layer, then scored."""


def run(torch):
    nn, optim, F = torch.nn, torch.optim, torch.nn.functional
    torch.manual_seed(7)
    points = torch.cat([torch.randn(50, 2) + 1.0, torch.randn(50, 2) - 1.0])
    labels = torch.cat([torch.ones(50), torch.zeros(50)])
    order = torch.randperm(100)
    points, labels = points[order], labels[order]

    model = nn.Linear(2, 1)
    nn.init.zeros_(model.weight)
    nn.init.zeros_(model.bias)
    optimizer = optim.SGD(model.parameters(), lr=0.5, momentum=0.9)
    for _ in range(40):
        optimizer.zero_grad()
        loss = F.binary_cross_entropy_with_logits(model(points).squeeze(-1), labels)
        loss.backward()
        optimizer.step()

    with torch.no_grad():
        chance = torch.sigmoid(model(points)).flatten()
        guess = (chance > 0.5).to(labels.dtype)
        hits = guess.eq(labels)
        confusion = torch.zeros(2, 2, dtype=torch.long)
        confusion.index_put_((labels.long(), guess.long()), torch.ones(100, dtype=torch.long), accumulate=True)
        precision = confusion[1, 1] / confusion[:, 1].sum()
    return {
        "order": order,
        "weight": model.weight.detach(),
        "bias": model.bias.detach(),
        "loss": loss.item(),
        "accuracy": hits.float().mean(),
        "confusion": confusion,
        "precision": precision,
        "extremes": torch.stack([chance.min(), chance.max(), chance.median()]),
    }
