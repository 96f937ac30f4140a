"""Train a classifier of small gray pictures, and name what is in image files: GoTorch's MNIST example.

    python examples/mnist.py train
    python examples/mnist.py predict examples/images/*.png

The default data is Fashion-MNIST: the full set where it is found (`make data` fetches it), else the package's sample.
"""

import argparse
import os
import re
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytorch_c
from pytorch_c.data import DataLoader, TensorDataset
from pytorch_c.nn import functional as F
from pytorch_c.optim import SGD
from pytorch_c.vision.datasets import MNIST, FashionMNIST
from pytorch_c.vision.models import MLP

DATASETS = {"fashion-mnist": FashionMNIST, "mnist": MNIST}
SIDE = 28
MEAN, STD = 0.1307, 0.3081


def main():
    options = parse_arguments()
    try:
        return options.run(options)
    except KeyboardInterrupt:
        print("\nstopped; no model was saved" if options.run is train else "\nstopped", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of the output, `head` say, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


# ---- train ----


def train(options):
    """Train the MLP, report every epoch, save the model."""
    with reported(OSError, ValueError, pytorch_c.Error):
        check_writable(options.model)
        training, test = (load_data(options, split) for split in (True, False))
    pytorch_c.manual_seed(options.seed)
    model = MLP().to(options.device)
    optimizer = SGD(model.parameters(), lr=options.lr, momentum=options.momentum)
    generator = pytorch_c.Generator().manual_seed(options.seed)
    loader = DataLoader(training, options.batch_size, shuffle=True, generator=generator)
    for epoch in range(1, options.epochs + 1):
        start = time.perf_counter()
        loss = train_epoch(model, optimizer, progress(loader, f"epoch {epoch}/{options.epochs}"))
        speed = len(training) / (time.perf_counter() - start)
        test_loss, accuracy = evaluate(model, test)
        line = f"epoch {epoch:2}: loss {loss:.4f}, {speed:,.0f} images/s"
        print(f"{line}, test loss {test_loss:.4f}, accuracy {accuracy:.2%}", flush=True)
    with reported(OSError, pytorch_c.Error):
        pytorch_c.save(model.to("cpu").state_dict(), options.model)
    print(f"model saved in {options.model}")
    return 0


def train_epoch(model, optimizer, loader):
    """One pass over the loader's batches; the mean loss of its images."""
    total, count = pytorch_c.zeros(()), 0
    try:
        for images, labels in loader:
            pytorch_c.gc()
            optimizer.zero_grad()
            loss = F.nll_loss(model(images), labels)
            loss.backward()
            optimizer.step()
            # Summed as a tensor, on the device: item() would wait for the device in every step.
            total = total + loss.detach() * len(labels)
            count += len(labels)
    finally:
        pytorch_c.finish_gc()
    return total.item() / count


def evaluate(model, dataset):
    """Mean loss and share of right answers."""
    images, labels = dataset.tensors
    model.eval()
    with pytorch_c.no_grad():
        output = model(images)
        loss = F.nll_loss(output, labels).item()
        right = (output.argmax(1) == labels).sum().item()
    model.train()
    return loss, right / len(labels)


def load_data(options, split):
    """The training (split True) or test images as one tensor on the device, normalised, with their labels."""
    if options.dataset == "mnist" and options.data is None:
        raise ValueError("--dataset mnist needs --data FOLDER with MNIST's IDX files")
    if options.dataset == "mnist" or options.data != "sample":
        dataset = DATASETS[options.dataset](options.data, split)
    else:
        dataset = FashionMNIST.sample(split)
    images, labels = dataset.data[: options.limit], dataset.targets[: options.limit]
    print(f"{len(images):6,} {'training' if split else 'test'} images from {dataset.folder}")
    return TensorDataset(normalised(images.to(options.device)), labels.to(options.device))


def normalised(images):
    """float32 images with about zero mean and unit deviation, of bytes."""
    return images.to(pytorch_c.float32).div_(255).sub_(MEAN).div_(STD)


def progress(loader, label):
    """The loader, with a progress bar where somebody may look at it and tqdm is installed."""
    if not sys.stderr.isatty():
        return loader
    try:
        from tqdm import tqdm
    except ImportError:
        return loader
    return tqdm(loader, desc=label, unit="batch", leave=False)


def check_writable(path):
    """Raises now what saving the model would raise after the training."""
    if path.is_dir():
        raise IsADirectoryError(f"--model {path} is a folder")
    if not path.parent.is_dir():
        raise FileNotFoundError(f"no folder {path.parent} to save the model in")


# ---- predict ----


def predict(options):
    """Prints the three most likely classes of every image file."""
    model = load_model(options.model)
    classes = DATASETS[options.dataset].classes
    failed = False
    for path in options.images:
        try:
            image = normalised(read_image(path, options.invert))
        except (OSError, ValueError) as error:
            print(f"mnist.py: {message_of(error, path)}", file=sys.stderr)
            failed = True
            continue
        with pytorch_c.no_grad():
            probabilities, labels = model(image).exp().squeeze(0).topk(3)
        best = zip(labels.tolist(), probabilities.tolist())
        print(f"{path}: " + ", ".join(f"{classes[label]} {probability:.1%}" for label, probability in best))
    return 2 if failed else 0


def load_model(path):
    """The MLP with the weights of a file that `train` wrote."""
    model = MLP()
    with reported(OSError), open(path, "rb"):
        pass
    try:
        model.load_state_dict(pytorch_c.load(path))
    except Exception as error:  # a foreign file can be wrong in any way
        fail(f"{path} is not a model that `mnist.py train` saved ({first_line(error)})")
    return model.eval()


def read_image(path, invert):
    """An image file as a uint8 tensor (28, 28), white on black.

    Other sizes are padded to a square and scaled. With invert "auto" an image whose border is mostly bright
    is taken for dark on light, and inverted.
    """
    image = read_pgm(path) if path.suffix == ".pgm" else read_with_pillow(path)
    border = pytorch_c.cat([image[0], image[-1], image[:, 0], image[:, -1]])
    bright_border = border.to(pytorch_c.float32).mean().item() > 127
    if invert == "yes" or invert == "auto" and bright_border:
        image = 255 - image
    height, width = image.shape
    if height == width == SIDE:
        return image
    side = max(height, width)
    square = pytorch_c.zeros(1, 1, side, side)
    top, left = (side - height) // 2, (side - width) // 2
    square[0, 0, top : top + height, left : left + width] = image.to(pytorch_c.float32)
    return F.adaptive_avg_pool2d(square, (SIDE, SIDE)).view(SIDE, SIDE).round().to(pytorch_c.uint8)


def read_with_pillow(path):
    try:
        from PIL import Image
    except ImportError:
        fail(f"{path}: reading this format needs Pillow: pip install pillow (binary .pgm files are read without it)")
    try:
        with Image.open(path) as image:
            gray = image.convert("L")
    except Exception as error:  # a damaged image can raise anything
        if isinstance(error, OSError) and error.strerror:
            raise
        raise ValueError(f"{path} is not an image that Pillow can read ({first_line(error)})") from None
    return pytorch_c.frombuffer(bytearray(gray.tobytes()), dtype=pytorch_c.uint8).view(gray.height, gray.width)


def read_pgm(path):
    """A binary PGM file (P5) of bytes: "P5 WIDTH HEIGHT 255", one white space, the pixels."""
    content = path.read_bytes()
    header = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", content)
    if header is None:
        raise ValueError(f"{path} is not a binary PGM file of 8 bits without comments")
    width, height = map(int, header.groups())
    pixels = bytearray(content[header.end() :])
    if len(pixels) != width * height or not pixels:
        raise ValueError(f"{path}: {len(pixels)} pixels; expected {width} x {height}")
    return pytorch_c.frombuffer(pixels, dtype=pytorch_c.uint8).view(height, width)


# ---- command line ----


def parse_arguments():
    parser = argparse.ArgumentParser(prog="mnist.py", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True, metavar="train|predict")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--model", type=Path, default=Path("mnist.pt"), help="the model's file (default: %(default)s)")
    common.add_argument("--dataset", choices=DATASETS, default="fashion-mnist", help="default: %(default)s")

    command = commands.add_parser("train", parents=[common], help="train a model and save it")
    command.set_defaults(run=train)
    command.add_argument("--data", metavar="FOLDER", help='of IDX files; "sample" is the one in the package')
    command.add_argument("--device", default="cpu", help="cpu, cuda, cuda:1 (default: %(default)s)")
    command.add_argument("--epochs", type=positive, default=10, help="default: %(default)s")
    command.add_argument("--batch-size", type=positive, default=64, help="default: %(default)s")
    command.add_argument("--lr", type=float, default=0.01, help="learning rate (default: %(default)s)")
    command.add_argument("--momentum", type=float, default=0.5, help="default: %(default)s")
    command.add_argument("--seed", type=int, default=1, help="of weights and shuffling (default: %(default)s)")
    command.add_argument("--limit", type=positive, metavar="N", help="use only the first N images of each split")

    command = commands.add_parser("predict", parents=[common], help="name what is in image files")
    command.set_defaults(run=predict)
    command.add_argument("--invert", choices=["auto", "yes", "no"], default="auto", help="dark on light? default: auto")
    command.add_argument("images", nargs="+", type=Path, metavar="IMAGE", help="any format that Pillow reads, or .pgm")
    return parser.parse_args()


def positive(text):
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is not positive")
    return number


@contextmanager
def reported(*kinds):
    """Ends the program with one line on errors that are the user's to mend."""
    try:
        yield
    except kinds as error:
        fail(message_of(error))


def message_of(error, path=None):
    """An error in one line, with the file that it is about."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or path}: {error.strerror}"
    return first_line(error)


def first_line(error):
    return (str(error) or type(error).__name__).splitlines()[0]


def fail(message):
    print(f"mnist.py: {message}", file=sys.stderr)
    raise SystemExit(2)


if __name__ == "__main__":
    sys.exit(main())
