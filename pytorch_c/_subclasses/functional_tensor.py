"""Tensors whose operators write into nothing (torch._subclasses.functional_tensor): nothing here is one of them."""

from __future__ import annotations

from .. import ops

__all__ = ["FunctionalTensor"]

_ASKED = (
    "is_contiguous.default is_contiguous.memory_format is_strides_like_format.default is_non_overlapping_and_dense.default "
    "size.default sym_size.default stride.default sym_stride.default storage_offset.default sym_storage_offset.default "
    "numel.default sym_numel.default dim.default"
).split()


class FunctionalTensor:
    """A tensor whose operators write into nothing; nothing is an instance."""

    # Operators that ask for sizes and the like; selective checkpoints leave them alone.
    metadata_fns = [
        *(ops.overload(f"aten::{name}", overload) for name, _, overload in (one.partition(".") for one in _ASKED)),
        ops.overload("prim::device"),
    ]
