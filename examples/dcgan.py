"""GoTorch's DCGAN example: a painter learns to draw what a critic cannot tell from an archive's images.

python examples/pack_images.py
python examples/dcgan.py train -data fashion-train.tgz
python examples/dcgan.py draw --picture dcgan.png
"""

import sys
from pathlib import Path

from archives import count, read, without_end
from common import Program, Run, begin, draw_grid, option, positive, restored

import pytorch_c as torch
from pytorch_c import optim
from pytorch_c.nn import functional as F
from pytorch_c.vision import transforms
from pytorch_c.vision.models import DCGANDiscriminator, DCGANGenerator


def make(options):
    """The painter: noise (n, 100, 1, 1) -> images (n, 3, size, size) from -1 to 1."""
    return DCGANGenerator(options.noise, 3, options.channels, options.size)


def judged(verdicts, real):
    """Returns how far the critic's verdicts are from what they ought to be."""
    return F.binary_cross_entropy(verdicts, torch.full_like(verdicts, float(real)))


def train(options):
    """Train both: the critic on real and drawn images, then the painter on what the critic says."""
    options.labels = None
    begin(options)
    size = options.size
    transform = transforms.Compose(
        [transforms.Resize((size, size)), transforms.ToTensor(), transforms.Normalize([0.5] * 3, [0.5] * 3)]
    )
    order = {"buffer_size": options.buffer_size, "seed": options.seed}
    loader = read(options, options.data, transform, "rgb", drop_last=True, **order)
    if not options.resume:
        options.images = count(loader)
        loader = read(options, options.data, transform, "rgb", drop_last=True, **order)
    options.steps = options.epochs * (options.images // options.batch_size)
    painter = make(options).to(options.device)
    critic = DCGANDiscriminator(3, options.channels, size).to(options.device)
    for_painter = optim.Adam(painter.parameters(), lr=options.lr, betas=(0.5, 0.999))
    for_critic = optim.Adam(critic.parameters(), lr=options.lr, betas=(0.5, 0.999))
    run = Run(options, model=painter, critic=critic, for_painter=for_painter, for_critic=for_critic, loader=loader)
    for _, (images, _) in zip(run.steps(), without_end(options, loader)):
        drawn = painter(torch.randn(len(images), options.noise, 1, 1, device=options.device))
        critic_loss = judged(critic(images.to(options.device)), True) + judged(critic(drawn.detach()), False)
        for_critic.zero_grad()
        critic_loss.backward()
        for_critic.step()
        painter_loss = judged(critic(drawn), True)
        for_painter.zero_grad()
        painter_loss.backward()
        for_painter.step()
        run.record(critic=critic_loss, painter=painter_loss)
    loader.close()
    run.finish()
    paint(options, painter)


@torch.no_grad()
def paint(options, painter):
    """Draws 64 images of noise."""
    painter.eval()
    images = painter(torch.randn(64, painter.main[0].in_channels, 1, 1, device=options.device))
    draw_grid(options, images / 2 + 0.5, options.picture, columns=8)


def draw(options):
    """Draws images that nobody has seen."""
    paint(options, restored(options, make))


def main(arguments=None):
    program = Program(__file__, __doc__)
    command = program.training(train, None, lr=0.0002, aliases=("-save", "--save"))
    command.add_argument("-data", "--data", metavar="ARCHIVE", help="of the images to learn from")
    option(command, "-epoch", "--epochs", default=8, type=positive, help="passes over the images")
    option(command, "-batch", "--batch-size", default=32, type=positive, help="images in a step")
    option(command, "--size", default=32, type=positive, help="height and width of the images, a power of two")
    option(command, "--channels", default=16, type=positive, help="of the widest layers")
    option(command, "--noise", default=100, type=positive, help="numbers that an image is drawn from")
    option(command, "--buffer-size", default=10_000, type=positive, help="files among which is shuffled")
    option(command, "--workers", default=2, type=positive, help="threads that read images")
    draws = program.command(draw, "draw new images", "-load", "--load")
    for one in command, draws:
        option(one, "--picture", default=Path("dcgan.png"), type=Path, metavar="FILE", help="where it draws")
    return program.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
