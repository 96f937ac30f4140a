"""The processes that make batches ahead of a DataLoader's loop, for num_workers > 0, as torch's do.

Each has a pipe of its own for what it makes, and the main process sees by it at once when one has died. Tensors are
not copied on the way (pytorch_c.multiprocessing).
"""

from __future__ import annotations

import os
import random
import signal
import sys
import traceback
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import connection, parent_process
from multiprocessing.reduction import ForkingPickler
from typing import Any

from .. import multiprocessing as ours
from .._boundary import api
from .._tensor.generator import manual_seed
from ..multiprocessing.reductions import SenderEnded
from .fetch import Ended, Failed, fetcher
from .state import WorkerInfo, become

ROOM = 1 << 14  # bytes; a pipe has at least four times as much
LEAVING = 5.0  # seconds, at most, that the end of a loop waits for each worker; torch waits as long


@dataclass(frozen=True)
class Plan:
    """Settings of the loader that a worker needs, under the loader's own names, for `fetcher`."""

    dataset: Any
    collate_fn: Any
    batch_sampler: Any  # whether there is one
    drop_last: bool
    init: Any
    seed: int
    number: int
    count: int


class Leave:
    """The last thing that a worker is asked for; None is an index, of a dataset without a sampler."""


class _Words(str):
    """A text that KeyError shows as it is."""

    __slots__ = ()
    __repr__ = str.__str__


def _failed(number):
    kind, error, _ = sys.exc_info()
    words = f"Caught {kind.__name__} in DataLoader worker process {number}.\nOriginal {traceback.format_exc()}"  # type: ignore[union-attr]
    del error
    return Failed(kind, _Words(words) if issubclass(kind, KeyError) else words)  # type: ignore[arg-type]


# ---- in the worker ----


def _seed(seed, number):
    """Python's, libtorch's and NumPy's random numbers, each as torch's workers have them."""
    import numpy as np

    random.seed(seed)
    manual_seed(seed)
    base = seed - number
    np.random.seed(np.random.SeedSequence([number, base & 0xFFFFFFFF, base >> 32, 0]).generate_state(4).tolist())


def _work(plan, asked, made):
    """The loop of a worker: an index comes, a batch goes; Ended begins the next iteration, Leave ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the main process
    api.set_num_threads(1)
    _seed(plan.seed, plan.number)
    become(WorkerInfo(plan.number, plan.count, plan.seed, plan.dataset, worker_method="multiprocessing"))
    fetch = failed = None
    try:
        if plan.init is not None:
            plan.init(plan.number)
    except Exception:
        failed = _failed(plan.number)
    parent = parent_process().sentinel  # type: ignore[union-attr]
    while asked in connection.wait([asked, parent]):
        index = asked.recv()
        if index is Leave:
            return
        try:
            if index is Ended:
                fetch = None
                made.send(Ended)
                continue
            if fetch is None and failed is None:
                fetch = fetcher(plan.dataset, plan)
            found = fetch(index) if failed is None else failed
        except Exception:
            found = _failed(plan.number)
        try:
            made.send(found)
        except (EOFError, BrokenPipeError, ConnectionResetError):
            raise  # nobody waits for it
        except Exception:  # what cannot be pickled, or shared: no descriptors, no room in /dev/shm
            made.send(_failed(plan.number))
        del found


def _main(plan, asked, made):
    try:
        _work(plan, asked, made)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the loop was left, or the main process has ended


# ---- in the main process ----


class _Worker:
    """One process, with a queue of what it is asked for and the pipe of what it gives."""

    def __init__(self, context, plan):
        self.waiting, self.outstanding = deque(), 0
        theirs, self.asked = context.Pipe(duplex=False)
        self.made, back = context.Pipe(duplex=False)
        self.owner, self.joined = os.getpid(), False
        self.process = context.Process(target=_main, args=(plan, theirs, back), daemon=True)
        self.process.start()
        theirs.close()
        back.close()  # so that its end shows

    def ask(self, index):
        """Asks for a batch. What lies in the pipe has room in it: a wait for the worker, which waits for us, never ends."""
        self.waiting.append(bytes(ForkingPickler.dumps(index)))
        self._push()

    def _push(self):
        while self.waiting and self.outstanding < (2 if len(self.waiting[0]) < ROOM else 1):
            self.outstanding += 1
            try:
                self.asked.send_bytes(self.waiting.popleft())
            except (BrokenPipeError, ConnectionResetError):
                self.dead()

    def take(self):
        """Returns what it has made next; RuntimeError where it has died."""
        try:
            found = self.made.recv()
        except (EOFError, ConnectionResetError, SenderEnded):
            self.dead()
        self.outstanding -= 1
        self._push()
        return found

    def dead(self):
        """Raises what its end means."""
        self.process.join(LEAVING)
        code = self.process.exitcode
        if code is not None and code < 0:
            how = f"is killed by signal: {signal.Signals(-code).name}"
        else:
            how = f"exited unexpectedly with exit code {code}"
        raise RuntimeError(f"DataLoader worker (pid {self.process.pid}) {how}") from None

    def close(self):
        self.made.close()  # what it is sending has no reader any more
        try:
            self.asked.send(Leave)
        except OSError:
            pass
        self.asked.close()

    def join(self):
        self.process.join(LEAVING)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.joined = True

    def __del__(self) -> None:
        """Ends a process that nobody joins: an interrupt came before it had an owner, or while it was closed."""
        process = getattr(self, "process", None)
        if process and not self.joined and self.owner == os.getpid() and not sys.is_finalizing() and process.pid:
            process.kill()


class Processes:
    """num_workers processes that take batches by turns; the interface of Workers in workers.py."""

    def __init__(self, loader: Any, seed: int) -> None:
        import numpy.random  # noqa: F401  (which each fork would import again, a quarter of a second each)

        self.workers: list[_Worker] = []
        self.fresh = True
        given = loader.multiprocessing_context
        context = given if hasattr(given, "Process") else ours.get_context(given)
        count = loader.num_workers
        for number in range(count):
            plan = Plan(
                loader.dataset,
                loader.collate_fn,
                None if loader.batch_sampler is None else True,
                loader.drop_last,
                loader.worker_init_fn,
                seed + number,
                number,
                count,
            )
            self.workers.append(_Worker(context, plan))

    def close(self) -> None:
        """Ends the processes."""
        workers, self.workers = self.workers, []
        for one in workers:
            one.close()
        for one in workers:
            one.join()

    def __del__(self) -> None:
        if not sys.is_finalizing():  # then the standard library has ended them
            self.close()

    def _begin(self):
        """A further iteration: what is left of the one before is read away."""
        for one in self.workers:
            one.waiting.clear()
            one.outstanding = 0
            one.asked.send(Ended)
        for one in self.workers:
            one.outstanding = 1
            while one.take() is not Ended:
                one.outstanding = 1

    def batches(self, loader: Any, indices: Iterator[Any]) -> Iterator[Any]:
        """The batches of the loader's iteration, in the order of the indices unless in_order is False.

        Before them it gives the list of the processes, once these have been asked for the first ones: so far does iter()
        come. A Failed is given in the place of a batch that could not be made.
        """
        if not self.fresh:
            self._begin()
        self.fresh = False
        free = deque(list(range(len(self.workers))) * loader.prefetch_factor)
        asked: deque[int] = deque()

        def ask():
            while free and (index := next(indices, Ended)) is not Ended:
                worker = free.popleft()
                self.workers[worker].ask(index)
                asked.append(worker)

        ask()
        yield [one.process for one in self.workers]
        while asked:
            worker = self._ready(asked, loader)
            batch = self.workers[worker].take()
            if type(batch) is type and batch is Ended:
                while worker in free:
                    free.remove(worker)
                ask()
                continue
            free.append(worker)
            ask()  # before the loop works on this batch
            yield batch
            del batch

    def _ready(self, asked, loader):
        """The worker whose batch is the next one, taken out of `asked`."""
        seconds = loader.timeout or None
        candidates = {asked[0]} if loader.in_order else set(asked)
        pipes = {self.workers[one].made: one for one in candidates}
        done = connection.wait(list(pipes), seconds)
        if not done:
            raise RuntimeError(f"DataLoader timed out after {seconds} seconds")
        worker = pipes[done[0]]
        asked.remove(worker)
        return worker
