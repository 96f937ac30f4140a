"""The public modules of torch, and the names in each that its users see."""

import importlib
import pkgutil
import types
import warnings

import torch

# Not for programs: torch's own tests, examples and scripts.
NO_LIBRARY = ("torch.test", "torch.bin", "torch.testing.", "torch.utils.benchmark.examples", "torch.utils.tensorboard")
# With all below them they are left out as a whole: to import them takes long, or packages that are not installed.
WHOLE = (
    "torch.fx",
    "torch.onnx",
    "torch.export",
    "torch.ao",
    "torch.quantization",
    "torch.package",
    "torch.distributed",
)


def modules(path=torch.__path__, prefix="torch."):
    """The names of torch's public modules, those of a package behind it."""
    for one in pkgutil.iter_modules(path, prefix):
        last = one.name.rpartition(".")[2]
        if last.startswith("_") and last not in ("__config__", "__future__") or one.name.startswith(NO_LIBRARY):
            continue
        yield one.name
        if one.ispkg and one.name not in WHOLE:
            yield from modules([f"{path[0]}/{last}"], f"{one.name}.")


def names(module):
    """Returns what `from module import *` gives, or, without __all__, what the module itself defines."""
    if hasattr(module, "__all__"):
        return sorted({name for name in module.__all__ if hasattr(module, name)})
    return sorted(
        name for name, value in vars(module).items() if not name.startswith("_") and is_own(module, name, value)
    )


def is_own(module, name, value):
    """Returns whether a module has made a value, and not imported it from another one."""
    if isinstance(value, types.ModuleType):
        return value.__name__ == f"{module.__name__}.{name}"
    origin = getattr(value, "__module__", None)
    return origin == module.__name__ if isinstance(origin, str) else not hasattr(value, "_name")


def imported(name):
    """A module of torch's."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return importlib.import_module(name)
