"""Streams and events of CUDA devices (torch.cuda.streams): libtorch's default stream is the only one used here."""

from __future__ import annotations

from .._boundary import api
from ._device import is_available

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._typing import DeviceLike

__all__ = ["Stream", "ExternalStream", "Event"]


def _missing(name):
    try:
        api.cuda_current_device()
    except RuntimeError as error:
        raise RuntimeError(f"cuda.{name}: {str(error).removeprefix('ptc_cuda_current_device: ')}") from None
    raise NotImplementedError(f"cuda.{name}: work runs on the default stream here")


class Stream:
    """A queue of a device's work (torch.cuda.Stream); making one raises RuntimeError without CUDA."""

    def __init__(self, device: DeviceLike | None = None, priority: int = 0, **others: Any) -> None:
        _missing("Stream")

    def query(self) -> bool:
        """Whether all of its work is done."""
        return _missing("Stream.query")

    def synchronize(self) -> None:
        """Waits for its work."""
        _missing("Stream.synchronize")


class ExternalStream(Stream):
    """A stream that other code made (torch.cuda.ExternalStream)."""


class Event:
    """A mark in a stream (torch.cuda.Event); making one raises RuntimeError without CUDA."""

    def __init__(
        self, enable_timing: bool = False, blocking: bool = False, interprocess: bool = False, external: bool = False
    ) -> None:
        _missing("Event")


def current_stream(device: DeviceLike | None = None) -> Stream:
    """The stream that work is put on; raises RuntimeError without CUDA."""
    return _missing("current_stream")


def default_stream(device: DeviceLike | None = None) -> Stream:
    """A device's default stream; raises RuntimeError without CUDA."""
    return _missing("default_stream")


def get_stream_from_external(data_ptr: int, device: DeviceLike | None = None) -> Stream:
    """A stream that other code made; raises RuntimeError without CUDA."""
    return _missing("get_stream_from_external")


def set_stream(stream: Stream | None) -> None:
    """Makes a stream the current one; None does nothing."""
    if stream is not None:
        _missing("set_stream")


def is_current_stream_capturing() -> bool:
    """False: graphs of work are not captured here."""
    return False


class StreamContext:
    """Work of the block goes to a stream (torch.cuda.StreamContext); None, and having no CUDA, change nothing."""

    def __init__(self, stream: Stream | None) -> None:
        if stream is not None and is_available():
            _missing("StreamContext")

    def __enter__(self) -> None:
        """Begins the block."""

    def __exit__(self, *exception: object) -> None:
        """Ends the block."""


def stream(stream: Stream | None) -> StreamContext:
    """StreamContext(stream)."""
    return StreamContext(stream)
