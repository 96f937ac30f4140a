"""GoTorch's ResNet example: a residual network learns from an archive of image files.

python examples/pack_images.py
python examples/resnet.py train --data fashion-train.tgz --test fashion-test.tgz
python examples/resnet.py predict examples/images/*.png
"""

import sys

from archives import add_prediction, add_training, predict_with, train_on
from common import Program, load, option, positive

from pytorch_c.vision import transforms
from pytorch_c.vision.models import resnet18, resnet34, resnet50

DEPTHS = {18: resnet18, 34: resnet34, 50: resnet50}
NORMAL = transforms.Normalize([0.485, 0.456, 0.406], [0.229, 0.224, 0.225])


def make(options):
    return DEPTHS[options.depth](num_classes=len(options.labels))


def plain(size):
    """An image brought to a size, as a tensor of about zero mean and unit deviation."""
    return transforms.Compose([transforms.Resize((size, size)), transforms.ToTensor(), NORMAL])


def moved(size):
    """Prepares images to learn from, like plain(): each is moved and mirrored a little."""
    moves = [transforms.Resize((size, size)), transforms.RandomCrop(size, size // 8), transforms.RandomHorizontalFlip()]
    return transforms.Compose([*moves, transforms.ToTensor(), NORMAL])


def train(options):
    """Train the network."""
    train_on(options, make, lambda options: (moved(options.size), plain(options.size)), "rgb")


def predict(options):
    """Name what is in image files."""
    return predict_with(options, make, plain(load(options)["options"]["size"]), "rgb")


def main(arguments=None):
    program = Program(__file__, __doc__)
    command = add_training(program, train, lr=0.02, batch_size=32)
    option(command, "--depth", default=18, type=int, choices=DEPTHS, help="layers")
    option(command, "--size", default=32, type=positive, help="height and width that images are brought to")
    add_prediction(program, predict)
    return program.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
