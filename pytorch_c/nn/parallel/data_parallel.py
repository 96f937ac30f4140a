"""A batch cut over the CUDA devices of this machine (torch.nn.parallel.data_parallel)."""

from __future__ import annotations

import itertools

from ... import cuda
from ..._tensor.device import device as Device
from ...autograd.grad_mode import is_grad_enabled
from ..modules.module import Module
from .parallel_apply import parallel_apply
from .replicate import replicate
from .scatter_gather import device_name, gather, scatter_kwargs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..._typing import DeviceLike

__all__ = ["DataParallel", "data_parallel"]


def _indices(device_ids):
    """The indices of CUDA devices: those given, as indices or devices, or all."""
    if device_ids is None:
        return list(range(cuda.device_count()))
    found = []
    for one in device_ids:
        device = Device(device_name(one))
        if device.type != "cuda":
            raise ValueError(f"device_ids must be CUDA devices, got {device}")
        found.append(cuda.current_device() if device.index is None else device.index)
    return found


def _check_place(module, device):
    for tensor in itertools.chain(module.parameters(), module.buffers()):
        if tensor.device != device:
            raise RuntimeError(
                f"module must have its parameters and buffers on device {device} (device_ids[0]) "
                f"but found one of them on device: {tensor.device}"
            )


class DataParallel(Module):
    """Calls module on all CUDA devices at once, each with its part of the batch along dim.

    device_ids: the devices (default: all); the module must lie on the first. output_device: where the result
    goes (default: the first). Without a CUDA device, calling it is calling module. As torch.nn.DataParallel.
    """

    def __init__(
        self,
        module: Module,
        device_ids: Sequence[DeviceLike] | None = None,
        output_device: DeviceLike | None = None,
        dim: int = 0,
    ) -> None:
        super().__init__()
        self.module = module
        self.device_ids: list[int] = []
        if not cuda.is_available():
            return
        self.dim, self.device_ids = dim, _indices(device_ids)
        self.output_device = _indices([self.device_ids[0] if output_device is None else output_device])[0]
        self.src_device_obj = Device(device_name(self.device_ids[0]))
        if len(self.device_ids) == 1:
            self.module.to(self.src_device_obj)

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        if not self.device_ids:
            return self.module(*inputs, **kwargs)
        _check_place(self.module, self.src_device_obj)
        rows, named = self.scatter(inputs, kwargs, self.device_ids)
        rows, named = rows or ((),), named or ({},)
        if len(self.device_ids) == 1:
            return self.module(*rows[0], **named[0])
        replicas = self.replicate(self.module, self.device_ids[: len(rows)])
        return self.gather(self.parallel_apply(replicas, rows, named), self.output_device)

    def replicate(self, module: Module, device_ids: Sequence[DeviceLike]) -> list[Any]:
        """A copy of module for each device."""
        return replicate(module, device_ids, not is_grad_enabled())

    def scatter(self, inputs: Any, kwargs: Any, device_ids: Sequence[DeviceLike]) -> Any:
        """The arguments for each device."""
        return scatter_kwargs(inputs, kwargs, device_ids, self.dim)

    def parallel_apply(self, replicas: Sequence[Any], inputs: Sequence[Any], kwargs: Any) -> list[Any]:
        """The results of the copies."""
        return parallel_apply(replicas, inputs, kwargs, self.device_ids[: len(replicas)])

    def gather(self, outputs: Any, output_device: DeviceLike) -> Any:
        """The results as one."""
        return gather(outputs, output_device, self.dim)


def data_parallel(
    module: Module,
    inputs: Any,
    device_ids: Sequence[DeviceLike] | None = None,
    output_device: DeviceLike | None = None,
    dim: int = 0,
    module_kwargs: Any = None,
) -> Any:
    """DataParallel(module, device_ids, output_device, dim)(*inputs, **module_kwargs).

    inputs: a tuple, or one argument. RuntimeError without a CUDA device.
    """
    if not cuda.is_available():
        raise RuntimeError("device type could not be determined")
    inputs = inputs if isinstance(inputs, tuple) else () if inputs is None else (inputs,)
    return DataParallel(module, device_ids, output_device, dim)(*inputs, **(module_kwargs or {}))
