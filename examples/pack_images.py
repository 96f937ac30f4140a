"""Two archives of image files to try the programs with that learn from archives: the package's Fashion-MNIST sample.

    python examples/pack_images.py

writes fashion-train.tgz and fashion-test.tgz. A file's label is the name of its folder: train/Sandal/12.png.
"""

import argparse
import sys
from pathlib import Path

from pytorch_c.vision.datasets import FashionMNIST
from pytorch_c.vision.synthesizer import Synthesizer


def pack(path, split, limit):
    """Writes the first `limit` images of a split (None for all) as an archive of PNG files; how many they are."""
    dataset = FashionMNIST.sample(split == "train")
    images, labels = dataset.data[:limit], dataset.targets[:limit].tolist()
    with Synthesizer(path) as archive:
        for number, (image, label) in enumerate(zip(images, labels)):
            kind = dataset.classes[label].replace("/", " or ")
            archive.add(f"{split}/{kind}/{number}.png", image.unsqueeze(0))
    return len(labels)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-out", "--out", type=Path, default=Path("."), metavar="FOLDER", help="default: this folder")
    parser.add_argument("-limit", "--limit", type=int, metavar="N", help="only the first N images of each")
    options = parser.parse_args(arguments)
    for split in "train", "test":
        path = options.out / f"fashion-{split}.tgz"
        print(f"{pack(path, split, options.limit):,} images in {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
