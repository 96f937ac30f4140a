"""Several processes that run one function (torch.multiprocessing.spawn)."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import signal
import traceback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = [
    "ProcessContext", "ProcessException", "ProcessExitedException", "ProcessRaisedException", "SpawnContext", "spawn",
    "start_processes",
]  # fmt: skip


class ProcessException(Exception):
    """A process has failed: which, and its process id."""

    def __init__(self, msg: str, error_index: int, pid: int) -> None:
        super().__init__(msg)
        self.msg, self.error_index, self.pid = msg, error_index, pid


class ProcessRaisedException(ProcessException):
    """The function of a process has raised; the message has its traceback."""


class ProcessExitedException(ProcessException):
    """A process has ended by a signal or with an exit code."""

    def __init__(
        self, msg: str, error_index: int, error_pid: int, exit_code: int, signal_name: str | None = None
    ) -> None:
        super().__init__(msg, error_index, error_pid)
        self.exit_code, self.signal_name = exit_code, signal_name


def _run(fn, index, args, errors):
    try:
        fn(index, *args)
    except KeyboardInterrupt:
        pass
    except Exception:
        errors.put(traceback.format_exc())
        raise SystemExit(1) from None


class ProcessContext:
    """Processes that run beside each other; `join()` waits for them."""

    def __init__(self, processes: list[Any], error_queues: list[Any]) -> None:
        self.processes, self.error_queues = processes, error_queues
        self.sentinels = {process.sentinel: index for index, process in enumerate(processes)}

    def pids(self) -> list[int]:
        """Their process ids."""
        return [process.pid for process in self.processes]

    def join(self, timeout: float | None = None, grace_period: float | None = None) -> bool:
        """Waits until one or more have ended; True when all have. The others are ended where one has failed.

        Raises:
            ProcessRaisedException: the function of one has raised
            ProcessExitedException: one was ended by a signal, or left with an exit code
        """
        if not self.sentinels:
            return True
        for sentinel in multiprocessing.connection.wait(list(self.sentinels), timeout=timeout):
            index = self.sentinels.pop(sentinel)
            self.processes[index].join()
            if self.processes[index].exitcode:
                self._fail(index, grace_period)
        return not self.sentinels

    def _fail(self, index, grace_period):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.join(grace_period)
            process.kill()
            process.join()
        failed, code = self.processes[index], self.processes[index].exitcode
        if not self.error_queues[index].empty():
            text = self.error_queues[index].get()
            raise ProcessRaisedException(
                f"\n\n-- Process {index} terminated with the following error:\n{text}", index, failed.pid
            )
        if code < 0:
            name = signal.Signals(-code).name
            raise ProcessExitedException(
                f"process {index} terminated with signal {name}", index, failed.pid, code, name
            )
        raise ProcessExitedException(f"process {index} terminated with exit code {code}", index, failed.pid, code)


SpawnContext = ProcessContext


def start_processes(
    fn: Callable[..., Any],
    args: tuple[Any, ...] = (),
    nprocs: int = 1,
    join: bool = True,
    daemon: bool = False,
    start_method: str = "spawn",
) -> ProcessContext | None:
    """Runs fn(index, *args) in `nprocs` processes; waits for them if `join`, else gives their ProcessContext.

    Source: torch.multiprocessing.start_processes.
    """
    context = multiprocessing.get_context(start_method)
    queues = [context.SimpleQueue() for _ in range(nprocs)]
    processes = [
        context.Process(target=_run, args=(fn, index, args, queue), daemon=daemon) for index, queue in enumerate(queues)
    ]
    for process in processes:
        process.start()
    started = ProcessContext(processes, queues)
    if not join:
        return started
    while not started.join():
        pass
    return None


def spawn(
    fn: Callable[..., Any],
    args: tuple[Any, ...] = (),
    nprocs: int = 1,
    join: bool = True,
    daemon: bool = False,
    start_method: str = "spawn",
) -> ProcessContext | None:
    """start_processes with fresh interpreters (torch.multiprocessing.spawn)."""
    return start_processes(fn, args, nprocs, join, daemon, start_method)
