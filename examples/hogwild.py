"""Hogwild: several processes train one model in shared memory, without a lock.

    python examples/hogwild.py                   # one process, then four: accuracy and time of each
    python examples/hogwild.py --processes 2 --epochs 3

Every process has its own gradients and steps the same parameters; a step that is lost now and then does no harm
(Niu et al., 2011). The data is the package's sample of Fashion-MNIST: 6,000 images to train, 1,000 to test.
"""

import argparse
import time

import pytorch_c
import pytorch_c.multiprocessing as mp
from pytorch_c.data import DataLoader, TensorDataset
from pytorch_c.nn import functional as F
from pytorch_c.optim import SGD
from pytorch_c.optim.lr_scheduler import LinearLR
from pytorch_c.vision.datasets import FashionMNIST
from pytorch_c.vision.models import MLP


def main():
    options = parse_arguments()
    training, test = (load(split) for split in (True, False))
    for one in training.tensors:
        one.share_memory_()  # each process sees the very same images
    print(f"{len(training):,} images, {options.epochs} epochs, batches of {options.batch_size}")
    for count in dict.fromkeys((1, options.processes)):
        pytorch_c.manual_seed(options.seed)
        model = MLP().share_memory()
        start = time.perf_counter()
        run(model, training, count, options)
        seconds = time.perf_counter() - start
        print(f"processes {count}: accuracy {accuracy(model, test):.2%}, {seconds:.1f} s", flush=True)


def run(model, training, count, options):
    """Trains the shared model in `count` processes, each on its part of the images in each epoch."""
    mp.start_processes(
        train, (model, training, count, options), nprocs=count, start_method=options.start_method, join=True
    )


def train(number, model, training, count, options):
    """Trains in one process; all processes share the parameters."""
    pytorch_c.set_num_threads(1)
    pytorch_c.manual_seed(options.seed + number)
    mine = TensorDataset(*(one[number::count] for one in training.tensors))
    optimizer = SGD(model.parameters(), lr=options.lr, momentum=0.5)
    slower = LinearLR(optimizer, 1.0, 0.05, options.epochs)  # so that the end does not hang on who has stepped last
    for _ in range(options.epochs):
        for images, labels in DataLoader(mine, options.batch_size, shuffle=True):
            optimizer.zero_grad()
            F.nll_loss(model(images), labels).backward()
            optimizer.step()
        slower.step()


def accuracy(model, test):
    """The share of right answers."""
    images, labels = test.tensors
    with pytorch_c.no_grad():
        return (model(images).argmax(1) == labels).float().mean().item()


def load(split):
    """The sample's images as float32 of about zero mean and unit deviation, with their labels."""
    found = FashionMNIST.sample(split)
    return TensorDataset((found.data.float() / 255 - 0.1307) / 0.3081, found.targets.clone())


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batch-size", type=int, default=64)
    parser.add_argument("--lr", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start-method", choices=mp.get_all_start_methods(), default="spawn")
    return parser.parse_args()


if __name__ == "__main__":
    main()
