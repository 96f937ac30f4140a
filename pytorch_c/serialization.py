"""Files of torch (torch.serialization): save and load, and what load(weights_only=True) may make of them."""

from __future__ import annotations

import contextlib
import enum
import shutil
import tempfile
from collections.abc import Callable
from typing import Any

from ._files.archive import get_unsafe_globals_in_checkpoint, load, save
from ._files.safe import add_safe_globals, clear_safe_globals, get_safe_globals, safe_globals
from ._tensor.device import device

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

__all__ = [
    "LoadEndianness", "MAP_LOCATION", "SourceChangeWarning", "add_safe_globals", "check_module_version_greater_or_equal",
    "clear_safe_globals", "get_crc32_options", "get_default_load_endianness", "get_default_mmap_options",
    "get_safe_globals", "get_unsafe_globals_in_checkpoint", "load", "mkdtemp", "safe_globals", "save",
    "set_crc32_options", "set_default_load_endianness", "set_default_mmap_options",
]  # fmt: skip

DEFAULT_PROTOCOL: int = 2
MAP_LOCATION = Callable[[Any, str], Any] | device | str | dict[str, str] | None


class SourceChangeWarning(Warning):
    """The source of a class is another than that in a file (torch.serialization); it is never given here."""


class LoadEndianness(enum.Enum):
    """The order of bytes in a file that does not say it (torch.serialization.LoadEndianness)."""

    NATIVE, LITTLE, BIG = 1, 2, 3


def get_default_load_endianness() -> LoadEndianness | None:
    """None: files that do not say it have the order of this machine."""
    return None


def set_default_load_endianness(endianness: LoadEndianness | None) -> None:
    """Takes None, NATIVE and LITTLE; a file of big-endian bytes that does not say so raises NotImplementedError."""
    if endianness is not None and not isinstance(endianness, LoadEndianness):
        raise TypeError("Invalid argument type in function set_default_load_endianness")
    if endianness is LoadEndianness.BIG:
        raise NotImplementedError("set_default_load_endianness(): BIG is not here")


def get_crc32_options() -> bool:
    """True: `save` writes checksums."""
    return True


def set_crc32_options(compute_crc32: bool) -> None:
    """Checksums are written in any case."""


_PRIVATE = 2  # mmap.MAP_PRIVATE


def get_default_mmap_options() -> int:
    """mmap.MAP_PRIVATE: load(mmap=True) maps a file so that writing to a tensor does not change it."""
    return _PRIVATE


class set_default_mmap_options:
    """How load(mmap=True) maps files, also for a block: MAP_PRIVATE alone (torch.serialization)."""

    def __init__(self, flags: int) -> None:
        if flags != _PRIVATE:
            raise ValueError(
                f"set_default_mmap_options(): mmap.MAP_PRIVATE ({_PRIVATE}) is the only choice, got {flags!r}"
            )

    def __enter__(self) -> None:
        """Begins the block."""

    def __exit__(self, *exception: object) -> None:
        """Ends the block."""


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
    """Whether a module's __version__ is at least this.

    Raises:
        RuntimeError: a version that is none, with error_if_malformed; else a warning says so, and it is True
    """
    try:
        version = tuple(type(wanted)(one) for one, wanted in zip(module.__version__.split("."), req_version_tuple))
        return version >= req_version_tuple
    except Exception as error:
        message = f"'{module.__name__}' module version string is malformed '{module.__version__}'"
        if error_if_malformed:
            raise RuntimeError(message) from error
        import warnings

        warnings.warn(message, stacklevel=2)
        return True
