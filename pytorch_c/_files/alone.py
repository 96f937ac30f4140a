"""One storage as torch's plain pickles have it: a file of torch before 1.6 with nothing else (torch.storage._load_from_bytes).

Pickles of modules and of replay buffers have hundreds of these. Their bytes are always the same around the numbers, so
they are written and recognized without a pickler; what looks otherwise goes to save() and load().
"""

import io
import pickle
import re
import struct

from ..storage import TypedStorage, UntypedStorage, typed_storage, untyped_storage
from .archive import load, save
from .legacy import MAGIC_NUMBER, PROTOCOL_VERSION, SIZES
from .names import TYPED, loaded_storage
from .pickling import Source
from .storages import flat_storage

_HEAD = b"".join(pickle.dumps(one, 2) for one in (MAGIC_NUMBER, PROTOCOL_VERSION, SIZES))
_STORAGE = b"\x80\x02(X\x07\0\0\0storageq\0c%b\n%b\nq\x01X\x01\0\0\0" + b"0q\x02X\x03\0\0\0cpuq\x03%bNtq\x04Q."
_KEYS = b"\x80\x02]q\0X\x01\0\0\0" + b"0q\x01a."
# torch's sizes, in any order, are 114 bytes between the protocol's number and the storage; its key is a number's text.
_ALONE = re.compile(
    re.escape(pickle.dumps(MAGIC_NUMBER, 2) + pickle.dumps(PROTOCOL_VERSION, 2))
    + rb"(.{60,160}?)\x80\x02\(X\x07\0\0\0storageq\0ctorch\n(\w+)\nq\x01X(.)\0\0\0(\d{1,40})q\x02X\x03\0\0\0cpuq\x03"
    rb"[KMJ\x8a].{1,9}?Ntq\x04Q\.\x80\x02\]q\0X\3\0\0\0\4q\x01a\.",
    re.DOTALL,
)
_LITTLE = re.compile(rb"\x80\x02\}.*little_endianq.\x88.*\.", re.DOTALL)
_KINDS = {kind.name.encode(): kind for kind in TYPED.values()}


def written(flat, dtype):
    """The bytes of a storage on the CPU whose elements are of `dtype`, from its bytes as a flat tensor."""
    kind = TYPED[dtype]
    count = flat.numel() // kind.itemsize
    storage = _STORAGE % (kind.module.encode(), kind.name.encode(), pickle.dumps(count, 2)[2:-1])
    return b"".join((_HEAD, storage, _KEYS, struct.pack("<q", count), flat._host_bytes()))


def bytes_of(storage):
    """The bytes of a storage, or of the Source of one."""
    if isinstance(storage, Source):
        if storage.flat.device.type == "cpu":
            return written(storage.flat, storage.dtype)
        storage = typed_storage(untyped_storage(storage.flat), storage.dtype)
    if isinstance(storage, TypedStorage) and storage.device.type == "cpu" and storage.dtype in TYPED:
        return written(storage.untyped()._flat(), storage.dtype)
    file = io.BytesIO()
    save(storage, file, _use_new_zipfile_serialization=False)
    return file.getvalue()


def read(data: bytes) -> TypedStorage | UntypedStorage:
    """The storage of which `data` are the bytes. Source: torch.storage._load_from_bytes."""
    found = _ALONE.match(data) if type(data) is bytes else None
    kind = _KINDS.get(found[2]) if found and _LITTLE.fullmatch(found[1]) else None
    if kind:
        start = found.end() + 8
        count = int.from_bytes(data[start - 8 : start], "little")
        if len(data) == start + count * kind.itemsize:
            flat = flat_storage(memoryview(data)[start:])
            return loaded_storage(flat, kind.dtype) if kind.dtype else untyped_storage(flat)
    return load(io.BytesIO(data), weights_only=False)
