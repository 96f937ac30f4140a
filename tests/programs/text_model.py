"""A bigram language model: counts, embeddings trained by cross entropy, sampling."""

TEXT = "the cat sat on the mat and the dog sat on the log "


def run(torch):
    nn, F = torch.nn, torch.nn.functional
    torch.manual_seed(13)
    letters = sorted(set(TEXT))
    index = {letter: k for k, letter in enumerate(letters)}
    data = torch.tensor([index[c] for c in TEXT])
    x, y = data[:-1], data[1:]

    counts = torch.zeros(len(letters), len(letters))
    counts.index_put_((x, y), torch.ones(()), accumulate=True)
    chances = (counts + 1) / (counts + 1).sum(1, keepdim=True)
    baseline = -chances[x, y].log().mean()

    table = nn.Embedding(len(letters), 8)
    head = nn.Sequential(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, len(letters)))
    optimizer = torch.optim.AdamW([*table.parameters(), *head.parameters()], lr=0.05, weight_decay=0.01)
    for _ in range(30):
        loss = F.cross_entropy(head(table(x)), y, label_smoothing=0.05)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    word, current = [], torch.tensor(index["t"])
    with torch.inference_mode():
        for _ in range(12):
            current = head(table(current)).softmax(-1).multinomial(1).squeeze()
            word.append(letters[current])
        perplexity = F.cross_entropy(head(table(x)), y).exp()
    return {
        "baseline": baseline,
        "loss": loss.item(),
        "perplexity": perplexity.item(),
        "word": "".join(word),
        "common": [letters[k] for k in torch.bincount(data).argsort(descending=True, stable=True)[:3]],
        "counts": counts.sum(),
    }
