"""The perceptron that every binding trains: the same images, weights and steps, so the same losses.

    python mlp.py data FOLDER     writes what the other languages read: images.f32 and labels.i64
    python mlp.py train FOLDER    prints the loss of each step, %.6f; with --save FILE the weights as safetensors

1,000 images of the package's sample of Fashion-MNIST as float32 from 0 to 1 of shape (1000, 784), row by row, and
their labels as int64, both little-endian. Ten batches of 100 in their order, five epochs; 784 → 64 → relu → 10, cross
entropy, plain SGD with a rate of 0.1; one thread. Weights are (out, in); element (i, j) is ((i*31 + j*17) % 97 / 97 -
0.5) * 0.1, in double precision and then float32; biases are 0. Their order is hidden.weight, hidden.bias,
output.weight, output.bias.
"""

import argparse
import importlib
import sys
from pathlib import Path

IMAGES, PIXELS, HIDDEN, CLASSES = 1000, 784, 64, 10
BATCH, EPOCHS, RATE = 100, 5, 0.1
NAMES = ("hidden.weight", "hidden.bias", "output.weight", "output.bias")


def write_data(folder):
    """The two files, from the sample that is in the package."""
    import pytorch_c
    from pytorch_c.vision.datasets import FashionMNIST

    sample = FashionMNIST.sample(True)
    images = sample.data[:IMAGES].to(pytorch_c.float32).div_(255).view(IMAGES, PIXELS)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "images.f32").write_bytes(images.numpy().astype("<f4").tobytes())
    (folder / "labels.i64").write_bytes(sample.targets[:IMAGES].numpy().astype("<i8").tobytes())


def weight(t, rows, columns):
    """A parameter (rows, columns) whose numbers are a formula."""
    numbers = [[((i * 31 + j * 17) % 97 / 97 - 0.5) * 0.1 for j in range(columns)] for i in range(rows)]
    return t.tensor(numbers, dtype=t.float32, requires_grad=True)


def train(t, folder, save):
    """The losses of all steps, printed as they come."""
    t.set_num_threads(1)
    images = t.frombuffer(bytearray((folder / "images.f32").read_bytes()), dtype=t.float32).view(IMAGES, PIXELS)
    labels = t.frombuffer(bytearray((folder / "labels.i64").read_bytes()), dtype=t.int64)
    parameters = [
        weight(t, HIDDEN, PIXELS),
        t.zeros(HIDDEN, requires_grad=True),
        weight(t, CLASSES, HIDDEN),
        t.zeros(CLASSES, requires_grad=True),
    ]
    w1, b1, w2, b2 = parameters
    F, sgd = t.nn.functional, t.optim.SGD(parameters, lr=RATE)
    for _ in range(EPOCHS):
        for start in range(0, IMAGES, BATCH):
            hidden = F.relu(F.linear(images[start : start + BATCH], w1, b1))
            loss = F.cross_entropy(F.linear(hidden, w2, b2), labels[start : start + BATCH])
            sgd.zero_grad()
            loss.backward()
            sgd.step()
            print(f"{loss.item():.6f}")
    if save:
        write_safetensors(save, dict(zip(NAMES, (p.detach().numpy() for p in parameters))))


def write_safetensors(path, arrays):
    """Arrays of float32 or int64 in the format of safetensors, the header's keys in the order of the names."""
    import json

    header, offset = {}, 0
    for name, array in arrays.items():
        end = offset + array.nbytes
        header[name] = {
            "dtype": {"float32": "F32", "int64": "I64"}[str(array.dtype)],
            "shape": list(array.shape),
            "data_offsets": [offset, end],
        }
        offset = end
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for array in arrays.values():
            file.write(array.tobytes())


def main():
    parser = argparse.ArgumentParser(prog="mlp.py", description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["data", "train"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--save", type=Path, metavar="FILE", help="the trained weights")
    parser.add_argument("--package", default="pytorch_c", help="torch, for the same losses (default: %(default)s)")
    options = parser.parse_args()
    if options.what == "data":
        write_data(options.folder)
    else:
        train(importlib.import_module(options.package), options.folder, options.save)
    return 0


if __name__ == "__main__":
    sys.exit(main())
