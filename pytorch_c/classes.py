"""Classes that C++ libraries register (torch.classes): namespaces, in which a class is named when it is asked for."""

from __future__ import annotations

import sys
import types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class ScriptClass:
    """A class of C++: called as in torch, it makes an object of it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        from ._calls import objects

        made = objects.new(self._name)
        objects.method(made, "__init__")(*args, **kwargs)
        return made

    def __repr__(self) -> str:
        return f"<torch.ScriptClass {self._name}>"


class _Namespace(types.ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        from ._calls import objects

        if not objects.exists(f"__torch__.{self.__name__}.{name}"):
            raise RuntimeError(
                f"Tried to instantiate class '{self.__name__.partition('.')[2].partition('.')[2]}.{name}', but it does "
                "not exist! Ensure that it is registered via torch::class_"
            )
        found = ScriptClass(f"__torch__.{self.__name__}.{name}")
        setattr(self, name, found)
        return found


class _Classes(types.ModuleType):
    loaded_libraries: frozenset[str] = frozenset()
    __file__ = "_classes.py"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = _Namespace(f"torch.classes.{name}")
        setattr(self, name, found)
        return found

    def load_library(self, path: str) -> None:
        """Loads a library that registers classes and operators; operators work, through `ops`."""
        from . import ops

        ops.load_library(path)


sys.modules[__name__].__class__ = _Classes
