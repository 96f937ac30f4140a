"""An operator that torch's extension module registers beside libtorch's: files of its compiler name it at import."""

from __future__ import annotations

from .. import ops
from ..fx.node import has_side_effect
from ..library import Library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._tensor.tensor import Tensor

# Not in the namespace inductor: torch, imported later into the process, would end it where the operator is there.
_library = Library("pytorch_c", "FRAGMENT")


def _resize_storage_bytes_(variable: Tensor, new_size: int) -> None:
    """Gives the storage of a tensor another size in bytes."""
    variable.untyped_storage().resize_(new_size)


if not hasattr(ops.inductor, "resize_storage_bytes_"):
    _library.define("resize_storage_bytes_(Tensor variable, SymInt new_size) -> ()")
    _library.impl("resize_storage_bytes_", _resize_storage_bytes_, "CompositeExplicitAutograd")
    ops.inductor.resize_storage_bytes_ = ops.pytorch_c.resize_storage_bytes_
    has_side_effect(ops.inductor.resize_storage_bytes_.default)
