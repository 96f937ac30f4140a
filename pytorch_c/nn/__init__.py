"""Neural networks: modules, layers, functions and starting values, as torch.nn and GoTorch's nn."""

import sys

from . import functional, init, modules, parallel, parameter, utils
from .modules import *  # noqa: F403
from .parallel import DataParallel
from .parameter import Buffer, Parameter, UninitializedBuffer, UninitializedParameter

initializer = init  # GoTorch's name for it
sys.modules[__name__ + ".initializer"] = init

__all__ = [
    "Buffer",
    "DataParallel",
    "Parameter",
    "UninitializedBuffer",
    "UninitializedParameter",
    "functional",
    "grad",  # noqa: F405  (torch's own file, by __getattr__)
    "init",
    "initializer",
    "modules",
    "parallel",
    "parameter",
    "utils",
    *modules.__all__,
]


def __getattr__(name):
    """Loads from_torch, which few programs use."""
    if name == "from_torch":
        from ._from_torch import from_torch

        return from_torch
    if name not in ("attention", "common_types", "grad"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return import_module("." + name, __name__)
