"""Classes that C++ libraries register (torch.classes): namespaces, in which a class is named when it is asked for."""

from __future__ import annotations

import sys
import types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class _Namespace(types.ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise RuntimeError(f"Class {self.__name__}.{name} not registered! Custom C++ classes cannot be used here.")


class _Classes(types.ModuleType):
    loaded_libraries: frozenset[str] = frozenset()
    __file__ = "_classes.py"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = _Namespace(f"{self.__name__}.{name}")
        setattr(self, name, found)
        return found

    def load_library(self, path: str) -> None:
        """Loads a library that registers classes and operators; operators work, through `ops`."""
        from . import ops

        ops.load_library(path)


sys.modules[__name__].__class__ = _Classes
