"""A small convolutional network on stripes: three classes, a few Adam steps, evaluation, a state dict."""


def stripes(torch, count):
    base = torch.arange(12) // 2 % 2
    grid = {0: base.view(1, 12).expand(12, 12), 1: base.view(12, 1).expand(12, 12), 2: torch.eye(12, dtype=torch.long)}
    labels = torch.arange(count) % 3
    images = torch.stack([grid[k] for k in labels.tolist()]).unsqueeze(1).float()
    return images + 0.2 * torch.randn(images.shape), labels


def run(torch):
    nn, F = torch.nn, torch.nn.functional
    torch.manual_seed(3)

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv = nn.Conv2d(1, 4, 3, padding=1)
            self.norm = nn.BatchNorm2d(4)
            self.drop = nn.Dropout(0.25)
            self.out = nn.Linear(4 * 6 * 6, 3)

        def forward(self, x):
            x = F.max_pool2d(F.relu(self.norm(self.conv(x))), 2)
            return F.log_softmax(self.out(self.drop(x.flatten(1))), dim=1)

    images, labels = stripes(torch, 30)
    images = images.double()
    net = Net().double()
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    losses = []
    for _ in range(8):
        optimizer.zero_grad(set_to_none=True)
        loss = F.nll_loss(net(images), labels)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())

    net.eval()
    with torch.no_grad():
        scores = net(images)
    return {
        "losses": losses,
        "accuracy": (scores.argmax(1) == labels).float().mean().item(),
        "entropy": -(scores.exp() * scores).sum(1).mean(),
        "running mean": net.state_dict()["norm.running_mean"],
        "names": sorted(net.state_dict()),
        "parameters": sum(p.numel() for p in net.parameters()),
    }
