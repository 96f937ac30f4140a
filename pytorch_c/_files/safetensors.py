"""Files of safetensors, which load() takes as torch.load does: a head of JSON, then the bytes of tensors."""

from __future__ import annotations

import json
import math
import struct

from .._boundary.errors import TorchError
from .._tensor.data import frombuffer
from .._tensor.device import device
from .._tensor.dtype import DTYPES
from .errors import FileFormatError
from .storages import flat_storage, view_storage
from .zipped import mapping

_LONGEST = 100_000_000  # bytes of a head, as safetensors itself has it
_DIMENSIONS = 64  # as many as libtorch's iterators have
_DTYPES = {
    "F64": "float64", "F32": "float32", "F16": "float16", "BF16": "bfloat16", "I64": "int64", "I32": "int32",
    "I16": "int16", "I8": "int8", "U8": "uint8", "U16": "uint16", "U32": "uint32", "U64": "uint64", "BOOL": "bool",
    "C64": "complex64", "F8_E4M3": "float8_e4m3fn", "F8_E4M3FNUZ": "float8_e4m3fnuz", "F8_E5M2": "float8_e5m2",
    "F8_E5M2FNUZ": "float8_e5m2fnuz", "F8_E8M0": "float8_e8m0fnu",
}  # fmt: skip


def place(map_location):
    """The device that all tensors go to; RuntimeError for what names places one by one."""
    if map_location is None:
        return device("cpu")
    if isinstance(map_location, (str, device)):
        return device(map_location)
    kind = "dict" if isinstance(map_location, dict) else "callable"
    raise TorchError(
        f"load: Loading safetensors file with {kind} map_location is not supported. Use a device string or torch.device "
        "instead."
    )


def _head(file, limits):
    """({name: what is said of it}, where the bytes begin)"""
    start = file.read(8)
    length = struct.unpack("<Q", start)[0] if len(start) == 8 else -1
    if not 0 < length <= min(_LONGEST, file.left()):
        raise FileFormatError("is not a file of safetensors, or truncated")
    limits.spend(length)
    found = json.loads(file.read(length))
    if not isinstance(found, dict):
        raise FileFormatError("is damaged: its head is no table")
    found.pop("__metadata__", None)
    return found, 8 + length


def _checked(name, entry, known):
    """(dtype, shape, first byte, end) of an entry; FileFormatError where it makes no sense."""
    keys = entry.keys() if isinstance(entry, dict) else set()
    if keys != {"dtype", "shape", "data_offsets"}:
        raise FileFormatError(f"is damaged: it does not say what the tensor {name:.40} is")
    shape, offsets = entry["shape"], entry["data_offsets"]
    for one in (shape, offsets):
        if not isinstance(one, list) or not all(type(n) is int and 0 <= n < 1 << 63 for n in one):
            raise FileFormatError(f"is damaged: the tensor {name:.40} has no shape or no place")
    if len(shape) > _DIMENSIONS:
        raise FileFormatError(f"is damaged: the tensor {name:.40} has {len(shape)} dimensions")
    if entry["dtype"] not in known:
        raise FileFormatError(f"has the tensor {name:.40} of {str(entry['dtype']):.20}, a dtype that is not here")
    dtype = DTYPES[known[entry["dtype"]]]
    if len(offsets) != 2 or offsets[1] - offsets[0] != math.prod(shape) * dtype.itemsize:
        raise FileFormatError(f"is damaged: the tensor {name:.40} has other bytes than its shape")
    return dtype, shape, *offsets


def read_safetensors(file, where, limits, mapped=None):
    """Returns {name: tensor} of a file of safetensors; with the path `mapped`, tensors over the file in memory."""
    head, start = _head(file, limits)
    entries = {name: _checked(name, entry, _DTYPES) for name, entry in head.items()}
    at = 0
    for name, (_, _, first, end) in sorted(entries.items(), key=lambda item: item[1][2:]):
        if first != at:
            raise FileFormatError(f"is damaged: the tensor {name:.40} does not lie behind the one before")
        at = end
    if at != file.size - start:
        raise FileFormatError("is truncated or damaged: its tensors have other bytes than it has")
    whole = mapping(mapped) if mapped is not None and at else None
    found = {}
    for name, (dtype, shape, first, end) in entries.items():
        flat = _mapped(whole, start + first, end - first, dtype) if whole else None
        if flat is None:
            flat = _read(file, start + first, end - first)
        steps = [math.prod(max(n, 1) for n in shape[i + 1 :]) for i in range(len(shape))]
        found[name] = view_storage(flat, dtype, 0, shape, steps).to(where)
    return found


def _mapped(whole, offset, nbytes, dtype):
    """The bytes of a tensor over the mapped file; None where there are none, or not where its elements may begin."""
    if not nbytes or offset % dtype.itemsize:
        return None
    return frombuffer(whole, dtype=DTYPES["uint8"], count=nbytes, offset=offset)


def _read(file, offset, nbytes):
    file.seek(offset)
    data = file.read_whole(nbytes)
    if len(data) != nbytes:
        raise FileFormatError("is truncated or damaged")
    return flat_storage(data)
