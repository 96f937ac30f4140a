"""Cut the sample of Fashion-MNIST that the package carries, and ten pictures for the example, out of the full set.

    python tools/cut_fashion_mnist.py FOLDER [--check]

FOLDER has the four gzipped files of Fashion-MNIST, as Debian's package dataset-fashion-mnist installs them
(`make data` unpacks it without root). The first 6,000 training and 1,000 test images are kept, in their order.
With --check nothing is written; the files in the tree are compared with what would be.
"""

import argparse
import gzip
import struct
import sys
import zlib
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent
SAMPLE = TREE / "pytorch_c/vision/data/fashion-mnist-sample"
PICTURES = TREE / "examples/images"
KEPT = {"train": 6000, "t10k": 1000}
PICTURE_NAMES = "t-shirt trouser pullover dress coat sandal shirt sneaker bag ankle-boot".split()
SIDE = 28


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--check", action="store_true", help="compare, do not write")
    options = parser.parse_args()
    different = 0
    for path, content in cut(options.folder):
        if not options.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        elif not path.is_file() or unpacked(path.read_bytes()) != unpacked(content):
            print(f"{path.relative_to(TREE)} is not what this script cuts", file=sys.stderr)
            different += 1
    return 1 if different else 0


def cut(folder):
    """Pairs of a path in the tree and the bytes that belong there."""
    for split, count in KEPT.items():
        images = first_records(folder / f"{split}-images-idx3-ubyte.gz", count)
        labels = first_records(folder / f"{split}-labels-idx1-ubyte.gz", count)
        for name, data in ("images-idx3", images), ("labels-idx1", labels):
            # No time and no name in the gzip header: the same input gives the same file.
            yield SAMPLE / f"{split}-{name}-ubyte.gz", gzip.compress(data, 9, mtime=0)
    # images and labels are those of the test set now: the model has not seen them.
    for label, name in enumerate(PICTURE_NAMES):
        index = labels.index(label, 8) - 8
        start = 16 + index * SIDE * SIDE
        yield PICTURES / f"{name}.png", png(images[start : start + SIDE * SIDE])


def first_records(path, count):
    """An IDX file of unsigned bytes, shortened to its first `count` records."""
    with gzip.open(path) as file:
        magic, total = struct.unpack(">II", file.read(8))
        rank = magic & 0xFF
        if magic >> 8 != 8 or total < count:
            raise SystemExit(f"{path}: expected an IDX file of at least {count} records")
        sizes = file.read(4 * (rank - 1))
        record = SIDE * SIDE if rank == 3 else 1
        return struct.pack(">II", magic, count) + sizes + file.read(record * count)


def png(pixels):
    """A gray PNG of 28 x 28 bytes, unpacked, so that no version of zlib makes another file of it."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + pixels[start : start + SIDE] for start in range(0, SIDE * SIDE, SIDE))
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 0)) + chunk(b"IEND", b"")


def unpacked(content):
    """Returns what a gzip file holds: its packed bytes may differ between versions of zlib."""
    return gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content


if __name__ == "__main__":
    sys.exit(main())
