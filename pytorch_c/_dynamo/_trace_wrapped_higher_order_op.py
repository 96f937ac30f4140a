"""The mode in which a tensor indexes by value under vmap (torch._dynamo._trace_wrapped_higher_order_op)."""

from __future__ import annotations

from .. import ops
from .._tensor.tensor import Tensor
from ..overrides import TorchFunctionMode
from ..utils._pytree import tree_leaves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["TransformGetItemToIndex"]


class TransformGetItemToIndex(TorchFunctionMode):
    """A `with` block in which x[i, j] of tensors without dimensions is an index, and not read as a number.

    What vmap batches has no number, so masks of attention are written with it.
    """

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func is Tensor.__getitem__:
            index = tree_leaves(args[1])
            if all(isinstance(one, Tensor) for one in index):
                return ops.aten.index.Tensor(args[0], index)
        return func(*args, **(kwargs or {}))
