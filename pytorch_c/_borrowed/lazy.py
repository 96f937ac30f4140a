"""Borrowed modules, and names from them, as attributes of the packages that have them in torch, at their first use."""

from __future__ import annotations

import importlib
import sys

from .whole import names_of

# package -> {name: the module below it, or with a dot the one beside it, that has it}
_NAMES = {
    "amp": {"GradScaler": "grad_scaler"},
    "func": {
        "functional_call": "._functorch.functional_call",
        "replace_all_batch_norm_modules_": "._functorch.batch_norm_replacement",
        "stack_module_state": "._functorch.functional_call",
    },
    "multiprocessing": dict.fromkeys(
        "ProcessContext ProcessExitedException ProcessRaisedException SpawnContext spawn start_processes".split(),
        "spawn",
    ),
    "nn.utils": {
        "convert_conv2d_weight_memory_format": "memory_format",
        "convert_conv3d_weight_memory_format": "memory_format",
        "fuse_conv_bn_eval": "fusion",
        "fuse_conv_bn_weights": "fusion",
        "fuse_linear_bn_eval": "fusion",
        "fuse_linear_bn_weights": "fusion",
        "parameters_to_vector": "convert_parameters",
        "remove_spectral_norm": "spectral_norm",
        "remove_weight_norm": "weight_norm",
        "skip_init": "init",
        "spectral_norm": "spectral_norm",
        "vector_to_parameters": "convert_parameters",
        "weight_norm": "weight_norm",
    },
    "optim": {
        "ASGD": "asgd",
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
    "nn.utils": ("parametrizations", "parametrize", "prune", "stateless"),
    "optim": ("lr_scheduler", "swa_utils"),
}


def names(package: str):
    """The `__getattr__` and the `__dir__` of a package, with its borrowed names."""
    short = package.partition(".")[2]
    functions, modules = _NAMES.get(short, {}), _MODULES.get(short, ())
    module = sys.modules[package]

    def __getattr__(name):
        if name in functions:
            found = getattr(importlib.import_module(f".{functions[name]}", package), name)
            setattr(module, name, found)
            return found
        if name in modules:
            return importlib.import_module(f".{name}", package)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    def __dir__():
        return sorted({*names_of(module), *functions, *modules})

    return __getattr__, __dir__
