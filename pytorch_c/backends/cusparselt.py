"""NVIDIA's cuSPARSELt (torch.backends.cusparselt): not used here."""

from __future__ import annotations

__all__ = ["get_max_alg_id", "is_available", "version"]


def is_available() -> bool:
    """False."""
    return False


def version() -> int | None:
    """None, without it."""
    return None


def get_max_alg_id() -> int | None:
    """None, without it."""
    return None
