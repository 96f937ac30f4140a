"""Nested tensors (torch.nested): several tensors that differ in size as one, of libtorch's strided layout."""

from __future__ import annotations

from . import _ops
from ._tensor.data import as_tensor
from ._tensor.dtype import LAYOUTS
from ._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ._typing import DeviceLike, Dtype, Layout

__all__ = [
    "as_nested_tensor", "masked_select", "narrow", "nested_tensor", "nested_tensor_from_jagged", "to_padded_tensor",
]  # fmt: skip

_JAGGED = "the jagged layout is a class of torch's Python; layout=strided is here"


def _check_layout(layout):
    if layout is not None and layout is not LAYOUTS["strided"]:
        raise NotImplementedError(f"nested tensors: {_JAGGED}")


def as_nested_tensor(
    ts: Tensor | Sequence[Tensor],
    dtype: Dtype | None = None,
    device: DeviceLike | None = None,
    layout: Layout | None = None,
) -> Tensor:
    """A nested tensor of tensors, whose gradients come through it; a nested tensor is itself.

    Raises:
        TypeError: what is no tensor, list or tuple of tensors
        NotImplementedError: the jagged layout

    Source: torch.nested.as_nested_tensor.
    """
    _check_layout(layout)
    if isinstance(ts, Tensor):
        return ts if ts.is_nested else as_nested_tensor(list(ts.unbind(0)), dtype, device)
    if not isinstance(ts, (list, tuple)) or not all(isinstance(one, Tensor) for one in ts):
        raise TypeError("as_nested_tensor(): Expected first argument to be a tensor or a list / tuple of tensors")
    return _ops._nested_tensor_from_tensor_list(list(ts), dtype=dtype, device=device)


def nested_tensor(
    tensor_list: Sequence[Any],
    *,
    dtype: Dtype | None = None,
    layout: Layout | None = None,
    device: DeviceLike | None = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """A nested tensor of copies, a leaf (torch.nested.nested_tensor).

    Raises:
        NotImplementedError: the jagged layout
    """
    _check_layout(layout)
    parts = [as_tensor(one).detach() for one in tensor_list]
    made = _ops._nested_tensor_from_tensor_list(parts, dtype=dtype, device=device, pin_memory=pin_memory or None)
    return made.requires_grad_(requires_grad)


def to_padded_tensor(input: Tensor, padding: float, output_size: Sequence[int] | None = None) -> Tensor:
    """One tensor of all components, filled up with `padding` (torch.nested.to_padded_tensor)."""
    return _ops.nested_to_padded_tensor(input, padding, output_size)


def nested_tensor_from_jagged(*arguments: Any, **named: Any) -> Tensor:
    """Raises NotImplementedError: the jagged layout is not here."""
    raise NotImplementedError(f"nested_tensor_from_jagged(): {_JAGGED}")


def narrow(tensor: Tensor, dim: int, start: Any, length: Any, layout: Layout | None = None) -> Tensor:
    """A nested tensor of the first `length[i]` elements from `start[i]` of each row, copied (torch.nested.narrow).

    Raises:
        RuntimeError: another dim than 1
        NotImplementedError: the jagged layout
    """
    _check_layout(layout)
    if dim != 1:
        raise RuntimeError("jagged layout only supports dim=1" if layout else "narrow(): dim must be 1")
    rows = tensor.shape[0]
    starts, lengths = ([int(one)] * rows if isinstance(one, int) else one.tolist() for one in (start, length))
    parts = [tensor[row].narrow(0, first, count) for row, (first, count) in enumerate(zip(starts, lengths))]
    return as_nested_tensor(parts)


def masked_select(tensor: Tensor, mask: Tensor) -> Tensor:
    """Raises NotImplementedError: its result has the jagged layout."""
    raise NotImplementedError(f"masked_select(): {_JAGGED}")
