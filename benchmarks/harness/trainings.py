"""Small trainings, each a function of the library that gives a function of one whole step: (its loss, a tensor)."""

BATCH = {"MLP, SGD": 32, "MLP, Adam": 32, "LSTM": 8, "GPT": 8, "ResNet-18": 4, "DCGAN": 4}


def descend(optimizer, loss):
    """Gradients, and a step along them."""
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.detach()


def mlp(t, optimizer):
    """Three layers, 64-128-128-10, on batches of 32."""
    nn = t.nn
    net = nn.Sequential(nn.Linear(64, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh(), nn.Linear(128, 10))
    optimizer = optimizer(net.parameters())
    x, y = t.randn(BATCH["MLP, SGD"], 64), t.randint(10, (BATCH["MLP, SGD"],))
    return lambda: descend(optimizer, nn.functional.cross_entropy(net(x), y))


def mlp_sgd(t):
    return mlp(t, lambda parameters: t.optim.SGD(parameters, lr=0.01, momentum=0.9))


def mlp_adam(t):
    return mlp(t, lambda parameters: t.optim.Adam(parameters))


def characters(t, length):
    """Pieces of a text as numbers below 96, and what follows each: (batch, length), twice."""
    text = t.randint(96, (BATCH["LSTM"], length + 1))
    return text[:, :-1], text[:, 1:].reshape(-1)


def lstm(t):
    """A character model: 128 hidden, pieces of 32 characters, batches of 8, clipped gradients, Adam."""
    nn = t.nn

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding, self.lstm = nn.Embedding(96, 64), nn.LSTM(64, 128, batch_first=True)
            self.scores = nn.Linear(128, 96)

        def forward(self, x):
            return self.scores(self.lstm(self.embedding(x))[0])

    net, (x, y) = Model(), characters(t, 32)
    optimizer = t.optim.Adam(net.parameters())

    def step():
        loss = nn.functional.cross_entropy(net(x).flatten(0, 1), y)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        return loss.detach()

    return step


def gpt(t):
    """Two blocks of width 64 with four heads, pieces of 32 characters, batches of 8, AdamW."""
    nn, F = t.nn, t.nn.functional

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm1, self.qkv, self.out = nn.LayerNorm(64), nn.Linear(64, 192), nn.Linear(64, 64)
            self.norm2 = nn.LayerNorm(64)
            self.perceptron = nn.Sequential(nn.Linear(64, 256), nn.GELU(), nn.Linear(256, 64))

        def forward(self, x):
            q, k, v = self.qkv(self.norm1(x)).unflatten(-1, (3, 4, 16)).permute(2, 0, 3, 1, 4)
            found = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            x = x + self.out(found.transpose(1, 2).flatten(2))
            return x + self.perceptron(self.norm2(x))

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.letters, self.places = nn.Embedding(96, 64), nn.Embedding(32, 64)
            self.blocks, self.norm = nn.Sequential(Block(), Block()), nn.LayerNorm(64)
            self.scores = nn.Linear(64, 96, bias=False)

        def forward(self, x):
            return self.scores(self.norm(self.blocks(self.letters(x) + self.places.weight)))

    net, (x, y) = Model(), characters(t, 32)
    optimizer = t.optim.AdamW(net.parameters())
    return lambda: descend(optimizer, F.cross_entropy(net(x).flatten(0, 1), y))


def resnet(t):
    """ResNet-18 on four images of 64 x 64, SGD with momentum."""
    nn = t.nn

    class Block(nn.Module):
        def __init__(self, inputs, outputs, stride):
            super().__init__()
            self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
            self.conv2 = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
            self.bn1, self.bn2, self.relu = nn.BatchNorm2d(outputs), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
            self.skip = None
            if stride != 1:
                self.skip = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

        def forward(self, x):
            out = self.bn2(self.conv2(self.relu(self.bn1(self.conv1(x)))))
            out += x if self.skip is None else self.skip(x)
            return self.relu(out)

    widths = [(64, 64), (64, 128), (128, 256), (256, 512)]
    head = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(inplace=True), nn.MaxPool2d(3, 2, 1)]
    body = [block for a, b in widths for block in (Block(a, b, b // a), Block(b, b, 1))]
    net = nn.Sequential(*head, *body, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 10))
    optimizer = t.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
    x, y = t.randn(BATCH["ResNet-18"], 3, 64, 64), t.randint(10, (BATCH["ResNet-18"],))
    return lambda: descend(optimizer, nn.functional.cross_entropy(net(x), y))


def dcgan(t):
    """DCGAN's pair at 64 x 64 with 32 channels: the critic on four real and four drawn images, then the painter."""
    nn = t.nn
    wide = 32

    def painting(inputs, outputs, *where):
        up = nn.ConvTranspose2d(inputs, outputs, 4, *where, bias=False)
        return [up, nn.BatchNorm2d(outputs), nn.ReLU(True)]

    def judging(inputs, outputs):
        return [nn.Conv2d(inputs, outputs, 4, 2, 1, bias=False), nn.BatchNorm2d(outputs), nn.LeakyReLU(0.2, True)]

    painter = nn.Sequential(
        *painting(100, 8 * wide, 1, 0),
        *(part for k in (8, 4, 2) for part in painting(k * wide, k * wide // 2, 2, 1)),
        nn.ConvTranspose2d(wide, 3, 4, 2, 1, bias=False),
        nn.Tanh(),
    )
    critic = nn.Sequential(
        nn.Conv2d(3, wide, 4, 2, 1, bias=False),
        nn.LeakyReLU(0.2, True),
        *(part for k in (1, 2, 4) for part in judging(k * wide, 2 * k * wide)),
        nn.Conv2d(8 * wide, 1, 4, 1, 0, bias=False),
        nn.Flatten(0),
    )
    of_critic = t.optim.Adam(critic.parameters(), lr=2e-4, betas=(0.5, 0.999))
    of_painter = t.optim.Adam(painter.parameters(), lr=2e-4, betas=(0.5, 0.999))
    count, judge = BATCH["DCGAN"], nn.functional.binary_cross_entropy_with_logits
    real, yes, no = t.rand(count, 3, 64, 64), t.ones(count), t.zeros(count)

    def step():
        drawn = painter(t.randn(count, 100, 1, 1))
        descend(of_critic, judge(critic(real), yes) + judge(critic(drawn.detach()), no))
        return descend(of_painter, judge(critic(drawn), yes))

    return step


TRAININGS = {
    "MLP, SGD": mlp_sgd,
    "MLP, Adam": mlp_adam,
    "LSTM": lstm,
    "GPT": gpt,
    "ResNet-18": resnet,
    "DCGAN": dcgan,
}
