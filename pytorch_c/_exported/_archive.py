"""The archive of torch.export.save: a graph as JSON, and weights, constants and sample inputs as files beside it.

Nothing in it runs: JSON and raw numbers are read here, sample inputs by `load` with weights_only.
"""

from __future__ import annotations

import io
import json
import math
import os
import sys
import zipfile

from .._tensor.dtype import DTYPES as _DTYPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any

MAJOR = 8  # of the schema that is known here
# ScalarType of torch's schema, which is not that of c10.
DTYPES = {
    1: "uint8", 2: "int8", 3: "int16", 4: "int32", 5: "int64", 6: "float16", 7: "float32", 8: "float64", 9: "complex32",
    10: "complex64", 11: "complex128", 12: "bool", 13: "bfloat16", 28: "uint16", 29: "float8_e4m3fn", 30: "float8_e5m2",
    31: "float8_e4m3fnuz", 32: "float8_e5m2fnuz", 33: "float8_e8m0fnu", 34: "uint32", 35: "uint64",
}  # fmt: skip
_LARGEST = 1 << 40


class ArchiveError(ValueError):
    """A file that is no archive of an exported program, or a damaged one."""


def _fail(what):
    raise ArchiveError(f"export.load(): the file {what}")


class Archive:
    """The records of an archive, each read when it is asked for."""

    def __init__(self, file: str | os.PathLike[str] | IO[bytes]) -> None:
        self.content = file.read() if hasattr(file, "read") else open(file, "rb").read()  # noqa: SIM115
        try:
            self.zip = zipfile.ZipFile(io.BytesIO(self.content))
            names = self.zip.namelist()
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise ArchiveError("export.load(): the file is no zip archive, or a truncated one") from error
        roots = {name.partition("/")[0] for name in names if "/" in name}
        if len(roots) != 1:
            _fail("is no archive of an exported program")
        self.root = roots.pop() + "/"
        self.names = [name.removeprefix(self.root) for name in names]
        self._check_kind()

    def _check_kind(self):
        if "archive_format" not in self.names:
            if "data.pkl" in self.names:
                _fail("is one of torch.save or torch.jit.save, not of torch.export.save")
            _fail("is no archive of an exported program")
        if self.read("archive_format") != b"pt2":
            _fail("is an archive of another format")
        if "byteorder" in self.names and self.read("byteorder").decode("ascii", "replace") != sys.byteorder:
            _fail("has the bytes of its numbers in another order than this machine")

    def read(self, name: str) -> bytes:
        """A record, whose checksum is verified."""
        try:
            return self.zip.read(self.root + name)
        except KeyError:
            _fail(f"has no record {name}")
        except (zipfile.BadZipFile, EOFError, OSError, ValueError, NotImplementedError, RuntimeError) as error:
            raise ArchiveError(f"export.load(): the file is damaged in its record {name}") from error
        except Exception as error:  # zlib.error has no other base
            raise ArchiveError(f"export.load(): the file is damaged in its record {name}") from error

    def json(self, name: str) -> Any:
        try:
            return json.loads(self.read(name))
        except (ValueError, RecursionError) as error:
            raise ArchiveError(f"export.load(): the record {name} is no JSON") from error

    def models(self) -> list[str]:
        found = [name[7:-5] for name in self.names if name.startswith("models/") and name.endswith(".json")]
        if not found:
            _fail("holds compiled models only: _inductor.aoti_load_package loads them") if any(
                name.startswith("data/aotinductor/") for name in self.names
            ) else _fail("holds no exported program")
        return found

    def payloads(self, folder: str, model: str) -> dict[str, Any]:
        """The tensors of data/weights or data/constants by name; two that share memory in the archive share it here."""
        from .._tensor.data import frombuffer

        name = f"data/{folder}/{model}_{folder}_config.json"
        config = self.json(name) if name in self.names else {"config": {}}
        if not isinstance(config, dict) or not isinstance(config.get("config"), dict):
            _fail(f"is damaged: {name} is no table")
        flats, out = {}, {}
        for key, meta in config["config"].items():
            path = f"data/{folder}/{_of(meta, 'path_name', str, key)}"
            if meta.get("use_pickle"):
                out[key] = self.pickled(path)
                continue
            if meta.get("tensor_meta") is None:
                raise NotImplementedError(
                    f"export.load(): '{key}' is an object of a class of C++'s, which is not read here"
                )
            if path not in flats:
                data = bytearray(self.read(path))
                flats[path] = frombuffer(data, dtype=_DTYPES["uint8"]) if data else None
            out[key] = _tensor(key, meta["tensor_meta"], flats[path], bool(meta.get("is_param")))
        return out

    def pickled(self, path: str) -> Any:
        from ..serialization import load

        return load(io.BytesIO(self.read(path)), weights_only=True)


def _of(table, key, kind, where):
    found = table.get(key) if isinstance(table, dict) else None
    if not isinstance(found, kind) or isinstance(found, bool):
        _fail(f"is damaged: {where} has no {key}")
    return found


def dtype_of(number: Any) -> Any:
    if number not in DTYPES:
        _fail(f"names the dtype {number}, which is not known")
    return _DTYPES[DTYPES[number]]


def _number(value, where):
    found = _of(value, "as_int", int, where)
    if not 0 <= found < _LARGEST:
        _fail(f"is damaged: {where} has a size of {found}")
    return found


def _tensor(name, meta, flat, is_param):
    """A tensor over the bytes of its record; what its sizes claim must lie within them."""
    from .._ops import empty
    from ..nn import Parameter

    dtype = dtype_of(_of(meta, "dtype", int, name))
    sizes = [_number(one, name) for one in _of(meta, "sizes", list, name)]
    strides = [_number(one, name) for one in _of(meta, "strides", list, name)]
    offset = _number(meta.get("storage_offset"), name)
    if meta.get("layout") != 7:
        raise NotImplementedError(f"export.load(): '{name}' is not strided, which is not read here")
    if len(sizes) != len(strides):
        _fail(f"is damaged: {name} has {len(sizes)} sizes and {len(strides)} strides")
    item = dtype.itemsize
    held = 0 if flat is None else flat.numel() // item
    last = offset + sum((size - 1) * stride for size, stride in zip(sizes, strides))
    if math.prod(sizes) and last >= held:
        _fail(f"is damaged: '{name}' reaches {last + 1} elements far, and its record has {held}")
    if flat is None or not math.prod(sizes):
        tensor = empty(sizes, dtype=dtype)
    else:
        tensor = flat[: held * item].view(dtype).as_strided(sizes, strides, offset)
    device = meta.get("device") or {}
    if device.get("type") not in (None, "cpu"):
        tensor = tensor.to(device["type"] if device.get("index") is None else f"{device['type']}:{device['index']}")
    wanted = bool(meta.get("requires_grad"))
    return Parameter(tensor, requires_grad=wanted) if is_param else tensor.requires_grad_() if wanted else tensor
