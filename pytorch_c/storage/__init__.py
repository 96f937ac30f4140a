"""The memory behind tensors (torch.storage): UntypedStorage, bytes, and TypedStorage, elements of one dtype."""

from typing import Any  # noqa: F401  (where annotations of classes that name this module are read)

from .common import Common  # noqa: F401
from .typed import LEGACY, TypedStorage, is_storage, of_tensor, typed_storage  # noqa: F401
from .untyped import UntypedStorage, untyped_storage  # noqa: F401

__all__ = ["TypedStorage", "UntypedStorage"]

globals().update(LEGACY)
