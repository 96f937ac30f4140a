"""Stands for torchvision where a package imports names of it that a program here does not use.

torchvision's wheels in the registry are compiled for torch with CUDA and cannot be imported beside the one without.
"""

import importlib.abc
import importlib.machinery
import sys
import types


class _Empty(types.ModuleType):
    __path__: list[str] = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {"BILINEAR": 2, "BICUBIC": 3, "NEAREST": 0, "HAMMING": 5, "BOX": 4, "LANCZOS": 1})


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, fullname, path=None, target=None):
        if fullname.partition(".")[0] == "torchvision":
            return importlib.machinery.ModuleSpec(fullname, self, is_package=True)
        return None

    def create_module(self, spec):
        return _Empty(spec.name)

    def exec_module(self, module):
        module.__dict__["__version__"] = "0.28.0"


sys.meta_path.insert(0, _Finder())
