"""The threads that make batches ahead of a DataLoader's loop, for num_workers > 0.

Threads, not processes: libtorch's operators and NumPy let go of the interpreter while they work, and a batch needs
no copy. Python's own work in a dataset runs in one thread at a time.
"""

from __future__ import annotations

import copy
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

from .fetch import Ended, fetcher

_here = threading.local()


@dataclass(frozen=True)
class WorkerInfo:
    """What a worker knows of itself: its number, how many there are, a seed of its own, and its copy of the dataset."""

    id: int
    num_workers: int
    seed: int
    dataset: Any
    worker_method: str = "thread"


def get_worker_info() -> WorkerInfo | None:
    """The WorkerInfo of the DataLoader's worker that this thread is; None anywhere else."""
    return getattr(_here, "info", None)


def _start(info, init):
    _here.info = info
    if init is not None:
        init(info.id)


class Workers:
    """num_workers threads, each with a shallow copy of the dataset, that take batches by turns."""

    def __init__(self, loader: Any, seed: int) -> None:
        self.loader = loader
        count = loader.num_workers
        self.datasets = [copy.copy(loader.dataset) for _ in range(count)]
        self.pools = [ThreadPoolExecutor(1, thread_name_prefix="pytorch_c_data") for _ in range(count)]
        self.started = [
            pool.submit(_start, WorkerInfo(i, count, seed + i, dataset), loader.worker_init_fn)
            for i, (pool, dataset) in enumerate(zip(self.pools, self.datasets))
        ]

    def close(self, wait: bool = False) -> None:
        for pool in self.pools:
            pool.shutdown(wait=wait, cancel_futures=True)

    def batches(self, indices: Iterator[Any]) -> Iterator[Any]:
        """The batches of an iteration, in the order of the indices unless in_order is False."""
        for started in self.started:
            started.result()
        # In its own thread: an iterator of the dataset may ask get_worker_info().
        fetchers = [
            pool.submit(fetcher, dataset, self.loader).result() for pool, dataset in zip(self.pools, self.datasets)
        ]
        free = deque(list(range(len(self.pools))) * self.loader.prefetch_factor)
        asked: deque[Any] = deque()
        try:
            while True:
                while free and (index := next(indices, Ended)) is not Ended:
                    worker = free.popleft()
                    asked.append((self.pools[worker].submit(fetchers[worker], index), worker))
                if not asked:
                    return
                future, worker = self._next(asked)
                batch = future.result()
                del future  # or it would keep the batch until the next one
                if batch is not Ended:
                    free.append(worker)
                    yield batch
                    del batch
        finally:
            for future, _ in asked:
                future.cancel()

    def _next(self, asked):
        """The first of what was asked for, or what is ready first, taken out."""
        seconds = self.loader.timeout or None
        candidates = [asked[0][0]] if self.loader.in_order else [future for future, _ in asked]
        done, _ = wait(candidates, seconds, FIRST_COMPLETED)
        if not done:
            raise RuntimeError(f"DataLoader timed out after {seconds} seconds")
        which = next(i for i, (future, _) in enumerate(asked) if future in done)
        found = asked[which]
        del asked[which]
        return found
