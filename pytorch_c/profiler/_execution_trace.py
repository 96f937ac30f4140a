"""The execution trace: operators as a graph, in a file."""

from __future__ import annotations

import contextlib

from .._boundary import api

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Self


class ExecutionTraceObserver:
    """Writes the operators with all inputs and outputs, as a graph, into a file of JSON; one at a time in a process.

    Source: torch.profiler.ExecutionTraceObserver.
    """

    def __init__(self) -> None:
        self._registered = self._execution_trace_running = False
        self.output_file_path = ""

    def __del__(self) -> None:
        with contextlib.suppress(Exception):  # the process may end
            self.unregister_callback()

    def register_callback(self, output_file_path: str) -> Self:
        """Opens the file; what runs is written between `start` and `stop`.

        Raises:
            TorchError: the file cannot be written, or another observer is open
        """
        if not self._registered:
            api.execution_trace_open(str(output_file_path))
            self._registered, self.output_file_path = True, str(output_file_path)
        return self

    def unregister_callback(self) -> None:
        """Ends the file."""
        if self._registered:
            self.stop()
            self._registered = False
            api.execution_trace_end()

    @property
    def is_registered(self) -> bool:
        """Returns whether a file is open."""
        return self._registered

    def is_running(self) -> bool:
        """Returns whether operators are written."""
        return self._execution_trace_running

    def start(self) -> None:
        """Writes operators from now on."""
        if self._registered and not self._execution_trace_running:
            api.execution_trace_enable(True)
            self._execution_trace_running = True

    def stop(self) -> None:
        """Writes no operators from now on."""
        if self._execution_trace_running:
            self._execution_trace_running = False
            api.execution_trace_enable(False)

    def cleanup(self) -> None:
        """Ends the file."""
        self.unregister_callback()

    def get_output_file_path(self) -> str | None:
        """The file's name; None before there is one."""
        return self.output_file_path or None
