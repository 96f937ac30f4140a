"""Keys and bytes that processes share (torch.distributed.Store and its like), upon c10d's own."""

from __future__ import annotations

import time
from datetime import timedelta

from .._boundary import api
from .._boundary.errors import DistStoreError
from .._boundary.library import core
from ._waiting import UNSET, interruptible, milliseconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def _bytes(value: str | bytes, name: str = "value") -> bytes:
    if isinstance(value, str):
        return value.encode()
    if not isinstance(value, (bytes, bytearray, memoryview)):
        raise TypeError(f"argument {name!r} must be a str or bytes, got {type(value).__name__}")
    return bytes(value)


class Store:
    """Base of all stores: values are bytes, a text is its UTF-8 (torch.distributed.Store).

    Raises DistStoreError where a key has not come in time, DistNetworkError where the store's host is gone.
    """

    _handle: Any = None

    def set(self, key: str, value: str | bytes) -> None:
        """Gives a key its value."""
        data = _bytes(value)
        api.store_set(self._handle, key, data, len(data))

    def get(self, key: str) -> bytes:
        """The value of a key, once it has one."""
        self.wait([key])
        return core.store_get(self._handle, key)

    def add(self, key: str, amount: int) -> int:
        """Adds to a number, 0 at first; the sum."""
        return api.store_add(self._handle, key, amount)

    def append(self, key: str, value: str | bytes) -> None:
        """Puts a value behind the one that is there."""
        data = _bytes(value)
        api.store_append(self._handle, key, data, len(data))

    def compare_set(self, key: str, expected_value: str, desired_value: str) -> bytes:
        """Sets desired_value if the key has expected_value ("": or is not there); returns the value after it."""
        return core.store_compare_set(self._handle, key, expected_value, desired_value)

    def delete_key(self, key: str) -> bool:
        """Takes a key away; whether there was one."""
        return api.store_delete(self._handle, key)

    def check(self, keys: Sequence[str]) -> bool:
        """Returns whether all keys are there now."""
        return all(api.store_check(self._handle, key) for key in keys)

    def wait(self, keys: Sequence[str], timeout: timedelta | None = None) -> None:
        """Returns when all keys are there; DistStoreError after the timeout, by default the store's."""
        limit = api.store_timeout(self._handle) if timeout is None else milliseconds(timeout)
        end = time.monotonic() + limit / 1000
        for key in keys:
            if api.store_check(self._handle, key):
                continue
            try:
                interruptible(api.store_wait, self._handle, key, max(int((end - time.monotonic()) * 1000), 1))
            except DistStoreError as error:
                raise DistStoreError(
                    f"wait timeout after {limit}ms, keys: {', '.join(map(str, keys))}: {key!r} has not come"
                ) from error

    def multi_get(self, keys: Sequence[str]) -> list[bytes]:
        """The values of several keys."""
        return [self.get(key) for key in keys]

    def multi_set(self, keys: Sequence[str], values: Sequence[str | bytes]) -> None:
        """Gives several keys their values."""
        if len(keys) != len(values):
            raise ValueError(f"multi_set(): {len(keys)} keys and {len(values)} values")
        for key, value in zip(keys, values):
            self.set(key, value)

    def num_keys(self) -> int:
        """Returns how many keys there are."""
        return api.store_num_keys(self._handle)

    def has_extended_api(self) -> bool:
        """Returns whether append, multi_get and multi_set are one step each: they are not."""
        return False

    def set_timeout(self, timeout: timedelta) -> None:
        """Sets how long get() and wait() wait."""
        api.store_set_timeout(self._handle, milliseconds(timeout))

    @property
    def timeout(self) -> timedelta:
        """Returns how long get() and wait() wait."""
        return timedelta(milliseconds=api.store_timeout(self._handle))

    def clone(self) -> Store:
        """Another connection to the same store."""
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made._handle = api.store_clone(self._handle)
        return made


class TCPStore(Store):
    """A store over TCP (torch.distributed.TCPStore): one process, is_master, serves it.

    Args:
        host_name, port: Where it is served; the server finds a free port itself for 0
        world_size: The number of processes, None for any
        is_master: Whether this process serves
        timeout: How long to wait for the connection, and the later waits
        wait_for_workers: Whether the server waits until world_size processes are there
        multi_tenant: Whether servers in this process with the same port are one
        master_listen_fd: A socket that listens already
        use_libuv: For torch's sake; the server is always libuv's, which believes no length that a stranger sends

    Raises DistNetworkError where the port is in use or nobody serves there.
    """

    def __init__(
        self,
        host_name: str,
        port: int = 29500,
        world_size: int | None = None,
        is_master: bool = False,
        timeout: timedelta = timedelta(seconds=300),
        wait_for_workers: bool = True,
        multi_tenant: bool = False,
        master_listen_fd: int | None = None,
        use_libuv: bool = True,
    ) -> None:
        size = UNSET if world_size is None or world_size < 0 else world_size
        self._handle = interruptible(
            api.store_tcp,
            host_name,
            port,
            size,
            is_master,
            milliseconds(timeout),
            wait_for_workers,
            multi_tenant,
            use_libuv,
            UNSET if master_listen_fd is None else master_listen_fd,
        )
        self.libuvBackend = use_libuv or is_master

    @property
    def host(self) -> str:
        """The host."""
        return api.store_host(self._handle)

    @property
    def port(self) -> int:
        """The port, that which was found too."""
        return api.store_port(self._handle)

    def __repr__(self) -> str:
        return f"TCPStore({self.host}:{self.port})"


class FileStore(Store):
    """A store in a file that all processes see (torch.distributed.FileStore). world_size: how many they are, -1 any."""

    def __init__(self, file_name: str, world_size: int = -1) -> None:
        self._path = str(file_name)
        self._handle = api.store_file(self._path, world_size)

    @property
    def path(self) -> str:
        """The file."""
        return self._path


class HashStore(Store):
    """A store in this process, for its threads (torch.distributed.HashStore)."""

    def __init__(self) -> None:
        self._handle = api.store_hash()


class PrefixStore(Store):
    """A store whose keys begin with prefix/ in another one (torch.distributed.PrefixStore)."""

    def __init__(self, prefix: str, store: Store) -> None:
        self._handle, self._store = api.store_prefix(prefix, store._handle), store

    @property
    def underlying_store(self) -> Store:
        """The other one."""
        return self._store

    @property
    def _underlying_non_prefix_store(self) -> Store:
        store = self._store
        return store._underlying_non_prefix_store if isinstance(store, PrefixStore) else store
