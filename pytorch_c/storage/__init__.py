"""The memory behind tensors (torch.storage): UntypedStorage, bytes, and TypedStorage, elements of one dtype."""

from typing import Any  # noqa: F401  (where annotations of classes that name this module are read)

from .common import Common  # noqa: F401
from .typed import (  # noqa: F401
    LEGACY,
    TypedStorage,
    _dtype_to_storage_type_map,
    _storage_type_to_dtype_map,
    is_storage,
    of_tensor,
    typed_storage,
)
from .untyped import UntypedStorage, untyped_storage  # noqa: F401

__all__ = ["TypedStorage", "UntypedStorage"]

globals().update(LEGACY)
