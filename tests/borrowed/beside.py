"""Torch's file of a module that is ours, run on this package under another name: what ours is compared with."""

from __future__ import annotations

import importlib
import types

from pytorch_c._borrowed import loader


def theirs(name: str) -> types.ModuleType:
    """Returns torch's file of `name`, a module without "torch.", loaded beside ours; ImportError where it has none."""
    return loader.beside_ours(name)


def ours(name: str) -> types.ModuleType:
    """Returns this package's module of a name without "torch."."""
    return importlib.import_module(f"pytorch_c.{name}")
