"""Streams and events of CUDA among the names of torch's extension, and CUDA's libraries as it names them."""

from __future__ import annotations

import ctypes
import enum

from .._boundary import api, constants
from .._composites.streams import Event, Stream
from .._tensor.device import from_numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._tensor.device import device as Device


_CUDA = constants.CUDA

# ---- streams ----

Numbers = tuple[int, int, int]  # of a stream: its id, the index of its device, the type of that


def _cuda_getCurrentStream(device: int) -> Numbers:
    """The stream of this thread's work on a device."""
    return api.stream_current(_CUDA, device)


def _cuda_getDefaultStream(device: int) -> Numbers:
    """The default stream of a device."""
    return api.stream_default(_CUDA, device)


def _cuda_getStreamFromExternal(data_ptr: int, device_index: int) -> Numbers:
    """A cudaStream_t as a stream."""
    return api.cuda_stream_external(device_index, data_ptr), device_index, _CUDA


def _cuda_getCurrentRawStream(device: int) -> int:
    """The cudaStream_t of this thread's work on a device."""
    return api.stream_native_handle(api.stream_current(_CUDA, device)) or 0


def _cuda_setStream(stream_id: int, device_index: int, device_type: int) -> None:
    """Makes a stream and its device the current ones of this thread."""
    if api.cuda_current_device() != device_index:
        api.cuda_set_device(device_index)
    api.stream_set_current((stream_id, device_index, device_type))


class _CudaStreamBase(Stream):
    """A stream of CUDA; making one raises RuntimeError without CUDA."""

    def __new__(
        cls, priority: int = 0, stream_id: int = 0, device_index: int = 0, device_type: int = 0, stream_ptr: int = 0
    ) -> _CudaStreamBase:
        here = api.cuda_current_device()
        if stream_ptr:
            if priority:
                raise RuntimeError("Priority was explicitly set for a external stream")
            stream_id, device_index = api.cuda_stream_external(here, stream_ptr), here
        elif not (stream_id or device_index or device_type):
            stream_id, device_index, _ = api.stream_new(_CUDA, here, priority)
        return super().__new__(cls, stream_id=stream_id, device_index=device_index, device_type=_CUDA)

    @property
    def cuda_stream(self) -> int:
        """The cudaStream_t."""
        return self.native_handle or 0

    @property
    def priority(self) -> int:
        """The priority: 0 is the least."""
        return api.cuda_stream_priority(self.device_index, self.stream_id)

    @staticmethod
    def priority_range() -> tuple[int, int]:
        """The least and the greatest priority."""
        return api.cuda_stream_priority_range()


# ---- events ----


class _CudaEventBase(Event):
    """An event of CUDA; making one raises RuntimeError without CUDA."""

    _handle: Any

    def __new__(
        cls, enable_timing: bool = False, blocking: bool = False, interprocess: bool = False, external: bool = False
    ) -> _CudaEventBase:
        flags = enable_timing * constants.CUDA_EVENT_TIMING | blocking * constants.CUDA_EVENT_BLOCKING
        flags |= interprocess * constants.CUDA_EVENT_INTERPROCESS | external * constants.CUDA_EVENT_EXTERNAL
        return cls._of(api.cuda_event_new(flags))

    @classmethod
    def _of(cls, handle):
        self = object.__new__(cls)
        self._handle = handle
        return self

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """Does nothing: `__new__` has made the event."""

    @classmethod
    def from_ipc_handle(cls, device: Any, ipc_handle: bytes) -> _CudaEventBase:
        """Opens an event of another process."""
        from ..cuda._device import _index

        return cls._of(api.cuda_event_open(_index(device), ipc_handle.hex()))

    def ipc_handle(self) -> bytes:
        """Returns a handle for another process, 64 bytes."""
        return bytes.fromhex(api.cuda_event_share(self._handle))

    @property
    def cuda_event(self) -> int:
        """The cudaEvent_t; 0 before the event is recorded."""
        return api.cuda_event_native(self._handle)[0]

    event_id = cuda_event

    @property
    def device(self) -> Device | None:
        """The device of the event; None before it is recorded."""
        index = api.cuda_event_native(self._handle)[1]
        return from_numbers(_CUDA, index) if index >= 0 else None

    def record(self, stream: Stream | None = None) -> None:
        """Records that all work of a stream until now is done."""
        stream_id, index, _ = stream or api.stream_current(_CUDA, constants.UNSET)
        api.cuda_event_record(self._handle, index, stream_id)

    def wait(self, stream: Stream | None = None) -> None:
        """Makes the work that a stream is given from now on wait for the event."""
        stream_id, index, _ = stream or api.stream_current(_CUDA, constants.UNSET)
        api.cuda_event_wait(self._handle, index, stream_id)

    def query(self) -> bool:
        """Returns whether the event has happened; True before it was recorded."""
        return api.cuda_event_query(self._handle)

    def synchronize(self) -> None:
        """Waits until the event has happened."""
        api.cuda_event_synchronize(self._handle)

    def elapsed_time(self, end_event: _CudaEventBase) -> float:
        """Milliseconds from this event to another."""
        return api.cuda_event_elapsed(self._handle, end_event._handle)


# ---- CUDA's runtime, as torch.cuda.cudart() has it ----


class _cudart:
    """Functions of CUDA's runtime, which give an error code: 0."""

    class cudaError(enum.IntEnum):
        """Codes of errors; every number can be one."""

        success = 0

        @classmethod
        def _missing_(cls, value: object) -> Any:
            made = int.__new__(cls, value)  # type: ignore[call-overload]
            made._name_, made._value_ = f"error{value}", value
            return made

    cudaGetErrorString = staticmethod(api.cuda_error_text)

    @staticmethod
    def cudaProfilerStart() -> int:
        """Begins what a tool that watches CUDA records."""
        api.cuda_profiler_start()
        return 0

    @staticmethod
    def cudaProfilerStop() -> int:
        """Ends what a tool that watches CUDA records."""
        api.cuda_profiler_stop()
        return 0

    @staticmethod
    def cudaHostRegister(ptr: int, size: int, flags: int) -> int:
        """Pins memory of the host."""
        api.cuda_host_register(ptr, size, flags)
        return 0

    @staticmethod
    def cudaHostUnregister(ptr: int) -> int:
        """Lets go of pinned memory."""
        api.cuda_host_unregister(ptr)
        return 0

    @staticmethod
    def cudaStreamCreate(ptr: int) -> int:
        """Writes a new cudaStream_t to an address."""
        ctypes.c_void_p.from_address(ptr).value = api.cuda_stream_create()
        return 0

    @staticmethod
    def cudaStreamDestroy(stream: int) -> int:
        """Ends a cudaStream_t."""
        api.cuda_stream_destroy(stream)
        return 0

    @staticmethod
    def cudaMemGetInfo(device: int) -> tuple[int, int]:
        """(free, total) bytes of a device."""
        return api.cuda_memory_info(device)


# ---- NVTX ----


class _nvtx:
    """Marks for NVIDIA's tools, through libtorch's profiler."""

    rangePushA = staticmethod(api.nvtx_range_push)
    rangePop = staticmethod(api.nvtx_range_pop)
    rangeStartA = staticmethod(api.nvtx_range_start)
    rangeEnd = staticmethod(api.nvtx_range_end)
    markA = staticmethod(api.nvtx_mark)


# ---- NCCL ----


def _nccl_version() -> int:
    """NCCL's version: 32 bits of the major one, 16 of the minor one, 16 of the patch."""
    found = api.nccl_version()
    return found // 10000 << 32 | found // 100 % 100 << 16 | found % 100


def _nccl_version_suffix() -> bytes:
    """Nothing: a release."""
    return b""


def _nccl_unique_id() -> bytes:
    """A name for a group of processes."""
    return bytes.fromhex(api.nccl_unique_id())


def _nccl_init_rank(nranks: int, comm_id: bytes, rank: int) -> int:
    """A communicator of the current device; waits for all others."""
    return api.nccl_comm_new(nranks, comm_id.hex(), rank)


def _on_current(streams):
    if streams is not None and any(one is not None for one in streams):
        raise NotImplementedError("cuda.nccl: collectives run on the current streams: use `with torch.cuda.stream(s)`")


def _nccl_all_reduce(inputs: Any, outputs: Any, op: int, streams: Any, comms: Any) -> None:
    """Reduces tensors of several devices into each of the outputs."""
    _on_current(streams)
    api.nccl_all_reduce(list(inputs), list(outputs), op, list(comms or ()))


def _nccl_all_gather(inputs: Any, outputs: Any, streams: Any, comms: Any) -> None:
    """Gathers tensors of several devices in each of the outputs."""
    _on_current(streams)
    api.nccl_all_gather(list(inputs), list(outputs), list(comms or ()))


def _nccl_broadcast(tensors: Any, root: int, streams: Any, comms: Any) -> None:
    """Copies the first tensor into the others."""
    if root:
        raise RuntimeError("only root=0 is supported")
    _on_current(streams)
    api.nccl_broadcast(list(tensors), list(comms or ()))


def _nccl_reduce(inputs: Any, output: Any, root: int, op: int, streams: Any, comms: Any) -> None:
    """Reduces tensors of several devices into one."""
    _on_current(streams)
    api.nccl_reduce(list(inputs), output, root, op, list(comms or ()))


def _nccl_reduce_scatter(inputs: Any, outputs: Any, op: int, streams: Any, comms: Any) -> None:
    """Reduces tensors of several devices, and gives each output a part."""
    _on_current(streams)
    api.nccl_reduce_scatter(list(inputs), list(outputs), op, list(comms or ()))
