"""Joining, making and leaving groups: init_process_group, new_group, destroy_process_group."""

from __future__ import annotations

import atexit
import hashlib
from datetime import timedelta
from types import SimpleNamespace

from .._boundary.errors import AssertedValueError
from ._groups import ProcessGroup
from ._stores import HashStore, PrefixStore
from ._world import (
    Backend,
    GroupMember,
    _get_default_group,
    _group_or_default_group,
    _world,
    add,
    default_timeout,
    get_rank,
    next_name,
    remove,
)
from .rendezvous import rendezvous

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .._tensor.device import device as Device
    from ._stores import Store

OF_LIBTORCH = ("gloo", "nccl", "fake")


def _resolved(backend: str | None, device_id: Any) -> str:
    """The backends that a name means; ValueError for one that there is not."""
    name = "undefined" if backend is None else Backend(backend)
    if name == "undefined":
        return "nccl" if getattr(device_id, "type", "cpu") == "cuda" else "gloo"
    for part in name.split(","):
        short = part.rpartition(":")[2]
        if short not in OF_LIBTORCH and short.upper() not in Backend._plugins:
            raise ValueError(
                f"init_process_group(): there is no backend {short!r}; gloo, nccl and fake are known, and what "
                "Backend.register_backend() was given"
            )
    return str(name)


def _checked(timeout: timedelta | None, backend: str) -> timedelta:
    if timeout is None:
        return default_timeout(backend)
    if not isinstance(timeout, timedelta):
        raise TypeError(f"Expected timeout argument to be of type datetime.timedelta, got {timeout}")
    return timeout


def init_process_group(
    backend: str | None = None,
    init_method: str | None = None,
    timeout: timedelta | None = None,
    world_size: int = -1,
    rank: int = -1,
    store: Store | None = None,
    group_name: str = "",
    pg_options: Any = None,
    device_id: Device | int | None = None,
    _ranks: list[int] | None = None,
) -> None:
    """Joins the group of all processes; returns when all are there (torch.distributed.init_process_group).

    Args:
        backend: "gloo" for the CPU, which is the default, "nccl" for CUDA, or "cpu:gloo,cuda:nccl"; "fake" for one
            process that stands for all, and waits for nobody
        init_method: Where the processes meet: "env://" (RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT, as launchers
            set them; the default), "tcp://HOST:PORT", "file:///PATH"
        timeout: How long joining, and each collective, may take; 30 minutes
        world_size, rank: How many processes, and which of them this one is; needed with a store
        store: Where they meet, in place of init_method

    Raises ValueError where this process is in such a group already, DistNetworkError or DistStoreError where the
    meeting fails, DistBackendError which names who has not come.
    """
    if _world.default_pg is not None:
        raise ValueError("trying to initialize the default process group twice!")
    if store is not None and init_method is not None:
        raise AssertionError("Cannot specify both init_method and store.")
    resolved = _resolved(backend, device_id)
    timeout = _checked(timeout, resolved)
    if store is not None:
        if world_size <= 0:
            raise AssertionError("world_size must be positive if using store")
        if rank < 0:
            raise AssertionError("rank must be non-negative if using store")
        if resolved == "fake" and store._handle is None:  # torch's FakeStore, which keeps nothing
            store = HashStore()
    else:
        found, rank, world_size = next(rendezvous(init_method or "env://", rank, world_size, timeout=timeout))
        found.set_timeout(timeout)
        store = PrefixStore("default_pg", found)
    name = next_name()
    try:
        ranks = list(range(world_size))
        group = _made(store, rank, ranks, resolved, timeout, name, "default_pg", pg_options)
    except BaseException:
        _world.group_count -= 1
        raise
    _world.default_pg = group
    atexit.register(destroy_at_exit)


def _plugin(backend):
    """The maker of a backend that is a class of Python; one of them makes the whole group."""
    names = [part.rpartition(":")[2] for part in backend.split(",")]
    return next((Backend._plugins[name.upper()] for name in names if name not in OF_LIBTORCH), None)


def _made(store, rank, ranks, backend, timeout, name, description, options, tag=None):
    """A new group of ranks, of whom this process is number `rank`."""
    own = PrefixStore(f"{name}/", store)
    plugin = _plugin(backend)
    if plugin is None:
        group = ProcessGroup._join(store, rank, len(ranks), backend, timeout, name, description)
    elif plugin.extended_api:
        told = SimpleNamespace(
            store=own,
            group_rank=rank,
            group_size=len(ranks),
            timeout=timeout,
            group_id=name,
            global_ranks_in_group=ranks,
        )
        group = plugin.creator_fn(told, options)
    else:
        group = plugin.creator_fn(own, rank, len(ranks), timeout)
    if not isinstance(group, ProcessGroup):
        raise TypeError(
            f"the backend {backend!r} must make a torch.distributed.ProcessGroup, got {type(group).__name__}"
        )
    if group._of_python:
        group._set_group_name(name)
        group._set_group_desc(description)
        group._timeout = timeout
    add(group, backend, own, ranks, name, tag)
    return group


def destroy_at_exit() -> None:
    """Leaves all groups, without a wait for who does not answer."""
    if _world.default_pg is not None:
        destroy_process_group()


def new_group(
    ranks: Sequence[int] | None = None,
    timeout: timedelta | None = None,
    backend: str | None = None,
    pg_options: Any = None,
    use_local_synchronization: bool = False,
    group_desc: str | None = None,
    device_id: Any = None,
    group_name: str | None = None,
) -> Any:
    """A group of some of the processes, by default of all (torch.distributed.new_group).

    Each process of the group of all calls it, in the same order; with use_local_synchronization only the members. Who
    is outside gets GroupMember.NON_GROUP_MEMBER. Raises ValueError for ranks that there are not, or twice the same.
    """
    return _new_group_with_tag(
        ranks, timeout, backend, pg_options, None, use_local_synchronization, group_desc, device_id
    )


def _new_group_with_tag(
    ranks: Sequence[int] | None = None,
    timeout: timedelta | None = None,
    backend: str | None = None,
    backend_options: Any = None,
    pg_tag: str | None = None,
    use_local_synchronization: bool = False,
    group_desc: str | None = None,
    device_id: Any = None,
    sort_ranks: bool = True,
) -> Any:
    """new_group, found again by its tag and its ranks: the second group of the same tag and ranks is the first one."""
    world = _get_default_group()
    used, store = _world.pg_map[world]
    if store is None:
        raise RuntimeError("new_group(): the default group has no store")
    members = list(range(world.size())) if ranks is None else [int(rank) for rank in ranks]
    for rank in members:
        if not 0 <= rank < world.size():
            raise ValueError("The new group's rank should be within the world_size set by init_process_group")
    if len(set(members)) != len(members):
        raise ValueError(f"The new group's ranks must be different, got {members}")
    if not members:
        raise ValueError("new_group(): ranks must not be empty")
    resolved = used if backend is None else _resolved(backend, device_id)
    if use_local_synchronization:  # others do not count it
        name = hashlib.sha1("_".join(map(str, members)).encode()).hexdigest() + f"_{len(_world.pg_names)}"
    else:
        name = next_name()
    if world.rank() not in members:
        return GroupMember.NON_GROUP_MEMBER
    if pg_tag:
        found = _find_pg_by_ranks_and_tag(pg_tag, members)
        if found is not None:
            return found
    place, limit = members.index(world.rank()), _checked(timeout, resolved)
    return _made(store, place, members, resolved, limit, name, group_desc or "undefined", backend_options, pg_tag)


def _find_pg_by_ranks_and_tag(tag: str, ranks: list[int]) -> ProcessGroup | None:
    """The group of a tag that has these ranks, or None."""
    if tag and not tag.startswith(("ptd:", "user:")):
        tag = f"user:{tag}"
    for group in _world.tags_to_pg.get(tag, []):
        known = _world.pg_group_ranks[group]
        if len(known) == len(ranks) and all(rank in known for rank in ranks):
            return group
    return None


def new_subgroups(
    group_size: int | None = None,
    group: ProcessGroup | None = None,
    timeout: timedelta | None = None,
    backend: str | None = None,
    pg_options: Any = None,
    group_desc: str | None = None,
) -> tuple[Any, list[Any]]:
    """(this process's group, all groups): those of the default group cut into parts of group_size.

    ValueError where the size does not divide the number of processes. Source: torch.distributed.new_subgroups.
    """
    size = _get_default_group().size()
    if group_size is None:
        group_size = size
    if group_size <= 0:
        raise ValueError(f"The arg 'group_size' ({group_size}) must be positive")
    if size < group_size:
        raise ValueError(f"The arg 'group_size' ({group_size}) must not exceed the world size ({size})")
    if size % group_size:
        raise ValueError(f"The world size ({size}) must be divisible by '{group_size=}'")
    ranks = [list(range(start, start + group_size)) for start in range(0, size, group_size)]
    return new_subgroups_by_enumeration(ranks, timeout, backend, pg_options, group_desc)


def new_subgroups_by_enumeration(
    ranks_per_subgroup_list: Sequence[Sequence[int]],
    timeout: timedelta | None = None,
    backend: str | None = None,
    pg_options: Any = None,
    group_desc: str | None = None,
) -> tuple[Any, list[Any]]:
    """(this process's group or None, all groups): one for each list of ranks; ValueError where a rank is in two.

    Source: torch.distributed.new_subgroups_by_enumeration.
    """
    if not ranks_per_subgroup_list:
        raise ValueError("The arg 'ranks_per_subgroup_list' cannot be empty")
    mine, groups, seen = None, [], dict[int, int]()
    for number, ranks in enumerate(ranks_per_subgroup_list):
        for rank in ranks:
            if rank in seen:
                raise ValueError(f"Rank {rank} has appeared in both subgroup {seen[rank]} and {number}")
            seen[rank] = number
        groups.append(new_group(ranks, timeout, backend, group_desc=group_desc))
        if get_rank() in ranks:
            mine = groups[-1]
    return mine, groups


def destroy_process_group(group: ProcessGroup | None = None) -> None:
    """Leaves a group, by default all (torch.distributed.destroy_process_group); its collectives are to be over.

    Raises ValueError for a group that was left already, which is an AssertionError, too, where there is none at all.
    """
    if group == GroupMember.NON_GROUP_MEMBER:
        return
    found = _world.default_pg if group is None else group
    if found is None:
        raise AssertedValueError("Process group cannot be None: call init_process_group() first")
    if found not in _world.pg_map:
        raise ValueError("Invalid process group specified or has been destroyed.")
    if found is _world.default_pg:
        for one in reversed(list(_world.pg_map)):
            _leave(one)
        _world.default_pg, _world.group_count = None, 0
        atexit.unregister(destroy_at_exit)
    else:
        _leave(found)


def _leave(group):
    remove(group)
    group.shutdown()


def _abort_process_group(group: ProcessGroup | None = None) -> None:
    """Ends a group at once: waits that are under way raise."""
    _group_or_default_group(group).abort()
    destroy_process_group(group)


def _set_pg_timeout(timeout: timedelta, group: ProcessGroup | None = None) -> None:
    """Sets how long the collectives of a group may take."""
    _group_or_default_group(group).set_timeout(timeout)
