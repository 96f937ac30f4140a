"""Names of process groups where torch defines them (torch.distributed.distributed_c10d)."""

# ruff: noqa: F401

import sys
from types import FunctionType, ModuleType

from .._boundary.errors import DistBackendError, DistError, DistNetworkError, DistStoreError
from ._collectives import (
    _all_gather_base,
    _broadcast_coalesced,
    _reduce_scatter_base,
    _verify_params_across_processes,
    all_gather,
    all_gather_coalesced,
    all_gather_into_tensor,
    all_gather_single,
    all_reduce,
    all_reduce_coalesced,
    all_to_all,
    all_to_all_single,
    barrier,
    broadcast,
    gather,
    monitored_barrier,
    reduce,
    reduce_scatter,
    reduce_scatter_single,
    reduce_scatter_tensor,
    scatter,
)
from ._groups import DebugLevel, ProcessGroup, get_debug_level
from ._init import (
    _abort_process_group,
    _find_pg_by_ranks_and_tag,
    _new_group_with_tag,
    _set_pg_timeout,
    destroy_process_group,
    init_process_group,
    new_group,
    new_subgroups,
    new_subgroups_by_enumeration,
)
from ._objects import (
    _object_to_tensor,
    _tensor_to_object,
    all_gather_object,
    broadcast_object_list,
    gather_object,
    recv_object_list,
    scatter_object_list,
    send_object_list,
)
from ._p2p import P2POp, batch_isend_irecv, irecv, isend, recv, send
from ._store_collectives import _ControlCollectives, _StoreCollectives
from ._stores import FileStore, HashStore, PrefixStore, Store, TCPStore
from ._works import ReduceOp, Work, _create_work_from_future
from ._world import (
    Backend,
    GroupMember,
    _get_default_group,
    _get_default_store,
    _get_group_size,
    _get_object_coll_device,
    _get_pg_default_device,
    _get_process_group_name,
    _get_process_group_store,
    _group_or_default_group,
    _rank_not_in_group,
    _register_process_group,
    _resolve_process_group,
    _set_thread_isolation_mode,
    _unregister_all_process_groups,
    _unregister_process_group,
    _world,
    get_backend,
    get_backend_config,
    get_default_backend_for_device,
    get_global_rank,
    get_group_rank,
    get_node_local_rank,
    get_pg_count,
    get_process_group_ranks,
    get_rank,
    get_world_size,
    group,
    install,
    installed,
    is_available,
    is_backend_available,
    is_gloo_available,
    is_initialized,
    is_mpi_available,
    is_nccl_available,
    is_torchelastic_launched,
    is_ucc_available,
    is_xccl_available,
)
from .constants import default_pg_timeout
from .rendezvous import register_rendezvous_handler, rendezvous

supports_complex = {ReduceOp.SUM, ReduceOp.AVG, ReduceOp.PREMUL_SUM}.__contains__

__all__ = [
    "Backend", "DebugLevel", "DistBackendError", "DistError", "DistNetworkError", "DistStoreError", "FileStore",
    "GroupMember", "HashStore", "P2POp", "PrefixStore", "ProcessGroup", "ReduceOp", "Store", "TCPStore", "Work",
    "all_gather", "all_gather_coalesced", "all_gather_into_tensor", "all_gather_object", "all_gather_single",
    "all_reduce", "all_reduce_coalesced", "all_to_all", "all_to_all_single", "barrier", "batch_isend_irecv",
    "broadcast", "broadcast_object_list", "default_pg_timeout", "destroy_process_group", "gather", "gather_object",
    "get_backend", "get_backend_config", "get_debug_level", "get_default_backend_for_device", "get_global_rank",
    "get_group_rank", "get_node_local_rank", "get_pg_count", "get_process_group_ranks", "get_rank", "get_world_size",
    "group", "init_process_group", "irecv", "is_available", "is_backend_available", "is_gloo_available",
    "is_initialized", "is_mpi_available", "is_nccl_available", "is_torchelastic_launched", "is_ucc_available",
    "is_xccl_available", "isend", "monitored_barrier", "new_group", "new_subgroups", "new_subgroups_by_enumeration",
    "recv", "recv_object_list", "reduce", "reduce_scatter", "reduce_scatter_single", "reduce_scatter_tensor",
    "register_rendezvous_handler", "rendezvous", "scatter", "scatter_object_list", "send", "send_object_list",
    "supports_complex",
]  # fmt: skip

for _name in __all__:
    _plain = getattr(globals()[_name], "__wrapped__", globals()[_name])
    if isinstance(_plain, FunctionType):
        _plain.__module__ = __name__


class _Module(ModuleType):
    @property
    def _world(self):
        return installed()

    @_world.setter
    def _world(self, world):
        install(world)


_Work = Work
sys.modules[__name__].__class__ = _Module
