"""Backends that C++ adds (torch.utils.backend_registration): there is none."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _get_custom_mod_func(func_name: str) -> Any:
    """Raises RuntimeError: nobody has added a backend."""
    raise RuntimeError(f"{func_name}: no backend was added to libtorch, so that there is no module of one")
