"""Copies of a module on other devices (torch.nn.parallel.replicate)."""

from __future__ import annotations

from .scatter_gather import device_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..._typing import DeviceLike

__all__ = ["replicate"]


def replicate(network: Any, devices: Sequence[DeviceLike], detach: bool = False) -> list[Any]:
    """A copy of network for each device, whose parameters are results of a copy: gradients flow back to network's.

    detach: they do not. The copies are for one call; their buffers are copies, too.
    """
    modules = list(network.modules())
    return [_replica(network, modules, device_name(device), detach) for device in devices]


def _replica(network, modules, device, detach):
    tensors: dict[int, Any] = {}

    def copied(tensor):
        if tensor is not None and id(tensor) not in tensors:
            tensors[id(tensor)] = (tensor.detach() if detach else tensor).to(device, copy=True)
        return tensor if tensor is None else tensors[id(tensor)]

    made = {module: module._replicate_for_data_parallel() for module in modules}
    for module, replica in made.items():
        for name, parameter in module._parameters.items():
            replica._parameters[name] = copied(parameter)
        for name, buffer in module._buffers.items():
            replica._buffers[name] = copied(buffer)
        for name, child in module._modules.items():
            replica._modules[name] = child if child is None else made[child]
    return made[network]
