"""Shared parts of programs that learn from an archive of images: GoTorch's flags, the loop over it, and `predict`.

An archive is a .tgz, .tar or .tar.zst of image files, or a folder; a file's label is the name of the folder it is in.
"""

from common import Run, begin, fail, load, option, positive, restored

import pytorch_c as torch
from pytorch_c import optim
from pytorch_c.nn import functional as F
from pytorch_c.vision.imageloader import ImageLoader, build_label_vocabulary


def add_training(program, train, lr, batch_size):
    """The parser of `train`, with GoTorch's flags."""
    command = program.training(train, None, lr, aliases=("-save", "--save"))
    command.add_argument("-data", "--data", metavar="ARCHIVE", help="of the images to learn from")
    command.add_argument("-test", "--test", metavar="ARCHIVE", help="of the images to measure with after the training")
    option(command, "-epoch", "--epochs", default=1, type=positive, help="passes over the images")
    option(command, "-batch", "--batch-size", default=batch_size, type=positive, help="images in a step")
    option(command, "--buffer-size", default=10_000, type=positive, help="files among which is shuffled")
    option(command, "--workers", default=2, type=positive, help="threads that read images")
    return command


def add_prediction(program, predict):
    """The parser of `predict`."""
    command = program.command(predict, "name what is in image files", "-load", "--load")
    command.add_argument("images", nargs="+", metavar="IMAGE")
    return command


def read(options, path, transform, color, **how):
    """The archive's loader; ends the program with one line where there is none, or it is broken."""
    if not path:
        fail(options, "-data ARCHIVE is needed; `python examples/pack_images.py` makes one")
    try:
        if not options.labels:
            options.labels = list(build_label_vocabulary(path))
        vocab = {label: number for number, label in enumerate(options.labels)}
        return ImageLoader(
            path, vocab, transform, options.batch_size, color_space=color, workers=options.workers, **how
        )
    except FileNotFoundError as error:
        fail(options, f"no archive or folder {error.filename}")
    except (OSError, ValueError) as error:
        fail(options, str(error))


def count(loader):
    """Returns how many images a pass has, by passing once."""
    return sum(len(labels) for _, labels in loader)


def without_end(options, loader):
    """Batches of one pass after the other."""
    while True:
        try:
            yield from loader
        except ValueError as error:
            fail(options, str(error))


def train_on(options, make, transforms, color):
    """Trains make(options) on the archive, and measures it on the other one.

    transforms: of the options, those of an image to learn from and of one to measure with
    """
    options.labels = None
    begin(options)
    transform, test_transform = transforms(options)
    loader = read(options, options.data, transform, color, buffer_size=options.buffer_size, seed=options.seed)
    if not options.resume:
        options.images = count(read(options, options.data, test_transform, color))
    options.steps = options.epochs * -(-options.images // options.batch_size)
    model = make(options).to(options.device)
    optimizer = optim.SGD(model.parameters(), lr=options.lr, momentum=0.9, weight_decay=5e-4)
    run = Run(options, model=model, optimizer=optimizer, loader=loader)
    for _, (images, labels) in zip(run.steps(), without_end(options, loader)):
        loss = F.cross_entropy(model(images.to(options.device)), labels.to(options.device))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        run.record(loss=loss)
    loader.close()
    run.finish()
    if options.test:
        right, all = measured(options, model, read(options, options.test, test_transform, color))
        print(f"{right / all:.2%} of {all} test images are right")


@torch.no_grad()
def measured(options, model, loader):
    """(right answers, images) of a loader's pass."""
    right = all = 0
    model.eval()
    for images, labels in loader:
        right += (model(images.to(options.device)).argmax(1).cpu() == labels).sum().item()
        all += len(labels)
    return right, all


def open_image(path, color):
    """A file as a PIL image of that colour space. Raises OSError where it is none."""
    from PIL import Image

    with Image.open(path) as image:
        return image.convert({"gray": "L", "rgb": "RGB"}[color])


@torch.no_grad()
def predict_with(options, make, transform, color):
    """Prints the three likeliest labels of each image file."""
    labels = load(options)["options"]["labels"]
    model = restored(options, make)
    status = 0
    for path in options.images:
        try:
            image = transform(open_image(path, color))
        except (OSError, ValueError) as error:
            print(f"{path}: {error}")
            status = 2
            continue
        chances = model(image.unsqueeze(0).to(options.device)).softmax(1).squeeze(0)
        best = zip(*(one.tolist() for one in chances.topk(min(3, len(labels)))))
        print(f"{path}: " + ", ".join(f"{labels[number]} {chance:.1%}" for chance, number in best))
    return status
