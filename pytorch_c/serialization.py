"""Files of torch (torch.serialization): save and load, and what load(weights_only=True) may make of them."""

from __future__ import annotations

import contextlib
import mmap
import shutil
import struct
import sys
import tempfile
from collections.abc import Callable
from typing import Any

from ._files import settings
from ._files.archive import get_unsafe_globals_in_checkpoint, load, save
from ._files.legacy import MAGIC_NUMBER as MAGIC_NUMBER
from ._files.legacy import PROTOCOL_VERSION as PROTOCOL_VERSION
from ._files.places import (
    default_restore_location,
    location_tag,
    register_package,
    validate_cuda_device,
    validate_hpu_device,
)
from ._files.records import RecordReader, RecordWriter
from ._files.safe import add_safe_globals, clear_safe_globals, get_safe_globals, safe_globals
from ._files.settings import LoadEndianness, skip_data
from ._files.sources import SourceChangeWarning
from ._files.streams import Input, is_path, open_output
from ._tensor.device import device
from .storage.typed import LEGACY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from ._typing import Dtype, File

__all__ = [
    "LoadEndianness", "MAP_LOCATION", "SourceChangeWarning", "StorageType", "add_safe_globals",
    "check_module_version_greater_or_equal", "clear_safe_globals", "default_restore_location", "get_crc32_options",
    "get_default_load_endianness", "get_default_mmap_options", "get_safe_globals", "get_unsafe_globals_in_checkpoint",
    "load", "location_tag", "mkdtemp", "normalize_storage_type", "register_package", "safe_globals", "save",
    "set_crc32_options", "set_default_load_endianness", "set_default_mmap_options", "skip_data",
    "storage_to_tensor_type", "validate_cuda_device", "validate_hpu_device",
]  # fmt: skip

DEFAULT_PROTOCOL: int = 2
LONG_SIZE, INT_SIZE, SHORT_SIZE = (struct.calcsize(code) for code in ("=l", "=i", "=h"))
STORAGE_KEY_SEPARATOR: str = ","
MAP_LOCATION = Callable[[Any, str], Any] | device | str | dict[str, str] | None


# ---- settings ----


def get_default_load_endianness() -> LoadEndianness | None:
    """The order of bytes in files that do not say it; None is LITTLE."""
    return settings.load.endianness


def set_default_load_endianness(endianness: LoadEndianness | None) -> None:
    """The order of bytes in files that do not say it. Raises TypeError for anything but a LoadEndianness and None."""
    if endianness is not None and not isinstance(endianness, LoadEndianness):
        raise TypeError("Invalid argument type in function set_default_load_endianness")
    settings.load.endianness = endianness


def get_crc32_options() -> bool:
    """Returns whether `save` writes checksums."""
    return settings.save.compute_crc32


def set_crc32_options(compute_crc32: bool) -> None:
    """Sets whether `save` writes checksums; without them `load` cannot tell a damaged record."""
    settings.save.compute_crc32 = compute_crc32


def get_default_mmap_options() -> int:
    """Returns how load(mmap=True) maps a file: mmap.MAP_PRIVATE, so that writing to a tensor does not change it, or MAP_SHARED."""
    return settings.load.mmap_flags


class set_default_mmap_options:
    """Sets how load(mmap=True) maps files, also for a block: mmap.MAP_PRIVATE or MAP_SHARED (torch.serialization)."""

    def __init__(self, flags: int) -> None:
        if flags not in (mmap.MAP_PRIVATE, mmap.MAP_SHARED):
            raise ValueError(
                "Invalid argument in function set_default_mmap_options, expected mmap.MAP_PRIVATE or mmap.MAP_SHARED, "
                f"but got {flags!r:.80}"
            )
        self._before = settings.load.mmap_flags
        settings.load.mmap_flags = flags

    def __enter__(self) -> None:
        """Begins the block."""

    def __exit__(self, *exception: object) -> None:
        """Ends the block; what was set before holds again."""
        settings.load.mmap_flags = self._before


# ---- storages by their old names ----


class StorageType:
    """The dtype of a storage's old name: StorageType("FloatStorage").dtype; KeyError for another name."""

    def __init__(self, name: str) -> None:
        self._dtype: Dtype = LEGACY[name]._dtype

    @property
    def dtype(self) -> Dtype:
        return self._dtype

    def __str__(self) -> str:
        return f"StorageType(dtype={self.dtype})"


def normalize_storage_type(storage_type: type) -> Any:
    """The class of storages of that name, of whatever device (torch.serialization.normalize_storage_type)."""
    from . import storage

    return getattr(storage, storage_type.__name__)


def storage_to_tensor_type(storage: Any) -> Any:
    """The old class of tensors that goes with that of a storage (torch.serialization.storage_to_tensor_type)."""
    return getattr(sys.modules[__package__], type(storage).__name__.replace("Storage", "Tensor"))


# ---- inside of files ----


def _is_zipfile(f: Any) -> bool:
    """Returns whether a zip archive begins where the file stands; it stands there afterwards."""
    start = f.tell()
    found = f.read(4)
    f.seek(start)
    return found == b"PK\3\4"


@contextlib.contextmanager
def _open_zipfile_writer(name_or_buffer: File) -> Iterator[RecordWriter]:
    """A block that writes records to a path or an open file: write_record(name, data, size)."""
    with open_output(name_or_buffer) as file:
        writer = RecordWriter(file, settings.save.storage_alignment)
        try:
            yield writer
        finally:
            writer.write_end_of_file()


@contextlib.contextmanager
def _open_zipfile_reader(name_or_buffer: File) -> Iterator[RecordReader]:
    """A block that reads the records of a path or an open file: get_record(name)."""
    if is_path(name_or_buffer):
        with open(name_or_buffer, "rb") as file:  # type: ignore[arg-type]
            yield RecordReader(Input(file))
    else:
        yield RecordReader(Input(name_or_buffer))


# ---- helpers ----


@contextlib.contextmanager
def mkdtemp() -> Iterator[str]:
    """A folder for the length of a block."""
    path = tempfile.mkdtemp()
    try:
        yield path
    finally:
        shutil.rmtree(path)


def check_module_version_greater_or_equal(
    module: ModuleType, req_version_tuple: tuple[int, ...], error_if_malformed: bool = True
) -> bool:
    """Returns whether a module's __version__ is at least this.

    Raises:
        RuntimeError: a version that is none, with error_if_malformed; else a warning says so, and it is True
    """
    try:
        parts = module.__version__.split(".")
        return tuple(type(wanted)(parts[i]) for i, wanted in enumerate(req_version_tuple)) >= req_version_tuple
    except Exception as error:
        message = (
            f"'{module.__name__}' module version string is malformed '{module.__version__}' and cannot be compared with "
            f"tuple {req_version_tuple}"
        )
        if error_if_malformed:
            raise RuntimeError(message) from error
        import warnings

        warnings.warn(f"{message}, but continuing assuming that requirement is met", stacklevel=2)
        return True
