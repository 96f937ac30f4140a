"""DLPack: memory shared with other libraries that speak it, in both directions (csrc/dlpack.c)."""

from __future__ import annotations

import enum

from .._boundary import api, constants
from .._boundary.errors import TorchBufferError
from .._boundary.handle import core
from ..cuda import _device as cuda
from .device import device as device_type
from .device import from_numbers
from .tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class DLDeviceType(enum.IntEnum):
    """Kinds of devices, in DLPack's numbers (torch.utils.dlpack.DLDeviceType)."""

    kDLCPU = 1
    kDLCUDA = 2
    kDLCUDAHost = 3
    kDLOpenCL = 4
    kDLVulkan = 7
    kDLMetal = 8
    kDLVPI = 9
    kDLROCM = 10
    kDLROCMHost = 11
    kDLExtDev = 12
    kDLCUDAManaged = 13
    kDLOneAPI = 14
    kDLWebGPU = 15
    kDLHexagon = 16
    kDLMAIA = 17


_WITH_STREAMS = (DLDeviceType.kDLCUDA, DLDeviceType.kDLExtDev)
_NAMES = {DLDeviceType.kDLCPU: "cpu", DLDeviceType.kDLCUDAHost: "cpu", DLDeviceType.kDLCUDA: "cuda"}


def _place(device):
    """(DLDeviceType, index) of a device."""
    if device.type == "cpu":
        return DLDeviceType.kDLCPU, 0
    if device.type == "cuda":
        return DLDeviceType.kDLCUDA, cuda.current_device() if device.index is None else device.index
    if device.numbers[0] == constants.PRIVATEUSE1:
        return DLDeviceType.kDLExtDev, api.backend_current_device() if device.index is None else device.index
    raise TorchBufferError(f"DLPack knows no device {device}")


def _device(place):
    """The device of (DLDeviceType, index)."""
    if place[0] == DLDeviceType.kDLExtDev and api.backend_device_count():
        return from_numbers(constants.PRIVATEUSE1, int(place[1]))
    name = _NAMES.get(place[0])
    if name is None:
        raise TorchBufferError(f"DLPack's device {tuple(map(int, place))} is none of libtorch's")
    return device_type("cpu") if name == "cpu" else device_type(name, int(place[1]))


def _check(function, name, value, kind, fits):
    if value is not None and not fits:
        raise TypeError(f"{function}(): argument '{name}' must be {kind} or None, not {type(value).__name__}")


def _is_pair(value):
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(x, int) for x in value)


# ---- out ----


def to_dlpack(tensor: Tensor) -> Any:
    """The tensor's memory as a capsule of the older kind, good for one `from_dlpack`.

    Raises:
        TypeError: what is no Tensor
        BufferError: a layout, dtype or device that DLPack has not, the conjugate or negative bit

    Source: torch.utils.dlpack.to_dlpack.
    """
    if not isinstance(tensor, Tensor):
        raise TypeError(f"to_dlpack(): argument 'tensor' must be Tensor, not {type(tensor).__name__}")
    return core.to_dlpack(tensor, False)


def _moved(tensor, dl_device, copy):
    """The tensor on that device; a copy where one is asked for or needed."""
    if dl_device is not None and _device(dl_device) != tensor.device:
        if copy is False:
            raise ValueError(
                f"cannot move (i.e. copy=False) tensor from {tensor.device} to {_device(dl_device)} without copying."
            )
        return tensor.to(_device(dl_device))
    return tensor.clone() if copy else tensor


class _CudaStream(enum.IntEnum):
    """CUDA's streams that DLPack has numbers for; any other number is an address."""

    LEGACY = 1
    PER_THREAD = 2


def _wait_for_work(stream, device):
    """Has the consumer's stream wait for what is on the current one."""
    from .._composites.streams import Stream

    on_cuda = device.type == "cuda"
    if on_cuda and stream == _CudaStream.PER_THREAD:
        raise TorchBufferError("per-thread default stream is not supported.")
    if on_cuda and stream == 0:
        raise ValueError("__dlpack__(): argument 'stream' is 0, which DLPack leaves open: 1 is the default stream")
    current = Stream(*api.stream_current(*device.numbers))
    number = 0 if stream is None or (on_cuda and stream == _CudaStream.LEGACY) else stream
    consumer = Stream(number, current.device_index, current.device_type)
    if consumer != current:
        consumer.wait_stream(current)


def _current_stream(place):
    """DLPack's number for the current stream of a device."""
    handle = api.stream_native_handle(api.stream_current(*_device(place).numbers))
    return handle or (int(_CudaStream.LEGACY) if place[0] == DLDeviceType.kDLCUDA else 0)


def dlpack(self, *, stream=-1, max_version=None, dl_device=None, copy=None):
    """The tensor's memory as a DLPack capsule, for another library's `from_dlpack`.

    `stream` is the consumer's, as DLPack numbers them: an address, 1 or None for CUDA's default one, -1 where it takes
    care itself. It waits for what is on the current stream, and this thread does not. `max_version` is the highest that the consumer reads, `dl_device` where it wants the memory.

    Raises:
        TypeError: an argument of another type
        ValueError: a stream for a CPU tensor, the stream 0 of CUDA, `copy=False` where another device needs one
        BufferError: a tensor that requires grad, a layout, dtype or device that DLPack has not, the conjugate or
            negative bit

    Source: torch.Tensor.__dlpack__.
    """
    where = "__dlpack__"
    _check(where, "stream", stream, "int", type(stream) is int)
    _check(where, "max_version", max_version, "a tuple of two ints", _is_pair(max_version))
    _check(where, "dl_device", dl_device, "a tuple of two ints", _is_pair(dl_device))
    _check(where, "copy", copy, "bool", isinstance(copy, bool))
    if self.requires_grad:
        raise TorchBufferError("Can't export tensors that require gradient, use tensor.detach()")
    device = self.device
    if device.type == "cpu" and stream not in (None, -1):
        raise ValueError("__dlpack__(): argument 'stream' must be None for a tensor on the CPU")
    lent = _moved(self, dl_device, copy)
    if _place(device)[0] in _WITH_STREAMS and stream != -1:
        _wait_for_work(stream, device)
    return core.to_dlpack(lent, max_version is not None and max_version[0] >= 1)


def dlpack_device(self):
    """(DLDeviceType, index) of the tensor's memory (torch.Tensor.__dlpack_device__)."""
    if self.device.type == "cpu" and self.is_pinned():
        return DLDeviceType.kDLCUDAHost, 0
    return _place(self.device)


# ---- in ----


def from_dlpack(ext_tensor: Any, *, device: device_type | str | None = None, copy: bool | None = None) -> Tensor:
    """A tensor over the memory of another library's tensor or array, or of a capsule.

    It is on the same device, and shares the memory, unless `device` or `copy` say otherwise. Changing a tensor over
    read-only memory is an error that nobody catches.

    Raises:
        TypeError: what has no `__dlpack__` and is no capsule; an argument of another type
        ValueError: `copy=False` where another device needs one, negative strides, `device` or `copy` with a capsule
        BufferError: a dtype or device that libtorch has not
        RuntimeError: a capsule that was consumed already

    Source: torch.from_dlpack.
    """
    _check("from_dlpack", "device", device, "device, str", isinstance(device, (device_type, str)))
    _check("from_dlpack", "copy", copy, "bool", isinstance(copy, bool))
    if hasattr(ext_tensor, "__dlpack__") and hasattr(ext_tensor, "__dlpack_device__"):
        return _import(ext_tensor, None if device is None else device_type(device), copy)
    if device is not None or copy is not None:
        raise ValueError("from_dlpack(): 'device' and 'copy' are for an object with __dlpack__")
    return _consume(ext_tensor)


def _consume(capsule):
    made = core.from_dlpack(capsule)
    if made is NotImplemented:
        raise TypeError(
            "from_dlpack(): argument 'ext_tensor' must have __dlpack__ and __dlpack_device__, or be a capsule, "
            f"not {type(capsule).__name__}"
        )
    if made is None:
        raise RuntimeError(
            "from_dlpack received an invalid capsule. Note that DLTensor capsules can be consumed only once, so you "
            "might have already constructed a tensor from it once."
        )
    return made


def _import(ext_tensor, device, copy):
    wanted, place = {"max_version": (1, 0)}, ext_tensor.__dlpack_device__()
    if copy is not None:
        wanted["copy"] = copy
    elsewhere = device is not None and _place(device) != tuple(place)
    if elsewhere and copy is False:
        raise ValueError(f"cannot move DLPack tensor from device {place} to {_place(device)} without copying")
    if device is not None and not elsewhere:
        wanted["dl_device"] = _place(device)
    if place[0] in _WITH_STREAMS:
        wanted["stream"] = _current_stream(place)
    capsule, refused = _ask(ext_tensor, wanted)
    made = _consume(capsule)
    if elsewhere:
        return made.to(device)
    return made.clone() if copy and "copy" in refused else made


def _ask(ext_tensor, wanted):
    """(the capsule, the names that an older `__dlpack__` did not take)."""
    refused = []
    for name in ("max_version", "copy", "dl_device"):
        try:
            return ext_tensor.__dlpack__(**wanted), refused
        except TypeError:
            wanted.pop(name, None)
            refused.append(name)
    return ext_tensor.__dlpack__(**wanted), refused
