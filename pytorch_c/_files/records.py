"""The zip archive of a file of torch.save as named records, written one after the other and read by name."""

from __future__ import annotations

import struct
import zipfile
import zlib

from .._boundary.handle import core
from .errors import FileFormatError
from .limits import Limits
from .streams import Input, Output

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_crc32 = getattr(core, "crc32", zlib.crc32)  # csrc/checksum.c
_PIECE = 1 << 20
_CACHED = 1 << 18  # bytes that stay in the cache until their checksum is made
_HEADER = 30  # bytes of a record's header before its name
_LARGE = 1 << 30
_ROOT = "archive/"


# ---- writing ----


class RecordWriter:
    """A zip archive under way, for a binary file (torch's PyTorchFileWriter).

    Each record begins at a multiple of `alignment`, as torch's readers expect that map records into memory.
    """

    def __init__(self, file: Any, alignment: int = 64) -> None:
        if not isinstance(alignment, int) or not 0 < alignment <= 1 << 15:
            raise ValueError(f"save: storage_alignment must be 1 to {1 << 15}, got {alignment!r}")
        self._alignment = alignment
        self._zip = zipfile.ZipFile(file if isinstance(file, Output) else Output(file), "w", zipfile.ZIP_STORED)

    def write_pieces(self, name: str, size: int, pieces: Iterable[Any]) -> None:
        """A record of so many bytes, which come in pieces."""
        info = zipfile.ZipInfo(_ROOT + name)
        large = size > _LARGE
        # As torch does, an extra field "FB" of Zs moves the data to a multiple of the alignment.
        header = _HEADER + len(info.filename.encode()) + (20 if large else 0) + 4
        padding = -(self._zip.start_dir + header) % self._alignment
        info.extra = struct.pack("<2sH", b"FB", padding) + b"Z" * padding
        with self._zip.open(info, "w", force_zip64=large) as record:
            for piece in pieces:
                record.write(piece)

    def write_record(self, name: str, data: Any, size: int | None = None) -> None:
        """A record of a text's, a buffer's or a storage's bytes, the first `size` of them."""
        data = data.encode() if isinstance(data, str) else data
        data = data.untyped()._flat()._host_bytes() if hasattr(data, "untyped") else data
        data = memoryview(data).cast("B")
        size = len(data) if size is None else size
        if size > len(data):
            raise ValueError(f"write_record(): size {size} of the record {name}, which has {len(data)} bytes")
        self.write_pieces(name, size, [data[:size]])

    def write_record_metadata(self, name: str, size: int) -> None:
        """A record of zeros, whose bytes may be written another time."""
        self.write_pieces(name, size, (bytes(min(_PIECE, size - at)) for at in range(0, size, _PIECE)))

    def get_all_written_records(self) -> list[str]:
        return [name[len(_ROOT) :] for name in self._zip.namelist()]

    def write_end_of_file(self) -> None:
        """The directory, after which nothing can be written."""
        if self._zip.fp is not None:
            if f"{_ROOT}version" not in self._zip.namelist():
                self.write_record("version", b"3\n")
            self._zip.close()


# ---- reading ----


def _check_records(infos, end):
    """Raises FileFormatError for two records of one name, and for records that overlap or are compressed in odd ways."""
    if len({info.filename for info in infos}) < len(infos):
        raise FileFormatError("is damaged: it has two records of one name")
    before = 0
    ordered = sorted(infos, key=lambda info: info.header_offset)
    if ordered and ordered[0].header_offset:
        raise FileFormatError("is damaged: its zip archive does not begin where the file does")
    for info in ordered:
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise FileFormatError(f"has the record {info.filename} compressed in a way that torch does not use")
        if info.header_offset < before:
            raise FileFormatError(f"is damaged: its record {info.filename} overlaps another one")
        before = info.header_offset + _HEADER + len(info.filename.encode()) + info.compress_size
    if before > end:
        raise FileFormatError("is truncated or damaged: its last record overlaps its directory")


class RecordReader:
    """The records of a zip archive (torch's PyTorchFileReader); `root` is the folder that they lie in."""

    def __init__(self, file: Any, limits: Limits | None = None) -> None:
        self.file = file if isinstance(file, Input) else Input(file)
        self.limits = limits or Limits(self.file.size, False)
        try:
            self.zip = zipfile.ZipFile(self.file)  # type: ignore[arg-type]
        except zipfile.BadZipFile as e:
            raise FileFormatError("is truncated or damaged") from e
        _check_records(self.zip.infolist(), self.zip.start_dir)
        self.names = self.zip.namelist()
        self.root = self.names[0].partition("/")[0] + "/" if self.names and "/" in self.names[0] else ""

    def has_record(self, name: str) -> bool:
        return self.root + name in self.names

    def get_all_records(self) -> list[str]:
        """The names of the records."""
        return [name[len(self.root) :] for name in self.names if name.startswith(self.root)]

    def info(self, name: str) -> zipfile.ZipInfo:
        """Returns what the directory says of a record; FileFormatError where there is none of that name."""
        try:
            return self.zip.getinfo(self.root + name)
        except KeyError as e:
            raise FileFormatError(f"is damaged: it has no record {name}") from e

    def get_record_offset(self, name: str) -> int:
        """Where the bytes of a stored record begin; FileFormatError where they do not lie within the file."""
        info = self.info(name)
        self.file.seek(info.header_offset)
        header = self.file.read(_HEADER)
        if len(header) < _HEADER or header[:4] != b"PK\3\4":
            raise FileFormatError(f"is damaged: where its record {name} should begin there is none")
        start = info.header_offset + _HEADER + sum(struct.unpack("<HH", header[26:30]))
        if start + info.file_size > self.file.size or info.file_size != info.compress_size:
            raise FileFormatError(f"is truncated or damaged in its record {name}")
        return start

    def get_record(self, name: str) -> bytes:
        """The bytes of a record."""
        return bytes(self.read(name))

    def read(self, name: str) -> bytearray:
        """The record as a bytearray; its checksum is verified where it has one."""
        info = self.info(name)
        self.limits.spend(info.file_size)
        if info.compress_type == zipfile.ZIP_STORED and not info.flag_bits & 1:
            self.get_record_offset(name)  # before anything of its size is made
            data = bytearray(info.file_size)
            self._read_stored(info, name, memoryview(data))
            return data
        return self._unpacked(info, name)

    def read_to(self, name: str, make: Any) -> Any:
        """Returns what `make(number of bytes)` gives, whose memory has the record's bytes; None where it is compressed."""
        info = self.info(name)
        if info.compress_type != zipfile.ZIP_STORED or info.flag_bits & 1:
            return None
        self.limits.spend(info.file_size)
        self.get_record_offset(name)
        made = make(info.file_size)
        self._read_stored(info, name, memoryview(made))
        return made

    def _read_stored(self, info, name, memory):
        """Reads a record into memory of its size; in pieces, so that the checksum sees each while it is in the cache."""
        self.file.seek(self.get_record_offset(name))
        total, done = 0, 0
        while done < len(memory):
            piece = memory[done : done + _CACHED]
            got = self.file.read_into(piece)
            if not got:
                break
            if info.CRC:  # torch writes 0 where it was told to leave checksums out
                total = _crc32(piece[:got], total)
            done += got
        if done != info.file_size or total != info.CRC:
            raise FileFormatError(f"is truncated or damaged in its record {name}")

    def _unpacked(self, info, name):
        data = bytearray()
        try:
            # In pieces: a size that the file claims must not make us allocate it.
            with self.zip.open(info) as record:
                while piece := record.read(_PIECE):
                    data += piece
        except (zipfile.BadZipFile, EOFError, RuntimeError) as e:
            if e is self.file.error:
                raise
            raise FileFormatError(f"is truncated or damaged in its record {name}") from e
        return data
