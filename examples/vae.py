"""A variational autoencoder of Fashion-MNIST: it packs a picture into a few numbers, and draws clothes that nobody made.

python examples/vae.py train
python examples/vae.py draw --picture vae.png
"""

import sys
from pathlib import Path

from common import Program, Run, begin, draw_grid, option, positive, restored
from pictures import SIDE, add_options, load_pictures, random_batch

import pytorch_c as torch
from pytorch_c import nn, optim
from pytorch_c.nn import functional as F


class VAE(nn.Module):
    """Kingma and Welling's autoencoder: images (n, 1, 28, 28) -> (their scores, mean and log variance of the code)."""

    def __init__(self, hidden, code):
        super().__init__()
        self.code = code
        self.encoder = nn.Sequential(
            nn.Flatten(), nn.Linear(SIDE * SIDE, hidden), nn.ReLU(), nn.Linear(hidden, 2 * code)
        )
        self.decoder = nn.Sequential(
            nn.Linear(code, hidden), nn.ReLU(), nn.Linear(hidden, SIDE * SIDE), nn.Unflatten(1, (1, SIDE, SIDE))
        )

    def forward(self, images):
        mean, log_variance = self.encoder(images).chunk(2, 1)
        code = mean + torch.randn_like(mean) * (0.5 * log_variance).exp()
        return self.decoder(code), mean, log_variance


def make(options):
    return VAE(options.hidden, options.code)


def train(options):
    """Train on random batches: the error of the pictures, and how far the codes are from a normal distribution."""
    begin(options)
    images, _ = load_pictures(options, train=True)
    model = make(options).to(options.device)
    optimizer = optim.Adam(model.parameters(), lr=options.lr)
    run = Run(options, model=model, optimizer=optimizer)
    for _ in run.steps():
        (chosen,) = random_batch(options.batch_size, images)
        scores, mean, log_variance = model(chosen)
        error = F.binary_cross_entropy_with_logits(scores, chosen, reduction="sum") / len(chosen)
        divergence = 0.5 * (mean.square() + log_variance.exp() - 1 - log_variance).sum(1).mean()
        optimizer.zero_grad()
        (error + divergence).backward()
        optimizer.step()
        run.record(error=error, divergence=divergence)
    run.finish()


@torch.no_grad()
def draw(options):
    """Draws test pictures, what the codes keep of them, and pictures of random codes."""
    model = restored(options, make)
    images, _ = load_pictures(options, train=False)
    images = images[:20]
    kept = model.decoder(model.encoder(images).chunk(2, 1)[0]).sigmoid()
    new = model.decoder(torch.randn(40, model.code, device=options.device)).sigmoid()
    rows = torch.cat([images[:10], kept[:10], images[10:], kept[10:], new])
    draw_grid(options, rows.squeeze(1), options.picture, columns=10)


def main(arguments=None):
    program = Program(__file__, __doc__)
    command = program.training(train, steps=1500, lr=0.001)
    add_options(command)
    option(command, "--hidden", default=256, type=positive, help="size of the hidden layers")
    option(command, "--code", default=16, type=positive, help="numbers that a picture is packed into")
    option(command, "--batch-size", default=64, type=positive, help="images in a step")
    command = program.command(draw, "draw old and new pictures")
    add_options(command)
    option(command, "--picture", default=Path("vae.png"), type=Path, metavar="FILE", help="where")
    return program.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
