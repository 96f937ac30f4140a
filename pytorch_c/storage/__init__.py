"""The memory behind tensors (torch.storage): UntypedStorage, bytes, and TypedStorage, elements of one dtype."""

from .common import Common
from .typed import LEGACY, TypedStorage, is_storage, of_tensor, typed_storage
from .untyped import UntypedStorage, untyped_storage

__all__ = ["TypedStorage", "UntypedStorage"]

globals().update(LEGACY)
