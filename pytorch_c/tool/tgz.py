"""Archives of image files, .tar.gz and its kin, under the names of GoTorch's tool/tgz.

with tgz.create_file("images.tgz") as writer:
    writer.write("train/cat/1.png", data)
with tgz.open_file("images.tgz") as reader:
    for header in reader:
        data = reader.read()
"""

from __future__ import annotations

import builtins
import os

from ..vision._archives import ArchiveError, Reader, Writer
from ..vision.synthesizer import encoded, synthesize_image

TYPE_CHECKING = False
if TYPE_CHECKING:
    import tarfile
    from typing import IO

__all__ = [
    "ArchiveError",
    "Reader",
    "Writer",
    "create_file",
    "list",
    "list_file",
    "new_reader",
    "new_writer",
    "open_file",
    "synthesize",
    "synthesize_tarball",
]

_ENTRIES = """
mnist/ mnist/training/ mnist/training/0/ mnist/training/0/first.png mnist/training/0/second.png
mnist/training/1/ mnist/training/1/first.png mnist/training/1/second.png
mnist/testing/ mnist/testing/0/ mnist/testing/0/first.png
""".split()


def open_file(path: str | os.PathLike[str]) -> Reader:
    """A Reader of an archive: OpenFile."""
    return Reader(path)


def new_reader(file: IO[bytes]) -> Reader:
    """A Reader of an archive in an open binary file, which it leaves open: NewReader."""
    return Reader(file=file)


def create_file(path: str | os.PathLike[str]) -> Writer:
    """A Writer to a new file: CreateFile."""
    return Writer(path)


def new_writer(file: IO[bytes]) -> Writer:
    """A Writer to an open binary file, which it leaves open: NewWriter. Raises TypeError for what cannot be written."""
    if not hasattr(file, "write"):
        raise TypeError(f"file must be a binary file that is open for writing, got {file!r}")
    return Writer(file=file)


def list_file(path: str | os.PathLike[str]) -> builtins.list[tarfile.TarInfo]:
    """The headers of the regular files of an archive: ListFile."""
    with open_file(path) as reader:
        return list(reader)


def list(reader: Reader) -> builtins.list[tarfile.TarInfo]:
    """The headers of the regular files that a reader has still to come: List."""
    return [header for header in reader if header.isfile()]


def synthesize(writer: Writer) -> None:
    """Writes five blue images of 2 x 2 pixels, in the folders 0 and 1, as data for tests (GoTorch's Synthesize)."""
    data = encoded("blue.png", synthesize_image(2, 2, (0, 0, 255, 255)))
    for name in _ENTRIES:
        writer.write(name, b"" if name.endswith("/") else data)


def synthesize_tarball(folder: str | os.PathLike[str]) -> str:
    """Writes what synthesize() writes to input.tar.gz in a folder; returns its path (GoTorch's SynthesizeTarball)."""
    path = os.path.join(folder, "input.tar.gz")
    with create_file(path) as writer:
        synthesize(writer)
    return path
