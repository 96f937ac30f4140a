"""save() and load(): torch's own file format, without torch.

A file is an uncompressed zip archive: data.pkl (the pickled object, _torch_pickle.py), one record for
each storage (data/0, data/1, …), and a few small ones that say how to read it.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import pickle
import secrets
import shutil
import struct
import sys
import zipfile

from .._boundary.errors import Error, TorchError
from .._tensor.device import device
from .pickles import LoadedStorage, SafeUnpickler, TrustingUnpickler, UnpicklingError, dump
from .pickling import flat_storage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._typing import File


# torch maps records into memory; its readers count on this alignment.
_ALIGNMENT = 64
_PIECE = 1 << 20
# How files of torch before 1.6 begin: a pickled number.
_LEGACY_MAGIC = 0x1950A86A20F9469CFC6C


class FileFormatError(Error, ValueError):
    """The file is damaged, or it is not one that torch writes."""


def save(obj: Any, f: File) -> None:
    """Writes `obj` to `f` in torch's file format; torch.load(weights_only=True) reads it.

    obj: tensors, parameters, and dicts, lists, tuples, sets, strings, bytes, numbers, None, Size,
        dtypes and devices around them; other objects if pickle can write them, but they are read
        back only with weights_only=False.  Tensors that share a storage share it in the file.
    f: a path, which is replaced only when all was written, or a binary file open for writing.

    Raises TypeError if `f` is neither, FileNotFoundError if its folder does not exist, and what
    pickle raises if `obj` cannot be pickled.
    """
    data, storages = dump(obj)
    with _open_output(f) as file:
        _write_archive(file, data, storages)


def load(f: File, map_location: Any = None, weights_only: bool = True) -> Any:
    """What `save` or torch.save wrote to `f`; also files of torch before 1.6.

    f: a path, or a binary file that can seek.
    map_location: where tensors go that were saved from another device: a device or its name, a
        dict from saved to new names, or a function (flat uint8 tensor, name) -> tensor or None.
        None: to the device they were saved from.
    weights_only: True reads data and tensors only, and is safe for files from anywhere.  False
        imports and runs what the file names: only for files that you trust.

    Raises FileNotFoundError, UnpicklingError (the file asks for more than data; named), and
    FileFormatError (a ValueError: the file is damaged or not torch's).
    """
    restore = _Restore(map_location)
    unpickler = SafeUnpickler if weights_only else TrustingUnpickler
    with _open_input(f) as file, _naming(_file_name(f), restore, weights_only):
        return _read(file, restore, unpickler)


@contextlib.contextmanager
def _naming(name, restore, weights_only):
    """Makes errors of the body name the file."""
    try:
        yield
    except UnpicklingError as e:
        raise UnpicklingError(f"load: {name}: {e}") from None
    except FileFormatError as e:
        raise FileFormatError(f"load: {name} {e}") from e.__cause__
    except Exception as e:
        # Damage shows as nearly any exception; EINVAL is an offset before the start of the file.
        from_outside = isinstance(e, MemoryError) or getattr(e, "errno", errno.EINVAL) != errno.EINVAL
        from_users_code = not weights_only and not isinstance(e, (EOFError, pickle.UnpicklingError))
        if from_outside or from_users_code or e is restore.error:
            raise
        raise FileFormatError(f"load: {name} is damaged: {type(e).__name__}: {e}") from e


# ---- files ----


def _file_name(f):
    if isinstance(f, (str, os.PathLike)):
        return os.fspath(f)
    return str(getattr(f, "name", f"<{type(f).__name__}>"))


@contextlib.contextmanager
def _open_output(f):
    if not isinstance(f, (str, os.PathLike)):
        if not hasattr(f, "write") or isinstance(f, io.TextIOBase):
            raise TypeError(f"save: f must be a path or a binary file, not {type(f).__name__}")
        yield f
        return
    path = os.path.realpath(f)
    if os.path.isfile(path):
        open(path, "r+b").close()  # raises where one may not write, which renaming would not
    elif not os.path.exists(path) and not os.path.isdir(os.path.dirname(path)):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), os.fspath(f))
    special = os.path.exists(path) and not os.path.isfile(path)  # /dev/null, a pipe
    with open(path, "wb") if special else _replace(path) as file:
        yield file


@contextlib.contextmanager
def _replace(path):
    """A file that takes the place and the permissions of `path` when the body succeeds."""
    temporary = os.path.join(os.path.dirname(path), f".save-{secrets.token_hex(8)}")
    try:
        with open(temporary, "xb") as file:
            yield file
        if os.path.exists(path):
            shutil.copymode(path, temporary)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


@contextlib.contextmanager
def _open_input(f):
    if isinstance(f, (str, os.PathLike)):
        with open(f, "rb") as file:
            yield file
        return
    missing = [m for m in ("read", "readline", "seek", "tell") if not hasattr(f, m)]
    if missing or isinstance(f, io.TextIOBase):
        raise TypeError(f"load: f must be a path or a binary file that can seek, not {type(f).__name__}")
    yield f


# ---- writing ----


def _write_archive(file, data, storages):
    # No .format_version: its readers compute where records are from how torch's writer lays them.
    small = {"data.pkl": data, "byteorder": sys.byteorder.encode(), "version": b"3\n"}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, content in small.items():
            _write_record(archive, name, len(content), [content])
        for i, flat in enumerate(storages):
            _write_record(archive, f"data/{i}", flat.numel(), _pieces(flat))


def _pieces(flat):
    """The bytes of a flat tensor, from any device, never all of them twice in memory."""
    for start in range(0, flat.numel(), _PIECE):
        yield flat.narrow(0, start, min(_PIECE, flat.numel() - start))._host_bytes()


def _write_record(archive, name, size, pieces):
    info = zipfile.ZipInfo(f"archive/{name}")
    large = size > 1 << 30
    # As torch does, an extra field "FB" of Zs moves the data to a multiple of the alignment.
    header = 30 + len(info.filename) + (20 if large else 0) + 4
    padding = -(archive.start_dir + header) % _ALIGNMENT
    info.extra = struct.pack("<2sH", b"FB", padding) + b"Z" * padding
    with archive.open(info, "w", force_zip64=large) as record:
        for piece in pieces:
            record.write(piece)


# ---- reading ----


def _read(file, restore, unpickler):
    start = file.tell()
    head = file.read(4)
    file.seek(start)
    if head == b"PK\3\4":
        return _read_archive(file, restore, unpickler)
    if head[:1] == b"\x80":
        return _read_legacy(file, restore, unpickler)
    raise FileFormatError("is not a file of torch.save" if head else "is empty")


class _Restore:
    """Puts storages where map_location says."""

    def __init__(self, map_location):
        if not (map_location is None or isinstance(map_location, (str, dict, device)) or callable(map_location)):
            raise TypeError(
                "load: map_location must be a device, its name, a dict or a function, "
                f"not {type(map_location).__name__}"
            )
        self.map_location = map_location
        self.error = None

    def __call__(self, flat, location):
        """The flat tensor on the device that is to replace `location`."""
        target = self.map_location
        if callable(target):
            try:
                moved = target(flat, location)
            except Exception as e:
                self.error = e
                raise
            if moved is not None:
                return moved
            target = location
        elif target is None:
            target = location
        elif isinstance(target, dict):
            target = target.get(location, location)
        target = str(target)
        if target == "cpu":
            return flat
        try:
            return flat.to(target)
        except Exception as e:
            reason = str(e).partition("\n")[0]
            self.error = TorchError(
                f"load: the file has tensors for {target}, which cannot be used ({reason}); "
                "map_location='cpu' loads them on the CPU"
            )
            raise self.error from e


class _Archive:
    """The records of a zip file of torch.save, and the storages read from it so far."""

    def __init__(self, file, restore):
        try:
            self.zip = zipfile.ZipFile(file)
        except zipfile.BadZipFile as e:
            raise FileFormatError("is truncated or damaged") from e
        names = self.zip.namelist()
        roots = [n[: -len("data.pkl")] for n in names if n.endswith("/data.pkl")]
        if not roots:
            raise FileFormatError("is a zip archive, but not one of torch.save: it has no data.pkl")
        self.root = min(roots, key=len)
        if f"{self.root}constants.pkl" in names:
            raise FileFormatError("is a TorchScript model, not a file of torch.save")
        self.restore = restore
        self.flats = {}
        self.swap = False
        if f"{self.root}byteorder" in names:
            self.swap = self.read("byteorder").decode("ascii") != sys.byteorder

    def read(self, name):
        """The record as a bytearray; its checksum is verified."""
        data = bytearray()
        try:
            # In pieces: a size that the file claims must not make us allocate it.
            with self.zip.open(self.root + name) as record:
                while piece := record.read(_PIECE):
                    data += piece
        except KeyError as e:
            raise FileFormatError(f"is damaged: it has no record {name}") from e
        except (zipfile.BadZipFile, EOFError) as e:
            raise FileFormatError(f"is truncated or damaged in its record {name}") from e
        return data

    def open_storage(self, kind, key, location, numel):
        flat = self.flats.get(key)
        if flat is None:
            data = self.read(f"data/{key}")
            if self.swap:
                _swap_bytes(data, kind)
            flat = self.flats[key] = self.restore(flat_storage(data), location)
        return LoadedStorage(flat, kind.dtype)


def _read_archive(file, restore, unpickler):
    archive = _Archive(file, restore)
    pickled = io.BytesIO(archive.read("data.pkl"))
    return unpickler(pickled, archive.open_storage).load()


def _swap_bytes(data, kind):
    """Reverses the bytes of each number in place, for files from machines of the other order."""
    if kind.dtype is None:
        raise FileFormatError("has untyped storages in the byte order of another machine")
    width = kind.dtype.itemsize // (2 if kind.dtype.is_complex else 1)
    for i in range(width // 2):
        j = width - 1 - i
        data[i::width], data[j::width] = data[j::width], data[i::width]


# ---- files of torch before 1.6 ----


class _Bounded:
    """The file, asked for no more than it has: a damaged length must not make it allocate that."""

    def __init__(self, file):
        self.file = file
        self.readline = file.readline
        start = file.tell()
        self.end = file.seek(0, os.SEEK_END)
        file.seek(start)

    def read(self, n):
        return self.file.read(min(n, self.end - self.file.tell()))


class _LegacyStorages:
    """Storages that are filled after the object over them has been read."""

    def __init__(self, restore, limit):
        self.restore = restore
        self.limit = limit
        self.known = {}

    def open_storage(self, kind, key, location, numel, view=None):
        if view is not None:
            raise FileFormatError("has storages that are parts of others, as only very old files do")
        if key not in self.known:
            itemsize = kind.dtype.itemsize if kind.dtype else 1
            if not 0 <= numel * itemsize <= self.limit:
                raise FileFormatError("is truncated or damaged")
            flat = self.restore(flat_storage(bytes(numel * itemsize)), location)
            self.known[key] = LoadedStorage(flat, kind.dtype), itemsize
        return LoadedStorage(self.known[key][0].flat, kind.dtype)

    def fill(self, key, file):
        storage, itemsize = self.known[key]
        (numel,) = struct.unpack("<q", file.read(8))
        data = file.read(storage.flat.numel())
        if numel * itemsize != storage.flat.numel() or len(data) != storage.flat.numel():
            raise FileFormatError("is truncated or damaged")
        if data:
            storage.flat.copy_(flat_storage(data))


def _read_legacy(file, restore, unpickler):
    def next_pickle():
        return unpickler(file, storages.open_storage).load()

    file = _Bounded(file)
    storages = _LegacyStorages(restore, file.end)
    try:
        magic = SafeUnpickler(file, storages.open_storage).load()
    except Exception as e:
        raise FileFormatError("is not a file of torch.save") from e
    if magic != _LEGACY_MAGIC:
        raise FileFormatError("is a pickle, but not a file of torch.save")
    next_pickle()  # the version of the protocol, always 1001
    next_pickle()  # the sizes of C's types on the machine that wrote it
    result = next_pickle()
    for key in next_pickle():
        storages.fill(key, file)
    return result
