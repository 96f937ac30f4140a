"""Processes that compute together (torch.distributed), on libtorch's own c10d: gloo for the CPU, NCCL for CUDA.

init_process_group joins them; collectives, messages, and nn.parallel.DistributedDataParallel speak through groups.
`python -m pytorch_c.distributed.run` starts the processes.
"""

# ruff: noqa: F401, F403

from __future__ import annotations

from .._boundary.errors import DistBackendError as DistBackendError
from .._boundary.errors import DistError as DistError
from .._boundary.errors import DistNetworkError as DistNetworkError
from .._boundary.errors import DistStoreError as DistStoreError
from . import distributed_c10d
from ._groups import set_debug_level as set_debug_level
from ._groups import set_debug_level_from_env as set_debug_level_from_env
from ._reducer import GradBucket as GradBucket
from ._reducer import Reducer as Reducer
from ._reducer import _compute_bucket_assignment_by_size as _compute_bucket_assignment_by_size
from ._works import _make_nccl_premul_sum as _make_nccl_premul_sum
from .distributed_c10d import *
from .distributed_c10d import (
    _abort_process_group,
    _all_gather_base,
    _broadcast_coalesced,
    _get_default_group,
    _rank_not_in_group,
    _reduce_scatter_base,
    _set_pg_timeout,
    _verify_params_across_processes,
    _world,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any
_DEFAULT_FIRST_BUCKET_BYTES = 1024 * 1024
set_debug_level_from_env()


def __getattr__(name: str) -> Any:
    if name in ("DeviceMesh", "init_device_mesh"):
        from . import device_mesh

        return getattr(device_mesh, name)
    if name in ("algorithms", "checkpoint", "elastic", "launcher", "nn", "optim", "rpc", "run", "tensor", "utils"):
        import sys
        from importlib import import_module

        if sys.modules.get("torch.distributed") is sys.modules[__name__]:
            # `import torch.distributed.run as r` ends here, with a test's stand-in in sys.modules, too.
            given = sys.modules.get(f"torch.distributed.{name}")
            if given is not None and not isinstance(given, type(sys)):
                return given
        return import_module(f".{name}", __name__)
    if not name.startswith("__"):  # of torch's file, whose names torch has here, too
        return getattr(distributed_c10d, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
