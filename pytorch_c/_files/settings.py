"""Defaults of save() and load() (torch.utils.serialization.config), and skip_data."""

from __future__ import annotations

import contextlib
import enum
import mmap
import threading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class LoadEndianness(enum.Enum):
    """The order of bytes in a file that does not say it (torch.serialization.LoadEndianness)."""

    NATIVE, LITTLE, BIG = 1, 2, 3


class _Section:
    """Settings by name; one that there is not is an AttributeError."""

    def __init__(self, name: str, **values: Any) -> None:
        vars(self).update(values, _name=name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "_name" or name not in vars(self):
            raise AttributeError(f"utils.serialization.config.{self._name} has no setting {name!r}")
        vars(self)[name] = value

    def __repr__(self) -> str:
        return f"{self._name}({', '.join(f'{k}={v!r}' for k, v in vars(self).items() if k != '_name')})"


load: Any = _Section("load", mmap=False, endianness=None, mmap_flags=mmap.MAP_PRIVATE, calculate_storage_offsets=False)
save: Any = _Section("save", compute_crc32=True, use_pinned_memory_for_d2h=False, storage_alignment=64)
SECTIONS = {"load": load, "save": save}


class patch(contextlib.ContextDecorator):
    """Settings for a block or a function: patch("load.mmap", True) or patch({"load.mmap": True}).

    Raises AttributeError for one that there is not. Source: torch.utils.serialization.config.patch.
    """

    def __init__(self, changes: Any = None, value: Any = None) -> None:
        self._changes = {changes: value} if isinstance(changes, str) else dict(changes or {})
        self._before: list[dict[str, Any]] = []

    def _set(self, values):
        before = {}
        for name, value in values.items():
            section, _, own = name.partition(".")
            if section not in SECTIONS:
                raise AttributeError(f"utils.serialization.config has no setting {name!r}")
            before[name] = getattr(SECTIONS[section], own)
            setattr(SECTIONS[section], own, value)
        return before

    def __enter__(self) -> None:
        self._before.append(self._set(self._changes))

    def __exit__(self, *exception: object) -> None:
        self._set(self._before.pop())


class Local(threading.local):
    """Settings of one thread."""

    skip_data = False


local = Local()


class skip_data:
    """A block in which save() leaves the bytes of storages out, as a gap of zeros, and load() gives zeros for them.

    The tensors of such a file are complete but for their values, which another pass may write.
    Source: torch.serialization.skip_data.
    """

    def __init__(self, materialize_fake_tensors: bool = False) -> None:
        self.materialize_fake_tensors = materialize_fake_tensors

    def __enter__(self) -> None:
        self._before = local.skip_data
        local.skip_data = True

    def __exit__(self, *exception: object) -> None:
        local.skip_data = self._before
