"""torchvision as an oracle, where it is installed, without its operators, whose library fits one build of torch alone.

`pip install --no-deps torchvision` is enough; with --target=DIR and DIR on PYTHONPATH it stays apart.
"""

import importlib
import importlib.util
import sys
import types

import pytest

SPEC = importlib.util.find_spec("torchvision")
WITHOUT = pytest.mark.skipif(SPEC is None, reason="torchvision is not installed")
# Packages whose __init__ takes the operators: their modules are loaded without it.
_BARE = ("torchvision", "torchvision.models", "torchvision.datasets")


def theirs(name):
    """A module of torchvision, such as "models.resnet"."""
    folder = SPEC.submodule_search_locations[0]
    for package in _BARE:
        if package not in sys.modules:
            sys.modules[package] = types.ModuleType(package)
            sys.modules[package].__path__ = [folder + package.removeprefix("torchvision").replace(".", "/")]
    return importlib.import_module(f"torchvision.{name}")
