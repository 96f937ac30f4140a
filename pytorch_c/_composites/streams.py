"""Streams of devices and events in them (torch.Stream, torch.Event), for every kind of device (cshim/…/streams.h)."""

from __future__ import annotations

from _thread import _local

from .._boundary import api, constants
from .._boundary.handle import core
from .._tensor.device import device as Device
from .._tensor.device import device_numbers, from_numbers, type_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from typing_extensions import Self

    from .._typing import DeviceLike

CPU = constants.DEVICE_TYPE["cpu"]
# Devices whose streams stay as they are in a `with` block, as in torch.
_WITHOUT_STREAMS = (CPU, constants.DEVICE_TYPE["meta"])
_entered = _local()  # of each thread: (the stream, the device and its stream before) of each open block


def _kind_or_accelerator(device):
    """(type, index or -1) of a device; None is the accelerator of the process, or the CPU."""
    if device is not None:
        return device_numbers(device)
    found = api.accelerator_type()
    return (CPU if found == constants.UNSET else found), constants.UNSET


def _of_device(device: DeviceLike | None = None, *, priority: int = 0) -> tuple[int, int, int]:
    kind, index = _kind_or_accelerator(device)
    return api.stream_new(kind, index, priority)


def _of_numbers(stream_id: int, device_index: int, device_type: int, *, priority: int = 0) -> tuple[int, int, int]:
    type_name(device_type)  # raises for a number of no kind
    return stream_id, device_index, device_type


_of_device.__qualname__ = _of_numbers.__qualname__ = "Stream"  # as errors name them


class Stream:
    """A queue of work on a device: `Stream("cuda")`, or the name of one, `Stream(stream_id, device_index, device_type)`.

    Arguments:
        device: where; None is the accelerator's current device, or the CPU
        priority: a lower number is more urgent; the device takes the nearest that it has
        stream_id, device_index, device_type: the numbers of a stream that there is, in the place of `device`

    `with stream:` puts the work of the block on it. A stream owns nothing; those with equal numbers are equal.

    Raises:
        RuntimeError: a kind of devices that there is not

    Source: torch.Stream.
    """

    __slots__ = ("_numbers", "__weakref__")
    _numbers: tuple[int, int, int]

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        by_number = len(args) > 1 or "stream_id" in kwargs
        made = super().__new__(cls)
        made._numbers = (_of_numbers if by_number else _of_device)(*args, **kwargs)
        return made

    @property
    def stream_id(self) -> int:
        """The number of the stream on its device; 0 is the default one."""
        return self._numbers[0]

    @property
    def device_index(self) -> int:
        """The index of its device, -1 for the CPU."""
        return self._numbers[1]

    @property
    def device_type(self) -> int:
        """The kind of its device, as c10 numbers them: 0 is the CPU, 1 CUDA."""
        return self._numbers[2]

    @property
    def device(self) -> Device:
        """The device of the stream."""
        return from_numbers(self._numbers[2], self._numbers[1])

    @property
    def native_handle(self) -> int:
        """The address by which the device's own library knows it (a cudaStream_t)."""
        return api.stream_native_handle(self._numbers)

    def query(self) -> bool:
        """Returns whether all work on the stream is done."""
        return api.stream_query(self._numbers)

    def synchronize(self) -> None:
        """Waits until all work on the stream is done, and raises what has failed in it."""
        api.stream_synchronize(self._numbers)

    def is_capturing(self) -> bool:
        """Returns whether its work is being recorded into a graph."""
        return api.stream_is_capturing(self._numbers)

    def wait_event(self, event: Event) -> None:
        """Has all work that comes later wait for the event; this thread goes on."""
        _need(event, Event, "event")
        event.wait(self)

    def wait_stream(self, other: Stream) -> None:
        """Has all work that comes later wait for what is on another stream now; this thread goes on."""
        _need(other, Stream, "other")
        event = Event(other.device)
        event.record(other)
        event.wait(self)

    def record_event(self, event: Event | None = None) -> Event:
        """Records the event in this stream, a new one where none is given, and returns it."""
        if event is None:
            event = Event(self.device)
        _need(event, Event, "event")
        event.record(self)
        return event

    def __enter__(self) -> Self:
        blocks = _entered.__dict__.setdefault("blocks", [])
        kind, index = self.device_type, self.device_index
        if kind in _WITHOUT_STREAMS:
            blocks.append(None)
            return self
        before = api.stream_current(kind, index)
        device = api.accelerator_exchange_device(index)
        try:
            api.stream_set_current(self._numbers)
        except BaseException:
            api.accelerator_maybe_exchange_device(device)
            raise
        blocks.append((device, before))
        return self

    def __exit__(self, *exception: object) -> None:
        block = _entered.blocks.pop()
        if block:
            device, before = block
            api.stream_set_current(before)
            api.accelerator_maybe_exchange_device(device)

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stream) and self._numbers == other._numbers

    def __hash__(self) -> int:
        return hash(self._numbers)

    def __repr__(self) -> str:
        stream_id, index, kind = self._numbers
        return f"torch.Stream device_type={type_name(kind)}, device_index={index}, stream_id={stream_id}"


def _need(value, kind, name):
    if not isinstance(value, kind):
        raise RuntimeError(f"expected {name} to be a torch.{kind.__name__} object, got {type(value).__name__}")


core.setup({"stream": Stream})


_NO_IPC = "torch.Event ipc is not supported yet, please open an issue if you need this!"


class Event:
    """A mark in a stream, which other streams and the program wait for.

    Arguments:
        device: the kind of devices; None is the accelerator's, or the CPU's, which has no marks
        enable_timing: whether `elapsed_time` can tell the time between two of them
        blocking, interprocess: taken and not used, as in torch

    Raises:
        RuntimeError: a kind of devices that there is not

    Source: torch.Event.
    """

    __slots__ = ("_handle", "_timing", "__weakref__")

    def __new__(
        cls,
        device: DeviceLike | None = None,
        *,
        enable_timing: bool = False,
        blocking: bool = False,
        interprocess: bool = False,
    ) -> Self:
        made = super().__new__(cls)
        made._timing = bool(enable_timing)
        made._handle = api.device_event_new(_kind_or_accelerator(device)[0], made._timing)
        return made

    @classmethod
    def from_ipc_handle(cls, device: DeviceLike, ipc_handle: bytes) -> Self:
        """Raises NotImplementedError, as in torch: only torch.cuda.Event goes from process to process."""
        raise NotImplementedError(_NO_IPC)

    @property
    def device(self) -> Device:
        """The device of its marks, without an index before the first."""
        return from_numbers(*api.device_event_device(self._handle))

    @property
    def event_id(self) -> int:
        """The address by which the device's own library knows it (a cudaEvent_t); 0 before the first mark."""
        return api.device_event_native_handle(self._handle)

    def record(self, stream: Stream | None = None) -> None:
        """Marks the end of what is on a stream now, the current one where none is given.

        Raises:
            RuntimeError: a stream of another device than before; the CPU, which has no events
        """
        api.device_event_record(self._handle, self._stream(stream))

    def wait(self, stream: Stream | None = None) -> None:
        """Has all work that comes later on a stream, the current one where none is given, wait for the mark."""
        api.device_event_wait(self._handle, self._stream(stream))

    def query(self) -> bool:
        """Returns whether the mark is reached; True for an event without one."""
        return api.device_event_query(self._handle)

    def synchronize(self) -> None:
        """Waits until the mark is reached."""
        api.device_event_synchronize(self._handle)

    def elapsed_time(self, other: Event) -> float:
        """Returns the milliseconds from this mark to the other, both of which must be reached.

        Raises:
            ValueError: an event without a mark, or made without `enable_timing`
            RuntimeError: a mark that is not reached
        """
        _need(other, Event, "other")
        return api.device_event_elapsed(self._handle, other._handle)

    def ipc_handle(self) -> bytes:
        """Raises NotImplementedError, as in torch: only torch.cuda.Event goes from process to process."""
        raise NotImplementedError(_NO_IPC)

    def _stream(self, given):
        if given is None:
            return api.stream_current(api.device_event_device(self._handle)[0], constants.UNSET)
        _need(given, Stream, "stream")
        return given._numbers

    def __repr__(self) -> str:
        kind, index = api.device_event_device(self._handle)
        return (
            f"torch.Event device_type={type_name(kind)}, device_index={index}, event_flag={int(self._timing)}, "
            f"event_id={self.event_id}"
        )
