"""The standard library's multiprocessing under torch's name (torch.multiprocessing).

Tensors cross between processes as pickles: their memory is copied, not shared.
"""

from __future__ import annotations

import multiprocessing
from multiprocessing import *  # noqa: F403

from .spawn import ProcessContext, ProcessExitedException, ProcessRaisedException, SpawnContext, spawn, start_processes

__all__ = [
    "set_sharing_strategy", "get_sharing_strategy", "get_all_sharing_strategies", "spawn", "start_processes",
    "ProcessContext", "ProcessExitedException", "ProcessRaisedException", "SpawnContext", *multiprocessing.__all__,
]  # fmt: skip


def get_all_sharing_strategies() -> set[str]:
    """{"file_system"}: bytes go through pipes."""
    return {"file_system"}


def get_sharing_strategy() -> str:
    """ "file_system"."""
    return "file_system"


def set_sharing_strategy(new_strategy: str) -> None:
    """Checks that there is such a strategy; memory is copied in any case."""
    if new_strategy not in ("file_system", "file_descriptor"):
        raise AssertionError(f"sharing strategy {new_strategy!r} is not known")
