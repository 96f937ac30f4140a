"""Neural networks: modules, layers, functions and starting values, as torch.nn and GoTorch's nn."""

import sys

from . import functional, grad, init, modules, parallel, parameter, utils
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
    "grad",
    "init",
    "initializer",
    "modules",
    "parallel",
    "parameter",
    "utils",
    *modules.__all__,
]
