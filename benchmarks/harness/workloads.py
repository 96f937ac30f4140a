"""A dozen workloads, each a function of the library, torch or pytorch_c, that gives a function of one step."""

import collections
import random


def trained(t, model, x, optimizer="SGD"):
    steps = getattr(t.optim, optimizer)(model.parameters(), lr=0.01)

    def step():
        steps.zero_grad()
        model(x).square().mean().backward()
        steps.step()

    return step


def mlp(t):
    nn = t.nn
    return trained(t, nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10)), t.randn(32, 64))


def resnet(t):
    nn = t.nn

    class Block(nn.Module):
        def __init__(self, channels):
            super().__init__()
            self.one, self.two = (nn.Conv2d(channels, channels, 3, padding=1, bias=False) for _ in range(2))
            self.norms = nn.ModuleList(nn.BatchNorm2d(channels) for _ in range(2))

        def forward(self, x):
            h = t.relu(self.norms[0](self.one(x)))
            return t.relu(x + self.norms[1](self.two(h)))

    model = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), Block(8), Block(8), nn.AdaptiveAvgPool2d(1), nn.Flatten())
    return trained(t, model, t.randn(4, 3, 16, 16))


def transformer(t):
    layer = t.nn.TransformerEncoderLayer(32, 4, 64, batch_first=True)
    return trained(t, t.nn.TransformerEncoder(layer, 2), t.randn(4, 12, 32), "AdamW")


def lstm(t):
    model = t.nn.LSTM(16, 32, batch_first=True)
    steps, x = t.optim.Adam(model.parameters()), t.randn(4, 10, 16)

    def step():
        steps.zero_grad()
        model(x)[0].square().mean().backward()
        steps.step()

    return step


def loader(t):
    utils = t.utils.data
    data = utils.DataLoader(utils.TensorDataset(t.randn(64, 16)), batch_size=16)
    model = t.nn.Linear(16, 4)

    def step():  # an epoch
        for (x,) in data:
            model(x).sum().backward()

    return step


def replay(t):
    """An RL loop: what was seen is kept for long, and a batch of it trained on."""
    policy, buffer = t.nn.Linear(8, 2), collections.deque(maxlen=2000)
    steps = t.optim.Adam(policy.parameters())

    def step():
        state = t.randn(8)
        for _ in range(8):
            with t.no_grad():
                action = policy(state).argmax()
            after = t.randn(8)
            buffer.append((state, action, after))
            state = after
        batch = random.sample(list(buffer), min(16, len(buffer)))
        states, actions = t.stack([one[0] for one in batch]), t.stack([one[1] for one in batch])
        steps.zero_grad()
        t.nn.functional.cross_entropy(policy(states), actions).backward()
        steps.step()

    return step


def hook(t):
    """A gradient hook that does not name its tensor."""

    def step():
        x = t.ones(64, requires_grad=True)
        y = x * 2
        y.register_hook(lambda gradient: gradient * 2)
        y.sum().backward()

    return step


def named_hook(t):
    """A gradient hook that names its own tensor."""

    def step():
        x = t.ones(64, requires_grad=True)
        y = x * 2
        y.register_hook(lambda gradient: gradient * y.detach())
        y.sum().backward()

    return step


def trial(t):
    """A trainer that refers to its model, which refers to its trainer."""

    class Trainer:
        def __init__(self):
            self.model = t.nn.Linear(64, 64)
            self.model.trainer = self

        def run(self):
            self.model(t.ones(4, 64)).sum().backward()

    return lambda: Trainer().run()


def exception(t):
    """An exception that is kept in a variable of the frame that its traceback holds."""

    def step():
        x = t.ones(64)  # noqa: F841
        kept = None
        try:
            t.mm(t.ones(2), t.ones(2))
        except RuntimeError as error:
            kept = error
        return str(kept)

    return step


def closure(t):
    """A function inside of a function that calls itself."""

    def step():
        x = t.ones(64)

        def power(n):
            return x * power(n - 1) if n else x

        return power(3)

    return step


def double(t):
    """A penalty on the gradient, by autograd.grad(create_graph=True)."""
    model = t.nn.Sequential(t.nn.Linear(8, 8), t.nn.Tanh(), t.nn.Linear(8, 1))

    def step():
        x = t.randn(4, 8).requires_grad_()
        (gradient,) = t.autograd.grad(model(x).sum(), x, create_graph=True)
        gradient.square().sum().backward()
        model.zero_grad()

    return step


WORKLOADS = {
    mlp: "MLP, SGD",
    resnet: "ResNet, SGD",
    transformer: "transformer, AdamW",
    lstm: "LSTM, Adam",
    loader: "an epoch of a DataLoader",
    replay: "RL with a replay buffer",
    hook: "a gradient hook",
    double: "a penalty on gradients",
    named_hook: "a hook that names its tensor",
    trial: "trainer ↔ model",
    exception: "a kept exception",
    closure: "a recursive closure",
}
