"""The CPU under the names that accelerators have (torch.cpu): one device, nothing to wait for."""

from __future__ import annotations

from types import MappingProxyType

from .._boundary import api

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .._typing import DeviceLike

__all__ = [
    "is_available", "is_initialized", "synchronize", "current_device", "current_stream", "stream", "set_device",
    "device_count", "Stream", "StreamContext", "Event", "get_capabilities",
]  # fmt: skip


def is_available() -> bool:
    """True."""
    return True


def is_initialized() -> bool:
    """True."""
    return True


def synchronize(device: DeviceLike | None = None) -> None:
    """Does nothing: work on the CPU is done when a call returns."""


def current_device() -> str:
    """ "cpu"."""
    return "cpu"


def set_device(device: DeviceLike) -> None:
    """Does nothing: there is one CPU."""


def device_count() -> int:
    """1."""
    return 1


def get_capabilities() -> Mapping[str, Any]:
    """Returns what the processor can do, in the words of Linux ("avx2": True); and "architecture"."""
    import platform

    try:
        with open("/proc/cpuinfo") as file:
            flags = next((line for line in file if line.startswith(("flags", "Features"))), ":").partition(":")[2]
    except OSError:
        flags = ""
    return MappingProxyType(dict.fromkeys(flags.split(), True) | {"architecture": platform.machine()})


def _is_avx2_supported() -> bool:
    return api.context_text("cpu_capability") in ("AVX2", "AVX512")


def _is_avx512_supported() -> bool:
    return api.context_text("cpu_capability") == "AVX512"


class Stream:
    """A queue that is always empty (torch.cpu.Stream)."""

    def __init__(self, priority: int = -1) -> None:
        self.priority = priority

    def wait_stream(self, stream: Stream) -> None:
        """Does nothing."""

    def record_event(self) -> None:
        """Does nothing."""

    def wait_event(self, event: Event) -> None:
        """Does nothing."""


class Event:
    """A mark that has always been reached (torch.cpu.Event)."""

    def query(self) -> bool:
        """True."""
        return True

    def record(self, stream: Stream | None = None) -> None:
        """Does nothing."""

    def synchronize(self) -> None:
        """Does nothing."""

    def wait(self, stream: Stream | None = None) -> None:
        """Does nothing."""


_current = Stream()


def current_stream(device: DeviceLike | None = None) -> Stream:
    """The stream of the innermost StreamContext."""
    return _current


class StreamContext:
    """A block in which current_stream() is another one; None changes nothing."""

    def __init__(self, stream: Stream | None) -> None:
        self.stream = stream

    def __enter__(self) -> None:
        global _current
        self._before, _current = _current, self.stream or _current

    def __exit__(self, *exception: object) -> None:
        global _current
        _current = self._before


def stream(stream: Stream) -> StreamContext:
    """StreamContext(stream)."""
    return StreamContext(stream)
