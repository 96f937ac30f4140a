"""The convolutional network that every binding with layers trains: the same draws, so the same losses.

    python cnn.py FOLDER FILE    prints the loss of each step, %.6f, saves the network, and prints how many are right

FOLDER has what `mlp.py data` writes. Seed 7; two convolutions (8 and 16 channels, 3 × 3, padded by 1), the first with
batch norm, each with relu and a maximum over 2 × 2; dropout of 0.25, and 784 → 10. Two epochs of batches of 100 in an
order by the seed 3; cross entropy, AdamW with a rate of 0.004 that is halved after each epoch, gradients clipped to a
norm of 1. A second network, of other numbers, loads the file and says in evaluation how many of the images it knows; a
third one loads FOLDER/network.pt, an archive of TorchScript that this program writes.
"""

import argparse
import importlib
import sys
from pathlib import Path

from mlp import IMAGES, write_safetensors

SEED, ORDER, BATCH, EPOCHS, RATE = 7, 3, 100, 2, 0.004


def network(nn):
    return nn.Sequential(
        nn.Conv2d(1, 8, 3, padding=1),
        nn.BatchNorm2d(8),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(8, 16, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Dropout(0.25),
        nn.Linear(784, 10),
    )


def train(t, utils, folder, file):
    """Prints the losses of all steps as they come, and what the saved network knows."""
    t.set_num_threads(1)
    images = t.frombuffer(bytearray((folder / "images.f32").read_bytes()), dtype=t.float32).view(IMAGES, 1, 28, 28)
    labels = t.frombuffer(bytearray((folder / "labels.i64").read_bytes()), dtype=t.int64)
    t.manual_seed(SEED)
    model = network(t.nn)
    order = t.Generator().manual_seed(ORDER)
    loader = utils.DataLoader(utils.TensorDataset(images, labels), BATCH, shuffle=True, generator=order)
    adam = t.optim.AdamW(model.parameters(), lr=RATE)
    schedule = t.optim.lr_scheduler.StepLR(adam, step_size=1, gamma=0.5)
    for _ in range(EPOCHS):
        for x, y in loader:
            loss = t.nn.functional.cross_entropy(model(x), y)
            adam.zero_grad()
            loss.backward()
            t.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            adam.step()
            print(f"{loss.item():.6f}")
        schedule.step()
    write_safetensors(file, {name: one.numpy() for name, one in model.state_dict().items()})
    t.jit.trace(model.eval(), images[:1]).save(str(folder / "network.pt"))
    for state in model.state_dict(), t.jit.load(str(folder / "network.pt")).state_dict():
        again = network(t.nn)
        again.load_state_dict(state)
        again.eval()
        with t.no_grad():
            print((again(images).argmax(1) == labels).sum().item())


def main():
    parser = argparse.ArgumentParser(prog="cnn.py", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("file", type=Path)
    parser.add_argument(
        "--package", default="pytorch_c", help="torch, whose AdamW differs in the last digits (default: %(default)s)"
    )
    options = parser.parse_args()
    package = importlib.import_module(options.package)
    utils = importlib.import_module("torch.utils.data" if options.package == "torch" else "pytorch_c.data")
    train(package, utils, options.folder, options.file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
