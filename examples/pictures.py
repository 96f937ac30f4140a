"""Fashion-MNIST for the programs that learn from small gray pictures: all of it, or the sample in the package."""

from common import fail, positive

import pytorch_c as torch
from pytorch_c.vision.datasets import FashionMNIST

SIDE = 28
CLASSES = FashionMNIST.classes


def add_options(parser):
    """The options of load_pictures()."""
    parser.add_argument("--data", metavar="FOLDER", help='of IDX files; "sample" is the one in the package')
    parser.add_argument("--limit", type=positive, metavar="N", help="use only the first N images")


def load_pictures(options, train):
    """(float32 (n, 1, 28, 28) from 0 to 1, int64 (n,)): the training or test pictures and their classes."""
    try:
        dataset = FashionMNIST.sample(train) if options.data == "sample" else FashionMNIST(options.data, train)
    except (OSError, ValueError) as error:
        fail(options, str(error).splitlines()[0])
    images, labels = dataset.data[: options.limit], dataset.targets[: options.limit]
    print(f"{len(images):6,} {'training' if train else 'test'} images from {dataset.folder}")
    return images.to(options.device).to(torch.float32).div(255).unsqueeze(1), labels.to(options.device)


def random_batch(size, *tensors):
    """Returns the same random rows of each tensor."""
    rows = torch.randint(len(tensors[0]), (size,)).to(tensors[0].device)
    return [tensor[rows] for tensor in tensors]
