"""Files of torch before 1.6: pickles one after the other, then the storages."""

import os
import pickle
import struct
import sys

from .errors import FileFormatError
from .names import loaded_storage
from .storages import flat_storage
from .unpickling import Inventory, SafeUnpickler
from .zipped import pieces

# How such a file begins: a pickled number.
_MAGIC = 0x1950A86A20F9469CFC6C
_VERSION = 1001
_SIZES = {"little_endian": sys.byteorder == "little", "protocol_version": _VERSION,
          "type_sizes": {"short": 2, "int": 4, "long": 4}}  # fmt: skip

# ---- writing ----


def write_legacy(file, data, storages):
    """Writes the pickle of an object and its storages, (itemsize, flat tensor) of each."""
    for head in (_MAGIC, _VERSION, _SIZES):
        file.write(pickle.dumps(head, 2))
    file.write(data)
    file.write(pickle.dumps([str(i) for i in range(len(storages))], 2))
    for itemsize, flat in storages:
        file.write(struct.pack("<q", flat.numel() // itemsize))
        for piece in pieces(flat):
            file.write(piece)


# ---- reading ----


class _Bounded:
    """The file, asked for no more than it has: a damaged length must not make it allocate that."""

    def __init__(self, file):
        self.file = file
        self.readline, self.tell, self.seek = file.readline, file.tell, file.seek
        start = file.tell()
        self.end = file.seek(0, os.SEEK_END)
        file.seek(start)

    def read(self, n):
        return self.file.read(min(n, self.end - self.file.tell()))


class _Storages:
    """The storages that follow the object: their sizes are known from it, so it is gone through twice."""

    def __init__(self, restore, limits):
        self.restore, self.limits = restore, limits
        self.declared, self.flats = {}, {}

    def declare(self, kind, key, location, numel, view=None):
        if view is not None:
            raise FileFormatError("has storages that are parts of others, as only very old files do")
        self.declared.setdefault(key, (kind.itemsize, location, numel))

    def read(self, key, file):
        if type(key) is not str or key not in self.declared or key in self.flats:
            raise FileFormatError("is damaged: its list of storages is not that of its tensors")
        itemsize, location, numel = self.declared[key]
        (count,) = struct.unpack("<q", file.read(8))
        if count != numel or not 0 <= count * itemsize <= file.end - file.tell():
            raise FileFormatError("is truncated or damaged")
        self.limits.spend(count * itemsize)
        data = bytearray(file.read(count * itemsize))
        if len(data) != count * itemsize:
            raise FileFormatError("is truncated or damaged")
        self.flats[key] = self.restore(flat_storage(data), location)

    def open_storage(self, kind, key, location, numel, view=None):
        if key not in self.flats:
            raise FileFormatError(f"is damaged: it has no storage {key:.40}")
        return loaded_storage(self.flats[key], kind.dtype)


def read_legacy(file, restore, unpickler, limits):
    """The object in a file of torch before 1.6."""

    def next_data():
        return SafeUnpickler(file, storages.open_storage, limits).load()

    file = _Bounded(file)
    storages = _Storages(restore, limits)
    try:
        magic = next_data()
    except Exception as e:
        raise FileFormatError("is not a file of torch.save") from e
    if magic != _MAGIC:
        raise FileFormatError("is a pickle, but not a file of torch.save")
    next_data()  # the version of the protocol, always 1001
    next_data()  # the sizes of C's types on the machine that wrote it
    start = file.tell()
    Inventory(file, storages.declare).load()
    for key in next_data():
        storages.read(key, file)
    file.seek(start)
    return unpickler(file, storages.open_storage, limits).load()
