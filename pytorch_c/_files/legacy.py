"""Files of torch before 1.6: pickles one after the other, then the storages."""

import pickle
import struct
import sys

from .. import _ops
from .._boundary.errors import TorchError
from .._tensor.data import frombuffer
from .._tensor.dtype import DTYPES
from . import settings
from .errors import FileFormatError
from .names import loaded_storage
from .storages import flat_storage
from .unpickling import Inventory, SafeUnpickler, text_of
from .zipped import nbytes_of, pieces

# The beginning of a file in the old format: a pickled number.
MAGIC_NUMBER = 0x1950A86A20F9469CFC6C
PROTOCOL_VERSION = 1001
SIZES = {
    "little_endian": sys.byteorder == "little",
    "protocol_version": PROTOCOL_VERSION,
    "type_sizes": {"short": 2, "int": 4, "long": 4},
}

# ---- writing ----


def write_legacy(file, data, storages):
    """Writes the pickle of an object and its storages, (itemsize, bytes) of each."""
    if settings.local.skip_data:
        raise TorchError("save: Cannot use skip_data=True with _use_new_zipfile_serialization=False")
    for head in (MAGIC_NUMBER, PROTOCOL_VERSION, SIZES):
        file.write(pickle.dumps(head, 2))
    file.write(data)
    file.write(pickle.dumps([str(i) for i in range(len(storages))], 2))
    for itemsize, flat in storages:
        file.write(struct.pack("<q", nbytes_of(flat) // itemsize))
        for piece in pieces(flat):
            file.write(piece)


# ---- reading ----


class _Storages:
    """The storages that follow the object: their sizes are known from it, so it is gone through twice."""

    def __init__(self, restore, limits):
        self.restore, self.limits = restore, limits
        self.declared, self.flats = {}, {}

    def declare(self, kind, key, location, numel, view=None):
        self.declared.setdefault(key, (kind.itemsize, location, numel))

    def read(self, key, file):
        if key not in self.declared or key in self.flats:
            raise FileFormatError("is damaged: its list of storages is not that of its tensors")
        itemsize, location, numel = self.declared[key]
        if settings.local.skip_data:
            self.limits.spend(numel * itemsize)
            flat = _ops.zeros((max(numel * itemsize, 0),), dtype=DTYPES["uint8"])
        else:
            flat = flat_storage(self._bytes(file, itemsize, numel))
        self.flats[key] = self.restore(flat, location)

    def _bytes(self, file, itemsize, numel):
        said = file.read(8)
        count = struct.unpack("<q", said)[0] if len(said) == 8 else -1
        if count != numel or not 0 <= count * itemsize <= file.left():
            raise FileFormatError("is truncated or damaged")
        self.limits.spend(count * itemsize)
        data = file.read_whole(count * itemsize)
        if len(data) != count * itemsize:
            raise FileFormatError("is truncated or damaged")
        return data

    def open_storage(self, kind, key, location, numel, view=None):
        if key not in self.flats:
            raise FileFormatError(f"is damaged: it has no storage {key:.40}")
        if view is None:
            return loaded_storage(self.flats[key], kind.dtype)
        return self._part(key, kind, view)

    def _part(self, key, kind, view):
        """A storage that is a part of another one's memory, as torch had them before 0.4."""
        if type(view) is not tuple or len(view) != 3 or not all(type(one) is int for one in view[1:]):
            raise FileFormatError("is damaged: a part of a storage has no place in it")
        name, start, count = view
        flat, itemsize = self.flats[key], kind.itemsize
        if not 0 <= start <= start + count <= flat.numel() // itemsize:
            raise FileFormatError("is damaged: a part of a storage reaches out of it")
        known = (key, text_of(name))
        if known not in self.flats:
            part = flat.narrow(0, start * itemsize, count * itemsize)
            shared = count and part.device.type == "cpu"
            self.flats[known] = frombuffer(part.numpy(), dtype=DTYPES["uint8"]) if shared else part.clone()
        return loaded_storage(self.flats[known], kind.dtype)


def _head(file, limits):
    """Reads what stands before the object; raises FileFormatError where it is not that of such a file."""

    def next_data():
        return SafeUnpickler(file, None, limits).load()

    try:
        magic = next_data()
    except Exception as e:
        if e is file.error:
            raise
        raise FileFormatError("is not a file of torch.save") from e
    if magic != MAGIC_NUMBER:
        raise FileFormatError("is a pickle, but not a file of torch.save: Invalid magic number; corrupt file?")
    version = next_data()
    if version != PROTOCOL_VERSION:
        raise FileFormatError(f"is damaged: Invalid protocol version: {version!r:.40}")
    next_data()  # the sizes of C's types on the machine that wrote it


def read_legacy(file, restore, unpickler, limits):
    """The object in a file of torch before 1.6; the file stands behind it then, where another one may begin."""
    storages = _Storages(restore, limits)
    _head(file, limits)
    start = file.tell()
    Inventory(file, storages.declare).load()
    for key in SafeUnpickler(file, None, limits).load():
        storages.read(text_of(key), file)
    end = file.tell()
    file.seek(start)
    found = unpickler(file, storages.open_storage, limits).load()
    file.seek(end)
    return found
