"""Arrow's C data interface: columns of tables as tensors of one dimension, and back, over the same memory."""

from __future__ import annotations

from .._boundary.handle import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .tensor import Tensor


def arrow_c_array(self: Tensor, requested_schema: Any = None) -> tuple[Any, Any]:
    """(capsule of an ArrowSchema, capsule of an ArrowArray) over the tensor's memory, as Arrow's PyCapsule protocol.

    Of elements that do not lie in order, over a copy. The schema is the dtype's own, whatever was requested.

    Raises:
        ValueError: a tensor that has not one dimension
        TypeError: a dtype that Arrow has not so (bool is bits there), a device
        RuntimeError: a tensor that requires grad
    """
    if self.requires_grad:
        raise RuntimeError("__arrow_c_array__(): a tensor that requires grad cannot be shared; use detach()")
    if self.dim() != 1:
        raise ValueError(f"__arrow_c_array__(): a tensor of one dimension is needed, this one has {self.dim()}")
    found = core.to_arrow(self.resolve_neg().contiguous())
    if found is None:
        raise TypeError(f"__arrow_c_array__(): Arrow has no array of {self.dtype} on {self.device}")
    return found


def from_arrow(array: Any) -> Tensor:
    """A tensor of one dimension over the memory of an Arrow array: of PyArrow, polars, …, or anything that has
    `__arrow_c_array__`. Its elements are Arrow's, who takes them for constant.

    Lists that all have n elements become the rows of a matrix (length, n): the pixels of a PIL image.

    Raises:
        TypeError: what has no `__arrow_c_array__`, or a type other than plain integers and floats, and lists of them
            that are all as long
        ValueError: nulls, an array that was consumed already
    """
    export = getattr(array, "__arrow_c_array__", None)
    if export is None:
        raise TypeError(f"from_arrow(): argument 'array' must have __arrow_c_array__, not {type(array).__name__}")
    found = export()
    if not isinstance(found, tuple) or len(found) != 2:
        raise TypeError("from_arrow(): __arrow_c_array__() has not given two capsules")
    return core.from_arrow(*found)
