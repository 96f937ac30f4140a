"""Module, from where it lies in torch's structure, nn/modules/module.py."""

from .modules.module import Module, indent

__all__ = ["Module", "indent"]
