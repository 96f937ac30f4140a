"""Archives of records, as torch's packages are written and read (torch._C.PyTorchFileWriter and its like)."""

from __future__ import annotations

import hashlib
import os
import sys
import zipfile

from .._boundary import api
from .._files.pickling import flags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._tensor.tensor import Tensor

_VERSIONS, _SERIALIZATION_ID = ("version", ".data/version"), ".data/serialization_id"


class PyTorchFileWriter:
    """A zip file of uncompressed records in one folder; `write_end_of_file()`, or its end, closes it."""

    def __init__(self, name: Any, compute_crc32: bool = True, storage_alignment: int = 64) -> None:
        is_path = isinstance(name, (str, os.PathLike))
        self._name = os.path.splitext(os.path.basename(name))[0] if is_path else "archive"
        self._zip = zipfile.ZipFile(name, "w", zipfile.ZIP_STORED)
        self._version, self._known = 6, hashlib.sha256()

    def archive_name(self) -> str:
        """The folder that the records are in."""
        return self._name

    def set_min_version(self, version: int) -> None:
        """Raises the version of the format that the file says to a number."""
        self._version = max(self._version, version)

    def write_record(self, name: str, data: Any, size: int) -> None:
        """Writes the first `size` bytes of a text, of bytes or of a storage under a name."""
        content = data.encode() if isinstance(data, str) else data if isinstance(data, bytes) else _bytes_of(data)
        self._known.update(name.encode() + content[:size])
        self._zip.writestr(zipfile.ZipInfo(f"{self._name}/{name}"), content[:size])

    def get_all_written_records(self) -> set[str]:
        """The names of the records so far."""
        return {one.partition("/")[2] for one in self._zip.namelist()}

    def serialization_id(self) -> str:
        """40 digits that two files of different content do not share."""
        return str(int(self._known.hexdigest(), 16) % 10**40).zfill(40)

    def write_end_of_file(self) -> None:
        """Writes the version, the order of bytes and the id, and closes the file, unless that is done."""
        if self._zip.fp is None:
            return
        written = self.get_all_written_records()
        if written.isdisjoint(_VERSIONS):
            self.write_record(_VERSIONS[self._version >= 6], f"{self._version}\n", len(str(self._version)) + 1)
        if "byteorder" not in written:
            self.write_record("byteorder", sys.byteorder, len(sys.byteorder))
        self.write_record(_SERIALIZATION_ID, self.serialization_id(), 40)
        self._zip.close()

    def __del__(self) -> None:
        if hasattr(self, "_known"):
            self.write_end_of_file()


class PyTorchFileReader:
    """The records of a zip file, by path or of a file object. Raises RuntimeError for a file that is none."""

    def __init__(self, name: Any) -> None:
        try:
            self._zip = zipfile.ZipFile(name)
        except zipfile.BadZipFile as error:
            raise RuntimeError(f"PytorchStreamReader failed reading zip archive: {error}") from None
        names = self._zip.namelist()
        if not names:
            raise RuntimeError("PytorchStreamReader failed: the archive has no records")
        self._name = names[0].partition("/")[0]

    def _record(self, name):
        try:
            return self._zip.getinfo(f"{self._name}/{name}")
        except KeyError:
            raise RuntimeError(f"PytorchStreamReader failed locating file {name}: file not found") from None

    def get_record(self, name: str) -> bytes:
        """The bytes of a record. Raises RuntimeError where there is none of the name."""
        return self._zip.read(self._record(name))

    def get_record_size(self, name: str) -> int:
        """Returns how many bytes a record has."""
        return self._record(name).file_size

    def has_record(self, name: str) -> bool:
        """Returns whether there is a record of the name."""
        return f"{self._name}/{name}" in self._zip.NameToInfo

    def get_all_records(self) -> list[str]:
        """The names of all records."""
        return [one[len(self._name) + 1 :] for one in self._zip.namelist()]

    def get_storage_from_record(self, name: str, numel: int, dtype: Any) -> Any:
        """A tensor of one dimension upon the bytes of a record, which UntypedStorage for a dtype leaves as bytes."""
        from .. import UntypedStorage, empty, frombuffer, uint8

        dtype = uint8 if dtype is UntypedStorage else dtype
        data = bytearray(self.get_record(name))
        return frombuffer(data, dtype=dtype, count=numel) if numel else empty(0, dtype=dtype)

    def serialization_id(self) -> str:
        """The id that the file's writer gave it, or ""."""
        return self.get_record(_SERIALIZATION_ID).decode() if self.has_record(_SERIALIZATION_ID) else ""


class SerializationStorageContext:
    """The numbers of the storages that a file has."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[int, Any]] = {}

    def has_storage(self, storage: Any) -> bool:
        """Returns whether a storage has its number."""
        return storage.data_ptr() in self._kept

    def get_or_add_storage(self, storage: Any) -> int:
        """The number of a storage, which lives until the file is written."""
        return self._kept.setdefault(storage.data_ptr(), (len(self._kept), storage))[0]


class DeserializationStorageContext:
    """Tensors upon the storages of a file, by the names of their records."""

    def __init__(self) -> None:
        self._kept: dict[str, Any] = {}

    def has_storage(self, name: str) -> bool:
        """Returns whether a storage has been read."""
        return name in self._kept

    def get_storage(self, name: str, dtype: Any) -> Any:
        """The tensor upon a storage."""
        return self._kept[name]

    def add_storage(self, name: str, tensor: Any) -> int:
        """Keeps the tensor upon a storage. Returns how many there are."""
        self._kept[name] = tensor
        return len(self._kept)


class ScriptModuleSerializer:
    """The numbers of a package's storages; programs themselves are saved by jit.save alone."""

    def __init__(self, export_writer: PyTorchFileWriter) -> None:
        self._context = SerializationStorageContext()

    def storage_context(self) -> SerializationStorageContext:
        """The numbers of the storages."""
        return self._context

    def serialize(self, model: Any, script_module_id: int) -> None:
        """Raises NotImplementedError."""
        raise NotImplementedError("a package cannot hold a ScriptModule here: jit.save writes it to a file of its own")

    def write_files(self) -> None:
        """Does nothing: there are no programs."""


def _bytes_of(storage):
    from .. import empty, uint8

    return empty(0, dtype=uint8).set_(getattr(storage, "_untyped_storage", storage)).numpy().tobytes()


def _get_tensor_metadata(tensor: Tensor) -> dict[str, bool]:
    """Returns what a file keeps of a tensor beside its numbers: whether it is conjugate or negative without being written so."""
    return flags(tensor)


def _set_tensor_metadata(tensor: Tensor, metadata: dict[str, bool]) -> None:
    """Gives a tensor what a file kept of it beside its numbers (_get_tensor_metadata)."""
    api.host_set_bits(tensor, bool(metadata.get("conj")), bool(metadata.get("neg")))
