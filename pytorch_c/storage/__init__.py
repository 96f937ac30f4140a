"""The memory behind tensors (torch.storage): UntypedStorage, bytes, and TypedStorage, elements of one dtype."""

from importlib import import_module
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


def _load_from_bytes(b: bytes) -> TypedStorage | UntypedStorage:
    alone = import_module(".._files.alone", __package__)  # stands on storages
    return alone.read(b)


globals().update(LEGACY)
