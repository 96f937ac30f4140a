"""The device of factories where none is named."""

from __future__ import annotations

import functools
from importlib import import_module
from types import ModuleType

from .._boundary import api
from .._boundary.handle import core
from .._tensor.device import default_device
from .._tensor.device import device as Device
from .._tensor.promotion import set_default_dtype
from .._tensor.tensor import Tensor
from .typed import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
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


@functools.cache
def get_device_module(device: DeviceLike | None = None) -> ModuleType:
    """The module of a kind of devices: pytorch_c.cuda for "cuda"; None is the accelerator's, or the CPU's.

    A device of one's own has the module that was registered for it, else one over the generic functions.

    Raises:
        RuntimeError: a kind without a module

    Source: torch.get_device_module.
    """
    package = import_module(__package__.partition(".")[0])
    if device is None:
        kind = package._C._get_accelerator().type
    else:
        kind = Device(device).type
    found = getattr(package, kind, None)
    if isinstance(found, ModuleType):
        return found
    if kind == api.backend_name() and api.backend_device_count():
        return import_module(f"{package.__name__}._own_device")
    raise RuntimeError(f"Device '{kind}' does not have a corresponding module registered as 'torch.{kind}'.")
