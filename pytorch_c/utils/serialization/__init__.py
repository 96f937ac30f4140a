"""What save() and load() do by default (torch.utils.serialization)."""

from . import config

__all__ = ["config"]
