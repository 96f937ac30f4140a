"""Fetch the full Fashion-MNIST (60,000 + 10,000 images, 31 MB) into the user's cache, without root: `make data`.

It comes from Debian's package dataset-fashion-mnist. pytorch_c.vision.datasets.FashionMNIST() finds it there by itself.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from pytorch_c.vision.datasets import FashionMNIST, cache_folder

PACKAGE = "dataset-fashion-mnist"
ELSEWHERE = (
    f"Download {PACKAGE}_*_all.deb from https://packages.debian.org/{PACKAGE} and give it with --deb, "
    "or give a folder with the four IDX files to the programs themselves (--data)."
)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deb", type=Path, help="the package's file, where it is already here")
    parser.add_argument("--folder", type=Path, default=cache_folder(), help="where the files go (default: %(default)s)")
    options = parser.parse_args()
    if holds_data(options.folder):
        print(f"already there: {options.folder}")
        return
    with tempfile.TemporaryDirectory() as scratch:
        deb = options.deb or download(Path(scratch))
        run("dpkg-deb", "-x", str(deb), f"{scratch}/unpacked")
        unpacked = Path(scratch, "unpacked/usr/share/datasets/fashion-mnist")
        if not holds_data(unpacked):
            sys.exit(f"{deb} does not hold the files of Fashion-MNIST.")
        options.folder.mkdir(parents=True, exist_ok=True)
        for path in unpacked.iterdir():
            shutil.copy(path, options.folder)
    print(f"60,000 training and 10,000 test images in {options.folder}")


def download(folder):
    """Lets apt-get fetch the package's file; its path."""
    run("apt-get", "download", PACKAGE, cwd=folder)
    return next(folder.glob("*.deb"))


def run(*command, cwd=None):
    if shutil.which(command[0]) is None:
        sys.exit(f"{command[0]} is not on this machine. {ELSEWHERE}")
    result = subprocess.run(command, cwd=cwd, stderr=subprocess.PIPE, text=True)
    if result.returncode:
        sys.exit(f"{' '.join(command)} failed: {result.stderr.strip()}\n{ELSEWHERE}")


def holds_data(folder):
    """Returns whether both splits can be read there in full."""
    try:
        return len(FashionMNIST(folder, True)) == 60000 and len(FashionMNIST(folder, False)) == 10000
    except (OSError, ValueError):
        return False


if __name__ == "__main__":
    main()
