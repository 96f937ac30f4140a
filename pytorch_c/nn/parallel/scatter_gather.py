"""Arguments cut over devices, and results put together again (torch.nn.parallel.scatter_gather)."""

from __future__ import annotations

from ... import _ops
from ..._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..._typing import DeviceLike

__all__ = ["gather", "scatter", "scatter_kwargs"]


def _is_named(value):
    return isinstance(value, tuple) and hasattr(value, "_fields")


def device_name(device: Any) -> Any:
    """A device as a text or a device: an index means a CUDA device."""
    return f"cuda:{device}" if isinstance(device, int) else device


def scatter(inputs: Any, target_gpus: Sequence[DeviceLike], dim: int = 0) -> Any:
    """[a part of inputs for each device]: tensors are cut along dim, in lists, tuples and dicts too.

    Anything else is handed to each. There are fewer parts than devices where a tensor is too short.
    Gradients flow back through it.
    """
    if isinstance(inputs, Tensor):
        parts = inputs.chunk(len(target_gpus), dim)
        return tuple(part.to(device_name(device)) for part, device in zip(parts, target_gpus))
    if isinstance(inputs, (list, tuple)) and inputs:
        rows = zip(*(scatter(one, target_gpus, dim) for one in inputs))
        return [type(inputs)(*row) if _is_named(inputs) else type(inputs)(row) for row in rows]
    if isinstance(inputs, dict) and inputs:
        rows = zip(*(scatter(one, target_gpus, dim) for one in inputs.items()))
        return [type(inputs)(row) for row in rows]
    return [inputs for _ in target_gpus]


def scatter_kwargs(
    inputs: tuple[Any, ...], kwargs: dict[str, Any] | None, target_gpus: Sequence[DeviceLike], dim: int = 0
) -> tuple[tuple[Any, ...], tuple[dict[str, Any], ...]]:
    """(positional arguments, keyword arguments) for each device, as many of both."""
    rows = list(scatter(inputs, target_gpus, dim)) if inputs else []
    named = list(scatter(kwargs, target_gpus, dim)) if kwargs else []
    rows += [()] * (len(named) - len(rows))
    named += [{} for _ in range(len(rows) - len(named))]
    return tuple(rows), tuple(named)


def gather(outputs: Any, target_device: DeviceLike, dim: int = 0) -> Any:
    """The results of several devices as one on target_device: tensors are joined along dim, 0-dim ones to a vector.

    TypeError for results that are no tensors, or lists, tuples and dicts of them, of one structure.
    """
    first = outputs[0]
    if isinstance(first, Tensor):
        moved = [one.to(device_name(target_device)) for one in outputs]
        return _ops.cat(
            [one.reshape(1) for one in moved] if first.dim() == 0 else moved, 0 if first.dim() == 0 else dim
        )
    if first is None:
        return None
    if isinstance(first, dict):
        if any(one.keys() != first.keys() for one in outputs):
            raise ValueError("All dicts must have the same number of keys")
        return type(first)((key, gather([one[key] for one in outputs], target_device, dim)) for key in first)
    if isinstance(first, (list, tuple)):
        rows = [gather(row, target_device, dim) for row in zip(*outputs)]
        return type(first)(*rows) if _is_named(first) else type(first)(rows)
    raise TypeError(f"gather(): outputs must be Tensors, or lists, tuples or dicts of them, not {type(first).__name__}")
