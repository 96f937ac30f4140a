"""Borrowed modules, and names from them, as attributes of the packages that have them in torch, at their first use."""

from __future__ import annotations

import importlib
import sys

# package -> {name: the module below it that has it}
_NAMES = {
    "nn.utils": {
        "remove_spectral_norm": "spectral_norm",
        "remove_weight_norm": "weight_norm",
        "spectral_norm": "spectral_norm",
        "weight_norm": "weight_norm",
    },
    "optim": {
        "Adadelta": "adadelta",
        "Adafactor": "_adafactor",
        "Adamax": "adamax",
        "LBFGS": "lbfgs",
        "Muon": "_muon",
        "NAdam": "nadam",
        "RAdam": "radam",
        "RMSprop": "rmsprop",
        "Rprop": "rprop",
        "SparseAdam": "sparse_adam",
        "swap_in_optimizer_params_and_state": "_stateless",
    },
}
_MODULES = {
    "nn.utils": ("parametrizations", "parametrize", "prune"),
    "optim": ("lr_scheduler", "swa_utils"),
}


def names(package: str):
    """The `__getattr__` and the `__dir__` of a package, with its borrowed names."""
    short = package.partition(".")[2]
    functions, modules = _NAMES.get(short, {}), _MODULES.get(short, ())

    def __getattr__(name):
        if name in functions:
            found = getattr(importlib.import_module(f".{functions[name]}", package), name)
            setattr(sys.modules[package], name, found)
            return found
        if name in modules:
            return importlib.import_module(f".{name}", package)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def __dir__():
        return sorted({*vars(sys.modules[package]), *functions, *modules})

    return __getattr__, __dir__
