"""The groups of this process, and what may be asked of them (torch.distributed.distributed_c10d)."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import warnings
import weakref
from datetime import timedelta
from typing import NamedTuple

from .._boundary import api
from .._boundary.errors import DistError
from .._tensor.device import device as Device
from ._groups import BackendType, ProcessGroup
from .constants import default_pg_nccl_timeout, default_pg_timeout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._typing import DeviceLike
    from ._stores import Store


class Backend(str):
    """The name of a backend (torch.distributed.Backend): "gloo" for the CPU, "nccl" for CUDA; Backend("GLOO") is "gloo"."""

    UNDEFINED, GLOO, NCCL, UCC, MPI, XCCL = "undefined", "gloo", "nccl", "ucc", "mpi", "xccl"
    FAKE = "fake"
    backend_list = [UNDEFINED, GLOO, NCCL, XCCL, UCC, MPI, FAKE]
    default_device_backend_map = {"cpu": GLOO, "cuda": NCCL}
    backend_capability = {
        GLOO: ["cpu", "cuda"],
        NCCL: ["cuda"],
        XCCL: ["xpu"],
        UCC: ["cpu", "cuda"],
        MPI: ["cpu", "cuda"],
        FAKE: ["cpu", "cuda"],
    }
    _plugins: dict[str, Any] = {}
    backend_type_map = {
        UNDEFINED: BackendType.UNDEFINED,
        GLOO: BackendType.GLOO,
        NCCL: BackendType.NCCL,
        UCC: BackendType.UCC,
        MPI: BackendType.MPI,
    }

    def __new__(cls, name: str) -> Any:
        if not isinstance(name, str):
            raise ValueError("Backend constructor parameter must be string-ish")
        return super().__new__(cls, name.lower())

    @classmethod
    def register_backend(cls, name: str, func: Any, extended_api: bool = False, devices: Any = None) -> None:
        """Gives a name to a backend whose groups are classes of Python, derived from ProcessGroup.

        func: func(store, rank, size, timeout) gives a group; func(options, pg_options) with extended_api
        devices: the types of devices that it is for, "cpu" and "cuda" without them

        Raises:
            RuntimeError: the name is registered already
        """
        lower, upper = name.lower(), name.upper()
        if upper in cls._plugins:
            raise RuntimeError(f"register_backend(): {upper} c10d backend already registered")
        setattr(cls, upper, lower)
        if lower not in cls.backend_list:
            cls.backend_list.append(lower)
        cls.backend_capability[lower] = [devices] if isinstance(devices, str) else list(devices or ("cpu", "cuda"))
        cls.backend_type_map.setdefault(lower, BackendType.CUSTOM)
        cls._plugins[upper] = _Plugin(func, extended_api)


class _Plugin(NamedTuple):
    creator_fn: Any
    extended_api: bool


class World:
    """Groups of this process."""

    def __init__(self) -> None:
        self.default_pg: ProcessGroup | None = None
        self.pg_map: dict[ProcessGroup, tuple[str, Store | None]] = {}
        self.pg_names: dict[ProcessGroup, str] = {}
        self.pg_group_ranks: dict[ProcessGroup, dict[int, int]] = {}
        self.pg_backend_config: dict[ProcessGroup, str] = {}
        self.tags_to_pg: dict[str, list[ProcessGroup]] = {}
        self.pg_to_tag: dict[ProcessGroup, str] = {}
        self.pg_coalesce_state: dict[ProcessGroup, list[Any]] = {}
        self.group_count = 0


class _Here:
    """The groups of this process, or those that a program has put in their place: distributed_c10d._world.

    Threads that stand for processes have groups of their own there.
    """

    installed: Any

    def __init__(self) -> None:
        vars(self)["installed"] = World()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.installed, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.installed, name, value)


_world: Any = _Here()


def installed() -> Any:
    """The value of distributed_c10d._world."""
    return _world.installed


def install(world: Any) -> None:
    """Puts an object with the attributes of World in the place of this process's groups."""
    vars(_world)["installed"] = _world.installed if world is _world else world


def add(group: ProcessGroup, backend: str, store: Store, ranks: list[int], name: str, tag: str | None = None) -> None:
    """A new group of these ranks of the default one. tag: by which it is found again, as functional collectives do."""
    _world.pg_map[group] = (backend, store)
    _world.pg_names[group] = name
    _world.pg_group_ranks[group] = {rank: i for i, rank in enumerate(ranks)}
    _world.pg_backend_config[group] = backend
    if tag:
        tag = f"user:{tag}"
    else:
        tag = f"ptd:{name}"
        _world.tags_to_pg.setdefault("", []).append(group)
    _world.tags_to_pg.setdefault(tag, []).append(group)
    _world.pg_to_tag[group] = tag
    if group._of_python:
        with contextlib.suppress(DistError):  # torch beside has a group of the name
            _register_process_group(name, group)
    elif sys.modules.get("torch") is sys.modules[__package__.partition(".")[0]]:
        # Under torch's own name functional collectives find a group at once; beside torch, whose groups have the same
        # names in one table, it is registered when somebody asks for its name.
        with contextlib.suppress(DistError):
            _ = group.group_name


def remove(group: ProcessGroup) -> None:
    """Forgets a group."""
    name = _world.pg_names.get(group)
    if group._of_python and name is not None:
        _unregister_process_group(name)
    for table in (_world.pg_map, _world.pg_names, _world.pg_group_ranks, _world.pg_backend_config, _world.pg_to_tag):
        table.pop(group, None)
    for groups in _world.tags_to_pg.values():
        if group in groups:
            groups.remove(group)


def next_name() -> str:
    """A name that no group has yet: the same in each process, as they make their groups in one order."""
    name, _world.group_count = str(_world.group_count), _world.group_count + 1
    return name


# ---- names among functional collectives ----


class _Names(threading.local):
    def __init__(self) -> None:
        self.found: weakref.WeakValueDictionary[str, ProcessGroup] = weakref.WeakValueDictionary()


_of_all: weakref.WeakValueDictionary[str, ProcessGroup] = weakref.WeakValueDictionary()
_of_threads: _Names | None = None


def _names():
    return _of_all if _of_threads is None else _of_threads.found


def _set_thread_isolation_mode(enable: bool) -> None:
    """Gives each thread names of groups of its own, where threads stand for processes."""
    global _of_threads
    api.set_thread_isolation(enable)
    _of_threads = _Names() if enable else None


def _register_process_group(group_name: str, process_group: ProcessGroup) -> None:
    """Lets functional collectives find a group by a name; DistError where another group has it."""
    api.group_register_as(process_group._handle, group_name)
    _names()[group_name] = process_group


def _unregister_process_group(group_name: str) -> None:
    """Lets nobody find a group by this name any more."""
    api.group_unregister(group_name)
    _names().pop(group_name, None)


def _unregister_all_process_groups() -> None:
    """Lets nobody find a group that was registered by a name of the program's."""
    for name in list(_names()):
        _unregister_process_group(name)


class _WorldMeta(type):
    @property
    def WORLD(cls) -> ProcessGroup | None:
        """The group of all processes, or None."""
        return _world.default_pg

    @WORLD.setter
    def WORLD(cls, group: ProcessGroup | None) -> None:
        _world.default_pg = group


class GroupMember(metaclass=_WorldMeta):
    """WORLD is the group of all processes, NON_GROUP_MEMBER what who is outside gets (torch.distributed.GroupMember)."""

    NON_GROUP_MEMBER: Any = -100


class group(GroupMember):
    """WORLD under its older name (torch.distributed.group)."""


# ---- what there is ----


def is_available() -> bool:
    """True: libtorch has process groups."""
    return True


def is_gloo_available() -> bool:
    """Returns whether there is gloo: always."""
    return api.group_has_backend("gloo")


def is_nccl_available() -> bool:
    """Returns whether libtorch has NCCL, and this was built with it."""
    return api.group_has_backend("nccl")


def _absent() -> bool:
    """False."""
    return False


is_mpi_available = is_ucc_available = is_xccl_available = _absent


def is_backend_available(backend: str) -> bool:
    """Returns whether there is a backend of this name."""
    return backend.upper() in Backend._plugins or api.group_has_backend(backend.lower())


def is_initialized() -> bool:
    """Returns whether this process is in a group of all."""
    return _world.default_pg is not None


def is_torchelastic_launched() -> bool:
    """Returns whether torchrun, or our run, has started this process."""
    return os.environ.get("TORCHELASTIC_RUN_ID") is not None


def get_default_backend_for_device(device: DeviceLike) -> str:
    """The backend for tensors of a device; ValueError for a device without one."""
    kind = Device(device).type
    if kind not in Backend.default_device_backend_map:
        raise ValueError(f"Default backend not registered for device : {device}")
    return Backend.default_device_backend_map[kind]


# ---- groups and ranks ----


def _get_default_group() -> ProcessGroup:
    """The group of all processes; ValueError where there is none."""
    if _world.default_pg is None:
        raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")
    return _world.default_pg


def _group_or_default_group(group: ProcessGroup | None = None) -> ProcessGroup:
    return _get_default_group() if group is None else group


def _rank_not_in_group(group: Any) -> bool:
    """Returns whether this process is outside of a group."""
    return group is not None and not isinstance(group, ProcessGroup)


def joined(group: Any, what: str) -> ProcessGroup | None:
    """The group, by default that of all; None and a warning where this process is outside of it."""
    if group is None:
        return _get_default_group()
    if isinstance(group, ProcessGroup):
        return group
    if group != GroupMember.NON_GROUP_MEMBER:
        raise TypeError(f"{what}(): argument 'group' must be a ProcessGroup, not {type(group).__name__}")
    warnings.warn(f"Running {what} on global rank {get_rank()} which does not belong to the given group.", stacklevel=3)
    return None


def get_rank(group: Any = None) -> int:
    """The number of this process in a group, by default that of all; -1 outside of it. ValueError without a group."""
    if _rank_not_in_group(group):
        return -1
    return _group_or_default_group(group).rank()


def get_world_size(group: Any = None) -> int:
    """Returns how many processes a group has, by default that of all; -1 outside of it. ValueError without a group."""
    if _rank_not_in_group(group):
        return -1
    return _group_or_default_group(group).size()


_get_group_size = get_world_size


def get_backend(group: Any = None) -> Backend:
    """The backend of a group. ValueError without a group, or outside of it."""
    if _rank_not_in_group(group):
        raise ValueError("Invalid process group specified")
    found = _group_or_default_group(group)
    return Backend(_world.pg_map[found][0] if found in _world.pg_map else found.name())


def get_backend_config(group: Any = None) -> str:
    """The backends of a group by device, "cpu:gloo,cuda:gloo"."""
    name = get_backend(group)
    return name if ":" in name else ",".join(f"{device}:{name}" for device in Backend.backend_capability[name])


def get_pg_count() -> int:
    """Returns how many groups this process is in."""
    return len(_world.pg_map)


def get_node_local_rank(fallback_rank: int | None = None) -> int:
    """LOCAL_RANK, which the launcher sets; RuntimeError without it and without a fallback."""
    if "LOCAL_RANK" in os.environ:
        return int(os.environ["LOCAL_RANK"])
    if fallback_rank is not None:
        return int(fallback_rank)
    raise RuntimeError(
        "LOCAL_RANK is not in the environment. Consider passing fallback_rank to allow `get_node_local_rank` to work, "
        "assuming you are not running in a multi-device context and want the code to run locally instead."
    )


def get_process_group_ranks(group: ProcessGroup | None) -> list[int]:
    """The numbers in the group of all, of a group's members in their order."""
    return list(_world.pg_group_ranks[_group_or_default_group(group)])


def get_group_rank(group: ProcessGroup, global_rank: int) -> int:
    """The number in a group of who is global_rank among all; ValueError where it is not in it."""
    if group is GroupMember.WORLD:
        return global_rank
    if group not in _world.pg_group_ranks:
        raise ValueError(f"Group {group} is not registered, please create group with torch.distributed.new_group API")
    ranks = _world.pg_group_ranks[group]
    if global_rank not in ranks:
        raise ValueError(f"Global rank {global_rank} is not part of group {group}")
    return ranks[global_rank]


def get_global_rank(group: ProcessGroup, group_rank: int) -> int:
    """The number among all of who is group_rank in a group; ValueError for no such rank."""
    if group is GroupMember.WORLD:
        return group_rank
    if group not in _world.pg_group_ranks:
        raise ValueError(f"Group {group} is not registered, please create group with torch.distributed.new_group API")
    for rank, number in _world.pg_group_ranks[group].items():
        if number == group_rank:
            return rank
    raise ValueError(f"Group rank {group_rank} is not part of group {group}")


def rank_within(group: ProcessGroup, rank: int | None, in_group: int | None, name: str) -> int:
    """The number in a group, of a rank among all or of one within the group; ValueError for both or none."""
    if in_group is not None:
        if rank is not None:
            raise ValueError(f"Can't specify both {name} and group_{name}")
        return in_group
    if rank is None:
        raise ValueError(f"Must specify {name} or group_{name}")
    return get_group_rank(group, rank)


def _get_pg_default_device(group: ProcessGroup | None = None) -> Device:
    """The device of what a group carries that is no tensor of the caller's."""
    name = get_backend(_group_or_default_group(group))
    devices = Backend.backend_capability.get(name, ["cpu"])
    return Device("cpu" if "cpu" in devices else devices[0])


_get_object_coll_device = _get_pg_default_device


def _resolve_process_group(group_name: str) -> ProcessGroup:
    """The group of a name; RuntimeError where this process is in none of it."""
    found = _names().get(group_name)
    if found is not None:
        return found
    for group, name in _world.pg_names.items():
        if name == group_name:
            return group
    raise RuntimeError(f"Could not resolve the process group registered under the name {group_name}")


def _get_process_group_store(group: ProcessGroup) -> Any:
    return _world.pg_map[group][1]


def _get_process_group_name(group: ProcessGroup) -> str:
    return _world.pg_names.get(group, "None")


def _get_default_store() -> Any:
    return _get_process_group_store(_get_default_group())


def default_timeout(backend: str) -> timedelta:
    """Returns how long collectives may take where nobody says it."""
    return default_pg_nccl_timeout if backend == "nccl" and default_pg_nccl_timeout else default_pg_timeout
