"""Finds the modules of this package: ours where they have a file, torch's own for all others that torch has.

Stands at the front of sys.meta_path and answers for names of this package alone. A module of ours that stands for one
of torch's has the other names of torch's, too (`beside`).
"""

import importlib
import sys
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from os import path
from types import ModuleType

from .whole import Found, Whole, defining, names_of

PACKAGE = __package__.partition(".")[0]
_PREFIX = PACKAGE + "."
# Packages that have no counterpart in torch, or whose names mean something else there.
OURS_ALONE = frozenset(
    "_array_api_compat _borrowed _boundary _calls _composites _files _memory _numpy _ops array_api config coverage data doctor "
    "memory tool trace vision".split()
)


class Finder:
    """A finder of the import system."""

    @staticmethod
    def find_spec(fullname, folders=None, target=None):
        """The spec of a module of this package, and of torch after its operators were defined here; None for others."""
        if not fullname.startswith(_PREFIX):
            return _late_torch() if defining and fullname == "torch" else None
        name = fullname[len(_PREFIX) :]
        spec = PathFinder.find_spec(fullname, folders, target)
        if spec is None or spec.loader is None:  # a folder without __init__.py is no package of ours
            return _elsewhere(name, fullname)
        if type(spec.loader) is SourceFileLoader and (
            name.partition(".")[0] not in OURS_ALONE or name in ("data", "data.loader", "data.dataset", "data.sampler")
        ):
            spec.loader = _Loader(fullname, spec.loader.path)
        return spec


class _Loader(SourceFileLoader):
    """Loads a module of ours that has names of torch's beside its own."""

    def exec_module(self, module):
        """Runs the module and sets its `__getattr__`, which asks the module's own first."""
        super().exec_module(module)
        names = names_of(module)
        names["__getattr__"] = _getattr(module, names.get("__getattr__"))
        if type(module) is ModuleType:
            module.__class__ = Whole if "__dir__" in names else Found
        names.setdefault("__dir__", _dir(module))
        names.setdefault("__path__", [])  # what is a file here may be a package in torch


class _LateTorch(SourceFileLoader):
    """Loads torch itself after files of torch's have run here, of which some may have defined its operators."""

    def exec_module(self, module):
        """Runs torch. Raises ImportError where an operator of its own is defined already."""
        try:
            super().exec_module(module)
        except RuntimeError as error:
            if "registered through ptc_library" not in str(error):
                raise
            raise ImportError(
                f"import torch before {PACKAGE} uses torch's own files: they have defined operators that torch defines, "
                "and a process can define an operator once",
                name="torch",
            ) from error


def _late_torch():
    spec = PathFinder.find_spec("torch")
    if spec is not None and type(spec.loader) is SourceFileLoader:
        spec.loader = _LateTorch("torch", spec.loader.path)
    return spec


def _getattr(module, own):
    folder = path.dirname(module.__file__) if "__path__" in names_of(module) else None

    def __getattr__(name):
        if own is not None:
            try:
                return own(name)
            except AttributeError:
                if name.startswith("__") and name.endswith("__"):
                    raise
        if name.startswith("__") and name.endswith("__") and name != "__all__":
            raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")
        if folder and (path.isfile(f"{folder}/{name}.py") or path.isfile(f"{folder}/{name}/__init__.py")):
            return importlib.import_module(f"{module.__name__}.{name}")
        from . import beside

        return beside.attribute(module, name) if name != "__all__" else beside.public(module)

    return __getattr__


def _dir(module):
    def __dir__():
        from . import beside

        return beside.shown(module)

    return __dir__


def _elsewhere(name, fullname):
    """The spec of a module that has no file here."""
    if name.startswith("_array_api_compat"):
        from . import array_api

        return array_api.find(fullname)
    if name.startswith("_C."):
        from .._C import extension

        return extension.find(fullname)
    from . import table

    reason = table.why_absent(name)
    if reason:
        return ModuleSpec(fullname, Absent(name, reason))
    if not table.is_borrowed(name):
        return None
    from . import loader

    return loader.find(name, fullname)


class Absent:
    """A loader that raises ImportError with the reason."""

    def __init__(self, name, reason):
        self.name, self.reason = name, reason

    def create_module(self, spec):
        """Raises ImportError."""
        raise ModuleNotFoundError(f"torch.{self.name} is not in {PACKAGE}: {self.reason}", name=spec.name)

    def exec_module(self, module):
        """Never reached."""


def install():
    """Puts the finder into the import system, once."""
    if Finder not in sys.meta_path:
        sys.meta_path.insert(0, Finder)
