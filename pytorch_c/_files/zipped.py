"""The zip archive of a file of torch.save: its records, written and read, copied or mapped into memory."""

import io
import mmap
import struct
import sys
import zipfile

from .._tensor.data import frombuffer
from .._tensor.dtype import DTYPES
from .errors import FileFormatError
from .names import loaded_storage
from .storages import flat_storage

# torch maps records into memory; its readers count on this alignment.
_ALIGNMENT = 64
_PIECE = 1 << 20
_HEADER = 30  # bytes of a record's header before its name


# ---- writing ----


def write_archive(file, data, storages):
    # No .format_version: its readers compute where records are from how torch's writer lays them.
    small = {"data.pkl": data, "byteorder": sys.byteorder.encode(), "version": b"3\n"}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, content in small.items():
            _write_record(archive, name, len(content), [content])
        for i, (_, flat) in enumerate(storages):
            _write_record(archive, f"data/{i}", flat.numel(), pieces(flat))


def pieces(flat):
    """The bytes of a flat tensor, from any device, never all of them twice in memory."""
    for start in range(0, flat.numel(), _PIECE):
        yield flat.narrow(0, start, min(_PIECE, flat.numel() - start))._host_bytes()


def _write_record(archive, name, size, pieces):
    info = zipfile.ZipInfo(f"archive/{name}")
    large = size > 1 << 30
    # As torch does, an extra field "FB" of Zs moves the data to a multiple of the alignment.
    header = _HEADER + len(info.filename) + (20 if large else 0) + 4
    padding = -(archive.start_dir + header) % _ALIGNMENT
    info.extra = struct.pack("<2sH", b"FB", padding) + b"Z" * padding
    with archive.open(info, "w", force_zip64=large) as record:
        for piece in pieces:
            record.write(piece)


# ---- reading ----


def _check_records(infos, end):
    """Raises FileFormatError for two records of one name, and for records that overlap or are compressed in odd ways."""
    if len({info.filename for info in infos}) < len(infos):
        raise FileFormatError("is damaged: it has two records of one name")
    before = 0
    for info in sorted(infos, key=lambda info: info.header_offset):
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise FileFormatError(f"has the record {info.filename} compressed in a way that torch does not use")
        if info.header_offset < before:
            raise FileFormatError(f"is damaged: its record {info.filename} overlaps another one")
        before = info.header_offset + _HEADER + len(info.filename.encode()) + info.compress_size
    if before > end:
        raise FileFormatError("is truncated or damaged: its last record overlaps its directory")


class Archive:
    """The records of a zip file of torch.save, and the storages read from it so far."""

    def __init__(self, file, restore, limits, mapped=False):
        try:
            self.zip = zipfile.ZipFile(file)
        except zipfile.BadZipFile as e:
            raise FileFormatError("is truncated or damaged") from e
        _check_records(self.zip.infolist(), self.zip.start_dir)
        names = self.zip.namelist()
        roots = [n[: -len("data.pkl")] for n in names if n.endswith("/data.pkl")]
        if names and all(name.endswith(".npy") for name in names):
            raise FileFormatError("is a file of NumPy's; numpy.load reads it")
        if not roots:
            raise FileFormatError("is a zip archive, but not one of torch.save: it has no data.pkl")
        self.root = min(roots, key=len)
        if f"{self.root}constants.pkl" in names:
            raise FileFormatError("is a TorchScript model, not a file of torch.save")
        self.file, self.restore, self.limits = file, restore, limits
        self.flats = {}
        self.swap = False
        if f"{self.root}byteorder" in names:
            self.swap = self.read("byteorder").decode("ascii") != sys.byteorder
        # A private mapping: what is written to a tensor never reaches the file.
        self.map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY) if mapped else None

    def _info(self, name):
        try:
            return self.zip.getinfo(self.root + name)
        except KeyError as e:
            raise FileFormatError(f"is damaged: it has no record {name}") from e

    def read(self, name):
        """The record as a bytearray; its checksum is verified."""
        info, data = self._info(name), bytearray()
        self.limits.spend(info.file_size)
        try:
            # In pieces: a size that the file claims must not make us allocate it.
            with self.zip.open(info) as record:
                while piece := record.read(_PIECE):
                    data += piece
        except (zipfile.BadZipFile, EOFError) as e:
            raise FileFormatError(f"is truncated or damaged in its record {name}") from e
        return data

    def _map(self, name):
        """The record as a flat tensor over the mapped file."""
        info = self._info(name)
        if info.compress_type != zipfile.ZIP_STORED:
            raise FileFormatError(f"has the record {name} compressed: it cannot be mapped; load it with mmap=False")
        header = self.map[info.header_offset : info.header_offset + _HEADER]
        if header[:4] != b"PK\3\4":
            raise FileFormatError(f"is damaged: where its record {name} should begin there is none")
        start = info.header_offset + _HEADER + sum(struct.unpack("<HH", header[26:30]))
        if start + info.file_size > len(self.map):
            raise FileFormatError(f"is truncated or damaged in its record {name}")
        if not info.file_size:
            return flat_storage(b"")
        return frombuffer(self.map, dtype=DTYPES["uint8"], count=info.file_size, offset=start)

    def open_storage(self, kind, key, location, numel, view=None):
        """The storage of the record data/`key`, on the device that is to replace `location`."""
        flat = self.flats.get(key)
        if flat is None:
            if self.map is not None and not self.swap:
                flat = self._map(f"data/{key}")
            else:
                data = self.read(f"data/{key}")
                if self.swap:
                    _swap_bytes(data, kind)
                flat = flat_storage(data)
            flat = self.flats[key] = self.restore(flat, location)
        return loaded_storage(flat, kind.dtype)


def read_archive(file, restore, unpickler, limits, mapped=False):
    """The object in a zip file of torch.save."""
    archive = Archive(file, restore, limits, mapped)
    pickled = io.BytesIO(archive.read("data.pkl"))
    return unpickler(pickled, archive.open_storage, limits).load()


def _swap_bytes(data, kind):
    """Reverses the bytes of each number in place, for files from machines of the other order."""
    if kind.dtype is None:
        raise FileFormatError("has untyped storages in the byte order of another machine")
    width = kind.dtype.itemsize // (2 if kind.dtype.is_complex else 1)
    for i in range(width // 2):
        j = width - 1 - i
        data[i::width], data[j::width] = data[j::width], data[i::width]
