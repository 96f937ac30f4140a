"""Collectives of bytes and numbers over a store (torch.distributed._StoreCollectives)."""

from __future__ import annotations

from datetime import timedelta

from .._boundary import api
from .._boundary.library import core
from ._stores import _bytes
from ._waiting import interruptible, milliseconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ._stores import Store

_MINUTES = timedelta(minutes=5)


class _ControlCollectives:
    """Base of what processes tell each other without a group (torch.distributed._ControlCollectives).

    Each call has a key that all members give, and that each member gives once: a second time is a RuntimeError. Where
    others have not come in time, the error is a DistStoreError, with their ranks where all of them are waited for.
    """

    _handle: Any
    _rank: int
    _size: int

    def __init__(self) -> None:
        raise TypeError(f"{type(self).__name__}: No constructor defined!")

    def barrier(self, key: str, timeout: timedelta = _MINUTES, block: bool = True) -> None:
        """Returns when all members have come; without block it only says that this one has."""
        interruptible(api.store_collectives_barrier, self._handle, key, milliseconds(timeout), block)

    def broadcast_send(self, key: str, data: str | bytes, timeout: timedelta = _MINUTES) -> None:
        """Sends data to all other members."""
        milliseconds(timeout)
        sent = _bytes(data, "data")
        api.store_collectives_broadcast_send(self._handle, key, sent, len(sent))

    def broadcast_recv(self, key: str, timeout: timedelta = _MINUTES) -> bytes:
        """The data that one member sends to all."""
        return interruptible(core.store_collectives_broadcast_recv, self._handle, key, milliseconds(timeout))

    def gather_send(self, key: str, data: str | bytes, timeout: timedelta = _MINUTES) -> None:
        """Sends data to the one member that gathers."""
        milliseconds(timeout)
        sent = _bytes(data, "data")
        api.store_collectives_gather_send(self._handle, key, sent, len(sent))

    def gather_recv(self, key: str, data: str | bytes, timeout: timedelta = _MINUTES) -> list[bytes]:
        """The data of all members by rank, this one's among them; the others send it."""
        own, limit = _bytes(data, "data"), milliseconds(timeout)
        return interruptible(core.store_collectives_gather_recv, self._handle, key, own, limit, self._size)

    def scatter_send(self, key: str, data: Sequence[str | bytes], timeout: timedelta = _MINUTES) -> bytes:
        """Sends each member the data of its rank; returns this one's."""
        milliseconds(timeout)
        parts = [_bytes(part, "data") for part in data]
        if len(parts) != self._size:
            raise ValueError(f"argument 'data' must have a part for each of {self._size} members, got {len(parts)}")
        sent = b"".join(parts)
        api.store_collectives_scatter_send(self._handle, key, sent, len(sent), [len(part) for part in parts])
        return parts[self._rank]

    def scatter_recv(self, key: str, timeout: timedelta = _MINUTES) -> bytes:
        """The data that one member sends to this one."""
        return interruptible(core.store_collectives_scatter_recv, self._handle, key, milliseconds(timeout))

    def all_gather(self, key: str, data: str | bytes, timeout: timedelta = _MINUTES) -> list[bytes]:
        """The data of all members by rank, on each member."""
        own, limit = _bytes(data, "data"), milliseconds(timeout)
        return interruptible(core.store_collectives_all_gather, self._handle, key, own, limit, self._size)

    def all_sum(self, key: str, data: int, timeout: timedelta = _MINUTES) -> int:
        """The sum of the numbers of all members."""
        return interruptible(api.store_collectives_all_sum, self._handle, key, data, milliseconds(timeout))


class _StoreCollectives(_ControlCollectives):
    """Member number rank of world_size, which speaks through a store (torch.distributed._StoreCollectives)."""

    def __init__(self, store: Store, rank: int, world_size: int) -> None:
        self._handle = api.store_collectives_new(getattr(store, "_handle", None), rank, world_size)
        self._store, self._rank, self._size = store, rank, world_size
