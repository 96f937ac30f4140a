"""The standard library's multiprocessing, with tensors whose memory is shared (torch.multiprocessing).

Importing it teaches queues, pipes and the arguments of processes to send tensors and storages without a copy: what
one process writes, the other sees.
"""

from __future__ import annotations

import multiprocessing
import threading
from multiprocessing import *  # noqa: F403

from .._borrowed import lazy
from ..storage import sharing
from . import reductions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .spawn import (
        ProcessContext,
        ProcessExitedException,
        ProcessRaisedException,
        SpawnContext,
        spawn,
        start_processes,
    )

__all__ = [
    "set_sharing_strategy", "get_sharing_strategy", "get_all_sharing_strategies", "spawn", "start_processes",
    "ProcessContext", "ProcessExitedException", "ProcessRaisedException", "SpawnContext", *multiprocessing.__all__,
]  # fmt: skip

_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of linux/prctl.h
init_reductions = reductions.init_reductions
init_reductions()


def get_all_sharing_strategies() -> set[str]:
    """{"file_descriptor", "file_system"}."""
    return set(sharing.STRATEGIES)


def get_sharing_strategy() -> str:
    """Returns how memory is shared that is not shared yet."""
    return sharing.strategy()


def set_sharing_strategy(new_strategy: str) -> None:
    """Sets how memory is shared from now on, in this process.

    "file_descriptor": a segment without a name, which goes with the last process that has it, killed or not. Each
    shared storage keeps a descriptor open. "file_system": a segment with a name under /dev/shm, and no descriptor;
    the name goes with its last storage, or with the process that made it.

    Raises AssertionError for any other word, as torch does.
    """
    if new_strategy not in sharing.STRATEGIES:
        raise AssertionError(f"sharing strategy {new_strategy!r} is not known: {' or '.join(sharing.STRATEGIES)}")
    sharing.set_strategy(new_strategy)


def _prctl_pr_set_pdeathsig(number: int) -> None:
    """Has this process get a signal when the one that started it ends."""
    import ctypes

    ctypes.CDLL(None).prctl(_DEATH_SIGNAL, int(number))


def _set_thread_name(name: str) -> None:
    """Sets the name of this thread in `top`: the first 15 letters."""
    with open(f"/proc/self/task/{threading.get_native_id()}/comm", "w") as file:
        file.write(name[:15])


def _get_thread_name() -> str:
    """Returns what top calls this thread."""
    with open(f"/proc/self/task/{threading.get_native_id()}/comm") as file:
        return file.read().rstrip("\n")


__getattr__, __dir__ = lazy.names(__name__)
