"""IDX files, the format in which MNIST and its relatives are given away.

A file is two zero bytes, a byte for the type, a byte for the rank, the sizes as big-endian 32-bit numbers, the values.
"""

from __future__ import annotations

import gzip
import math
import os
import struct
import zlib

from .._ops import empty
from .._tensor.data import frombuffer
from .._tensor.dtype import uint8

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._typing import Tensor

_GZIP_MAGIC = b"\x1f\x8b"
_UNSIGNED_BYTE = 0x08
# Deflate cannot pack tighter than this: a header that promises more is wrong, and gets no memory.
_DEFLATE_LIMIT = 1032
_PIECE = 1 << 20


def read_idx(path: str | os.PathLike[str]) -> Tensor:
    """The unsigned bytes of an IDX file, plain or gzipped, as a uint8 tensor of the shape that its header gives.

    The tensor owns its memory; the file is read into it piece by piece.
    Raises FileNotFoundError when there is no such file, and ValueError, which names the file,
    when it is empty, no IDX file, of another type, shorter or longer than its header says, or broken gzip data.
    """
    path = os.fspath(path)
    with open(path, "rb") as raw:
        size = os.fstat(raw.fileno()).st_size
        packed = raw.peek(2)[:2] == _GZIP_MAGIC
        if not packed:
            return _read(raw, path, size)
        try:
            with gzip.GzipFile(fileobj=raw) as file:
                return _read(file, path, size * _DEFLATE_LIMIT)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise ValueError(f"{path}: truncated or broken gzip data: {error}") from None


def _read(file, path, limit):
    """Header and values of an open IDX file, which cannot hold more than `limit` bytes."""
    shape = _read_header(file, path)
    wanted = math.prod(shape)
    data = bytearray(wanted) if wanted <= limit else b""
    if not data and wanted or _fill(file, memoryview(data)) < wanted:
        raise ValueError(f"{path}: truncated: its header promises {_sizes(shape)} bytes, and the file ends before that")
    # Reading past the end is also what makes gzip compare its checksum.
    if file.read(1):
        raise ValueError(f"{path}: more data after the {_sizes(shape)} bytes that its header promises")
    if not wanted:
        return empty(shape, dtype=uint8)
    return frombuffer(data, dtype=uint8).view(shape)


def _read_header(file, path):
    """The sizes that the header gives, as a tuple."""
    magic = file.read(4)
    if not magic:
        raise ValueError(f"{path}: empty file; expected an IDX file")
    if len(magic) < 4 or magic[:2] != b"\0\0":
        raise ValueError(f"{path}: not an IDX file: it starts with {magic.hex(' ')}, expected 00 00 08 and the rank")
    kind, rank = magic[2:]
    if kind != _UNSIGNED_BYTE:
        raise ValueError(f"{path}: an IDX file of type 0x{kind:02x}; expected 0x08, unsigned bytes")
    sizes = file.read(4 * rank)
    if len(sizes) < 4 * rank:
        raise ValueError(f"{path}: truncated: its header ends before the sizes of {rank} dimensions")
    return struct.unpack(f">{rank}I", sizes)


def _fill(file, view):
    """Reads into all of view, or up to the end of the file; the number of bytes read."""
    filled = 0
    while filled < len(view):
        count = file.readinto(view[filled : filled + _PIECE])
        if not count:
            break
        filled += count
    return filled


def _sizes(shape):
    return " x ".join(map(str, shape))
