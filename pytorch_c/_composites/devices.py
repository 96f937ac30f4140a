"""The device of factories where none is named, and streams of devices."""

from __future__ import annotations

from .._boundary import constants
from .._boundary.handle import core
from .._tensor.device import default_device
from .._tensor.device import device as Device
from .._tensor.promotion import set_default_dtype
from .._tensor.tensor import Tensor
from .typed import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType
    from typing import Any

    from .._typing import DeviceLike


def get_default_device() -> Device:
    """The device of new tensors in this thread: that of the innermost `with device(…)`, else of set_default_device.

    Source: torch.get_default_device.
    """
    return default_device() or Device("cpu")


def set_default_device(device: DeviceLike | None) -> None:
    """The device of tensors that this thread makes without a `device=`; None is the CPU again.

    Raises:
        Error: a device that there is not

    Source: torch.set_default_device.
    """
    core.set_default_device(None if device is None else Device(device).numbers)


def set_default_tensor_type(t: type[Tensor] | str, /) -> None:
    """The dtype and the device of a legacy type, "torch.DoubleTensor" or DoubleTensor, as the defaults.

    Raises:
        TypeError: what is no such type, or of integers

    Source: torch.set_default_tensor_type.
    """
    name = t if isinstance(t, str) else f"torch.{getattr(t, '__name__', '')}"
    try:
        dtype, kind = parse(name)
    except ValueError as error:
        raise TypeError(f"invalid type object: {error}") from None
    set_default_dtype(dtype)
    set_default_device(None if kind == "cpu" else kind)


def get_device_module(device: DeviceLike | None = None) -> ModuleType:
    """The module of a kind of devices: pytorch_c.cuda for "cuda"; None is the accelerator's, or the CPU's.

    Raises:
        RuntimeError: a kind without a module

    Source: torch.get_device_module.
    """
    from importlib import import_module

    package = __package__.partition(".")[0]
    if device is None:
        kind = "cuda" if import_module(f"{package}.cuda").is_available() else "cpu"
    else:
        kind = Device(device).type
    try:
        return import_module(f"{package}.{kind}")
    except ImportError:
        raise RuntimeError(
            f"Device '{kind}' does not have a corresponding module registered as 'torch.{kind}'."
        ) from None


_KINDS = {number: kind for kind, number in constants.DEVICE_TYPE.items()}
_NOT_HERE = "streams are an accelerator's, and there is none that can be used"


class Stream:
    """A queue of work on a device (torch.Stream): the one of the CPU, or a name for another by its three numbers.

    Raises RuntimeError for a device of an accelerator.
    """

    stream_id: int
    device_index: int
    device_type: int

    def __init__(self, device: DeviceLike | None = None, *, stream_id: int | None = None, device_index: int = -1,
                 device_type: int = 0, priority: int = 0) -> None:  # fmt: skip
        if stream_id is None:
            kind, stream_id = Device("cpu" if device is None else device), 0
            if kind.type not in ("cpu", "meta"):
                raise RuntimeError(f"{type(self).__name__}: {_NOT_HERE}")
            device_type = constants.DEVICE_TYPE[kind.type]
        self.stream_id, self.device_index, self.device_type = stream_id, device_index, device_type

    @property
    def device(self) -> Device:
        """The device of the stream."""
        kind = _KINDS.get(self.device_type)
        if kind is None:
            raise RuntimeError(f"{type(self).__name__}: {self.device_type} is the type of no device")
        return Device(kind) if self.device_index < 0 else Device(kind, self.device_index)

    def __iter__(self) -> Iterator[int]:
        return iter((self.stream_id, self.device_index, self.device_type))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stream) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        kind = _KINDS.get(self.device_type, "unknown")
        return f"torch.Stream device_type={kind}, device_index={self.device_index}, stream_id={self.stream_id}"

    def query(self) -> bool:
        """Whether all work is done: on the CPU it always is."""
        return True

    def synchronize(self) -> None:
        """Waits for the work of the stream; the CPU has none that waits."""


core.setup({"stream": Stream})


class Event:
    """A mark in a stream (torch.Event); without an accelerator it cannot be made."""

    def __init__(self, device: DeviceLike | None = None, **others: Any) -> None:
        raise RuntimeError(f"{type(self).__name__}: {_NOT_HERE}")
