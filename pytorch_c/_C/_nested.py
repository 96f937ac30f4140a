"""Strided nested tensors for torch's own torch.nested (torch._C._nested)."""

from __future__ import annotations

from .. import _ops
from .._tensor.data import as_tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .._tensor.tensor import Tensor
    from .._typing import DeviceLike, Dtype

nested_to_padded_tensor = _ops.nested_to_padded_tensor


def nested_tensor(
    tensor_list: Sequence[Any],
    *,
    dtype: Dtype | None = None,
    device: DeviceLike | None = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """Returns a strided nested tensor of copies, a leaf.

    Raises:
        TypeError: `tensor_list` is no list or tuple
    """
    if not isinstance(tensor_list, (list, tuple)):
        raise TypeError(f"nested_tensor(): argument 'tensor_list' must be a list, not {type(tensor_list).__name__}")
    parts = [as_tensor(one).detach() for one in tensor_list]
    made = _ops._nested_tensor_from_tensor_list(parts, dtype=dtype, device=device, pin_memory=pin_memory or None)
    return made.requires_grad_(requires_grad)
