"""An ensemble with randomized priors, and what it does not know: C. Perone's example.

    python examples/randomized_prior.py train
    python examples/randomized_prior.py draw --picture uncertainty.png

Each member is a network that learns plus one that never does, its prior (Osband, Aslanides and Cassirer, 2018).
Where there are data all agree; where there are none each goes with its prior, and their spread says so.
"""

import math
import sys
from pathlib import Path

from common import Program, Run, begin, option, positive, pyplot, restored

import pytorch_c as torch
from pytorch_c import nn, optim


def perceptron(hidden):
    return nn.Sequential(nn.Linear(1, hidden), nn.ELU(), nn.Linear(hidden, hidden), nn.ELU(), nn.Linear(hidden, 1))


class Member(nn.Module):
    """A network upon its prior: (n, 1) -> (n, 1)."""

    def __init__(self, hidden, scale):
        super().__init__()
        self.scale = scale
        self.prior, self.learner = perceptron(hidden), perceptron(hidden)
        for module in self.prior:
            if isinstance(module, nn.Linear):
                nn.init.xavier_normal_(module.weight, gain=1.5)
        self.prior.requires_grad_(False)

    def forward(self, x):
        return self.learner(x) + self.scale * self.prior(x)


class Ensemble(nn.Module):
    """Networks side by side, with the answer of each: (n, 1) -> (members, n, 1)."""

    def __init__(self, members, hidden, scale):
        super().__init__()
        self.members = nn.ModuleList([Member(hidden, scale) for _ in range(members)])

    def forward(self, x):
        return torch.stack([member(x) for member in self.members])


def make(options):
    return Ensemble(options.members, options.hidden, options.scale)


def observations(count):
    """Noisy points of a curve, seen only from 0 to 0.5: x and y, (count, 1) each."""
    x = torch.rand(count, 1) * 0.5
    noise = 0.02 * torch.randn(count, 1)
    return x, curve(x + noise) + noise


def curve(x):
    return x + 0.3 * (2 * math.pi * x).sin() + 0.3 * (4 * math.pi * x).sin()


def train(options):
    """Train all members, each on its own share of the points."""
    begin(options)
    x, y = observations(options.points)
    share = (torch.rand(options.members, options.points, 1) < options.share).float()
    model = make(options)
    optimizer = optim.Adam([one for one in model.parameters() if one.requires_grad], lr=options.lr)
    run = Run(options, model=model, optimizer=optimizer)
    for _ in run.steps():
        errors = (model(x) - y).square()
        loss = (errors * share).sum() / share.sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        run.record(loss=loss)
    run.finish()


@torch.no_grad()
def draw(options):
    """Prints and draws the spread of what the members say, where there were points and where not."""
    model = restored(options, make)
    x = torch.linspace(-0.5, 1.0, 301).unsqueeze(1)
    said = model(x).squeeze(2)
    mean, spread = said.mean(0), said.std(0)
    x = x.squeeze(1)
    seen = (x >= 0) & (x <= 0.5)
    print(f"spread {spread[seen].mean().item():.4f} among the points, {spread[~seen].mean().item():.4f} away from them")
    plt = pyplot(options)
    if plt is None:
        return
    figure, axes = plt.subplots(figsize=(8, 4.5))
    for times, shade in (3, 0.12), (2, 0.18), (1, 0.25):
        low, high = (mean - times * spread).numpy(), (mean + times * spread).numpy()
        axes.fill_between(x.numpy(), low, high, color="tab:blue", alpha=shade, linewidth=0)
    axes.plot(x.numpy(), said.T.numpy(), color="tab:blue", linewidth=0.5, alpha=0.6)
    axes.plot(x.numpy(), mean.numpy(), color="tab:blue", linewidth=2, label="mean, and 1 to 3 standard deviations")
    axes.plot(x.numpy(), curve(x).numpy(), color="black", linewidth=1, linestyle="--", label="the curve")
    axes.axvspan(0, 0.5, color="tab:orange", alpha=0.12, label="where points were seen")
    axes.set_ylim(-2, 2.5)
    axes.legend(loc="upper left", frameon=False)
    figure.savefig(options.picture, dpi=120, bbox_inches="tight")
    plt.close(figure)
    print(f"drawn in {options.picture}")


def main(arguments=None):
    program = Program(__file__, __doc__, devices=False)
    command = program.training(train, steps=1500, lr=0.003)
    option(command, "--members", default=10, type=positive, help="of the ensemble")
    option(command, "--hidden", default=32, type=positive, help="size of the hidden layers")
    option(command, "--scale", default=1.0, type=float, help="of the priors")
    option(command, "--points", default=60, type=positive, help="to learn from")
    option(command, "--share", default=0.8, type=float, help="of the points that a member sees")
    command = program.command(draw, "draw what the ensemble knows and what it does not")
    option(command, "--picture", default=Path("uncertainty.png"), type=Path, metavar="FILE", help="where")
    return program.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
