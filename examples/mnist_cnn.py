"""A convolutional network on Fashion-MNIST: it learns ten kinds of clothes, and draws those that it gets wrong.

python examples/mnist_cnn.py train
python examples/mnist_cnn.py test --mistakes mistakes.png
"""

import sys
from pathlib import Path

from common import Program, Run, begin, draw_grid, option, positive, restored
from pictures import CLASSES, add_options, load_pictures, random_batch

import pytorch_c as torch
from pytorch_c import nn, optim
from pytorch_c.nn import functional as F


class CNN(nn.Module):
    """Scores of the classes: images (n, 1, 28, 28) -> (n, 10)."""

    def __init__(self, channels, dropout):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, channels, 3, padding=1),
            nn.BatchNorm2d(channels),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(channels, 2 * channels, 3, padding=1),
            nn.BatchNorm2d(2 * channels),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Dropout(dropout),
        )
        self.scores = nn.Linear(2 * channels * 7 * 7, len(CLASSES))

    def forward(self, images):
        return self.scores(self.features(images).flatten(1))


def make(options):
    return CNN(options.channels, options.dropout)


def train(options):
    """Train the network on random batches; then measure it."""
    begin(options)
    images, labels = load_pictures(options, train=True)
    model = make(options).to(options.device)
    optimizer = optim.SGD(model.parameters(), lr=options.lr, momentum=0.9, weight_decay=1e-4)
    run = Run(options, model=model, optimizer=optimizer)
    for _ in run.steps():
        chosen, classes = random_batch(options.batch_size, images, labels)
        loss = F.cross_entropy(model(chosen), classes)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        run.record(loss=loss)
    run.finish()


@torch.no_grad()
def test(options):
    """Prints how much of the test set is right, class by class, and draws what is not."""
    model = restored(options, make)
    images, labels = load_pictures(options, train=False)
    found = torch.cat([model(part).argmax(1) for part in images.split(500)])
    for number, name in enumerate(CLASSES):
        here = labels == number
        if here.any():
            print(f"{name:12} {(found[here] == number).float().mean().item():7.2%}")
    right = found == labels
    print(f"{'all':12} {right.float().mean().item():7.2%}")
    if options.mistakes:
        wrong = (~right).nonzero().squeeze(1)[:60]
        draw_grid(options, images[wrong].squeeze(1), options.mistakes, columns=10)
        for place, row in enumerate(wrong.tolist()):
            end = "\n" if place % 10 == 9 or place == len(wrong) - 1 else " "
            print(f"{CLASSES[labels[row]]}→{CLASSES[found[row]]},", end=end)


def main(arguments=None):
    program = Program(__file__, __doc__)
    command = program.training(train, steps=400, lr=0.02)
    add_options(command)
    option(command, "--channels", default=16, type=positive, help="of the first convolution; the second has twice that")
    option(command, "--dropout", default=0.25, type=float, help="share of features that a step leaves out")
    option(command, "--batch-size", default=64, type=positive, help="images in a step")
    command = program.command(test, "measure it on the test images")
    add_options(command)
    command.add_argument("--mistakes", type=Path, metavar="FILE", help="draw the images that it gets wrong there")
    return program.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
