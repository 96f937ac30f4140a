"""Processes beside each other (torch.distributed): this process is alone, and `is_available()` says so.

A program that asks first runs; whatever would need a group raises RuntimeError.
"""

from __future__ import annotations

import enum
import sys
from datetime import timedelta

from ._alone import _made, _missing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

default_pg_timeout: timedelta = timedelta(minutes=30)


def is_available() -> bool:
    """False."""
    return False


def is_initialized() -> bool:
    """False: there is no group."""
    return False


def is_torchelastic_launched() -> bool:
    """Whether torchrun has started this process."""
    import os

    return os.environ.get("TORCHELASTIC_RUN_ID") is not None


def is_backend_available(backend: str) -> bool:
    """False."""
    return False


def _absent() -> bool:
    """False."""
    return False


is_gloo_available = is_nccl_available = is_mpi_available = is_ucc_available = is_xccl_available = _absent


def get_rank(group: Any = None) -> int:
    """The number of this process in a group; raises ValueError, there is none."""
    return _no_group()


def get_world_size(group: Any = None) -> int:
    """The number of processes in a group; raises ValueError, there is none."""
    return _no_group()


def get_backend(group: Any = None) -> str:
    """How processes speak to each other; raises ValueError, there is no group."""
    return _no_group()


def _no_group() -> Any:
    raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")


class Backend(str):
    """The names of ways to speak (torch.distributed.Backend)."""

    UNDEFINED, GLOO, NCCL, UCC, MPI, XCCL = "undefined", "gloo", "nccl", "ucc", "mpi", "xccl"


class ReduceOp(enum.Enum):
    """What a reduction does (torch.distributed.ReduceOp)."""

    SUM, AVG, PRODUCT, MIN, MAX, BAND, BOR, BXOR, PREMUL_SUM = range(9)


class ProcessGroup:
    """Processes that speak to each other (torch.distributed.ProcessGroup); nothing is an instance."""


class Work:
    """Something that processes do together (torch.distributed.Work); nothing is an instance."""


class DeviceMesh:
    """Processes as an array (torch.distributed.DeviceMesh); nothing is an instance."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        _missing("DeviceMesh")


class GroupMember:
    """The group of all processes (torch.distributed.GroupMember): None."""

    WORLD: ProcessGroup | None = None
    NON_GROUP_MEMBER = object()


class group(GroupMember):
    """The group of all processes under its old name (torch.distributed.group): None."""


class DistError(RuntimeError):
    """An error of several processes (torch.distributed.DistError)."""


class DistBackendError(DistError):
    """An error of how they speak (torch.distributed.DistBackendError)."""


class DistNetworkError(DistError):
    """An error of the network between them (torch.distributed.DistNetworkError)."""


class DistStoreError(DistError):
    """An error of what they share (torch.distributed.DistStoreError)."""


_NEED_A_GROUP = (
    "all_gather", "all_gather_coalesced", "all_gather_into_tensor", "all_gather_object", "all_gather_single",
    "all_reduce", "all_reduce_coalesced", "all_to_all", "all_to_all_single", "barrier", "batch_isend_irecv", "broadcast",
    "broadcast_object_list", "destroy_process_group", "gather", "gather_object", "get_backend_config",
    "get_default_backend_for_device", "get_global_rank", "get_group_rank", "get_node_local_rank", "get_pg_count",
    "get_process_group_ranks", "init_device_mesh", "init_process_group", "irecv", "isend", "monitored_barrier", "new_group",
    "new_subgroups", "new_subgroups_by_enumeration", "recv", "recv_object_list", "reduce", "reduce_scatter",
    "reduce_scatter_single", "reduce_scatter_tensor", "register_rendezvous_handler", "rendezvous", "scatter",
    "scatter_object_list", "send", "send_object_list", "shrink_group", "split_group", "supports_complex",
    "TCPStore", "FileStore", "HashStore", "PrefixStore", "P2POp",
)  # fmt: skip
globals().update({name: _made(name) for name in _NEED_A_GROUP})


def _get_default_group() -> ProcessGroup:
    """The group of all processes; raises ValueError, there is none."""
    return _no_group()


distributed_c10d = sys.modules[f"{__name__}.distributed_c10d"] = sys.modules[__name__]  # where torch defines them


def __getattr__(name: str) -> Any:
    if name in ("nn", "rpc", "tensor"):
        from importlib import import_module

        return import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
