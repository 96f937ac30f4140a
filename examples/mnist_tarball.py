"""GoTorch's MNIST example: a perceptron learns from an archive of gray image files.

python examples/pack_images.py
python examples/mnist_tarball.py train -data fashion-train.tgz -test fashion-test.tgz -epoch 5
python examples/mnist_tarball.py predict examples/images/*.png
"""

import sys

from archives import add_prediction, add_training, predict_with, train_on
from common import Program

from pytorch_c.vision import transforms
from pytorch_c.vision.models import MLP

TRANSFORM = transforms.Compose(
    [transforms.Resize((28, 28)), transforms.ToTensor(), transforms.Normalize([0.1307], [0.3081])]
)


def make(options):
    return MLP()


def train(options):
    """Train the perceptron."""
    train_on(options, make, lambda options: (TRANSFORM, TRANSFORM), "gray")


def predict(options):
    """Name what is in image files, light on black."""
    return predict_with(options, make, TRANSFORM, "gray")


def main(arguments=None):
    program = Program(__file__, __doc__)
    add_training(program, train, lr=0.01, batch_size=64)
    add_prediction(program, predict)
    return program.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
