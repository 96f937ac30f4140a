"""Files of torch (torch.serialization): save and load, and what load(weights_only=True) may make of them."""

from __future__ import annotations

from ._files.archive import get_unsafe_globals_in_checkpoint, load, save
from ._files.safe import add_safe_globals, clear_safe_globals, get_safe_globals, safe_globals

__all__ = [
    "add_safe_globals",
    "clear_safe_globals",
    "get_safe_globals",
    "get_unsafe_globals_in_checkpoint",
    "load",
    "safe_globals",
    "save",
]
