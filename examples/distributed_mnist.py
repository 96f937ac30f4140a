"""Train a classifier of small gray pictures on several processes, each with its part of the images.

    python examples/distributed_mnist.py
    python -m pytorch_c.distributed.run --standalone --nproc-per-node 2 examples/distributed_mnist.py

The second one has two processes, whose gradients are averaged while the backward pass runs; the batch is cut in two, so
that both do the same computation. torchrun, mpirun, srun or Kubernetes' PyTorchJob start it as well: it asks only for
the environment variables RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT. Killed and started again, it goes on with the
epoch that it was in, where --checkpoint names a file.
"""

import argparse
import os
import time

import pytorch_c as torch
from pytorch_c import distributed
from pytorch_c.data import DataLoader, TensorDataset
from pytorch_c.nn import functional as F
from pytorch_c.nn.parallel import DistributedDataParallel
from pytorch_c.utils.data.distributed import DistributedSampler
from pytorch_c.vision.datasets import FashionMNIST
from pytorch_c.vision.models import MLP


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--batch-size", type=int, default=64, help="of all processes together")
    parser.add_argument("--lr", type=float, default=0.01)
    parser.add_argument("--checkpoint", help="saved after each epoch, and read at the start")
    options = parser.parse_args()
    if "RANK" not in os.environ:  # started by hand: one process
        os.environ.update(RANK="0", WORLD_SIZE="1", MASTER_ADDR="127.0.0.1", MASTER_PORT="0")
    distributed.init_process_group("gloo")
    try:
        train(options, distributed.get_rank(), distributed.get_world_size())
    finally:
        distributed.destroy_process_group()


def train(options, rank, size):
    """Trains, and prints what process 0 sees."""
    torch.manual_seed(0)
    training, test = images_of(True), images_of(False)
    sampler = DistributedSampler(training, seed=0)
    loader = DataLoader(training, options.batch_size // size, sampler=sampler)
    model = MLP()
    optimizer = torch.optim.SGD(model.parameters(), lr=options.lr, momentum=0.9)
    first = resume(options.checkpoint, model, optimizer)
    parallel = DistributedDataParallel(model)
    for epoch in range(first, options.epochs):
        start = time.perf_counter()
        sampler.set_epoch(epoch)  # another order, the same on each process
        for images, labels in loader:
            torch.gc()
            optimizer.zero_grad()
            F.nll_loss(parallel(images), labels).backward()
            optimizer.step()
        if rank == 0:
            speed = len(training) / (time.perf_counter() - start)
            print(f"epoch {epoch + 1}: {speed:,.0f} images/s, accuracy {accuracy(model, test):.4f}", flush=True)
            save(options.checkpoint, model, optimizer, epoch)
    if rank == 0:
        print(f"{size} processes: accuracy {accuracy(model, test):.4f}", flush=True)


def images_of(train):
    """The images as normalized float32, and their labels."""
    data = FashionMNIST(train=train)
    return TensorDataset(data.data.float().div(255).sub(0.1307).div(0.3081), data.targets)


def accuracy(model, test):
    images, labels = test.tensors
    with torch.no_grad():
        return (model(images).argmax(1) == labels).float().mean().item()


def resume(file, model, optimizer):
    """The epoch to begin with."""
    if not file or not os.path.exists(file):
        return 0
    kept = torch.load(file)
    model.load_state_dict(kept["model"])
    optimizer.load_state_dict(kept["optimizer"])
    return kept["epoch"] + 1


def save(file, model, optimizer, epoch):
    if file:
        torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}, f"{file}.new")
        os.replace(f"{file}.new", file)


if __name__ == "__main__":
    main()
