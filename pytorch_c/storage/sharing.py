"""Storages that other processes see: in a segment without a name, or with one under /dev/shm."""

from __future__ import annotations

import os
from typing import Any

from .._boundary import api, constants
from .segments import fresh_name, release_at_end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Self

STRATEGIES = ("file_descriptor", "file_system")
_strategy = STRATEGIES[0]


def strategy() -> str:
    """Sets how storages are shared from now on: "file_descriptor" or "file_system"."""
    return _strategy


def set_strategy(name: str) -> None:
    """Raises ValueError where there is no such strategy."""
    global _strategy
    if name not in STRATEGIES:
        raise ValueError(f"sharing strategy {name!r} is not known: {' or '.join(STRATEGIES)}")
    _strategy = name


class Sharing:
    """Methods of UntypedStorage for other processes; names and forms are torch's."""

    _s: Any

    def _kind(self):
        return api.storage_shared_kind(self._s)

    def _is_lent(self) -> bool:
        """Returns whether an array or another view of this process looks at the memory, which has to stay where it is."""
        return api.storage_is_lent(self._s)

    def is_shared(self) -> bool:
        """Returns whether other processes can see the memory; of an empty storage, and on CUDA, always."""
        return not self.nbytes() or self.device.type == "cuda" or self._kind() != constants.NOT_SHARED  # type: ignore[attr-defined]

    def share_memory_(self) -> Self:
        """Moves the memory where other processes can see it, for all tensors over it. Returns itself.

        Once shared, or on CUDA, it stays where it is.

        Raises:
            RuntimeError: an array or another view looks at the memory, or the process has no descriptor left
            OutOfMemoryError: there is no room for it

        Source: torch.UntypedStorage.share_memory_.
        """
        if not self.is_shared():
            self._share(strategy() == "file_system")
        return self

    def _share(self, by_name):
        api.storage_share(self._s, fresh_name() if by_name else None)
        if by_name:
            release_at_end()

    @property
    def filename(self) -> str | None:
        """The path of a file that from_file has mapped as shared; else None."""
        return api.storage_shared_name(self._s) if self._kind() == constants.SHARED_BY_FILE else None

    # ---- in a segment without a name ----

    def _share_fd_cpu_(self) -> tuple[int, int]:
        """(the segment's descriptor, which is the storage's own, bytes), after moving the memory there."""
        if self._kind() != constants.SHARED_BY_FD:
            self._share(False)
        return api.storage_shared_fd(self._s), self.nbytes()  # type: ignore[attr-defined]

    @classmethod
    def _new_shared_fd_cpu(cls, fd: int, size: int) -> Self:
        """The storage over a segment; `fd` stays the caller's. ValueError where it has fewer bytes."""
        return cls._over(api.storage_from_fd(fd, size))

    @classmethod
    def _new_using_fd_cpu(cls, size: int) -> Self:
        """A new one of so many bytes in a segment without a name."""
        try:
            fd = os.memfd_create("pytorch_c", os.MFD_CLOEXEC)
        except (AttributeError, OSError):
            return cls._moved(size, False)
        try:
            os.posix_fallocate(fd, 0, size)
            return cls._new_shared_fd_cpu(fd, size)
        except OSError:
            return cls._moved(size, False)
        finally:
            os.close(fd)

    @classmethod
    def _moved(cls, size, by_name):
        """A new one that is moved into its segment, which raises the library's errors."""
        made = cls(size)  # type: ignore[call-arg]
        made._share(by_name)
        return made

    # ---- in a segment with a name ----

    def _share_filename_cpu_(self) -> tuple[bytes, bytes, int]:
        """(nobody's address, the segment's name, bytes), after moving the memory there; torch has a manager process."""
        if self._kind() != constants.SHARED_BY_NAME:
            self._share(True)
        return b"", os.fsencode(api.storage_shared_name(self._s)), self.nbytes()  # type: ignore[attr-defined]

    @classmethod
    def _new_shared_filename_cpu(cls, manager: bytes, handle: bytes | str, size: int) -> Self:
        """The storage over a segment with that name; RuntimeError where there is none."""
        found = cls._over(api.storage_from_name(os.fsdecode(handle), size))
        release_at_end()
        return found

    @classmethod
    def _new_using_filename_cpu(cls, size: int) -> Self:
        """A new one of so many bytes in a segment with a name."""
        return cls._moved(size, True)

    def _shared_incref(self) -> None:
        """Counts one who is about to open the segment by its name, which stays until then."""
        if self._kind() == constants.SHARED_BY_NAME:
            api.storage_count_shared(self._s, 1)

    def _shared_decref(self) -> Self:
        """Takes back a _shared_incref."""
        if self._kind() == constants.SHARED_BY_NAME:
            api.storage_count_shared(self._s, -1)
        return self

    @classmethod
    def _new_shared(cls, size: int, *, device: Any = "cpu") -> Self:
        """A new one of so many bytes that other processes can see (torch.UntypedStorage._new_shared)."""
        if size and strategy() != "file_system" and device == "cpu":
            return cls._new_using_fd_cpu(size)
        return cls(size, device=device).share_memory_()  # type: ignore[call-arg]

    @classmethod
    def _over(cls, handle: Any) -> Self:
        raise NotImplementedError
