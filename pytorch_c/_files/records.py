"""The zip archive of a file of torch.save as named records, written one after the other and read by name."""

from __future__ import annotations

import struct
import warnings
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
_TOGETHER = 1 << 16  # bytes that are written at once
CACHED = 1 << 18  # bytes that stay in the cache until their checksum is made
_HEADER = 30  # bytes of a record's header before its name
_LARGE = 1 << 30
_ROOT = "archive/"
# Structs of the zip format: a record's header, the part behind its bytes, its entry of the directory, and the end.
_LOCAL, _ENTRY = struct.Struct("<4s5H3L2H"), struct.Struct("<4s4B4H3L5H2L")
_BEHIND_32, _BEHIND_64 = struct.Struct("<4s3L"), struct.Struct("<4sL2Q")
_END, _END_64 = struct.Struct("<4s4H2LH"), struct.Struct("<4sQ2H2L4Q4sLQL")
_BEHIND, _UTF8 = 8, 0x800  # flags: size and checksum follow the bytes; the name is UTF-8
_DAY = 1 << 5 | 1  # the first of January 1980, as in each file that is to be the same tomorrow
_LIMIT = (1 << 31) - 1  # beyond which zipfile writes numbers of 64 bits


# ---- writing ----


class RecordWriter:
    """A zip archive under way, for a binary file (torch's PyTorchFileWriter).

    Each record begins at a multiple of `alignment`, as torch's readers expect that map records into memory. The bytes are
    those of the standard library's zipfile, which takes ten times as long for a small record.
    """

    def __init__(self, file: Any, alignment: int = 64, checksums: bool = True) -> None:
        if not isinstance(alignment, int) or not 0 < alignment <= 1 << 15:
            raise ValueError(f"save: storage_alignment must be 1 to {1 << 15}, got {alignment!r}")
        self._alignment, self._checksums = alignment, checksums
        self._file = file if isinstance(file, Output) else Output(file)
        self._waiting = bytearray()  # what is to be written with what follows
        self._at = 0  # of the next record
        self._names: dict[str, None] = {}
        self._directory = bytearray()
        self._closed = False

    def _write(self, data):
        if len(self._waiting) + len(data) < _TOGETHER:
            self._waiting += data
        else:
            self._flush()
            self._file.write(data)

    def _flush(self):
        if self._waiting:
            self._file.write(self._waiting)
            self._waiting = bytearray()

    def write_pieces(self, name: str, size: int, pieces: Iterable[Any]) -> None:
        """A record of so many bytes, which come in pieces."""
        if self._closed:
            raise ValueError(f"write_record(): the file of the record {name} was ended")
        if name in self._names:
            warnings.warn(f"Duplicate name: {_ROOT + name!r}", stacklevel=3)
        encoded, large, start = (_ROOT + name).encode(), size > _LARGE, self._at
        version, flags = 45 if large else 20, _BEHIND if encoded.isascii() else _BEHIND | _UTF8
        # Like torch's, an extra field "FB" of Zs moves the data to a multiple of the alignment.
        padding = -(start + _HEADER + len(encoded) + (20 if large else 0) + 4) % self._alignment
        extra = struct.pack("<2sH", b"FB", padding) + b"Z" * padding
        in_header = extra + struct.pack("<HHQQ", 1, 16, 0, 0) if large else extra
        sizes = (0xFFFFFFFF, 0xFFFFFFFF) if large else (0, 0)
        self._write(
            _LOCAL.pack(b"PK\3\4", version, flags, 0, 0, _DAY, 0, *sizes, len(encoded), len(in_header))
            + encoded
            + in_header
        )
        checksum, count = 0, 0
        for piece in pieces:
            checksum = _crc32(piece, checksum) if self._checksums else 0
            count += len(piece)
            self._write(piece)
        self._write((_BEHIND_64 if large else _BEHIND_32).pack(b"PK\7\x08", checksum, count, count))
        self._at = start + _HEADER + len(encoded) + len(in_header) + count + (24 if large else 16)
        self._names[name] = None
        self._note(encoded, flags, version, checksum, count, start, extra)

    def _note(self, encoded, flags, version, checksum, size, start, extra):
        """Adds a record to the directory."""
        long = (size, size) if size > _LIMIT else ()
        sizes = (0xFFFFFFFF, 0xFFFFFFFF) if long else (size, size)
        if start > _LIMIT:
            long, at = (*long, start), 0xFFFFFFFF
        else:
            at = start
        if long:
            extra, version = struct.pack(f"<HH{len(long)}Q", 1, 8 * len(long), *long) + extra, 45
        self._directory += _ENTRY.pack(
            b"PK\1\2",
            version,
            3,
            version,
            0,
            flags,
            0,
            0,
            _DAY,
            checksum,
            *sizes,
            len(encoded),
            len(extra),
            0,
            0,
            0,
            0o600 << 16,
            at,
        )
        self._directory += encoded + extra

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
        return list(self._names)

    def write_end_of_file(self) -> None:
        """The directory, after which nothing can be written."""
        if self._closed:
            return
        if "version" not in self._names:
            self.write_record("version", b"3\n")
        self._closed = True
        count, size, at = len(self._names), len(self._directory), self._at
        self._write(self._directory)
        if count > 0xFFFF or size > _LIMIT or at > _LIMIT:
            self._write(_END_64.pack(b"PK\6\6", 44, 45, 45, 0, 0, count, count, size, at, b"PK\6\7", 0, at + size, 1))
        few, small, near = min(count, 0xFFFF), min(size, 0xFFFFFFFF), min(at, 0xFFFFFFFF)
        self._write(_END.pack(b"PK\5\6", 0, 0, few, few, small, near, 0))
        self._flush()
        self._file.flush()


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
        """Offset at which the bytes of a stored record begin; FileFormatError where they do not lie within the file."""
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
            piece = memory[done : done + CACHED]
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
