"""Facts that a worker of a DataLoader knows of itself."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from types import ModuleType
from typing import Any

_here = threading.local()
_process: WorkerInfo | None = None


@dataclass(frozen=True)
class WorkerInfo:
    """A worker's number, how many there are, a seed of its own, and its dataset; `rng` stays None."""

    id: int
    num_workers: int
    seed: int
    dataset: Any
    rng: Any = None
    worker_method: str = "thread"


def become(info: WorkerInfo) -> None:
    """This process, or for threads this thread, is that worker."""
    global _process
    if info.worker_method == "multiprocessing":
        _process = info
    else:
        _here.info = info


def get_worker_info() -> WorkerInfo | None:
    """The WorkerInfo of the DataLoader's worker that this process or thread is; None anywhere else."""
    return getattr(_here, "info", None) or _process


def take_over(torchs: ModuleType) -> None:
    """Lets torch's module of workers (torch.utils.data._utils.worker) know ours."""
    torchs.get_worker_info = get_worker_info  # type: ignore[attr-defined]


def in_process() -> bool:
    """Returns whether this process is a worker."""
    return _process is not None
