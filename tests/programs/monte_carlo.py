"""Monte Carlo with seeds and generators: pi, an option's price, a random walk, a bootstrap."""


def run(torch):
    torch.manual_seed(42)
    points = torch.rand(20000, 2)
    pi = 4 * (points.square().sum(1) <= 1).double().mean()

    generator = torch.Generator().manual_seed(1)
    z = torch.randn(10000, generator=generator)
    prices = 100 * torch.exp(0.05 - 0.5 * 0.2**2 + 0.2 * z)
    call = torch.exp(torch.tensor(-0.05)) * torch.relu(prices - 105).mean()

    state = torch.get_rng_state()
    steps = torch.randint(0, 2, (5, 100)) * 2 - 1
    torch.set_rng_state(state)
    again = torch.randint(0, 2, (5, 100)) * 2 - 1
    walks = steps.cumsum(1)

    sample = torch.normal(10.0, 2.0, (50,))
    draws = torch.multinomial(torch.ones(50), 50 * 20, replacement=True).view(20, 50)
    means = sample[draws].mean(1)
    return {
        "pi": pi,
        "call": call,
        "repeatable": torch.equal(steps, again),
        "walks": walks[:, -1],
        "span": walks.amax(1) - walks.amin(1),
        "interval": torch.quantile(means, torch.tensor([0.05, 0.95])),
        "coins": torch.bernoulli(torch.full((8,), 0.3)),
        "shuffled": torch.randperm(6),
        "normal": torch.normal(mean=torch.arange(3.0), std=torch.tensor([0.1, 0.2, 0.3])),
        "exponential": torch.empty(3).exponential_(2.0),
        "poisson": torch.poisson(torch.tensor([1.0, 5.0, 20.0])),
        "like": torch.rand_like(points[:2]),
        "seed": torch.initial_seed(),
        "integers": torch.randint(10, (3,), dtype=torch.int16),
    }
