"""The module of a device of one's own, in the place of torch.cuda, where its author has registered none."""

from __future__ import annotations

from ._boundary import api
from ._composites.streams import Event, Stream
from ._tensor.device import device as Device

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._typing import DeviceLike

__all__ = [
    "Event", "Stream", "current_device", "current_stream", "device", "device_count", "is_available", "is_initialized",
    "set_device", "set_stream", "stream", "synchronize",
]  # fmt: skip


def _numbers(device):
    """(type, index) of a device of this kind; None is the current one, an int an index."""
    name = api.backend_name()
    if device is None or isinstance(device, int):
        return Device(name).numbers[0], -1 if device is None else device
    found = Device(device)
    if found.type != name:
        raise ValueError(f"expected a {name} device, got {found}")
    return found.numbers


def is_available() -> bool:
    """Returns whether there is such a device."""
    return device_count() > 0


is_initialized = is_available


def device_count() -> int:
    """Returns how many there are."""
    return api.backend_device_count()


def current_device() -> int:
    """The index of this thread's current device."""
    return api.backend_current_device()


def set_device(device: DeviceLike) -> None:
    """Makes another device the current one of this thread; nothing happens without an index."""
    index = _numbers(device)[1]
    if index >= 0:
        api.backend_set_device(index)


def synchronize(device: DeviceLike | None = None) -> None:
    """Waits for all work on a device, and raises what has failed there."""
    api.device_synchronize(*_numbers(device))


def current_stream(device: DeviceLike | None = None) -> Stream:
    """The stream that this thread's work on a device goes to."""
    return Stream(*api.stream_current(*_numbers(device)))


def set_stream(stream: Stream) -> None:
    """Makes a stream the current one of its device, and that the current device."""
    api.stream_set_current(stream)
    api.backend_set_device(stream.device_index)


class stream:
    """A block whose work goes to a stream; None changes nothing."""

    def __init__(self, stream: Stream | None) -> None:
        self.stream = stream

    def __enter__(self) -> None:
        if self.stream is not None:
            self.stream.__enter__()

    def __exit__(self, *exception: object) -> None:
        if self.stream is not None:
            self.stream.__exit__(*exception)


class device:
    """A block in which another device is the current one; None changes nothing."""

    def __init__(self, device: DeviceLike | None) -> None:
        self.index = -1 if device is None else _numbers(device)[1]

    def __enter__(self) -> None:
        self.before = current_device()
        set_device(self.index)

    def __exit__(self, *exception: object) -> None:
        set_device(self.before)
