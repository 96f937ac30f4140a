"""Image files of a tar archive or a folder, one after the other, with the names of their classes."""

from __future__ import annotations

import gzip
import lzma
import os
import stat
import tarfile
import zlib
from contextlib import ExitStack
from pathlib import Path, PurePosixPath
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_PIECE = 1 << 20
_BROKEN = (tarfile.TarError, EOFError, OSError, zlib.error, lzma.LZMAError, ValueError)


class ImageLoaderError(ValueError):
    """What is wrong with an archive or an image; `file` is the name of it."""

    def __init__(self, file: str, reason: str) -> None:
        super().__init__(f"{file}: {reason}")
        self.file = file


class ImageFile(NamedTuple):
    """One file: its place in the archive, its name for people, its class and its bytes, or what is wrong with it."""

    index: int
    name: str
    label: str
    data: bytes | None
    problem: str | None = None


class _Header(tarfile.TarInfo):
    """A header that must be whole: tarfile takes a broken or missing one for the end of the archive."""

    @classmethod
    def frombuf(cls, buf, encoding, errors):
        try:
            return super().frombuf(buf, encoding, errors)
        except tarfile.EOFHeaderError:
            raise
        except tarfile.HeaderError as error:
            raise tarfile.ReadError(str(error)) from None


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
        path = Path(root, name)
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            continue
        problem = _problem(Path(name).as_posix(), status.st_size, max_bytes)
        data = path.read_bytes() if with_data and not problem else None
        yield ImageFile(index, str(path), path.parent.name, data, problem)


def _of_archive(path, max_bytes, with_data):
    try:
        with ExitStack() as stack:
            stream = _unpacked(path, stack)
            archive = stack.enter_context(tarfile.open(fileobj=stream, mode="r|", tarinfo=_Header))
            for index, member in enumerate(archive):
                # tarfile keeps all members that it has seen; a stream never goes back to one.
                archive.members = []
                if member.isfile():
                    yield _member(path, archive, index, member, max_bytes, with_data)
            while stream.read(_PIECE):  # to the checksum
                pass
    except (ImageLoaderError, FileNotFoundError, IsADirectoryError, PermissionError):
        raise
    except _BROKEN as error:
        raise ImageLoaderError(path, f"truncated or broken archive: {error}") from error


def _member(path, archive, index, member, max_bytes, with_data):
    name, data = f"{path}:{member.name}", None
    problem = _problem(member.name, member.size, max_bytes)
    if with_data and not problem:
        data = archive.extractfile(member).read()
        if len(data) < member.size:
            raise ImageLoaderError(name, f"the archive ends after {len(data)} of its {member.size} bytes")
    return ImageFile(index, name, PurePosixPath(member.name).parent.name, data, problem)


def _problem(name, size, max_bytes):
    """Why a file is not taken, or None."""
    place = PurePosixPath(name)
    if place.is_absolute() or ".." in place.parts:
        return "its path leads out of the archive"
    if not place.parent.name:
        return "it lies in no folder, whose name would be its label"
    return f"{size} bytes are more than max_bytes={max_bytes}" if size > max_bytes else None


def _unpacked(path, stack):
    """The tar archive in a file that may be packed by gzip, bzip2, xz or zstd."""
    raw = stack.enter_context(open(path, "rb"))
    magic = raw.peek(6)[:6]
    if not magic:
        raise EOFError("the file is empty")
    if magic.startswith(b"\x1f\x8b"):
        return stack.enter_context(gzip.GzipFile(fileobj=raw))
    if magic.startswith(b"BZh"):
        import bz2

        return stack.enter_context(bz2.BZ2File(raw))
    if magic.startswith(b"\xfd7zXZ\0"):
        return stack.enter_context(lzma.LZMAFile(raw))
    if magic.startswith(b"\x28\xb5\x2f\xfd"):
        return stack.enter_context(_unpacked_zstd(raw, path))
    return raw


def _unpacked_zstd(raw, path):
    try:
        import zstandard
    except ImportError:
        raise ImageLoaderError(path, "packed by zstd, which needs the package zstandard") from None
    return zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True)
