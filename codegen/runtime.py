"""Modules of the package that codegen uses too, without importing the package: its C part may not be built yet."""

import importlib
import sys
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).resolve().parent.parent / "pytorch_c"
NAME = "_pytorch_c_sources"
FOLDERS = ("", "._boundary", "._calls", "._tensor")  # whose __init__.py is not run


def load(module):
    """The module of this dotted name below pytorch_c, such as "_tensor.dtype"; it may import its like."""
    for folder in FOLDERS:
        if NAME + folder not in sys.modules:
            made = sys.modules[NAME + folder] = ModuleType(NAME + folder)
            made.__path__ = [str(PACKAGE.joinpath(*folder.split(".")))]
    return importlib.import_module(f"{NAME}.{module}")
