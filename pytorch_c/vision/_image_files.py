"""Image files of a tar archive or a folder, one after the other, with the names of their classes."""

from __future__ import annotations

import os
import stat
from pathlib import PurePosixPath
from typing import NamedTuple

from ._archives import ArchiveError, Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_BYTES = 256 << 20


class ImageLoaderError(ArchiveError):
    """Error of an archive or an image; `file` is the name of it."""


class ImageFile(NamedTuple):
    """One file: its place in the archive, its name for people, its class and its bytes, or what is wrong with it."""

    index: int  # type: ignore[assignment]
    name: str
    label: str
    data: bytes | None
    problem: str | None = None


def image_files(path: str, max_bytes: int, with_data: bool = True) -> Iterator[ImageFile]:
    """The files of an archive in its order, or those of a folder sorted by their names.

    A file that cannot be taken (a name that leads out of the archive, or more than max_bytes) comes with its problem.
    Raises FileNotFoundError, and ImageLoaderError for an archive that is broken, cut off or none at all.
    """
    if os.path.isdir(path):
        return _of_folder(path, max_bytes, with_data)
    return _of_archive(path, max_bytes, with_data)


def _of_folder(root, max_bytes, with_data):
    names = []
    for folder, folders, files in os.walk(root):
        folders.sort()
        names += [os.path.relpath(os.path.join(folder, file), root) for file in files]
    for index, name in enumerate(sorted(names)):
        path = os.path.join(root, name)
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            continue
        problem = problem_of(name.replace(os.sep, "/"), status.st_size, max_bytes)
        data = content(path, status.st_size) if with_data and not problem else None
        yield ImageFile(index, path, os.path.basename(os.path.dirname(path)), data, problem)


def content(path: str, size: int) -> bytes:
    """The bytes of a file, at most so many, by few calls: Python's own files make twice as many."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        pieces = [os.read(file, size)]
        while len(pieces[-1]) and sum(map(len, pieces)) < size:
            pieces.append(os.read(file, size))
        return b"".join(pieces)
    finally:
        os.close(file)


def _of_archive(path, max_bytes, with_data):
    try:
        with Reader(path) as archive:
            for index, entry in enumerate(archive):
                if entry.isfile():
                    problem = problem_of(entry.name, entry.size, max_bytes)
                    data = archive.read() if with_data and not problem else None
                    name = f"{path}:{entry.name}"
                    yield ImageFile(index, name, label_of(entry.name), data, problem)
    except ArchiveError as error:
        raise ImageLoaderError(error.file, error.reason) from error


def label_of(name: str) -> str:
    """The folder in which a file of an archive lies, "" for none."""
    return PurePosixPath(name).parent.name


def problem_of(name: str, size: int, max_bytes: int = MAX_BYTES) -> str | None:
    """Why a file is not taken, or None."""
    if name.startswith("/") or ".." in name and ".." in name.split("/"):
        return "its path leads out of the archive"
    if not label_of(name):
        return "it lies in no folder, whose name would be its label"
    return f"{size} bytes are more than max_bytes={max_bytes}" if size > max_bytes else None
