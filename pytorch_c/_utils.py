"""The functions that torch's files name, for programs that call them or name them in files of theirs (torch._utils)."""

from __future__ import annotations

import sys

from ._boundary import api
from ._files.names import (
    _rebuild_device_tensor_from_cpu_tensor,
    _rebuild_nested_tensor,
    _rebuild_parameter,
    _rebuild_parameter_with_state,
    _rebuild_qtensor,
    _rebuild_sparse_tensor,
    _rebuild_tensor,
    _rebuild_tensor_v2,
    _rebuild_tensor_v3,
    _rebuild_wrapper_subclass,
)
from ._files.pickling import rebuild_meta as _rebuild_meta_tensor_no_storage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._typing import Dtype

__all__ = [
    "_element_size", "_is_privateuse1_backend_available", "_rebuild_device_tensor_from_cpu_tensor", "_rebuild_meta_tensor_no_storage", "_rebuild_nested_tensor", "_rebuild_parameter",
    "_rebuild_parameter_with_state", "_rebuild_qtensor", "_rebuild_sparse_tensor", "_rebuild_tensor",
    "_rebuild_tensor_v2", "_rebuild_tensor_v3", "_rebuild_wrapper_subclass",
]  # fmt: skip


def _is_privateuse1_backend_available() -> bool:
    """Returns whether a program has registered a backend of its own and says that it is available."""
    module = getattr(sys.modules[__package__], api.backend_name(), None)
    is_available = getattr(module, "is_available", None)
    return bool(is_available and is_available())


def _element_size(dtype: Dtype) -> int:
    """The bytes of an element of a dtype."""
    return dtype.itemsize
