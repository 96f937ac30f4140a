"""Neural networks: modules, layers, functions and starting values, as torch.nn and GoTorch's nn."""

import sys

from . import functional, grad, init, modules, utils
from .module import Module
from .modules import *  # noqa: F403
from .parameter import Buffer, Parameter

initializer = init  # GoTorch's name for it
sys.modules[__name__ + ".initializer"] = init

__all__ = [
    "Buffer",
    "Module",
    "Parameter",
    "functional",
    "grad",
    "init",
    "initializer",
    "modules",
    "utils",
    *modules.__all__,
]
