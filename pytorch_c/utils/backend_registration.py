"""A device of one's own (torch.utils.backend_registration): its name, its memory, and methods that are called like it.

docs/devices.md shows how a device comes to be, from C or from Python.
"""

from __future__ import annotations

import sys

from .._boundary import api
from .._boundary.handle import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..types import _dtype

__all__ = [
    "generate_methods_for_privateuse1_backend",
    "register_privateuse1_devices",
    "register_privateuse1_streams",
    "rename_privateuse1_backend",
]


def rename_privateuse1_backend(backend_name: str) -> None:
    """Gives libtorch's place for a device of one's own a name: "toy", then `device("toy:0")` is one; once in a process.

    Raises:
        Error: a name that libtorch does not take, or another one than before

    Source: torch.utils.rename_privateuse1_backend.
    """
    api.backend_rename(backend_name)


def register_privateuse1_devices(device_count: int, allocate: int, free: int, copy: int, context: int = 0) -> None:
    """Puts devices in that place, whose memory three C functions allocate, free and copy; once in a process. (Not in torch.)

    Arguments:
        device_count: how many, at most 64
        allocate, free, copy: the addresses of C functions, as ptc_device_allocate_fn, ptc_device_free_fn and
            ptc_device_copy_fn in backend.h say; `ctypes.cast(function, ctypes.c_void_p).value` for one of ctypes
        context: what each is called with

    Operators without a kernel for "PrivateUse1" run on the CPU, on copies; `library.Library("aten", "IMPL", "PrivateUse1")`
    registers kernels. The functions must live to the end of the process.

    Raises:
        ValueError: an argument out of its range
        Error: there is such a device already
    """
    core.backend_register(device_count, allocate, free, copy, context)


def register_privateuse1_streams(
    stream_new: int,
    stream_query: int,
    stream_synchronize: int,
    stream_copy: int,
    event_record: int,
    event_wait: int,
    event_query: int,
    event_synchronize: int,
    event_elapsed: int,
    event_close: int,
    context: int = 0,
) -> None:
    """Gives these devices streams and events, which C functions work on; once in a process. (Not in torch.)

    Arguments:
        stream_new, …, event_close: the addresses of C functions, as ptc_backend_register_streams in backend.h says
        context: what each is called with

    Copies then go on the current stream, and memory is freed when the streams that use it are done. The functions must
    live to the end of the process.

    Raises:
        ValueError: an address that is 0
        Error: there are no such devices, or they have streams already
    """
    core.backend_register_streams(
        stream_new,
        stream_query,
        stream_synchronize,
        stream_copy,
        event_record,
        event_wait,
        event_query,
        event_synchronize,
        event_elapsed,
        event_close,
        context,
    )


def _get_custom_mod_func(func_name: str) -> Any:
    """A function of the module that was registered for the device.

    Source: torch.utils.backend_registration._get_custom_mod_func.
    """
    if not isinstance(func_name, str):
        raise AssertionError(f"func_name must be `str`, but got `{type(func_name)}`.")
    name = api.backend_name()
    module = getattr(sys.modules[__package__.partition(".")[0]], name, None)
    function = getattr(module, func_name, None)
    if module is None or function is None:
        raise RuntimeError(
            f"Try to call torch.{name}.{func_name}. The backend must register a custom backend module with "
            f"`torch._register_device_module('{name}', BackendModule)`. And BackendModule needs to have the following API's:\n"
            f"`{func_name}(op_name: str)`."
        )
    return function


def _number(name, device):
    """The index of a device of this name, None for the current one."""
    from .._tensor.device import device as kind

    if device is None or isinstance(device, int):
        return device
    found = kind(device)
    if found.type != name:
        raise RuntimeError(f"Invalid device, must be {name} device")
    return found.index


def _add(owner, name, value):
    if name in vars(owner):
        raise RuntimeError(
            f"Can not automatically generate {name}() or {name} method for {owner.__name__}; it is there"
        )
    setattr(owner, name, value)


def _tensor_methods(name):
    from .._tensor.tensor import Tensor

    def is_here(self) -> bool:
        return self.device.type == name

    def to_device(self, device=None, non_blocking=False, **options):
        index = _number(name, device)
        return self.to(name if index is None else f"{name}:{index}", non_blocking=non_blocking, **options)

    is_here.__doc__ = f"Whether the tensor is on a {name} device."
    to_device.__doc__ = f"The tensor on a {name} device: the current one, or the one of this index."
    _add(Tensor, f"is_{name}", property(is_here))
    _add(Tensor, name, to_device)


def _module_methods(name):
    from ..nn import Module

    def to_device(self, device=None):
        return self._apply(lambda one: getattr(one, name)(device))

    to_device.__doc__ = f"Moves all parameters and buffers to a {name} device."
    _add(Module, name, to_device)


def _packed_methods(name):
    from ..nn.utils.rnn import PackedSequence

    def is_here(self) -> bool:
        return self.data.device.type == name

    def to_device(self, *args, **kwargs):
        return self.to(*args, device=name, **kwargs) if "device" not in kwargs else self.to(*args, **kwargs)

    _add(PackedSequence, f"is_{name}", property(is_here))
    _add(PackedSequence, name, to_device)


def generate_methods_for_privateuse1_backend(
    for_tensor: bool = True,
    for_module: bool = True,
    for_packed_sequence: bool = True,
    for_storage: bool = False,
    unsupported_dtype: Sequence[_dtype] | None = None,
) -> None:
    """Adds `x.is_toy`, `x.toy()`, `module.toy()` and the like for the device's name, after `rename_privateuse1_backend`.

    Raises:
        RuntimeError: a name that is there already
        NotImplementedError: `for_storage`, since storages here have no such methods for other devices either

    Source: torch.utils.generate_methods_for_privateuse1_backend.
    """
    if for_storage:
        raise NotImplementedError("generate_methods_for_privateuse1_backend(): argument 'for_storage' is not supported")
    name = api.backend_name()
    if for_tensor:
        _tensor_methods(name)
    if for_module:
        _module_methods(name)
    if for_packed_sequence:
        _packed_methods(name)


def __getattr__(name: str) -> Any:
    if name == "_privateuse1_backend_name":
        return api.backend_name()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
