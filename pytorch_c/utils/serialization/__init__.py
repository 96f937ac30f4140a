"""Defaults of save() and load() (torch.utils.serialization)."""

from . import config

__all__ = ["config"]
