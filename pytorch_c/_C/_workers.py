"""The worker processes of torch's own iterators over a DataLoader, and what became of them (torch._C, DataLoader.cpp)."""

from __future__ import annotations

import os
import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_pids: dict[int, set[int]] = {}  # by the number of the iterator


def _set_worker_signal_handlers() -> None:
    """Does nothing: the process that started a worker says by which signal the worker ended."""


def _set_worker_pids(loader: int, pids: Iterable[int]) -> None:
    """Notes the processes of an iterator. Raises ValueError where that was done before."""
    if loader in _pids:
        raise ValueError("_set_worker_pids should be called only once for each _BaseDataLoaderIter.")
    _pids[loader] = set(pids)


def _remove_worker_pids(loader: int) -> None:
    """Forgets the processes of an iterator. Raises ValueError where there are none."""
    if _pids.pop(loader, None) is None:
        raise ValueError(f"Cannot find worker information for _BaseDataLoaderIter with id {loader}")


def _error_if_any_worker_fails() -> None:
    """Raises RuntimeError for a worker that ended with an error or by a signal; the worker remains to be waited for."""
    for pids in _pids.values():
        for pid in pids:
            problem = _end_of(pid)
            if problem:
                pids.clear()  # said once
                raise RuntimeError(f"DataLoader worker (pid {pid}) {problem}")


def _end_of(pid):
    try:
        ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:  # waited for already
        return None
    if ended is None:
        return None
    if ended.si_code == os.CLD_EXITED:
        if ended.si_status == os.EX_OK:
            return None
        return (
            f"exited unexpectedly with exit code {ended.si_status}. Details are lost due to multiprocessing. "
            "Rerunning with num_workers=0 may give better error trace."
        )
    said = f"is killed by signal: {signal.strsignal(ended.si_status)}. "
    if ended.si_status == signal.SIGBUS:
        said += (
            "It is possible that dataloader's workers are out of shared memory. "
            "Please try to raise your shared memory limit."
        )
    return said
