"""The threads that make batches ahead of a DataLoader's loop, for multiprocessing_context="threads".

Threads, not processes: libtorch's operators and NumPy let go of the interpreter while they work, and a batch needs
no copy. Python's own work in a dataset runs in one thread at a time.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Any

from .fetch import Ended, Raised, fetcher
from .state import WorkerInfo, become, get_worker_info

LEAVING = 5.0  # seconds, at most, that the end of a loop waits for batches in the making; torch waits as long


def _start(info, init):
    become(info)
    if init is not None:
        init(info.id)


def _nothing():
    pass


class Workers:
    """num_workers threads, each with a shallow copy of the dataset, that take batches by turns."""

    def __init__(self, loader: Any, seed: int) -> None:
        self.idle = False  # until a loop has ended, and the threads with it
        count = loader.num_workers
        self.pools = [ThreadPoolExecutor(1, thread_name_prefix="pytorch_c_data") for _ in range(count)]
        self.datasets = [copy.copy(loader.dataset) for _ in range(count)]
        self.started = [
            pool.submit(_start, WorkerInfo(i, count, seed + i, dataset), loader.worker_init_fn)
            for i, (pool, dataset) in enumerate(zip(self.pools, self.datasets))
        ]

    def close(self) -> None:
        """Ends the threads, which have the dataset until then."""
        wait = self.idle and get_worker_info() is None
        for pool in self.pools:
            pool.shutdown(wait=wait, cancel_futures=True)

    __del__ = close

    def batches(self, loader: Any, indices: Iterator[Any]) -> Iterator[Any]:
        """The batches of the loader's iteration, as those of Processes, with no process before them."""
        for started in self.started:
            started.result()
        # In its own thread: an iterator of the dataset may ask get_worker_info().
        fetchers = [pool.submit(fetcher, data, loader).result() for pool, data in zip(self.pools, self.datasets)]
        free = deque(list(range(len(self.pools))) * loader.prefetch_factor)
        asked: deque[Any] = deque()

        def ask():
            while free and (index := next(indices, Ended)) is not Ended:
                worker = free.popleft()
                asked.append((self.pools[worker].submit(fetchers[worker], index), worker))

        try:
            ask()
            yield []
            while asked:
                future, worker = _next(asked, loader)
                try:
                    batch = future.result()
                except Exception as error:
                    batch = Raised(error)
                del future  # or it would keep the batch until the next one
                if batch is not Ended:
                    free.append(worker)
                    ask()
                    yield batch
                    del batch
        finally:
            for future, _ in asked:
                future.cancel()
            self.idle = self._wait()

    def _wait(self):
        """Returns whether the threads have let go of all they had; waits LEAVING seconds for it, but no worker for itself."""
        if get_worker_info() is not None:
            return False
        try:
            return not wait([pool.submit(_nothing) for pool in self.pools], LEAVING).not_done
        except RuntimeError:  # the interpreter ends, and takes no work any more
            return False


def _next(asked, loader):
    """The first of what was asked for, or what is ready first, taken out."""
    seconds = loader.timeout or None
    candidates = [asked[0][0]] if loader.in_order else [future for future, _ in asked]
    done, _ = wait(candidates, seconds, FIRST_COMPLETED)
    if not done:
        raise RuntimeError(f"DataLoader timed out after {seconds} seconds")
    which = next(i for i, (future, _) in enumerate(asked) if future in done)
    found = asked[which]
    del asked[which]
    return found
