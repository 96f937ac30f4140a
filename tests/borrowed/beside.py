"""Torch's file of a module that is ours, run on this package under another name: what ours is compared with."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import sys
import types

from pytorch_c._borrowed import loader


@functools.cache
def theirs(name: str) -> types.ModuleType:
    """Returns torch's file of `name`, a module without "torch.", loaded beside ours; ImportError where it has none."""
    package, _, last = name.rpartition(".")
    full = ".".join(filter(None, ("pytorch_c", package, f"_torchs_{last}")))
    spec = loader.spec_of(name, full)
    if spec is None:
        raise ImportError(f"torch has no file of {name}")
    module = sys.modules[full] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[full]
        raise
    return module


def ours(name: str) -> types.ModuleType:
    """Returns this package's module of a name without "torch."."""
    return importlib.import_module(f"pytorch_c.{name}")
