"""Loading images: how many a second are decoded, cut, flipped and normalized into batches.

Compares `vision.imageloader` on a folder and on a .tgz with torch's DataLoader on the same folder, whose dataset does
what torchvision's ImageFolder, RandomResizedCrop, RandomHorizontalFlip, ToTensor and Normalize do, with Pillow and torch.
As many workers each as there are cores; batches of 32; one pass a round, in turns, the processes of torch kept from pass
to pass, those of ImageLoader started anew in each. Nothing is trained: the batches are only counted.

    python benchmarks/image_loader.py [--long] [--rounds N] [--json FILE] [--picture FILE]
"""

import io
import math
import os
import tarfile
import tempfile
import time
from pathlib import Path

import numpy
from harness import drawing, stats, tables
from harness.command import Result, main, rounds, sized
from harness.contenders import Contender
from harness.workers import in_turns, serve, start

BATCH, CLASSES, CORES = 32, 10, len(os.sched_getaffinity(0))
MEAN, STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
SIDES = {"large": 256, "small": 64}
CONTENDERS = [
    Contender("processes", "ImageLoader, folder, processes", "pytorch_c"),
    Contender("folder", "ImageLoader, folder, threads", "pytorch_c"),
    Contender("tgz", "ImageLoader, .tgz, threads", "pytorch_c"),
    Contender("torch", "torch DataLoader, folder", "torch"),
]


# ---- the images ----


def make(folder, side, count):
    """JPEGs of colours that run into each other, with a little noise, in ten folders and in an archive."""
    from PIL import Image

    random = numpy.random.default_rng(side)
    with tarfile.open(folder / f"{side}.tgz", "w:gz", compresslevel=1) as archive:
        for number in range(count):
            colours = Image.fromarray(random.integers(0, 256, (12, 12, 3), dtype=numpy.uint8))
            smooth = numpy.asarray(colours.resize((side, side), Image.Resampling.BICUBIC)).astype(int)
            pixels = (smooth + random.integers(-12, 12, smooth.shape)).clip(0, 255).astype(numpy.uint8)
            file = io.BytesIO()
            Image.fromarray(pixels).save(file, "JPEG", quality=90)
            name = f"{side}/class{number % CLASSES}/{number}.jpg"
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(file.getvalue())
            entry = tarfile.TarInfo(name)
            entry.size = file.tell()
            archive.addfile(entry, io.BytesIO(file.getvalue()))


# ---- the loaders ----


def ours(folder, side, name):
    import pytorch_c
    from pytorch_c.vision import transforms as T
    from pytorch_c.vision.imageloader import ImageLoader

    pytorch_c.set_num_threads(1)
    steps = [T.RandomResizedCrop(side * 7 // 8), T.RandomHorizontalFlip(), T.ToTensor(), T.Normalize(MEAN, STD)]
    path = folder / (f"{side}.tgz" if name == "tgz" else str(side))
    vocab = {f"class{number}": number for number in range(CLASSES)}
    context = "fork" if name == "processes" else "threads"
    return ImageLoader(path, vocab, T.Compose(steps), BATCH, 256, workers=CORES, multiprocessing_context=context)


def theirs(folder, side):
    import torch
    from torch.utils.data import DataLoader

    torch.set_num_threads(1)
    return DataLoader(
        Images(folder / str(side), side * 7 // 8), BATCH, shuffle=True, num_workers=CORES, persistent_workers=True
    )


class Images:
    """torchvision's dataset and transforms, step for step, with Pillow and torch."""

    def __init__(self, root, size):
        import torch

        names = sorted(path.name for path in root.iterdir())
        self.samples = [(str(path), names.index(path.parent.name)) for path in sorted(root.glob("*/*.jpg"))]
        self.size, self.torch = size, torch

    def __len__(self):
        return len(self.samples)

    def __getitem__(self, index):
        from PIL import Image

        path, label = self.samples[index]
        with open(path, "rb") as file:
            image = Image.open(file).convert("RGB")
        left, top, width, height = self.part(image.width, image.height)
        image = image.crop((left, top, left + width, top + height))
        image = image.resize((self.size, self.size), Image.Resampling.BILINEAR)
        if self.torch.rand(1) < 0.5:
            image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        tensor = self.torch.from_numpy(numpy.array(image, copy=True)).permute(2, 0, 1).contiguous()
        tensor = tensor.to(self.torch.float32).div(255).clone()
        mean, std = (self.torch.as_tensor(one).view(-1, 1, 1) for one in (MEAN, STD))
        return tensor.sub_(mean).div_(std), label

    def part(self, width, height):
        """RandomResizedCrop's choice: (left, top, width, height)."""
        t, low, high = self.torch, math.log(3 / 4), math.log(4 / 3)
        for _ in range(10):
            area = width * height * t.empty(1).uniform_(0.08, 1).item()
            ratio = t.exp(t.empty(1).uniform_(low, high)).item()
            w, h = round(math.sqrt(area * ratio)), round(math.sqrt(area / ratio))
            if 0 < w <= width and 0 < h <= height:
                top, left = (t.randint(0, room + 1, (1,)).item() for room in (height - h, width - w))
                return left, top, w, h
        return 0, 0, width, height


def work(name):
    """The child: the first line is the images' folder; then answers "SIDE" with seconds and images of one pass."""
    folder, loaders = Path(input()), {}

    def answer(side):
        side = int(side)
        if side not in loaders:
            loaders[side] = theirs(folder, side) if name == "torch" else ours(folder, side, name)
        begin, count = time.perf_counter(), 0
        for images, labels in loaders[side]:
            assert tuple(images.shape[1:]) == (3, side * 7 // 8, side * 7 // 8)
            count += len(labels)
        return {"seconds": time.perf_counter() - begin, "images": count}

    serve(answer)


# ---- the comparison ----


def measure(options):
    turns, count = rounds(options, 2, 7, 15), sized(options, 40, 640, 1280)
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for side in SIDES.values():
            make(Path(folder), side, count)
        workers = {one.name: start(one) for one in CONTENDERS}
        for worker in workers.values():
            worker.tell(folder)
        for size, side in SIDES.items():
            requests = dict.fromkeys(workers, [side])
            in_turns(workers, 1, requests)
            found[size] = in_turns(workers, turns, requests)
        for worker in workers.values():
            worker.close()
    assert {one["images"] for answers in found.values() for some in answers.values() for one in some} == {count}
    columns = [("label", "who loads"), ("ratio", "torch = 1", 2), ("speed", "images a second")]
    made = []
    for size, answers in found.items():
        speeds = {name: [one["images"] / one["seconds"] for one in some] for name, some in answers.items()}
        rows = [
            {
                "name": one.name,
                "label": one.label,
                "kind": "torch" if one.package == "torch" else "default",
                "ratio": stats.ratio(speeds[one.name], speeds["torch"]),
                "speed": stats.summary(speeds[one.name]),
            }
            for one in CONTENDERS
        ]
        title = f"JPEGs of {SIDES[size]} x {SIDES[size]}, {count} a pass, {CORES} workers"
        made.append(tables.table(title, columns, rows))
    return Result(made, findings(made), {"rounds": turns, "images": count, "batch": BATCH, "workers": CORES})


def findings(made):
    parts = []
    for side, table in zip(SIDES.values(), made):
        processes, threads, tgz, other = table["rows"]
        parts.append(
            f"Images of {side} x {side}: {processes['speed']['median']:,.0f} a second by processes, "
            f"{threads['speed']['median']:,.0f} by threads, {tgz['speed']['median']:,.0f} from a .tgz, "
            f"{other['speed']['median']:,.0f} with torch's DataLoader; {processes['ratio']['median']:.2f}, "
            f"{threads['ratio']['median']:.2f} and {tgz['ratio']['median']:.2f} of its speed."
        )
    return parts


def draw(result, path):
    chart, panels = drawing.figure(9, 2.4, columns=2)
    for panel, table in zip(panels, result["tables"]):
        rows = [(row["label"], row["speed"], row["kind"]) for row in table["rows"]]
        drawing.bars(panel, rows, f"images a second: {table['title'].split(',')[0]}", digits=0, room=1.25)
    drawing.save(chart, path, "Loading images")


if __name__ == "__main__":
    main(__doc__, measure, draw, work)
