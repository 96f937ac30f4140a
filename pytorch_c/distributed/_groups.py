"""Groups of processes (torch.distributed.ProcessGroup), upon c10d's own."""

from __future__ import annotations

import enum
import os
from datetime import timedelta

from .._boundary import api
from .._opaque_base import OpaqueBaseMeta
from .._tensor.device import device as Device
from ._asked import Asked
from ._python_groups import of_python
from ._waiting import interruptible, milliseconds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._stores import Store


class DebugLevel(enum.IntEnum):
    """Amount of checking (torch.distributed.DebugLevel): DETAIL compares each collective among the processes."""

    OFF, INFO, DETAIL = range(3)


def get_debug_level() -> DebugLevel:
    """Returns the level of groups that are made from now on; at first TORCH_DISTRIBUTED_DEBUG."""
    return DebugLevel(api.debug_level())


def set_debug_level(level: DebugLevel) -> None:
    """Sets what get_debug_level gives."""
    api.set_debug_level(int(level))


def set_debug_level_from_env() -> None:
    """Sets it from TORCH_DISTRIBUTED_DEBUG, if that is set; ValueError for another word than OFF, INFO, DETAIL."""
    if "TORCH_DISTRIBUTED_DEBUG" not in os.environ:
        return
    name = os.environ["TORCH_DISTRIBUTED_DEBUG"].upper()
    if name not in DebugLevel.__members__:
        raise ValueError("The value of TORCH_DISTRIBUTED_DEBUG must be OFF, INFO, or DETAIL.")
    set_debug_level(DebugLevel[name])


class BackendType(enum.IntEnum):
    """The backends by number (torch.distributed.ProcessGroup.BackendType)."""

    UNDEFINED, GLOO, NCCL, UCC, MPI, XCCL, CUSTOM = range(7)


class ProcessGroup(Asked, metaclass=OpaqueBaseMeta):
    """Processes that speak to each other (torch.distributed.ProcessGroup). new_group makes them.

    A class derived from it is a group whose collectives are its methods, under torch's names, each of which gives a Work:
    those of torch.distributed call them, functional ones under the group's name, and DistributedDataParallel.
    c10d holds such a group weakly: it ends with its last reference in Python.
    """

    BackendType = BackendType
    _of_python = True  # its collectives are methods of Python
    _made: Any = None
    _name = _desc = ""
    _backend = "undefined"
    _timeout: timedelta | None = None
    _registered = False

    def __init__(self, *place: Any) -> None:
        """place: the rank and the size, of a class derived from this one; torch's has a store before them, too."""
        if len(place) not in (2, 3):
            raise TypeError(f"ProcessGroup(): a rank and a size are needed, got {len(place)} arguments")
        self._rank, self._size = place[-2:]
        self._store = place[0] if len(place) == 3 else None

    @classmethod
    def _join(
        cls,
        store: Store,
        rank: int,
        size: int,
        backend: str,
        timeout: timedelta | None,
        name: str,
        description: str = "",
    ) -> ProcessGroup:
        """Joins a group of a backend of libtorch's."""
        self = object.__new__(ProcessGroup)
        self._of_python, self._backend, self._name, self._desc = False, backend, name, description
        self._rank, self._size, self._timeout = rank, size, timeout
        self._made = interruptible(api.group_new, store._handle, rank, size, backend, milliseconds(timeout), name)
        return self

    def __repr__(self) -> str:
        return f"<ProcessGroup {self._name}: rank {self.rank()} of {self.size()}, {self.name()}>"

    def _own(self, name: str, otherwise: Any) -> Any:
        """Calls a method that a derived class may have, as torch does from C++; otherwise where there is none."""
        method = getattr(self, name, None)
        return otherwise if method is None else method()

    @property
    def _handle(self) -> Any:
        if self._made is None:
            self._made = of_python(self)
        return self._made

    def rank(self) -> int:
        """The number of this process in it."""
        return self._own("getRank", self._rank)

    def size(self) -> int:
        """Returns how many processes it has."""
        return self._own("getSize", self._size)

    def name(self) -> str:
        """Name of the backend; "custom" for one that c10d has no name for."""
        return self._own("getBackendName", "custom" if self._backend == "fake" else self._backend)

    def _get_backend_name(self) -> str:
        return self.name()

    @property
    def group_name(self) -> str:
        """Name that no other group has; from the first use on, functional collectives find the group by it."""
        if not self._of_python and not self._registered:
            api.group_register(self._handle)
            self._registered = True
        return self._own("getGroupName", self._name)

    def _set_group_name(self, name: str) -> None:
        getattr(self, "setGroupName", lambda given: setattr(self, "_name", given))(name)

    @property
    def group_desc(self) -> str:
        """Purpose of the group, in a word."""
        return self._own("getGroupDesc", self._desc)

    def _set_group_desc(self, desc: str) -> None:
        getattr(self, "setGroupDesc", lambda given: setattr(self, "_desc", given))(desc)

    @property
    def bound_device_id(self) -> None:
        """None: a group has no device of its own."""
        return None

    @property
    def _device_types(self) -> list[Device]:
        return [Device("cuda")] if self._backend == "nccl" else [Device("cpu"), Device("cuda")]

    def _id(self) -> int:
        return api.group_id(self._handle)

    def _get_sequence_number_for_group(self) -> int:
        return api.group_sequence_number(self._handle)

    def set_timeout(self, timeout: timedelta) -> None:
        """Sets how long the group's collectives may take."""
        api.group_set_timeout(self._handle, milliseconds(timeout))
        self._timeout = timeout

    _set_default_timeout = set_timeout

    def abort(self) -> None:
        """Ends it: waits that are under way raise, as do later calls."""
        api.group_abort(self._handle)

    def shutdown(self) -> None:
        """Leaves it; later calls raise."""
        if self._made is not None:
            self._made.close()
