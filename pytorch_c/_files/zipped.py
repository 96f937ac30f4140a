"""The zip archive of a file of torch.save: the object and its storages, copied or mapped into memory."""

import io
import mmap
import sys
import zipfile

from .. import _ops
from .._tensor.data import frombuffer
from .._tensor.dtype import DTYPES
from .._tensor.tensor import Tensor
from . import progress, settings
from .errors import FileFormatError
from .names import loaded_storage
from .records import CACHED as _CACHED
from .records import RecordReader, RecordWriter
from .storages import flat_storage

_PIECE = 1 << 20
_UINT8 = DTYPES["uint8"]
_NEWEST = 10  # the version of files that libtorch reads
_ORDERS = {settings.LoadEndianness.BIG: "big", settings.LoadEndianness.NATIVE: sys.byteorder}


# ---- writing ----


def write_archive(file, data, storages):
    # No .format_version: its readers compute where records are from how torch's writer lays them.
    writer = RecordWriter(file, settings.save.storage_alignment, settings.save.compute_crc32)
    try:
        for name, content in {"data.pkl": data, "byteorder": sys.byteorder, "version": "3\n"}.items():
            writer.write_record(name, content)
        sizes = [nbytes_of(flat) for _, flat in storages]
        with progress.bar(sum(sizes), "save") as done:
            for i, (size, (_, flat)) in enumerate(zip(sizes, storages)):
                if settings.local.skip_data:
                    writer.write_record_metadata(f"data/{i}", size)
                else:
                    writer.write_pieces(f"data/{i}", size, pieces(flat, done))
    finally:
        writer.write_end_of_file()


def nbytes_of(flat):
    """The number of bytes of what pickles.dump() gives for a storage."""
    return flat.numel() if isinstance(flat, Tensor) else memoryview(flat).nbytes


def pieces(flat, done=progress.silent):
    """The bytes of what pickles.dump() gives for a storage: those of a flat tensor, from any device, never all of them
    twice in memory, or a buffer's; `done` is told how many."""
    if not isinstance(flat, Tensor):
        whole = memoryview(flat)
        for start in range(0, len(whole), _CACHED):
            yield whole[start : start + _CACHED]
            done(min(_CACHED, len(whole) - start))
        return
    for start in range(0, flat.numel(), _PIECE):
        size = min(_PIECE, flat.numel() - start)
        yield flat.narrow(0, start, size)._host_bytes()
        done(size)


# ---- reading ----


def mapping(path):
    """The file in memory. Privately, as by default, what is written to a tensor never reaches the file."""
    shared = settings.load.mmap_flags == mmap.MAP_SHARED
    with open(path, "r+b" if shared else "rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_WRITE if shared else mmap.ACCESS_COPY)


class Archive(RecordReader):
    """A zip file of torch.save, and the storages read from it so far; `mapped` is its path where it is to be mapped."""

    def __init__(self, file, restore, limits, mapped=None):
        super().__init__(file, limits)
        self.done = progress.silent  # told the bytes of each storage that was read
        roots = [n[: -len("data.pkl")] for n in self.names if n.endswith("/data.pkl")]
        if self.names and all(name.endswith(".npy") for name in self.names):
            raise FileFormatError("is a file of NumPy's; numpy.load reads it")
        if not roots:
            raise FileFormatError("is a zip archive, but not one of torch.save: it has no data.pkl")
        self.root = min(roots, key=len)
        self._check_version()
        self.restore, self.flats = restore, {}
        self.swap = self._byteorder() != sys.byteorder
        self.map = mapping(mapped) if mapped else None

    def _byteorder(self):
        """ "little" or "big": what the file says, or what is set for files that do not."""
        if not self.has_record("byteorder"):
            return _ORDERS.get(settings.load.endianness, "little")
        found = self.read("byteorder")
        if found not in (b"little", b"big"):
            raise FileFormatError(f"is damaged: Unknown endianness type: {bytes(found[:20])!r}")
        return found.decode()

    def _check_version(self):
        text = bytes(self.read("version")[:20]).strip() if self.has_record("version") else b"3"
        if not text.isdigit():
            raise FileFormatError(f"is damaged: its version is {text!r}")
        if int(text) > _NEWEST:
            raise FileFormatError(
                f"is of a newer format: Attempted to read a PyTorch file with version {int(text)}, but the maximum "
                f"supported version for reading is {_NEWEST}."
            )

    def is_program(self):
        """Returns whether it is an archive of TorchScript."""
        return self.has_record("constants.pkl")

    def _map(self, name):
        """The record as a flat tensor over the mapped file."""
        info = self.info(name)
        if info.compress_type != zipfile.ZIP_STORED:
            raise FileFormatError(f"has the record {name} compressed: it cannot be mapped; load it with mmap=False")
        start = self.get_record_offset(name)
        if not info.file_size:
            return flat_storage(b"")
        if start + info.file_size > len(self.map):
            raise FileFormatError(f"is truncated or damaged in its record {name}")
        return frombuffer(self.map, dtype=_UINT8, count=info.file_size, offset=start)

    def _without_data(self, nbytes):
        """A storage of so many bytes that stand for those of a record, or None where they are to be read."""
        if self.restore.to_meta:
            return _ops.empty((max(nbytes, 0),), dtype=_UINT8, device="meta")
        if not settings.local.skip_data:
            return None
        self.limits.spend(nbytes)
        return _ops.zeros((max(nbytes, 0),), dtype=_UINT8)

    def _flat(self, kind, key, location, numel):
        flat = self._without_data(numel * kind.itemsize)
        if flat is None and self.map is not None and not self.swap:
            flat = self._map(f"data/{key}")
        if flat is None and not self.swap:
            flat = self.read_to(f"data/{key}", lambda nbytes: _ops.empty((nbytes,), dtype=_UINT8))
        if flat is None:
            data = self.read(f"data/{key}")
            if self.swap:
                _swap_bytes(data, kind)
            flat = flat_storage(data)
        return flat if self.restore.to_meta else self.restore(flat, location)

    def open_storage(self, kind, key, location, numel, view=None):
        """The storage of the record data/`key`, on the device that is to replace `location`."""
        if key not in self.flats:
            self.flats[key] = self._flat(kind, key, location, numel)
            self.done(numel * kind.itemsize)
        return loaded_storage(self.flats[key], kind.dtype)


def read_archive(archive, unpickler):
    """The object in a zip file of torch.save."""
    pickled = io.BytesIO(archive.read("data.pkl"))
    read = 0 if archive.map is not None else sum(info.file_size for info in archive.zip.infolist())
    with progress.bar(read, "load") as archive.done:
        return unpickler(pickled, archive.open_storage, archive.limits).load()


def _swap_bytes(data, kind):
    """Reverses the bytes of each number in place, for files from machines of the other order."""
    if kind.dtype is None:
        raise FileFormatError("has untyped storages in the byte order of another machine")
    width = kind.dtype.itemsize // (2 if kind.dtype.is_complex else 1)
    for i in range(width // 2):
        j = width - 1 - i
        data[i::width], data[j::width] = data[j::width], data[i::width]
